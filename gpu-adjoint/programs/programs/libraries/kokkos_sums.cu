// Kokkos' reductions on a device: against differences, and against the same ones on the host.
#include "kokkos_both.hpp"

template <class Space> double to_scalar(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  double sum = 0, product = 1;
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part) { part += sin(c * u(i)) * u(i); }, sum);
  Kokkos::parallel_reduce("some", Kokkos::RangePolicy<Space>(3, 40), KOKKOS_LAMBDA(int i, double &part) { part += c * u(i) * u(i + 1); }, product);
  return sum * product;
}
ON_BOTH(to_scalar)

// What the first reduction finds is read by a loop on the device, and not by the host.
template <class Space> double to_view(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  Kokkos::View<double, Space> norm("norm");
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part) { part += u(i) * u(i); }, norm);
    Kokkos::parallel_for(Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i) { u(i) = u(i) / sqrt(norm()) + c * sin(u(i)); });
  }
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part) { part += u(i) * u(i) * (i % 5); }, sum);
  return sum;
}
ON_BOTH(to_view)

// Indices of several ranges.
template <class Space> double of_ranges(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  double sum = 0, cubes = 0;
  Kokkos::parallel_reduce(
      Kokkos::MDRangePolicy<Space, Kokkos::Rank<2>>({1, 0}, {N, N - 1}),
      KOKKOS_LAMBDA(int i, int j, double &part) { part += u(i * N + j) * sin(c * u((i - 1) * N + j + 1)); }, sum);
  Kokkos::parallel_reduce(
      Kokkos::MDRangePolicy<Space, Kokkos::Rank<3, Kokkos::Iterate::Right, Kokkos::Iterate::Right>>({0, 1, 2}, {3, 5, 8}, {2, 2, 2}),
      KOKKOS_LAMBDA(int i, int j, int k, double &part) { part += c * u(i * 40 + j * 8 + k) * u(k) * (i + 1); }, cubes);
  return sum * cubes;
}
ON_BOTH(of_ranges)

template <class Space> double extremes(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  double most, least;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part) { part = fmax(part, u(i) * (1 + 1e-3 * i)); }, Kokkos::Max<double>(most));
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part) { if (c * u(i) + 1e-3 * i < part) part = c * u(i) + 1e-3 * i; },
      Kokkos::Min<double>(least));
  return most * most + 3 * least;
}
ON_BOTH(extremes)

// Several sums at a time, in a structure of the program's.
struct Moments {
  double first, second;
  int count;
  KOKKOS_INLINE_FUNCTION Moments() : first(0), second(0), count(0) {}
  KOKKOS_INLINE_FUNCTION Moments &operator+=(const Moments &other) {
    first += other.first, second += other.second, count += other.count;
    return *this;
  }
};
template <> struct Kokkos::reduction_identity<Moments> {
  KOKKOS_INLINE_FUNCTION static Moments sum() { return Moments(); }
};
template <class Space> double moments(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  Moments all;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<Space>(0, ALL),
      KOKKOS_LAMBDA(int i, Moments &part) {
        if (i % 3 == 0) return;
        part.first += c * u(i), part.second += u(i) * u(i), part.count += 1;
      },
      Kokkos::Sum<Moments>(all));
  return all.second / all.count - all.first * all.first / all.count / all.count;
}
ON_BOTH(moments)

// A functor with a tag.
template <class Space> struct Weighted {
  struct Squares {};
  Kokkos::View<double *, Space> u;
  double c;
  KOKKOS_INLINE_FUNCTION void operator()(Squares, int i, double &part) const { part += c * u(i) * u(i); }
};
template <class Space> double tagged(const double *initial, double c) {
  Weighted<Space> functor{given<Space>(initial, ALL), c};
  double sum = 0;
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space, typename Weighted<Space>::Squares>(0, ALL), functor, sum);
  return sum;
}
ON_BOTH(tagged)

// More than a grid has threads, and nothing at all.
template <class Space> double of_size(const double *initial, double c, int size) {
  auto u = given<Space>(initial, ALL);
  double sum = 0;
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, size), KOKKOS_LAMBDA(int i, double &part) { part += c * u(i % ALL) / (1 + i / ALL); }, sum);
  return sum;
}
#define OF_SIZE(name, size)                                                                                        \
  template <class Space> double name(const double *initial, double c) { return of_size<Space>(initial, c, size); } \
  ON_BOTH(name)
OF_SIZE(nothing, 0)
OF_SIZE(one, 1)
OF_SIZE(a_block, 256)
OF_SIZE(a_block_and_one, 257)
OF_SIZE(many, 40000)

int main(int argc, char **argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  BOTH(to_scalar), BOTH(to_view), BOTH(of_ranges), BOTH(extremes), BOTH(moments), BOTH(tagged);
  BOTH(nothing), BOTH(one), BOTH(a_block), BOTH(a_block_and_one), BOTH(many);
  puts("all is well");
}
