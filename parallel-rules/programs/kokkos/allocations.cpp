// Views that differentiated code allocates: zero at first or not initialised, in loops, more than one, copied, given to kernels and back to their
// memory while the reverse pass still needs them.
#include "check.hpp"

using Vector = Kokkos::View<double *>;

static void temporary(const double *x, double *y, int n) {
  Vector squares("squares", n);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { squares(i) = x[i] * x[i]; });
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { y[i] = squares(i) * sin(squares(n - 1 - i)); });
}
MODES(temporary)

// Its label does not fit into the string object.
static void labelled(const double *x, double *y, int n) {
  Vector sums("a label that is longer than what strings hold inside", n);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { sums(i) += x[i]; });
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { sums(i) += x[n - 1 - i] * sums(i); });
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { y[i] = sums(i) * sums(i); });
}
MODES(labelled)

// What is not initialised in the primal is zero in the shadow all the same.
static void repeated(const double *x, double *y, int n) {
  for (int k = 0; k < 3; k++) {
    Vector step(Kokkos::view_alloc("step", Kokkos::WithoutInitializing), n);
    Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { step(i) = x[i] * x[i] + y[i]; });
    Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { y[i] += step(i) * sin(step(n - 1 - i) + y[i]); });
  }
}
MODES(repeated)

static void two(const double *x, double *y, int n) {
  Vector a("a", n), b("b", n);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { a(i) = x[i] * x[i]; });
  {
    Vector again(a);
    Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { b(i) = again(i) * a(n - 1 - i); });
  }
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { y[i] = b(i) * a(i); });
}
MODES(two)

static void reduced(const double *x, double *y, int n) {
  Vector scaled("scaled", n);
  double sum = 0, again = 0;
  Kokkos::parallel_reduce(n, KOKKOS_LAMBDA(int i, double &part) { part += x[i] * x[i]; }, sum);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { scaled(i) = sum * x[i]; });
  Kokkos::parallel_reduce(n, KOKKOS_LAMBDA(int i, double &part) { part += sin(scaled(i)); }, again);
  y[0] = again;
}
MODES(reduced)

#ifdef __OPTIMIZE__ // At -O0 such copies are refused.
static void copies(const double *x, double *y, int n) {
  Vector given("given", n), filled("filled", n), copy("copy", n);
  Kokkos::deep_copy(given, Input(x, n));
  Kokkos::deep_copy(filled, 2.0);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { filled(i) *= given(i) * given(i); });
  Kokkos::deep_copy(copy, filled);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { copy(i) *= filled(n - 1 - i); });
  Kokkos::deep_copy(Output(y, n), copy);
}
MODES(copies)
#endif

static void parts(const double *x, double *y, int) {
  const int rows = 5, columns = 12;
  Kokkos::View<double **> all("all", rows, columns);
  Kokkos::parallel_for(rows, KOKKOS_LAMBDA(int i) {
    for (int j = 0; j < columns; j++) all(i, j) = x[i * columns + j] * x[i];
  });
  auto row = Kokkos::subview(all, 2, Kokkos::ALL);
  Kokkos::parallel_for(columns, KOKKOS_LAMBDA(int j) { row(j) *= row(j); });
  Kokkos::parallel_for(rows, KOKKOS_LAMBDA(int i) {
    for (int j = 0; j < columns; j++) y[i * columns + j] = all(i, j);
  });
}
MODES(parts)

// Made in a function that stays one, and given back in a structure.
struct Pair {
  Vector squares, products;
};

__attribute__((noinline)) static Pair pair(const double *x, int n) {
  Pair made{Vector("squares", n), Vector("products", n)};
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { made.squares(i) = x[i] * x[i]; });
  return made;
}

static void returned(const double *x, double *y, int n) {
  const Pair made = pair(x, n);
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { made.products(i) = made.squares(i) * made.squares(i); });
  Kokkos::parallel_for(n, KOKKOS_LAMBDA(int i) { y[i] = made.products(i) * made.squares(n - 1 - i); });
}
MODES(returned)

int main(int argc, char **argv) {
  Kokkos::initialize(argc, argv);
  CHECK(temporary);
  CHECK(labelled);
  CHECK(repeated);
  CHECK(two);
  CHECK(reduced);
#ifdef __OPTIMIZE__
  CHECK(copies);
#endif
  CHECK(parts);
  CHECK(returned);
  Kokkos::finalize();
  return failures != 0;
}
