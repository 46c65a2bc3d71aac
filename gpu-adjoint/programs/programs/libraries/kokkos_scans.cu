// Kokkos' scans on a device: against differences, and against the same ones on the host.
#include <Kokkos_Core.hpp>
#include <enzyme_rs/kokkos.hpp>
#include "check.hpp"

// A View of a space with a copy of the first numbers.
template <class Space> Kokkos::View<double *, Space> given(const double *initial, int count) {
  Kokkos::View<double *, Space> u("u", count);
  auto numbers = Kokkos::create_mirror_view(u);
  for (int i = 0; i < count; i++) numbers(i) = initial[i];
  Kokkos::deep_copy(u, numbers);
  return u;
}

// The same function on the device and on the host.
#define ON_BOTH(name)                                                                                       \
  double name##_on_device(const double *initial, double c) { return name<Kokkos::Cuda>(initial, c); }       \
  double name##_on_host(const double *initial, double c) { return name<Kokkos::Serial>(initial, c); }       \
  GRADIENT(name##_on_device)                                                                                \
  GRADIENT(name##_on_host)

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

static void as_on_host(const char *name, const Gradient &device, const Gradient &host) {
  near(name, "as on the host", device.by_c, host.by_c, 1e-11);
  for (int i = 0; i < ALL; i++) near(name, "as on the host", device.by_u[i], host.by_u[i], 1e-11);
}
#define BOTH(name) as_on_host(#name, CHECK(name##_on_device), CHECK(name##_on_host))

int main(int argc, char **argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  BOTH(inclusive), BOTH(exclusive), BOTH(longer);
  puts("all is well");
}
