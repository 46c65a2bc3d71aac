/* Loops that read neighbouring elements: their adjoints travel from iteration to iteration, where nothing
 * forbids it. */
#include "check.h"

struct cell { double u, w, v; };

/* Three points, and memory that outlives the loop. */
static double three(double *x, int n) {
  double y[MOST], s = 0;
  for (int i = 1; i + 1 < n; i++)
    y[i] = x[i - 1] * x[i] + sin(x[i + 1]) * x[i];
  for (int i = 1; i + 1 < n; i++)
    s += y[i] * y[i];
  return s;
}

/* Two elements with one between that is not read. */
static double gap(double *x, int n) {
  double s = 0;
  for (int i = 0; i + 2 < n; i++)
    s += x[i] * x[i] * x[i + 2];
  return s;
}

/* Towards lower addresses, in steps of two. */
static double backwards(double *x, int n) {
  double s = 0;
  for (int i = n - 3; i >= 2; i -= 2)
    s += x[i] * x[i - 2] - cos(x[i + 2] * x[i]);
  return s;
}

/* One iteration only. */
static double once(double *x, int n) {
  double s = 0;
  for (int i = 1; i < n - n + 2; i++)
    s += x[i - 1] * x[i] * x[i + 1];
  return s;
}

/* Two fields of structures, beside each other in time. */
static double fields(double *x, int n) {
  struct cell c[MOST];
  double s = 0;
  for (int i = 0; i < n; i++)
    c[i] = (struct cell){x[i], x[i] * x[i], 1 + x[i]};
  for (int i = 1; i + 1 < n; i++)
    s += c[i - 1].u * c[i].v + c[i + 1].u * c[i - 1].v * c[i].w;
  return s;
}

/* Written in the loop: what is read belongs to another iteration. */
static double in_place(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 1; i + 1 < n; i++) {
      x[i] = 0.5 * x[i] + 0.2 * x[i - 1] * x[i + 1];
      s += x[i] * x[i];
    }
  return s;
}

/* Left early. */
static double until(double *x, int n) {
  double s = 0;
  for (int i = 1; i + 1 < n; i++) {
    s += x[i - 1] * x[i];
    if (s > 0.9)
      break;
    s += x[i + 1] * x[i];
  }
  return s;
}

/* Time steps between two arrays, rows and columns, periodic in one direction. */
static double steps(double *x, int n) {
  enum { W = 4 };
  double a[MOST], b[MOST], s = 0;
  int h = n / W;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++) {
    for (int r = 0; r < h; r++) {
      const double *up = a + (r ? r - 1 : h - 1) * W, *at = a + r * W;
      b[r * W] = at[0];
      b[r * W + W - 1] = at[W - 1];
      for (int c = 1; c + 1 < W; c++)
        b[r * W + c] = at[c] + 0.1 * (up[c] + at[c - 1] * at[c + 1] - 2 * at[c]);
    }
    memcpy(a, b, n * sizeof *a);
  }
  for (int i = 0; i < n; i++)
    s += a[i] * a[i] * (i + 1);
  return s;
}

/* The same element through two pointers. */
static double twice(double *x, int n) {
  const double *y = x + 1;
  double s = 0;
  for (int i = 0; i + 1 < n; i++)
    s += x[i] * y[i] * x[i + 1];
  return s;
}

int main(void) {
  double x[12] = {0.5, 0.25, 0.75, 0.3, 0.9, 0.4, 0.6, 0.2, 0.8, 1.1, 0.35, 0.65};
  CHECK_GRADIENT(three, x, 12);
  CHECK_GRADIENT(gap, x, 12);
  CHECK_GRADIENT(backwards, x, 12);
  CHECK_GRADIENT(once, x, 3);
  CHECK_GRADIENT(fields, x, 12);
  CHECK_GRADIENT(in_place, x, 12);
  CHECK_GRADIENT(until, x, 12);
  CHECK_GRADIENT(steps, x, 12);
  CHECK_GRADIENT(twice, x, 12);
  return failures;
}
