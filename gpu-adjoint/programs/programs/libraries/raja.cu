// RAJA's loops on a device: against differences, and a stencil against the same one on the host.
#include "raja_both.hpp"

static double squares_of(double *u) {
  double last[ALL], sum = 0;
  GPU(Memcpy)(last, u, sizeof last, GPU(MemcpyDeviceToHost));
  for (int i = 0; i < ALL; i++) sum += last[i] * last[i];
  return sum;
}

template <class Policy> void steps(double *&u, double *&v, double c) {
  for (int k = 0; k < 4; k++) {
    RAJA::forall<Policy>(RAJA::RangeSegment(1, ALL - 1), [=] RAJA_HOST_DEVICE(int i) { v[i] = u[i] + c * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i]; });
    std::swap(u, v);
  }
}

double stencil(const double *initial, double c) {
  double *u = given(initial), *v = given(initial);
  steps<POLICY(exec)<64>>(u, v, c);
  double sum = squares_of(u);
  end(u), end(v);
  return sum;
}
GRADIENT(stencil)

double on_host(const double *initial, double c) {
  double one[ALL], other[ALL], sum = 0, *u = one, *v = other;
  for (int i = 0; i < ALL; i++) u[i] = v[i] = initial[i];
  steps<RAJA::seq_exec>(u, v, c);
  for (int i = 0; i < ALL; i++) sum += u[i] * u[i];
  return sum;
}
GRADIENT(on_host)

template <class Policy> double of_policy(const double *initial, double c) {
  double *u = given(initial);
  RAJA::forall<Policy>(RAJA::RangeStrideSegment(0, ALL, 3), [=] __device__(int i) { u[i] = sin(c * u[i]) + u[i] * u[i]; });
  RAJA::synchronize<POLICY(synchronize)>();
  double sum = squares_of(u);
  end(u);
  return sum;
}
double asynchronous(const double *u, double c) { return of_policy<POLICY(exec_async)<32>>(u, c); }
GRADIENT(asynchronous)
double by_occupancy(const double *u, double c) { return of_policy<POLICY(exec_occ_calc)<32>>(u, c); }
GRADIENT(by_occupancy)
double in_a_grid(const double *u, double c) { return of_policy<POLICY(exec_grid)<32, 2>>(u, c); }
GRADIENT(in_a_grid)

double teams(const double *initial, double c) {
  double *u = given(initial), *v = given(initial);
  auto params = RAJA::LaunchParams(RAJA::Teams(N), RAJA::Threads(N));
  RAJA::launch<RAJA::LaunchPolicy<POLICY(launch_t)<false>>>(params, [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
    RAJA::loop<RAJA::LoopPolicy<POLICY(block_x_direct)>>(ctx, RAJA::RangeSegment(0, N), [&](int i) {
      RAJA::loop<RAJA::LoopPolicy<POLICY(thread_x_direct)>>(ctx, RAJA::RangeSegment(0, N), [&](int j) {
        v[i * N + j] = u[i * N + j] * (1 + c * u[i * N + (j + 1) % N]);
      });
    });
  });
  double sum = squares_of(v);
  end(u), end(v);
  return sum;
}
GRADIENT(teams)

double atomically(const double *initial, double c) {
  double *u = given(initial), *total, sum;
  GPU(Malloc)(&total, sizeof(double));
  GPU(Memset)(total, 0, sizeof(double));
  RAJA::forall<POLICY(exec)<64>>(RAJA::RangeSegment(0, ALL), [=] __device__(int i) { RAJA::atomicAdd<POLICY(atomic)>(total, sin(c * u[i])); });
  GPU(Memcpy)(&sum, total, sizeof(double), GPU(MemcpyDeviceToHost));
  end(u), end(total);
  return sum;
}
GRADIENT(atomically)

#ifdef OPTIMISED
double square(const double *initial, double c) {
  using namespace RAJA::statement;
  using Policy = RAJA::KernelPolicy<
      OnDevice<Tile<1, RAJA::tile_fixed<4>, POLICY(block_y_loop),
                      Tile<0, RAJA::tile_fixed<8>, POLICY(block_x_loop), For<1, POLICY(thread_y_loop), For<0, POLICY(thread_x_loop), Lambda<0>>>>>>>;
  double *u = given(initial), *v = given(initial);
  for (int k = 0; k < 3; k++) {
    RAJA::View<double, RAJA::Layout<2>> from(u, N, N), to(v, N, N);
    auto inner = RAJA::RangeSegment(1, N - 1);
    RAJA::kernel<Policy>(RAJA::make_tuple(inner, inner), [=] __device__(int j, int i) {
      to(i, j) = from(i, j) + c * (from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1) - 4 * from(i, j)) * from(i, j);
    });
    std::swap(u, v);
  }
  double sum = squares_of(u);
  end(u), end(v);
  return sum;
}
GRADIENT(square)
#endif

int main() {
  Gradient device = CHECK(stencil), host = CHECK(on_host);
  near("stencil", "as on the host", device.by_c, host.by_c, 1e-12);
  for (int i = 0; i < ALL; i++) near("stencil", "as on the host", device.by_u[i], host.by_u[i], 1e-12);
  CHECK(asynchronous), CHECK(by_occupancy), CHECK(in_a_grid), CHECK(teams), CHECK(atomically);
#ifdef OPTIMISED
  CHECK(square);
#endif
  puts("all is well");
}
