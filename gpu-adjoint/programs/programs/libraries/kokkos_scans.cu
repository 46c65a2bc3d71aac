// Kokkos' scans on a device: against differences, and against the same ones on the host.
#include "kokkos_both.hpp"

// What comes before each number is its weight.
template <class Space> double inclusive(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  Kokkos::View<double *, Space> sums("sums", ALL);
  double sum = 0;
  Kokkos::parallel_scan(Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part, bool final) {
    part += sin(c * u(i));
    if (final) sums(i) = part;
  });
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part) { part += sums(i) * sums(i) * u(i); }, sum);
  return sum;
}
ON_BOTH(inclusive)

// In place, with the total.
template <class Space> double exclusive(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  double sum = 0, total = 0;
  Kokkos::parallel_scan(
      "exclusive", Kokkos::RangePolicy<Space>(2, ALL),
      KOKKOS_LAMBDA(int i, double &part, bool final) {
        const double number = c * u(i);
        if (final) u(i) = part;
        part += number;
      },
      total);
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, ALL), KOKKOS_LAMBDA(int i, double &part) { part += u(i) * u(i); }, sum);
  return sum + total * total;
}
ON_BOTH(exclusive)

// More numbers than threads of a block.
template <class Space> double longer(const double *initial, double c) {
  const int size = 5003;
  auto u = given<Space>(initial, ALL);
  Kokkos::View<double *, Space> sums("sums", size);
  double sum = 0;
  Kokkos::parallel_scan(Kokkos::RangePolicy<Space>(0, size), KOKKOS_LAMBDA(int i, double &part, bool final) {
    part += c * u(i % ALL) / (1 + i);
    if (final) sums(i) = part;
  });
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, size), KOKKOS_LAMBDA(int i, double &part) { part += sums(i) * sums(i) / size; }, sum);
  return sum;
}
ON_BOTH(longer)

int main(int argc, char **argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  BOTH(inclusive), BOTH(exclusive), BOTH(longer);
  puts("all is well");
}
