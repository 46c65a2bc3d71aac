// Kokkos' teams on a device: against differences, and against the same ones on the host.
#include "kokkos_both.hpp"

template <class Space> using Member = typename Kokkos::TeamPolicy<Space>::member_type;
template <class Space> using Tile = Kokkos::View<double *, typename Space::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// As many threads as the host has in a team of its own.
template <class Space> int threads(int count) { return std::is_same_v<Space, Kokkos::Serial> ? 1 : count; }

template <class Space> double squares(const Kokkos::View<double *, Space> &rows) {
  double sum = 0;
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Space>(0, N), KOKKOS_LAMBDA(int i, double &part) { part += rows(i) * rows(i); }, sum);
  return sum;
}

template <class Space> double ranges(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  Kokkos::View<double *, Space> rows("rows", N);
  Kokkos::parallel_for(Kokkos::TeamPolicy<Space>(N, threads<Space>(32)), KOKKOS_LAMBDA(const Member<Space> &team) {
    const int i = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, N), [&](int j) { Kokkos::atomic_add(&rows(i), sin(c * u(i * N + j))); });
  });
  return squares<Space>(rows);
}
ON_BOTH(ranges)

template <class Space> double reductions(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  Kokkos::View<double *, Space> rows("rows", N);
  Kokkos::parallel_for(Kokkos::TeamPolicy<Space>(N, threads<Space>(64)), KOKKOS_LAMBDA(const Member<Space> &team) {
    const int i = team.league_rank();
    double row = 0;
    Kokkos::parallel_reduce(Kokkos::TeamThreadRange(team, N), [&](int j, double &part) { part += sin(c * u(i * N + j)) * u(j); }, row);
    Kokkos::single(Kokkos::PerTeam(team), [&]() { rows(i) = row; });
  });
  return squares<Space>(rows);
}
ON_BOTH(reductions)

// Memory that a team shares, of a level.
template <class Space, int Level> double scratch(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  Kokkos::View<double *, Space> rows("rows", N);
  Kokkos::parallel_for(Kokkos::TeamPolicy<Space>(N, threads<Space>(32)).set_scratch_size(Level, Kokkos::PerTeam(Tile<Space>::shmem_size(N))), KOKKOS_LAMBDA(const Member<Space> &team) {
    const int i = team.league_rank();
    Tile<Space> tile(team.team_scratch(Level), N);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, N), [&](int j) { tile(j) = c * u(i * N + j) * u(j); });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, N), [&](int j) { Kokkos::atomic_add(&rows(i), tile(j) * tile((j + 1) % N)); });
  });
  return squares<Space>(rows);
}
template <class Space> double close_by(const double *initial, double c) { return scratch<Space, 0>(initial, c); }
template <class Space> double far_away(const double *initial, double c) { return scratch<Space, 1>(initial, c); }
ON_BOTH(close_by)
ON_BOTH(far_away)

// A reduction by teams, of whose threads each adds what it finds.
template <class Space> double summed(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  double sum = 0, other = 0;
  Kokkos::parallel_reduce(
      Kokkos::TeamPolicy<Space>(N, threads<Space>(48)),
      KOKKOS_LAMBDA(const Member<Space> &team, double &all) {
        const int i = team.league_rank();
        double row = 0;
        Kokkos::parallel_reduce(Kokkos::TeamThreadRange(team, N), [&](int j, double &part) { part += sin(c * u(i * N + j)); }, row);
        Kokkos::single(Kokkos::PerTeam(team), [&]() { all += row * row; });
      },
      sum);
  Kokkos::parallel_reduce(
      Kokkos::TeamPolicy<Space>(N, threads<Space>(32)),
      KOKKOS_LAMBDA(const Member<Space> &team, double &all) {
        const int i = team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, N), [&](int j) { all += u(i * N + j) * u((i + j) % N); });
      },
      other);
  return sum * other;
}
ON_BOTH(summed)

template <class Space> double extreme(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  double most = 0;
  Kokkos::parallel_reduce(
      Kokkos::TeamPolicy<Space>(N, threads<Space>(32)),
      KOKKOS_LAMBDA(const Member<Space> &team, double &top) {
        const int i = team.league_rank();
        double row = 0;
        Kokkos::parallel_reduce(Kokkos::TeamThreadRange(team, N), [&](int j, double &part) { part += c * u(i * N + j) * (1 + 0.01 * i); }, row);
        if (row > top) top = row;
      },
      Kokkos::Max<double>(most));
  return most * most;
}
ON_BOTH(extreme)

// Kokkos chooses how many threads a team has.
template <class Space> double chosen(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  double sum = 0;
  Kokkos::parallel_reduce(
      Kokkos::TeamPolicy<Space>(N, Kokkos::AUTO),
      KOKKOS_LAMBDA(const Member<Space> &team, double &all) {
        const int i = team.league_rank();
        double row = 0;
        Kokkos::parallel_reduce(Kokkos::TeamThreadRange(team, N), [&](int j, double &part) { part += c * u(i * N + j); }, row);
        Kokkos::single(Kokkos::PerTeam(team), [&]() { all += row * row; });
      },
      sum);
  return sum;
}
ON_BOTH(chosen)

// Lanes of threads.
template <class Space> double vectors(const double *initial, double c) {
  auto u = given<Space>(initial, ALL);
  Kokkos::View<double *, Space> rows("rows", N);
  Kokkos::parallel_for(Kokkos::TeamPolicy<Space>(3, threads<Space>(4), threads<Space>(8)), KOKKOS_LAMBDA(const Member<Space> &team) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 4), [&](int k) {
      const int i = team.league_rank() * 4 + k;
      double row = 0;
      Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, N), [&](int j, double &part) { part += c * u(i * N + j) * u(j); }, row);
      Kokkos::single(Kokkos::PerThread(team), [&]() { rows(i) = row; });
    });
  });
  return squares<Space>(rows);
}
ON_BOTH(vectors)

int main(int argc, char **argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  BOTH(ranges), BOTH(reductions), BOTH(close_by), BOTH(far_away), BOTH(summed), BOTH(extreme), BOTH(chosen), BOTH(vectors);
  puts("all is well");
}
