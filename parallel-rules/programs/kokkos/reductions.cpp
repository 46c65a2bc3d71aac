// parallel_reduce and parallel_scan: sums, maxima, several results, results in views, running sums. The kernels want more and more memory for each worker, so
// that Kokkos gives them new memory between kernels whose reverse is still to come.
#include "check.hpp"

static void sum(const double *x, double *y, int n) {
  double total = 0;
  Kokkos::parallel_reduce("sum", n, KOKKOS_LAMBDA(int i, double &part) { part += x[i] * x[i]; }, total);
  y[0] = total;
}
MODES(sum)

static void maximum(const double *x, double *y, int n) {
  double largest = 0;
  Kokkos::parallel_reduce(n, KOKKOS_LAMBDA(int i, double &part) { part = fmax(part, x[i] * (i + 1)); }, Kokkos::Max<double>(largest));
  y[0] = sin(largest);
}
MODES(maximum)

static void several(const double *x, double *y, int n) {
  double a = 0, b = 0;
  Kokkos::parallel_reduce(
      n, KOKKOS_LAMBDA(int i, double &one, double &other) {
        one += x[i];
        other += sin(x[i]);
      },
      a, b);
  y[0] = a * b;
}
MODES(several)

static void twice(const double *x, double *y, int n) {
  double total = 0, a = 0, b = 0, c = 0;
  Kokkos::parallel_reduce(n, KOKKOS_LAMBDA(int i, double &part) { part += x[i] * x[i]; }, total);
  Kokkos::parallel_reduce(
      n, KOKKOS_LAMBDA(int i, double &p, double &q, double &r) {
        p += total * x[i];
        q += exp(-x[i]);
        r += x[i] / total;
      },
      a, b, c);
  y[0] = a + b * c;
}
MODES(twice)

static void view(const double *x, double *y, int n) {
  Kokkos::View<double, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> result(y);
  Kokkos::parallel_reduce(n, KOKKOS_LAMBDA(int i, double &part) { part += x[i] * x[n - 1 - i]; }, result);
}
MODES(view)

static void running(const double *x, double *y, int n) {
  Kokkos::parallel_scan(n, KOKKOS_LAMBDA(int i, double &part, bool final) {
    part += x[i] * x[i];
    if (final) y[i] = sin(part);
  });
}
MODES(running)

static void total(const double *x, double *y, int n) {
  double all = 0;
  Kokkos::parallel_scan(
      n, KOKKOS_LAMBDA(int i, double &part, bool final) {
        if (final) y[i] = part * x[i];
        part += x[i];
      },
      all);
  y[0] += all * all;
}
MODES(total)

int main(int argc, char **argv) {
  Kokkos::initialize(argc, argv);
  // The gradient first: nobody has asked Kokkos for memory before.
  CHECK(twice);
  CHECK(sum);
  CHECK(maximum);
  CHECK(several);
  CHECK(view);
  CHECK(running);
  CHECK(total);
  // A tangent leaves its numbers behind: the next gradient must not find them.
  CHECK(sum);
  Kokkos::finalize();
  return failures != 0;
}
