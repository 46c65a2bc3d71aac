// Teams: nested loops, scratch memory with barriers, sums of a team.
#include "check.hpp"

using Policy = Kokkos::TeamPolicy<>;
using Team = Policy::member_type;

enum { ROWS = 5, COLUMNS = 12 };

// One worker a team, or as many as there are up to two.
static int workers() { return omp_get_max_threads() > 1 ? 2 : 1; }

static void rows(const double *x, double *y, int) {
  Kokkos::parallel_for(Policy(ROWS, workers()), KOKKOS_LAMBDA(const Team &team) {
    const int row = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, int(COLUMNS)),
                         [&](int column) { y[row * COLUMNS + column] = x[row * COLUMNS + column] * sin(x[row]); });
  });
}
MODES(rows)

static void scratch(const double *x, double *y, int) {
  using Scratch = Kokkos::View<double *, Policy::execution_space::scratch_memory_space, Kokkos::MemoryUnmanaged>;
  const auto policy = Policy(ROWS, workers()).set_scratch_size(0, Kokkos::PerTeam(Scratch::shmem_size(COLUMNS)));
  Kokkos::parallel_for(policy, KOKKOS_LAMBDA(const Team &team) {
    Scratch own(team.team_scratch(0), COLUMNS);
    const int row = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, int(COLUMNS)), [&](int column) { own(column) = x[row * COLUMNS + column] * x[row]; });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, int(COLUMNS)),
                         [&](int column) { y[row * COLUMNS + column] = own(COLUMNS - 1 - column) * own(column); });
    team.team_barrier();
  });
}
MODES(scratch)

static void vectors(const double *x, double *y, int) {
  Kokkos::parallel_for(Policy(ROWS, workers(), 1), KOKKOS_LAMBDA(const Team &team) {
    const int row = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 4), [&](int part) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 3), [&](int k) {
        const int at = row * COLUMNS + part * 3 + k;
        y[at] = exp(x[at]);
      });
    });
  });
}
MODES(vectors)

static void sums(const double *x, double *y, int) {
  Kokkos::parallel_for(Policy(ROWS, workers()), KOKKOS_LAMBDA(const Team &team) {
    const int row = team.league_rank();
    double sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, int(COLUMNS)),
        [&](int column, double &part) { part += x[row * COLUMNS + column] * x[row * COLUMNS + column]; }, sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { y[row] = sin(sum); });
  });
}
MODES(sums)

int main(int argc, char **argv) {
  Kokkos::initialize(argc, argv);
  CHECK(rows);
  CHECK(scratch);
  CHECK(vectors);
  CHECK(sums);
  Kokkos::finalize();
  return failures != 0;
}
