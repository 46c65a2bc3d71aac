// width.c: what several directions at once cost, against as many derivatives one by one. Owns the loops over directions and the table;
// numbers of both are compared as well. BA's reprojection error is what the other benchmark of BA differentiates.
//
//     enzyme-cc -O2 width.c -o width -lm && ./width
#include "ba.c"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern void __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_dupv, enzyme_width;

enum { ROW = BA_CAMERA_SIZE + BA_POINT_SIZE + 1, SAMPLES = 15, ITEMS = 2000, MOST = 8 };

static double parameters[ROW], feature[2] = {0.3, -0.2};
static double one[MOST][ROW], all[MOST][ROW], tangents_one[MOST][2], tangents_all[MOST][2];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Reverse mode: both rows of the Jacobian of one observation.
static void reverse_one_by_one(void) {
  memset(one, 0, sizeof one);
  for (int e = 0; e < 2; e++) {
    double err[2] = {0, 0}, derr[2] = {e == 0, e == 1}, *row = one[e];
    __enzyme_autodiff((void *)ba_reproj_error, enzyme_dup, parameters, row, enzyme_dup, parameters + BA_CAMERA_SIZE, row + BA_CAMERA_SIZE,
                      enzyme_dup, parameters + ROW - 1, row + ROW - 1, enzyme_const, feature, enzyme_dupnoneed, err, derr);
  }
}

static void reverse_at_once(void) {
  double err[2] = {0, 0}, derr[2][2] = {{1, 0}, {0, 1}};
  memset(all, 0, sizeof all);
  __enzyme_autodiff((void *)ba_reproj_error, enzyme_width, 2, enzyme_dupv, sizeof all[0], parameters, all, enzyme_dupv, sizeof all[0],
                    parameters + BA_CAMERA_SIZE, &all[0][BA_CAMERA_SIZE], enzyme_dupv, sizeof all[0], parameters + ROW - 1,
                    &all[0][ROW - 1], enzyme_const, feature, enzyme_dupv, sizeof derr[0], err, derr);
}

// Forward mode: columns of the same Jacobian.
static void column(double *camera, double *err, double *derr) {
  __enzyme_fwddiff((void *)ba_reproj_error, enzyme_dup, parameters, camera, enzyme_const, parameters + BA_CAMERA_SIZE, enzyme_const,
                   parameters + ROW - 1, enzyme_const, feature, enzyme_dupnoneed, err, derr);
}

static void forward_one_by_one(int width) {
  for (int k = 0; k < width; k++) {
    double err[2];
    column(one[k], err, tangents_one[k]);
  }
}

static void forward_one_by_one_4(void) { forward_one_by_one(4); }
static void forward_one_by_one_8(void) { forward_one_by_one(8); }

static void forward_at_once_4(void) {
  double err[2];
  __enzyme_fwddiff((void *)ba_reproj_error, enzyme_width, 4, enzyme_dupv, sizeof one[0], parameters, one, enzyme_const,
                   parameters + BA_CAMERA_SIZE, enzyme_const, parameters + ROW - 1, enzyme_const, feature, enzyme_dupv,
                   sizeof tangents_all[0], err, tangents_all);
}

static void forward_at_once_8(void) {
  double err[2];
  __enzyme_fwddiff((void *)ba_reproj_error, enzyme_width, 8, enzyme_dupv, sizeof one[0], parameters, one, enzyme_const,
                   parameters + BA_CAMERA_SIZE, enzyme_const, parameters + ROW - 1, enzyme_const, feature, enzyme_dupv,
                   sizeof tangents_all[0], err, tangents_all);
}

// Medians of interleaved samples.
static double ratio(const char *what, void (*single)(void), void (*several)(void)) {
  double a[SAMPLES], b[SAMPLES];
  for (int s = 0; s < SAMPLES; s++) {
    double start = now();
    for (int i = 0; i < ITEMS; i++)
      single();
    double between = now();
    for (int i = 0; i < ITEMS; i++)
      several();
    a[s] = between - start;
    b[s] = now() - between;
  }
  qsort(a, SAMPLES, sizeof *a, by_size);
  qsort(b, SAMPLES, sizeof *b, by_size);
  double r = b[SAMPLES / 2] / a[SAMPLES / 2];
  printf("%-28s %10.1f ns %10.1f ns %8.2f\n", what, 1e9 * a[SAMPLES / 2] / ITEMS, 1e9 * b[SAMPLES / 2] / ITEMS, r);
  return r;
}

static int differs(const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    if (!(fabs(a[i] - b[i]) <= 1e-10 * fmax(1, fabs(a[i]))))
      return 1;
  return 0;
}

int main(void) {
  int bad = 0;
  for (int i = 0; i < ROW; i++)
    parameters[i] = 0.5 + 0.1 * sin(i + 1.0);
  printf("%-28s %13s %13s %8s\n", "derivatives of BA", "one by one", "at once", "ratio");
  ratio("reverse, 2 adjoints", reverse_one_by_one, reverse_at_once);
  bad |= differs(one[0], all[0], 2 * ROW);
  for (int k = 0; k < MOST; k++)
    for (int i = 0; i < ROW; i++)
      one[k][i] = k == i;
  ratio("forward, 4 tangents", forward_one_by_one_4, forward_at_once_4);
  bad |= differs(tangents_one[0], tangents_all[0], 2 * 4);
  ratio("forward, 8 tangents", forward_one_by_one_8, forward_at_once_8);
  bad |= differs(tangents_one[0], tangents_all[0], 2 * 8);
  if (bad)
    puts("the numbers differ");
  return bad;
}
