// What RAJA's loops go over, and what they leave: ranges from below 0, lists, sets of segments, launches, layouts with offsets, several sums, scans
// that end in front of an element, sorts as permutations.
#include "../omp/check.h"
#include <RAJA/RAJA.hpp>

using RAJA::Index_type;
using RAJA::RangeSegment;
using Loop = RAJA::omp_parallel_for_exec;

static void offsets(const double *x, double *y, int) {
  const auto layout = RAJA::make_offset_layout<2>({{-1, 2}}, {{4, 14}});
  RAJA::View<const double, RAJA::OffsetLayout<2>> in(x, layout);
  RAJA::View<double, RAJA::OffsetLayout<2>> out(y, layout);
  RAJA::forall<Loop>(RangeSegment(-1, 4), [=](Index_type i) {
    for (int j = 2; j < 14; j++) out(i, j) = in(i, j) * in(-1, j);
  });
}
MODES(offsets)

#ifdef __OPTIMIZE__ // A list that is made in the function is refused at -O0.
static void list(const double *x, double *y, int) {
  static Index_type chosen[] = {3, 1, 7, 20, 11};
  camp::resources::Resource host{camp::resources::Host()};
  RAJA::TypedListSegment<Index_type> all(chosen, 5, host);
  RAJA::forall<Loop>(all, [=](Index_type i) { y[i] = x[i] * sin(x[i]); });
}
MODES(list)
#endif

static void set(const double *x, double *y, int) {
  RAJA::TypedIndexSet<RangeSegment> parts;
  parts.push_back(RangeSegment(0, 10));
  parts.push_back(RangeSegment(20, 30));
  RAJA::forall<RAJA::ExecPolicy<RAJA::seq_segit, Loop>>(parts, [=](Index_type i) { y[i] = x[i] * sin(x[i]); });
}
MODES(set)

static void launched(const double *x, double *y, int) {
  using Outer = RAJA::LoopPolicy<RAJA::omp_for_exec>;
  using Inner = RAJA::LoopPolicy<RAJA::seq_exec>;
  RAJA::launch<RAJA::LaunchPolicy<RAJA::omp_launch_t>>(RAJA::LaunchParams(), [=](RAJA::LaunchContext context) {
    RAJA::loop<Outer>(context, RangeSegment(0, 5), [&](int i) {
      RAJA::loop<Inner>(context, RangeSegment(0, 12), [&](int j) { y[i * 12 + j] = x[i * 12 + j] * x[j]; });
    });
  });
}
MODES(launched)

static void sums(const double *x, double *y, int n) {
  RAJA::MultiReduceSum<RAJA::omp_multi_reduce, double> thirds(3, 0.0);
  RAJA::forall<Loop>(RangeSegment(0, n), [=](int i) { thirds[i % 3] += x[i] * x[i]; });
  y[0] = thirds.get(0) * thirds.get(1) + thirds.get(2);
}
MODES(sums)

static void running(const double *x, double *y, int n) {
  RAJA::exclusive_scan<Loop>(RAJA::make_span(x, n), RAJA::make_span(y, n), RAJA::operators::plus<double>{});
  RAJA::inclusive_scan_inplace<Loop>(RAJA::make_span(y, n), RAJA::operators::plus<double>{});
}
MODES(running)

static void sorted(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
  RAJA::sort<Loop>(RAJA::make_span(y, n));
}
MODES(sorted)

int main() {
  CHECK(offsets);
#ifdef __OPTIMIZE__
  CHECK_BITS(list);
#endif
  CHECK_BITS(set);
  CHECK(launched);
  CHECK(sums);
  CHECK(running);
  CHECK_BITS(sorted);
  return failures != 0;
}
