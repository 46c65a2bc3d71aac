// RAJA above OpenMP: loops, kernels, launches, regions, views, reducers, scans, sorts, atomics.
#include "../omp/check.h"
#include <RAJA/RAJA.hpp>

using RAJA::Index_type;
using RAJA::RangeSegment;
using Loop = RAJA::omp_parallel_for_exec;

static void loop(const double *x, double *y, int n) {
  RAJA::forall<Loop>(RangeSegment(0, n), [=](int i) { y[i] += x[i] * sin(x[i]); });
}
MODES(loop)

static void dynamic(const double *x, double *y, int n) {
  RAJA::forall<RAJA::omp_parallel_exec<RAJA::omp_for_dynamic_exec<2>>>(RangeSegment(0, n), [=](int i) { y[i] = exp(x[i]); });
}
MODES(dynamic)

static void region(const double *x, double *y, int n) {
  RAJA::region<RAJA::omp_parallel_region>([=] {
    RAJA::forall<RAJA::omp_for_nowait_static_exec<>>(RangeSegment(0, n), [=](Index_type i) { y[i] = x[i] * x[i]; });
    RAJA::forall<RAJA::omp_for_nowait_static_exec<>>(RangeSegment(0, n), [=](Index_type i) { y[i] += sin(x[i]); });
  });
}
MODES(region)

static void nested(const double *x, double *y, int) {
  using Policy = RAJA::KernelPolicy<RAJA::statement::For<0, Loop, RAJA::statement::For<1, RAJA::seq_exec, RAJA::statement::Lambda<0>>>>;
  RAJA::kernel<Policy>(RAJA::make_tuple(RangeSegment(0, 5), RangeSegment(0, 12)),
                       [=](Index_type i, Index_type j) { y[i * 12 + j] = x[i * 12 + j] * x[j]; });
}
MODES(nested)

static void views(const double *x, double *y, int) {
  RAJA::View<const double, RAJA::Layout<2>> in(x, 5, 12);
  RAJA::View<double, RAJA::Layout<2>> out(y, 12, 5);
  RAJA::forall<Loop>(RangeSegment(0, 5), [=](Index_type i) {
    for (int j = 0; j < 12; j++) out(j, i) = in(i, j) * in(i, 0);
  });
}
MODES(views)

static void sum(const double *x, double *y, int n) {
  RAJA::ReduceSum<RAJA::omp_reduce, double> total(0.0);
  RAJA::ReduceMax<RAJA::omp_reduce, double> largest(-1.0);
  RAJA::forall<Loop>(RangeSegment(0, n), [=](int i) {
    total += x[i] * x[i];
    largest.max(x[i] * (i + 1));
  });
  y[0] = total.get() * largest.get();
}
MODES(sum)

static void reducers(const double *x, double *y, int n) {
  double total = 0, least = 100;
  RAJA::forall<Loop>(RangeSegment(0, n), RAJA::expt::Reduce<RAJA::operators::plus>(&total), RAJA::expt::Reduce<RAJA::operators::minimum>(&least),
                     [=](int i, RAJA::expt::ValOp<double, RAJA::operators::plus> &part, RAJA::expt::ValOp<double, RAJA::operators::minimum> &low) {
                       part += sin(x[i]);
                       low.min(x[i] * x[i]);
                     });
  y[0] = total * least;
}
MODES(reducers)

static void running(const double *x, double *y, int n) {
  RAJA::inclusive_scan<Loop>(RAJA::make_span(x, n), RAJA::make_span(y, n), RAJA::operators::plus<double>{});
  RAJA::forall<Loop>(RangeSegment(0, n), [=](int i) { y[i] = sin(y[i]); });
}
MODES(running)

static void atomics(const double *x, double *y, int n) {
  RAJA::forall<Loop>(RangeSegment(0, n), [=](int i) {
    RAJA::atomicAdd<RAJA::omp_atomic>(&y[i % 3], x[i] * x[i]);
    RAJA::atomicMax<RAJA::omp_atomic>(&y[3], x[i]);
  });
}
MODES(atomics)

int main() {
  CHECK_BITS(loop);
  CHECK(dynamic);
  CHECK(region);
  CHECK(nested);
  CHECK(views);
  CHECK(sum);
  CHECK(reducers);
  CHECK(running);
  CHECK(atomics);
  return failures != 0;
}
