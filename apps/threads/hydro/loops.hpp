// The loops of the hydro code: one source of kernels runs serially, with OpenMP, with RAJA or with Kokkos.
//
// Owns: forall, least, total, whose loops they are, whether OpenMP may change the number of workers, and what a library wants to have done before the first loop. LOOPS_RAJA and LOOPS_KOKKOS choose a library, LOOPS_SERIAL its serial loops; without them the loops are those of OpenMP,
// which a compiler without -fopenmp takes for serial ones.
#pragma once
#include <algorithm>

#if defined LOOPS_KOKKOS || defined LOOPS_SERIAL
constexpr bool HAS_ONE_TEAM = true;
#else
constexpr bool HAS_ONE_TEAM = false;
#endif

#if defined LOOPS_RAJA
#include <RAJA/RAJA.hpp>

constexpr const char *LOOPS_OF = ", RAJA";

#ifndef LOOPS_SERIAL
using Loop = RAJA::omp_parallel_for_exec;
using Reducer = RAJA::omp_reduce;
#else
using Loop = RAJA::seq_exec;
using Reducer = RAJA::seq_reduce;
#endif

struct Library {
  Library(int &, char **) {}
};

template <class Body> void forall(int count, Body body) { RAJA::forall<Loop>(RAJA::RangeSegment(0, count), body); }

template <class Body> double least(double start, int count, Body body) {
  RAJA::ReduceMin<Reducer, double> found(start);
  RAJA::forall<Loop>(RAJA::RangeSegment(0, count), [=](int i) { found.min(body(i)); });
  return found.get();
}

template <class Body> double total(int count, Body body) {
  RAJA::ReduceSum<Reducer, double> found(0.0);
  RAJA::forall<Loop>(RAJA::RangeSegment(0, count), [=](int i) { found += body(i); });
  return found.get();
}

#elif defined LOOPS_KOKKOS
#include <Kokkos_Core.hpp>
#include <enzyme_rs/kokkos.hpp>

constexpr const char *LOOPS_OF = ", Kokkos";

#ifndef LOOPS_SERIAL
using Space = Kokkos::OpenMP;
#else
using Space = Kokkos::Serial;
#endif
using Range = Kokkos::RangePolicy<Space>;

using Library = Kokkos::ScopeGuard;

template <class Body> void forall(int count, Body body) { Kokkos::parallel_for(Range(0, count), body); }

template <class Body> double least(double start, int count, Body body) {
  double found;
  Kokkos::parallel_reduce(Range(0, count), [=](int i, double &part) { part = std::min(part, body(i)); }, Kokkos::Min<double>(found));
  return std::min(start, found);
}

template <class Body> double total(int count, Body body) {
  double found;
  Kokkos::parallel_reduce(Range(0, count), [=](int i, double &part) { part += body(i); }, found);
  return found;
}

#else

constexpr const char *LOOPS_OF = "";

struct Library {
  Library(int &, char **) {}
};

template <class Body> void forall(int count, Body body) {
#pragma omp parallel for
  for (int i = 0; i < count; i++) body(i);
}

template <class Body> double least(double start, int count, Body body) {
  double found = start;
#pragma omp parallel for reduction(min : found)
  for (int i = 0; i < count; i++) found = std::min(found, body(i));
  return found;
}

template <class Body> double total(int count, Body body) {
  double found = 0;
#pragma omp parallel for reduction(+ : found)
  for (int i = 0; i < count; i++) found += body(i);
  return found;
}

#endif
