/* The kind of numbers and the names of routines that a program is compiled for. */
#ifndef NAMES_H
#define NAMES_H

#if defined KIND_s
typedef float T, R;
#define PREFIX s
#define NORM s
#define STEP 0.02
#define EXACT 2e-4
#define CLOSE 3e-3
#elif defined KIND_d
typedef double T, R;
#define PREFIX d
#define NORM d
#define STEP 1e-3
#define EXACT 1e-10
#define CLOSE 1e-7
#elif defined KIND_c
typedef float _Complex T;
typedef float R;
#define PREFIX c
#define NORM sc
#define MIXED cs
#define STEP 0.02
#define EXACT 2e-4
#define CLOSE 3e-3
#else
typedef double _Complex T;
typedef double R;
#define PREFIX z
#define NORM dz
#define MIXED zd
#define STEP 1e-3
#define EXACT 1e-10
#define CLOSE 1e-7
#endif

#ifdef MIXED
#define OPS "NTC"
#define CONJ(x) conj(x)
#else
#define OPS "NTC"
#define CONJ(x) (x)
#endif

#ifdef WIDE
typedef long long INT;
#else
typedef int INT;
#endif

#define PASTE(a, b, c) a##b##c
#define JOIN(a, b, c) PASTE(a, b, c)
#if defined CBLAS && defined WIDE && !defined PLAIN
#define NAMED(prefix, name) JOIN(JOIN(cblas_, prefix, name), 64, _)
#elif defined CBLAS
#define NAMED(prefix, name) JOIN(cblas_, prefix, name)
#endif
#if defined WIDE && !defined PLAIN
#define FORTRAN(prefix, name) JOIN(prefix, name, _64_)
#else
#define FORTRAN(prefix, name) JOIN(prefix, name, _)
#endif

#endif
