// Functions with Kokkos that are the same on the device and on the host: their gradients against differences, and against each other.
#pragma once
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
#define ON_BOTH(name)                                                                                                \
  double name##_on_device(const double *initial, double c) { return name<Kokkos::DefaultExecutionSpace>(initial, c); } \
  double name##_on_host(const double *initial, double c) { return name<Kokkos::Serial>(initial, c); }                  \
  GRADIENT(name##_on_device)                                                                                         \
  GRADIENT(name##_on_host)

static void as_on_host(const char *name, const Gradient &device, const Gradient &host) {
  near(name, "as on the host", device.by_c, host.by_c, 1e-11);
  for (int i = 0; i < ALL; i++) near(name, "as on the host", device.by_u[i], host.by_u[i], 1e-11);
}
#define BOTH(name) as_on_host(#name, CHECK(name##_on_device), CHECK(name##_on_host))
