// Managed views, as arguments of what is differentiated and captured by kernels: y = A x, and <y, y> of it.
#include "check.hpp"

using Vector = Kokkos::View<double *>;
using Matrix = Kokkos::View<double **>;

static double energy(const Matrix &a, const Vector &x, const Vector &y) {
  Kokkos::parallel_for("product", y.extent(0), KOKKOS_LAMBDA(int i) {
    double sum = 0;
    for (size_t j = 0; j < x.extent(0); j++) sum += a(i, j) * x(j);
    y(i) = sum;
  });
  double total = 0;
  Kokkos::parallel_reduce("energy", y.extent(0), KOKKOS_LAMBDA(int i, double &part) { part += y(i) * y(i); }, total);
  return total;
}

static void gradient(Matrix &a, Matrix &da, Vector &x, Vector &dx, Vector &y, Vector &dy) {
  __enzyme_autodiff_void((void *)energy, enzyme_dup, &a, &da, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
}

static double tangent(Matrix &a, Matrix &da, Vector &x, Vector &dx, Vector &y, Vector &dy) {
  return __enzyme_fwddiff_double((void *)energy, enzyme_dup, &a, &da, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
}

int main(int argc, char **argv) {
  Kokkos::initialize(argc, argv);
  {
    const int n = 9;
    Matrix a("a", n, n), da("da", n, n), va("va", n, n);
    Vector x("x", n), dx("dx", n), vx("vx", n), y("y", n), dy("dy", n);
    for (int i = 0; i < n; i++) {
      x(i) = number(i), vx(i) = number(i + 5) - 0.8;
      for (int j = 0; j < n; j++) a(i, j) = number(3 * i + j) - 0.6, va(i, j) = number(i + 2 * j) - 0.7;
    }
    gradient(a, da, x, dx, y, dy);
    double right = 0;
    for (int i = 0; i < n; i++) {
      right += dx(i) * vx(i);
      for (int j = 0; j < n; j++) right += da(i, j) * va(i, j);
    }
    const double left = tangent(a, va, x, vx, y, dy);
    judge("energy", teams[0], "reverse and forward mode", fabs(left - right) < 1e-11 * fabs(left), right, left);
    double values[2];
    const double h = 1e-6;
    for (int side = 0; side < 2; side++) {
      const double step = (side ? -2 : 1) * h;
      for (int i = 0; i < n; i++) {
        x(i) += step * vx(i);
        for (int j = 0; j < n; j++) a(i, j) += step * va(i, j);
      }
      values[side] = energy(a, x, y);
    }
    const double slope = (values[0] - values[1]) / (2 * h);
    judge("energy", teams[0], "forward mode and differences", fabs(left - slope) < 1e-7 * fabs(left), left, slope);
  }
  Kokkos::finalize();
  return failures != 0;
}
