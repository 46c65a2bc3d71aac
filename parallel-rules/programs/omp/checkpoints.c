// Time loops whose steps have parallel regions, and are run again from checkpoints.
#include "check.h"
#include <enzyme_rs/parallel.h>

enum { STEPS = 9, KEPT = 3 };

// The variables that workers share are pointers.
static void explicit_steps(const double *x, double *y, int n) {
  double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next);
  for (int i = 0; i < n; i++) now[i] = x[i];
  for (int t = 0; t < STEPS; t++) {
    enzyme_rs_checkpoint(KEPT, now, n * sizeof *now);
#pragma omp parallel for
    for (int i = 0; i < n; i++) next[i] = now[i] + 0.05 * (now[(i + 1) % n] - 2 * now[i]) * (1 + now[i]);
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i < n; i++) now[i] = next[i];
  }
  for (int i = 0; i < n; i++) y[i] = now[i] * now[i];
  free(now), free(next);
}
MODES(explicit_steps)

// Reductions, barriers and single in one region; how large the team is the program says.
static void solver(const double *x, double *y, int n) {
  double u[SIZE], defect[SIZE];
  for (int i = 0; i < n; i++) u[i] = x[i];
  for (int t = 0; t < STEPS; t++) {
    double sum = 0, least = 1e9, pace = 0;
    enzyme_rs_checkpoint(KEPT, u, sizeof u);
#pragma omp parallel num_threads(1 + t % 4)
    {
#pragma omp for reduction(+ : sum) reduction(min : least)
      for (int i = 0; i < n; i++) {
        defect[i] = x[i] - u[i] * u[i];
        sum += defect[i] * defect[i];
        least = fmin(least, u[i] + x[i]);
      }
#pragma omp single
      pace = 0.1 * least / (1 + sum);
#pragma omp for ordered schedule(static, 3)
      for (int i = 0; i < n; i++) {
        double moved = u[i] + pace * defect[i];
#pragma omp ordered
        u[i] = moved;
      }
    }
  }
  for (int i = 0; i < n; i++) y[i] = u[i];
}
MODES(solver)

// A function of the step, of which the library runs as many as are asked for.
typedef struct state {
  double now[SIZE], next[SIZE], gone;
} state;
static void advance(long t, void *at) {
  state *s = at;
  double gone = 0;
#pragma omp parallel for reduction(+ : gone)
  for (int i = 0; i < SIZE; i++) {
    s->next[i] = 0.9 * s->now[i] + 0.02 * s->now[(i + 5) % SIZE] * s->now[i] + 0.001 * t;
    gone += 0.1 * s->now[i];
  }
  for (int i = 0; i < SIZE; i++) s->now[i] = s->next[i];
  s->gone += gone;
}
static void function_of_the_step(const double *x, double *y, int n) {
  state s = {{0}, {0}, 0};
  for (int i = 0; i < n; i++) s.now[i] = x[i];
  enzyme_rs_checkpointed(STEPS, KEPT, advance, &s, &s, sizeof s);
  for (int i = 0; i < n; i++) y[i] = s.now[i];
  y[0] += s.gone;
}
MODES(function_of_the_step)

// What steps add up goes on from one to the next: the derivative of a step adds in another order than the step.
static void carried_sum(const double *x, double *y, int n) {
  double u[SIZE], v[SIZE], sum = 0.3;
  for (int i = 0; i < n; i++) u[i] = v[i] = x[i];
  for (int t = 0; t < STEPS; t++) {
    enzyme_rs_checkpoint(KEPT, u, sizeof u, v, sizeof v, &sum, sizeof sum);
#pragma omp parallel for
    for (int i = 0; i < n; i++) v[i] = 0.9 * u[i] + 0.02 * sin(u[(i + 7) % n]);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
      u[i] = v[i];
      sum += 0.01 * v[i] * v[i];
    }
  }
  for (int i = 0; i < n; i++) y[i] = sum * u[i];
}
MODES(carried_sum)

// Regions that are worth several workers in some steps only, and variables that each step has anew.
static void sometimes_alone(const double *x, double *y, int n) {
  double u[SIZE];
  for (int i = 0; i < n; i++) u[i] = x[i];
  for (int t = 0; t < STEPS; t++) {
    enzyme_rs_checkpoint(KEPT, u, sizeof u);
    double old[SIZE], sum = 0;
#pragma omp parallel for if (n > 1000)
    for (int i = 0; i < n; i++) old[i] = u[i] * u[i];
#pragma omp parallel if (t % 3)
    {
      double own = 0;
#pragma omp for schedule(dynamic, 2) nowait
      for (int i = 0; i < n; i++) own += 0.01 * old[i];
#pragma omp for reduction(+ : sum)
      for (int i = 0; i < n; i++) sum += 0.02 * u[i] * old[n - 1 - i];
#pragma omp single
      u[t % n] = sin(u[t % n]) + sum;
#pragma omp for schedule(guided)
      for (int i = 0; i < n; i++) u[i] = 0.8 * u[i] + 0.1 * old[(i + 3) % n] + (t > 90 ? own : 0);
    }
  }
  for (int i = 0; i < n; i++) y[i] = u[i];
}
MODES(sometimes_alone)

int main(void) {
  CHECK(explicit_steps);
  CHECK(solver);
  CHECK(function_of_the_step);
  CHECK(carried_sum);
  CHECK(sometimes_alone);
  return failures != 0;
}
