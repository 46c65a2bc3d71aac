// The gradient of a threaded simulation: heat in a rod, each step two parallel loops, and how the mean square at the end depends on the initial state.
//
//   enzyme-cc -O2 -fopenmp openmp.c -o openmp -lm && OMP_NUM_THREADS=4 ./openmp
//
// Nothing in `simulate` speaks of derivatives. Prints the largest difference from central differences.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 1000, STEPS = 50 };

static double simulate(const double *restrict initial, double conductivity) {
  double *now = malloc(POINTS * sizeof *now), *next = malloc(POINTS * sizeof *next);
  for (int i = 0; i < POINTS; i++) now[i] = initial[i];
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for
    for (int i = 0; i < POINTS; i++) {
      double left = now[i > 0 ? i - 1 : 0], right = now[i < POINTS - 1 ? i + 1 : i];
      next[i] = now[i] + conductivity * (1 + now[i] * now[i]) * (left - 2 * now[i] + right);
    }
    double *other = now;
    now = next, next = other;
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < POINTS; i++) sum += now[i] * now[i] / POINTS;
  free(now);
  free(next);
  return sum;
}

int main(void) {
  static double initial[POINTS], gradient[POINTS];
  for (int i = 0; i < POINTS; i++) initial[i] = sin(6.2831853 * i / POINTS);
  double conductivity = 0.2;
  double by_conductivity = __enzyme_autodiff_double((void *)simulate, enzyme_dup, initial, gradient, enzyme_out, conductivity);

  double worst = 0, h = 1e-5;
  for (int i = 0; i < POINTS; i += 97) {
    double kept = initial[i];
    initial[i] = kept + h;
    double above = simulate(initial, conductivity);
    initial[i] = kept - h;
    double below = simulate(initial, conductivity);
    initial[i] = kept;
    worst = fmax(worst, fabs((above - below) / (2 * h) - gradient[i]));
  }
  double difference = (simulate(initial, conductivity + h) - simulate(initial, conductivity - h)) / (2 * h);
  printf("%s gradient: %.1e from differences; by conductivity: %.9f, %.9f by differences; at most %d threads\n",
         worst < 1e-8 && fabs(difference - by_conductivity) < 1e-7 ? "PASS" : "FAIL", worst, by_conductivity, difference,
         omp_get_max_threads());
  return 0;
}
