/* The parallel algorithms of libstdc++ (std::execution::par and par_unseq) on threads of OpenMP, which enzyme-rs differentiates (docs/threads.md).
 *
 * The library runs them on TBB, whose tasks lie behind pointers in queues. It has a place for other ways to run them (a "backend"), and here is one:
 * include this file in the place of <execution>, and compile with -fopenmp. Loops, transforms and reductions are run in parallel; scans, sorting and
 * merging are not.
 *
 * Reductions are put together in the order of their parts, so that they have the same bits in each run with the same number of threads. */
#ifndef ENZYME_RS_EXECUTION_HPP
#define ENZYME_RS_EXECUTION_HPP

#ifdef _PSTL_PARALLEL_BACKEND_H
#error "include <enzyme_rs/execution.hpp> in front of <execution>"
#endif

#include <cstddef>
#ifndef _GLIBCXX_RELEASE
#error "<enzyme_rs/execution.hpp> is for the parallel algorithms of libstdc++"
#endif

/* The library's choice of a backend, which is made here. */
#define _PSTL_PARALLEL_BACKEND_H

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#endif

#include <pstl/parallel_backend_serial.h>

namespace __pstl {
namespace enzyme_rs_backend {

using __serial_backend::__buffer;
using __serial_backend::__cancel_execution;
using __serial_backend::__parallel_invoke;
using __serial_backend::__parallel_merge;
using __serial_backend::__parallel_stable_sort;
using __serial_backend::__parallel_strict_scan;
using __serial_backend::__parallel_transform_scan;

/* A part's result; in an array of its own type, bool would have no address. */
template <class Value>
struct Part {
  Value value;
};

/* How many parts a reduction has: as many as threads, each of two elements or more. */
inline std::ptrdiff_t parts(std::ptrdiff_t count) {
#ifdef _OPENMP
  std::ptrdiff_t threads = omp_get_max_threads();
#else
  std::ptrdiff_t threads = 1;
#endif
  return threads < count / 2 ? threads : count / 2;
}

template <class Policy, class Index, class Body>
void __parallel_for(Policy &&, Index first, Index last, Body body) {
  std::ptrdiff_t count = last - first;
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < count; i++) body(first + i, first + (i + 1));
}

template <class Policy, class Value, class Index, class Body, class Reduction>
Value __parallel_reduce(Policy &&, Index first, Index last, const Value &identity, const Body &body, const Reduction &join) {
  std::ptrdiff_t count = last - first, number = parts(count);
  if (number < 2) return first == last ? identity : body(first, last, identity);
  std::vector<Part<Value>> results(number, Part<Value>{identity});
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t part = 0; part < number; part++)
    results[part].value = body(first + count * part / number, first + count * (part + 1) / number, identity);
  Value all = results[0].value;
  for (std::ptrdiff_t part = 1; part < number; part++) all = join(all, results[part].value);
  return all;
}

template <class Policy, class Index, class Unary, class Value, class Binary, class Reduce>
Value __parallel_transform_reduce(Policy &&, Index first, Index last, Unary unary, Value init, Binary binary, Reduce reduce) {
  std::ptrdiff_t count = last - first, number = parts(count);
  if (number < 2) return reduce(first, last, init);
  std::vector<Part<Value>> results(number, Part<Value>{init});
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t part = 0; part < number; part++) {
    Index from = first + count * part / number, to = first + count * (part + 1) / number;
    results[part].value = reduce(from + 1, to, static_cast<Value>(unary(from)));
  }
  Value all = init;
  for (std::ptrdiff_t part = 0; part < number; part++) all = binary(all, results[part].value);
  return all;
}

} // namespace enzyme_rs_backend

namespace __par_backend = enzyme_rs_backend;
} // namespace __pstl

#include <execution>

#endif
