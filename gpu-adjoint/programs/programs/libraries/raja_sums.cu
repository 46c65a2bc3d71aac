// RAJA's reductions on a device: against differences, and against the same ones on the host.
#include "raja_both.hpp"
#include <enzyme_rs/raja.hpp>

// Where a loop runs, how it reduces, and memory there with the first numbers.
template <int Block> struct Device {
  using Loop = POLICY(exec)<Block>;
  using Reduce = POLICY(reduce);
  static double *given(const double *from) { return ::given(from); }
  static void end(double *u) { ::end(u); }
};
struct Host {
  using Loop = RAJA::seq_exec;
  using Reduce = RAJA::seq_reduce;
  static double *given(const double *from) {
    double *u = (double *)malloc(ALL * sizeof(double));
    for (int i = 0; i < ALL; i++) u[i] = from[i];
    return u;
  }
  static void end(double *u) { free(u); }
};

// The same function on the device, with blocks of a size, and on the host.
#define ON_BOTH(name, block)                                                                           \
  double name##_on_device(const double *initial, double c) { return name<Device<block>>(initial, c); } \
  double name##_on_host(const double *initial, double c) { return name<Host>(initial, c); }            \
  GRADIENT(name##_on_device)                                                                           \
  GRADIENT(name##_on_host)

template <class Place> double sums(const double *initial, double c) {
  double *u = Place::given(initial);
  RAJA::ReduceSum<typename Place::Reduce, double> sum(c), squares(0);
  RAJA::forall<typename Place::Loop>(RAJA::RangeSegment(0, ALL), [=] RAJA_HOST_DEVICE(int i) {
    sum += sin(c * u[i]);
    squares += u[i] * u[i];
  });
  double found = sum.get() * squares.get();
  Place::end(u);
  return found;
}
ON_BOTH(sums, 64)

#ifdef OPTIMISED
// Two loops add to one sum; what they find is used by another loop.
template <class Place> double twice(const double *initial, double c) {
  double *u = Place::given(initial), found = 0;
  for (int k = 0; k < 2; k++) {
    RAJA::ReduceSum<typename Place::Reduce, double> norm(0);
    RAJA::forall<typename Place::Loop>(RAJA::RangeSegment(0, ALL / 2), [=] RAJA_HOST_DEVICE(int i) { norm += u[i] * u[i]; });
    RAJA::forall<typename Place::Loop>(RAJA::RangeSegment(ALL / 2, ALL), [=] RAJA_HOST_DEVICE(int i) { norm += c * u[i] * u[i]; });
    double by = sqrt(norm.get());
    RAJA::forall<typename Place::Loop>(RAJA::RangeSegment(0, ALL), [=] RAJA_HOST_DEVICE(int i) { u[i] = u[i] / by + c * sin(u[i]); });
    RAJA::ReduceSum<typename Place::Reduce, double> last(found);
    RAJA::forall<typename Place::Loop>(RAJA::RangeStrideSegment(0, ALL, 5), [=] RAJA_HOST_DEVICE(int i) { last += u[i] * u[(i + 3) % ALL]; });
    found = last.get();
  }
  Place::end(u);
  return found;
}
ON_BOTH(twice, 96)
#endif

template <class Place> double extremes(const double *initial, double c) {
  double *u = Place::given(initial);
  RAJA::ReduceMax<typename Place::Reduce, double> most(-1e9);
  RAJA::ReduceMin<typename Place::Reduce, double> least(1e9);
  RAJA::ReduceSum<typename Place::Reduce, int> count(0);
  RAJA::forall<typename Place::Loop>(RAJA::RangeSegment(0, ALL), [=] RAJA_HOST_DEVICE(int i) {
    most.max(u[i] * (1 + 1e-3 * i));
    least.min(c * u[i] + 1e-3 * i);
    if (i % 3 == 0) count += 1;
  });
  double found = most.get() * most.get() + 3 * least.get() + count.get();
  Place::end(u);
  return found;
}
ON_BOTH(extremes, 128)

template <class Place> double parameters(const double *initial, double c) {
  double *u = Place::given(initial), sum = c, most = -1e9;
  int count = 0;
  RAJA::forall<typename Place::Loop>(
      RAJA::RangeSegment(0, ALL), RAJA::expt::Reduce<RAJA::operators::plus>(&sum), RAJA::expt::Reduce<RAJA::operators::maximum>(&most),
      RAJA::expt::Reduce<RAJA::operators::plus>(&count),
      [=] RAJA_HOST_DEVICE(int i, RAJA::expt::ValOp<double, RAJA::operators::plus> &part, RAJA::expt::ValOp<double, RAJA::operators::maximum> &top,
                           RAJA::expt::ValOp<int, RAJA::operators::plus> &counted) {
        part += sin(c * u[i]) * u[i];
        top.max(u[i] * (1 + 1e-3 * i));
        if (u[i] > 1.55) counted += 1;
      });
  double found = sum * most / count;
  Place::end(u);
  return found;
}
ON_BOTH(parameters, 64)

#ifdef OPTIMISED
// Blocks of a size that is no multiple of a warp, and sizes that are none of a block.
template <class Place> double of_size(const double *initial, double c, int size) {
  double *u = Place::given(initial), other = 0;
  RAJA::ReduceSum<typename Place::Reduce, double> sum(0);
  RAJA::forall<typename Place::Loop>(RAJA::RangeSegment(0, size), [=] RAJA_HOST_DEVICE(int i) { sum += c * u[i % ALL] / (1 + i / ALL); });
  RAJA::forall<typename Place::Loop>(RAJA::RangeSegment(0, size), RAJA::expt::Reduce<RAJA::operators::plus>(&other),
                                     [=] RAJA_HOST_DEVICE(int i, RAJA::expt::ValOp<double, RAJA::operators::plus> &part) { part += u[i % ALL] * u[i % 7]; });
  double found = sum.get() + 0.001 * other;
  Place::end(u);
  return found;
}
#define OF_SIZE(name, size, block)                                                                                 \
  template <class Place> double name(const double *initial, double c) { return of_size<Place>(initial, c, size); } \
  ON_BOTH(name, block)
OF_SIZE(nothing, 0, 64)
OF_SIZE(one, 1, 64)
OF_SIZE(a_block, 32, 32)
OF_SIZE(blocks_and_one, 129, 64)
OF_SIZE(odd_blocks, 1000, 50)
OF_SIZE(many, 5000, 256)
#endif

double in_teams(const double *initial, double c) {
  double *u = given(initial);
  RAJA::ReduceSum<POLICY(reduce), double> sum(0);
  auto params = RAJA::LaunchParams(RAJA::Teams(N), RAJA::Threads(N));
  RAJA::launch<RAJA::LaunchPolicy<POLICY(launch_t)<false>>>(params, [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
    RAJA::loop<RAJA::LoopPolicy<POLICY(block_x_direct)>>(ctx, RAJA::RangeSegment(0, N), [&](int i) {
      RAJA::loop<RAJA::LoopPolicy<POLICY(thread_x_direct)>>(ctx, RAJA::RangeSegment(0, N), [&](int j) { sum += sin(c * u[i * N + j]) * u[j]; });
    });
  });
  double found = sum.get();
  end(u);
  return found;
}
GRADIENT(in_teams)

static void as_on_host(const char *name, const Gradient &device, const Gradient &host) {
  near(name, "as on the host", device.by_c, host.by_c, 1e-11);
  for (int i = 0; i < ALL; i++) near(name, "as on the host", device.by_u[i], host.by_u[i], 1e-11);
}
#define BOTH(name) as_on_host(#name, CHECK(name##_on_device), CHECK(name##_on_host))

int main() {
  BOTH(sums), BOTH(extremes), BOTH(parameters);
#ifdef OPTIMISED
  BOTH(twice), BOTH(nothing), BOTH(one), BOTH(a_block), BOTH(blocks_and_one), BOTH(odd_blocks), BOTH(many);
#endif
  CHECK(in_teams);
  puts("all is well");
}
