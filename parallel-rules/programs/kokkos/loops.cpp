// parallel_for: lambdas, functors, unmanaged views, schedules, spaces, atomics, copies, fences.
#include "check.hpp"

static void pointers(const double *x, double *y, int n) {
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { y[i] += x[i] * sin(x[i]); });
}
MODES(pointers)

static void views(const double *x, double *y, int n) {
  Input in(x, n);
  Output out(y, n);
  Kokkos::parallel_for("square", in.extent(0), KOKKOS_LAMBDA(int i) { out(i) = in(i) * in(n - 1 - i); });
  Kokkos::fence();
  Kokkos::parallel_for("sine", in.extent(0), KOKKOS_LAMBDA(int i) { out(i) = sin(out(i)); });
  Kokkos::fence("done");
}
MODES(views)

struct Scaled {
  const double *x;
  double *y;
  double factor;
  struct Squared {};
  KOKKOS_FUNCTION void operator()(int i) const { y[i] = factor * x[i]; }
  KOKKOS_FUNCTION void operator()(Squared, int i) const { y[i] *= y[i]; }
};

static void functors(const double *x, double *y, int n) {
  Scaled scaled{x, y, x[0]};
  Kokkos::parallel_for(n, scaled);
  Kokkos::parallel_for(Kokkos::RangePolicy<Scaled::Squared>(0, n), scaled);
}
MODES(functors)

static void dynamic(const double *x, double *y, int n) {
  using Policy = Kokkos::RangePolicy<Kokkos::Schedule<Kokkos::Dynamic>>;
  Kokkos::parallel_for(Policy(0, n), KOKKOS_LAMBDA(int i) { y[i] = exp(x[i]) / x[i]; });
}
MODES(dynamic)

static void serial(const double *x, double *y, int n) {
  Kokkos::parallel_for(Kokkos::RangePolicy<Kokkos::Serial>(0, n), KOKKOS_LAMBDA(int i) { y[i] = sqrt(x[i]); });
}
MODES(serial)

static void atomics(const double *x, double *y, int n) {
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) {
    Kokkos::atomic_add(&y[i % 3], x[i] * x[i]);
    Kokkos::atomic_max(&y[3], x[i]);
  });
}
MODES(atomics)

static void copies(const double *x, double *y, int n) {
  Input in(x, n);
  Output out(y, n);
  Kokkos::deep_copy(out, in);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { out(i) *= out(i); });
}
MODES(copies)

static void parts(const double *x, double *y, int n) {
  Input in(x, n);
  Output out(y, n);
  auto upper = Kokkos::subview(out, Kokkos::make_pair(n / 2, n));
  Kokkos::parallel_for(upper.extent(0), KOKKOS_LAMBDA(int i) { upper(i) = in(i) * in(i + 1); });
}
MODES(parts)

int main(int argc, char **argv) {
  Kokkos::initialize(argc, argv);
  CHECK_BITS(pointers);
  CHECK_BITS(views);
  CHECK(functors);
  CHECK(dynamic);
  CHECK_BITS(serial);
  CHECK(atomics);
  CHECK_BITS(copies);
  CHECK_BITS(parts);
  Kokkos::finalize();
  return failures != 0;
}
