// Kernels of the space Serial beside those of OpenMP: reductions one after the other and in a loop, scans, teams. A kernel's numbers go through memory
// of the instance where its result does not stand on the caller's stack.
#include "check.hpp"

using Serial = Kokkos::Serial;
using Range = Kokkos::RangePolicy<Serial>;

static void twice(const double *x, double *y, int n) {
  double squares, scaled;
  Kokkos::parallel_reduce(Range(0, n), KOKKOS_LAMBDA(int i, double &part) { part += x[i] * x[i]; }, squares);
  Kokkos::parallel_reduce(Range(0, n), KOKKOS_LAMBDA(int i, double &part) { part += squares * x[i]; }, scaled);
  y[0] = scaled * squares;
}
MODES(twice)

static void repeated(const double *x, double *y, int n) {
  double state = 1;
  for (int k = 0; k < 3; k++) {
    double sum;
    Kokkos::parallel_reduce(Range(0, n), KOKKOS_LAMBDA(int i, double &part) { part += x[i] * sin(state * x[i]); }, sum);
    state = 0.1 * sum;
  }
  y[0] = state;
}
MODES(repeated)

static void running(const double *x, double *y, int n) {
  double all;
  Kokkos::parallel_scan(
      Range(0, n), KOKKOS_LAMBDA(int i, double &part, bool final) {
        part += x[i] * x[i];
        if (final) y[i] = sin(part);
      },
      all);
  y[0] += all * all;
}
MODES(running)

static void teams_of_one(const double *x, double *y, int) {
  using Policy = Kokkos::TeamPolicy<Serial>;
  using Scratch = Kokkos::View<double *, Serial::scratch_memory_space, Kokkos::MemoryUnmanaged>;
  const int columns = 12;
  const auto policy = Policy(5, 1).set_scratch_size(0, Kokkos::PerTeam(Scratch::shmem_size(columns)));
  Kokkos::parallel_for(policy, KOKKOS_LAMBDA(const Policy::member_type &team) {
    Scratch own(team.team_scratch(0), columns);
    const int row = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, columns), [&](int c) { own(c) = x[row * columns + c] * x[row]; });
    team.team_barrier();
    double sum;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, columns), [&](int c, double &part) { part += own(c) * own(columns - 1 - c); }, sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { y[row] = sin(sum); });
  });
}
MODES(teams_of_one)

// A kernel of each space, each of which needs the other's result.
static void both(const double *x, double *y, int n) {
  double serial, parallel, again;
  Kokkos::parallel_reduce(Range(0, n), KOKKOS_LAMBDA(int i, double &part) { part += x[i] * x[i]; }, serial);
  Kokkos::parallel_reduce(n, KOKKOS_LAMBDA(int i, double &part) { part += sin(serial + x[i]); }, parallel);
  Kokkos::parallel_reduce(Range(0, n), KOKKOS_LAMBDA(int i, double &part) { part += parallel * x[i]; }, again);
  y[0] = again * serial;
}
MODES(both)

int main(int argc, char **argv) {
  Kokkos::initialize(argc, argv);
  CHECK_BITS(twice);
  CHECK_BITS(repeated);
  CHECK_BITS(running);
  CHECK_BITS(teams_of_one);
  CHECK(both);
  // A tangent leaves its numbers behind: the next gradient must not find them.
  CHECK_BITS(twice);
  Kokkos::finalize();
  return failures != 0;
}
