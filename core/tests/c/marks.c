/* Loops that the program marks: iterations are run again from checkpoints, and variables, arrays and heap memory of the function are part of a state
 * without being named. */
#include "check.h"
#include <errno.h>
#include "../../../include/enzyme_rs/parallel.h"
enum { POINTS = 4, STATES = 4 };
static double scalars(double *x, int n) {
  double a = x[0], b = x[1], sum = 0;
  for (int i = 0; i < 12; i++) {
    enzyme_rs_checkpoint(STATES);
    a = sin(a * b) + x[i % n];
    b = 0.9 * b + 0.1 * a * i;
    sum += a * b;
  }
  return sum + a * x[2];
}
static double arrays(double *x, int n) {
  double u[POINTS], *v = calloc(POINTS, sizeof *v), energy = 0;
  for (int k = 0; k < POINTS; k++) u[k] = x[k];
  for (int i = 0; i < 25 + n; i++) {
    enzyme_rs_checkpoint(STATES);
    for (int k = 0; k < POINTS; k++) v[k] += 0.05 * (u[(k + 1) % POINTS] - 2 * u[k] + u[(k + POINTS - 1) % POINTS] - sin(u[k]));
    for (int k = 0; k < POINTS; k++) u[k] += 0.05 * v[k];
    energy += v[i % POINTS] * v[i % POINTS];
  }
  for (int k = 0; k < POINTS; k++) energy += u[k] * v[k];
  free(v);
  return energy;
}
static double argument(double *x, int n) {
  for (long i = 0; i < 12; i++) {
    enzyme_rs_checkpoint(3, x, n * sizeof *x);
    for (int k = 0; k + 1 < n; k++) x[k] = x[k] * x[k + 1] + 0.1 * i;
  }
  return x[0] * x[1];
}
/* Two marked loops in a row, and one in a loop. */
static double several(double *x, int n) {
  double a = x[0], s = 0;
  for (int t = 0; t < 3; t++) {
    double b = a * x[t];
    for (int i = 0; i < 8 + t; i++) {
      enzyme_rs_checkpoint(2);
      b = sin(b) + 0.1 * a;
    }
    s += b * b;
    a += b;
  }
  for (int i = 0; i < 5; i++) {
    enzyme_rs_checkpoint(1);
    a = a * s * 0.2 + x[3];
  }
  return s + a;
}
/* Named by members of a structure, and by a global. At -O2 LLVM makes two exits of one where the loop over k may run not at all. */
typedef struct { double *u, *w, t; } simulation;
static __attribute__((noinline)) double given(simulation *s, int n) {
  for (int i = 0; i < 9; i++) {
    enzyme_rs_checkpoint(3, s->u, n * sizeof(double), s->w, n * sizeof(double), &s->t, sizeof s->t);
    for (int k = 0; k < n; k++) {
      s->u[k] *= 1 + 0.1 * s->w[k];
      s->w[k] = s->w[k] * 0.9 + 0.1 * sin(s->u[k]) * s->t;
    }
    s->t *= 0.9;
  }
  double sum = 0;
  for (int k = 0; k < n; k++) sum += s->w[k] * s->u[k];
  return sum;
}
static double members(double *x, int n) {
  double w[POINTS];
  for (int k = 0; k < POINTS; k++) w[k] = 0.1 * k * x[0];
  simulation s = {x, w, 1};
  return given(&s, n);
}
static double total;
static double global(double *x, int n) {
  total = x[3];
  for (int i = 0; i < 9; i++) {
    enzyme_rs_checkpoint(3, x, n * sizeof *x, &total, sizeof total);
    for (int k = 0; k < n; k++) x[k] = x[k] * x[k] + total * 0.1;
    total += x[0];
  }
  return total + x[1];
}
/* In a loop, on another element each time. */
static double rows(double *x, int n) {
  double sum = 0;
  for (int t = 0; t < n; t++)
    for (int i = 0; i < 6; i++) {
      enzyme_rs_checkpoint(2, x, n * sizeof *x);
      x[t] = sin(x[t]) + 0.1 * i;
      sum += x[t] * x[t];
    }
  return sum;
}
/* Addresses into arrays of the function, made before the loop. */
int which = 1;
static double inside(double *x, int n) {
  double u[POINTS] = {x[0], x[1], x[2], x[3]}, *heap = calloc(POINTS, sizeof *heap);
  double *second = &u[which], *third = heap + which % n;
  for (int i = 0; i < 10; i++) {
    enzyme_rs_checkpoint(2);
    *second = sin(*second) + 0.1 * *third;
    *third += *second * x[0];
  }
  double sum = u[0] * u[1] + u[2] * *third;
  free(heap);
  return sum;
}
/* Iterations that ask whether a function failed. */
static double positive(double value) {
  errno = value > 0 ? 0 : EDOM;
  return value * value;
}
static double failing(double *x, int n) {
  double a = x[0];
  for (int i = 0; i < 8; i++) {
    enzyme_rs_checkpoint(STATES);
    for (int k = 0; k < n; k++) {
      double value = positive(a * x[k] - 0.3);
      a = errno ? 1.3 + 0.1 * x[k] : value + 0.2;
    }
  }
  return a;
}
int main(void) {
  double x[] = {0.7, -0.3, 0.2, 0.9};
  CHECK_GRADIENT(scalars, x, 4);
  CHECK_GRADIENT(arrays, x, 4);
  CHECK_GRADIENT(argument, x, 4);
  CHECK_GRADIENT(several, x, 4);
  CHECK_GRADIENT(inside, x, 4);
  CHECK_GRADIENT(members, x, 4);
  CHECK_GRADIENT(global, x, 4);
  CHECK_GRADIENT(rows, x, 4);
  CHECK_GRADIENT(failing, x, 4);
  return failures;
}
