// Ranges of several dimensions (MDRangePolicy): two to four and six of them, orders, tiles that do not divide the range, lower bounds, both spaces,
// schedules, work tags; loops and reductions.
#include "check.hpp"

using Kokkos::Iterate;
using Kokkos::MDRangePolicy;
using Kokkos::Rank;

enum { ROWS = 5, COLUMNS = 12 };
static_assert(ROWS * COLUMNS <= SIZE);

template <class Policy>
static void grid(const Policy &policy, const double *x, double *y) {
  Kokkos::parallel_for(policy, KOKKOS_LAMBDA(int i, int j) { y[i * COLUMNS + j] = x[i * COLUMNS + j] * sin(x[(ROWS - 1 - i) * COLUMNS + 3]); });
}

static void plain(const double *x, double *y, int) { grid(MDRangePolicy<Rank<2>>({0, 0}, {ROWS, COLUMNS}), x, y); }
MODES(plain)

static void left_right(const double *x, double *y, int) {
  grid(MDRangePolicy<Rank<2, Iterate::Left, Iterate::Right>>({1, 0}, {ROWS, COLUMNS - 1}, {2, 3}), x, y);
}
MODES(left_right)

static void right_left(const double *x, double *y, int) {
  grid(MDRangePolicy<Rank<2, Iterate::Right, Iterate::Left>>({0, 2}, {ROWS, COLUMNS}, {3, 5}), x, y);
}
MODES(right_left)

static void dynamic(const double *x, double *y, int) {
  grid(MDRangePolicy<Kokkos::Schedule<Kokkos::Dynamic>, Rank<2>>({0, 0}, {ROWS, COLUMNS}, {2, 2}), x, y);
}
MODES(dynamic)

static void serial(const double *x, double *y, int) {
  grid(MDRangePolicy<Kokkos::Serial, Rank<2, Iterate::Left, Iterate::Left>>({0, 0}, {ROWS, COLUMNS}, {2, 7}), x, y);
}
MODES(serial)

// Neighbours in both directions, through views.
static void stencil(const double *x, double *y, int) {
  using Plane = Kokkos::View<double **, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Given = Kokkos::View<const double **, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Given in(x, ROWS, COLUMNS);
  Plane out(y, ROWS, COLUMNS);
  Kokkos::parallel_for("stencil", MDRangePolicy<Rank<2>>({1, 1}, {ROWS - 1, COLUMNS - 1}, {1, 4}), KOKKOS_LAMBDA(int i, int j) {
    out(i, j) = in(i, j) * (in(i - 1, j) + in(i + 1, j)) - in(i, j - 1) * in(i, j + 1);
  });
}
MODES(stencil)

static void sum(const double *x, double *y, int) {
  double total;
  Kokkos::parallel_reduce(
      MDRangePolicy<Rank<2>>({0, 0}, {ROWS, COLUMNS}, {2, 5}),
      KOKKOS_LAMBDA(int i, int j, double &part) { part += x[i * COLUMNS + j] * sin(x[j]); }, total);
  y[0] = total * total;
}
MODES(sum)

static void largest(const double *x, double *y, int) {
  double most;
  Kokkos::parallel_reduce(
      MDRangePolicy<Rank<2, Iterate::Left, Iterate::Left>>({0, 0}, {ROWS, COLUMNS}),
      KOKKOS_LAMBDA(int i, int j, double &part) { part = fmax(part, x[i * COLUMNS + j] * (i + 1)); }, Kokkos::Max<double>(most));
  y[0] = sin(most);
}
MODES(largest)

static void serial_sums(const double *x, double *y, int) {
  using Policy = MDRangePolicy<Kokkos::Serial, Rank<2>>;
  double sums[2];
  Kokkos::parallel_reduce(
      Policy({0, 0}, {ROWS, COLUMNS}), KOKKOS_LAMBDA(int i, int j, double &part) { part += x[i * COLUMNS + j] * x[j]; }, sums[0]);
  Kokkos::parallel_reduce(
      Policy({0, 0}, {ROWS, COLUMNS}, {2, 2}), KOKKOS_LAMBDA(int i, int j, double &part) { part += sums[0] * x[i + j]; }, sums[1]);
  y[0] = sums[0] * sums[1];
}
MODES(serial_sums)

static void three(const double *x, double *y, int) {
  const auto at = [](int i, int j, int k) { return i * 20 + j * 5 + k; };
  Kokkos::parallel_for(MDRangePolicy<Rank<3>>({0, 0, 0}, {3, 4, 5}, {2, 2, 2}),
                       KOKKOS_LAMBDA(int i, int j, int k) { y[at(i, j, k)] = x[at(i, j, k)] * sin(x[i + j + k]); });
}
MODES(three)

struct Powers {
  const double *x;
  double *y;
  struct Squared {};
  KOKKOS_FUNCTION void operator()(Squared, int i, int j, int k) const { y[i * 20 + j * 5 + k] = x[i * 20 + j * 5 + k] * x[k]; }
};

static void tagged(const double *x, double *y, int) {
  Kokkos::parallel_for(MDRangePolicy<Kokkos::Serial, Rank<3>, Powers::Squared>({0, 0, 0}, {3, 4, 5}), Powers{x, y});
}
MODES(tagged)

static void four(const double *x, double *y, int) {
  using Policy = MDRangePolicy<Rank<4>>;
  const auto at = [](int i, int j, int k, int l) { return i * 20 + j * 10 + k * 5 + l; };
  Kokkos::parallel_for(Policy({0, 0, 0, 0}, {3, 2, 2, 5}),
                       KOKKOS_LAMBDA(int i, int j, int k, int l) { y[at(i, j, k, l)] = x[at(i, j, k, l)] * sin(x[i + j + k]); });
  double total;
  Kokkos::parallel_reduce(
      Policy({0, 0, 0, 0}, {3, 2, 2, 5}, {2, 1, 2, 3}),
      KOKKOS_LAMBDA(int i, int j, int k, int l, double &part) { part += y[at(i, j, k, l)] * sin(x[i + j + k]); }, total);
  y[SIZE - 1] = total * total;
}
MODES(four)

static void six(const double *x, double *y, int) {
  Kokkos::parallel_for(
      MDRangePolicy<Rank<6>>({0, 0, 0, 0, 0, 0}, {2, 2, 2, 2, 2, 1}), KOKKOS_LAMBDA(int i, int j, int k, int l, int m, int) {
        const int at = i * 16 + j * 8 + k * 4 + l * 2 + m;
        y[at] = x[at] * x[2 * i + j];
      });
}
MODES(six)

int main(int argc, char **argv) {
  Kokkos::initialize(argc, argv);
  CHECK(plain);
  CHECK(left_right);
  CHECK(right_left);
  CHECK(dynamic);
  CHECK_BITS(serial);
  CHECK(stencil);
  CHECK(sum);
  CHECK(largest);
  CHECK_BITS(serial_sums);
  CHECK(three);
  CHECK_BITS(tagged);
  CHECK(four);
  CHECK(six);
  Kokkos::finalize();
  return failures != 0;
}
