// Gradients of a function of an array and a number, by the hook, against differences along a way.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>

// The programs are those of CUDA and of HIP.
#ifdef __HIP__
#define GPU(name) hip##name
#else
#define GPU(name) cuda##name
#endif

extern int enzyme_dup, enzyme_const, enzyme_out;
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);

const int N = 12, ALL = N * N;

struct Gradient {
  double by_c, by_u[ALL];
};

inline void near(const char *name, const char *what, double one, double other, double within) {
  if (fabs(one - other) <= within * (fabs(one) + fabs(other))) return;
  printf("%s: %s: %.10g, and not %.10g\n", name, what, one, other);
  exit(1);
}

// A macro, since hooks name the function.
#define CHECK(function) check(#function, function, gradient_of_##function)
#define GRADIENT(function)                                                                                                                        \
  Gradient gradient_of_##function(const double *u, double c, const double *way, double *tangent) {                                                \
    Gradient all = {};                                                                                                                            \
    all.by_c = __enzyme_autodiff<double>((void *)function, enzyme_dup, u, all.by_u, enzyme_out, c);                                               \
    *tangent = __enzyme_fwddiff<double>((void *)function, enzyme_dup, u, way, enzyme_dup, c, 1.0);                                                \
    return all;                                                                                                                                   \
  }

using Function = double(const double *, double);
using Derivative = Gradient(const double *, double, const double *, double *);

inline Gradient check(const char *name, Function *f, Derivative *derivative) {
  double u[ALL], way[ALL], more[ALL], less[ALL], c = 0.05, h = 1e-6, along = 0, tangent;
  for (int i = 0; i < ALL; i++) u[i] = 1 + 0.1 * ((i * 7) % 11), way[i] = 0.3 * ((i * 5) % 7 - 3);
  Gradient found = derivative(u, c, way, &tangent);
  for (int i = 0; i < ALL; i++) along += found.by_u[i] * way[i], more[i] = u[i] + h * way[i], less[i] = u[i] - h * way[i];
  near(name, "by the number", found.by_c, (f(u, c + h) - f(u, c - h)) / (2 * h), 1e-6);
  near(name, "along a way", along, (f(more, c) - f(less, c)) / (2 * h), 1e-6);
  near(name, "the tangent", tangent, along + found.by_c, 1e-12);
  return found;
}
