// Kokkos on a device: loops over Views that differentiated code allocates, against differences, and a stencil against the same one on the host.
#include <Kokkos_Core.hpp>
#include <enzyme_rs/kokkos.hpp>
#include "check.hpp"

#define STENCIL(name, Space)                                                                                                                      \
  double name(const double *initial, double c) {                                                                                                  \
    Kokkos::View<double *, Space> u("u", ALL), v("v", ALL);                                                                                       \
    auto numbers = Kokkos::create_mirror_view(u);                                                                                                 \
    for (int i = 0; i < ALL; i++) numbers(i) = initial[i];                                                                                        \
    Kokkos::deep_copy(u, numbers);                                                                                                                \
    Kokkos::deep_copy(v, numbers);                                                                                                                \
    for (int k = 0; k < 4; k++) {                                                                                                                 \
      Kokkos::parallel_for(                                                                                                                       \
          "step", Kokkos::RangePolicy<Space>(1, ALL - 1), KOKKOS_LAMBDA(int i) { v(i) = u(i) + c * (u(i - 1) - 2 * u(i) + u(i + 1)) * u(i); });   \
      std::swap(u, v);                                                                                                                            \
    }                                                                                                                                             \
    Kokkos::deep_copy(numbers, u);                                                                                                                \
    double sum = 0;                                                                                                                               \
    for (int i = 0; i < ALL; i++) sum += numbers(i) * numbers(i);                                                                                 \
    return sum;                                                                                                                                   \
  }                                                                                                                                               \
  GRADIENT(name)
STENCIL(stencil, Kokkos::DefaultExecutionSpace)
STENCIL(on_host, Kokkos::Serial)

double square(const double *initial, double c) {
  Kokkos::View<double **> u("u", N, N), v("v", N, N);
  auto numbers = Kokkos::create_mirror_view(u);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) numbers(i, j) = initial[i * N + j];
  Kokkos::deep_copy(u, numbers);
  Kokkos::deep_copy(v, numbers);
  for (int k = 0; k < 3; k++) {
    Kokkos::parallel_for(Kokkos::MDRangePolicy<Kokkos::Rank<2>>({1, 1}, {N - 1, N - 1}), KOKKOS_LAMBDA(int i, int j) {
      v(i, j) = u(i, j) + c * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j)) * u(i, j);
    });
    std::swap(u, v);
  }
  Kokkos::deep_copy(numbers, u);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) sum += numbers(i, j) * numbers(i, j);
  return sum;
}
GRADIENT(square)

// Memory that both sides use, by Kokkos and by the program.
double shared(const double *initial, double c) {
  Kokkos::View<double *, Kokkos::SharedSpace> u("u", ALL);
  for (int i = 0; i < ALL; i++) u(i) = initial[i];
  Kokkos::parallel_for(ALL, KOKKOS_LAMBDA(int i) { u(i) = sin(c * u(i)) + u(i) * u(i); });
  Kokkos::fence();
  double sum = 0;
  for (int i = 0; i < ALL; i++) sum += u(i) * u(i);
  return sum;
}
GRADIENT(shared)
double unmanaged(const double *initial, double c) {
  double *memory, sum = 0;
  GPU(MallocManaged)(&memory, ALL * sizeof(double));
  for (int i = 0; i < ALL; i++) memory[i] = initial[i];
  Kokkos::View<double *, Kokkos::SharedSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> u(memory, ALL);
  Kokkos::parallel_for(ALL, KOKKOS_LAMBDA(int i) { u(i) = sin(c * u(i)) + u(i) * u(i); });
  Kokkos::fence();
  for (int i = 0; i < ALL; i++) sum += memory[i] * memory[i];
  GPU(Free)(memory);
  return sum;
}
GRADIENT(unmanaged)

double atomically(const double *initial, double c) {
  Kokkos::View<double *> u("u", ALL), total("total", 1);
  auto numbers = Kokkos::create_mirror_view(u);
  for (int i = 0; i < ALL; i++) numbers(i) = initial[i];
  Kokkos::deep_copy(u, numbers);
  Kokkos::parallel_for(ALL, KOKKOS_LAMBDA(int i) { Kokkos::atomic_add(&total(0), sin(c * u(i))); });
  auto sum = Kokkos::create_mirror_view(total);
  Kokkos::deep_copy(sum, total);
  return sum(0);
}
GRADIENT(atomically)

int main(int argc, char **argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  Gradient device = CHECK(stencil), host = CHECK(on_host);
  near("stencil", "as on the host", device.by_c, host.by_c, 1e-12);
  for (int i = 0; i < ALL; i++) near("stencil", "as on the host", device.by_u[i], host.by_u[i], 1e-12);
  CHECK(square), CHECK(shared), CHECK(unmanaged), CHECK(atomically);
  puts("all is well");
}
