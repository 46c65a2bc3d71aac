// Teams on the host: `teams`, `distribute`, `loop`, and regions in them. LLVM's OpenMP gives a league as many threads as there are cores, unless it
// is told otherwise when the program begins.
#define TEAMS {1, 2, 3, 4}
#include "check.h"
#include <unistd.h>

static int size(void) { return omp_get_max_threads(); }

// Each team does its part of the iterations.
static void distributed(const double *x, double *y, int n) {
  double a = x[0] * x[1];
#pragma omp teams num_teams(size())
#pragma omp distribute
  for (int i = 0; i < n; i++) y[i] = a * x[i] * x[i] + x[(i + 1) % n];
}

// And hands it to the threads of a region.
static void in_regions(const double *x, double *y, int n) {
#pragma omp teams distribute parallel for num_teams(2) num_threads(size())
  for (int i = 0; i < n; i++) y[i] = sin(x[i]) * x[(i + 5) % n];
}

static void chunks(const double *x, double *y, int n) {
#pragma omp teams distribute parallel for num_teams(size()) dist_schedule(static, 7) schedule(dynamic, 2)
  for (int i = 0; i < n; i++) y[i] = x[i] * x[n - 1 - i];
}

static void reduced(const double *x, double *y, int n) {
  double s = x[3], p = 1;
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : s) reduction(* : p)
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
    p *= 0.7 + 0.3 * x[i];
  }
  y[0] = s * p;
}

static void reduced_by_teams(const double *x, double *y, int n) {
  double s = 0;
#pragma omp teams num_teams(size()) reduction(+ : s)
  {
    double part = 0;
#pragma omp distribute
    for (int i = 0; i < n; i++) part += x[i] * x[(i + 2) % n];
    s += part * part;
  }
  // The square of a part depends on how many there are.
  y[0] = s;
}

// More than a loop in each team: a region with loops, a barrier between them, and what is private to a team.
static void regions(const double *x, double *y, int n) {
#pragma omp teams num_teams(2)
  {
    int team = omp_get_team_num(), all = omp_get_num_teams();
    double *part = malloc(n * sizeof *part);
    double factor = x[team] + 1;
#pragma omp parallel num_threads(size())
    {
#pragma omp for
      for (int i = 0; i < n; i++) part[i] = x[i] * x[i] * factor;
#pragma omp for
      for (int i = team; i < n; i += all) y[i] = part[i] * part[(i + 1) % n];
    }
    free(part);
  }
}

static void any_order(const double *x, double *y, int n) {
  double s = 0;
#pragma omp teams loop num_teams(size()) reduction(+ : s)
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i];
    s += x[i] * y[i];
  }
  y[0] += s;
}

// Outside of teams.
static void loop_of_a_region(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp loop
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i] * x[i];
}

MODES(distributed)
MODES(in_regions)
MODES(chunks)
MODES(reduced)
MODES(reduced_by_teams)
MODES(regions)
MODES(any_order)
MODES(loop_of_a_region)

int main(int count, char **arguments) {
  (void)count;
  if (!getenv("KMP_TEAMS_THREAD_LIMIT")) {
    setenv("KMP_TEAMS_THREAD_LIMIT", "16", 1);
    execv("/proc/self/exe", arguments);
  }
  CHECK(distributed);
  CHECK(in_regions);
  CHECK(chunks);
  CHECK(reduced);
  CHECK_BITS(reduced_by_teams);
  CHECK(regions);
  CHECK(any_order);
  CHECK(loop_of_a_region);
  return failures != 0;
}
