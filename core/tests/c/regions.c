/* Library functions that run functions of the program: sorting, searching, loops over a function. Sorting permutes
 * records, whatever they are made of, and a shadow goes where its record goes. */
#define _GNU_SOURCE
#include "check.h"
#include "../../../include/enzyme_rs/parallel.h"

static int by_number(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double sorted(double *x, int n) {
  qsort(x, n, sizeof *x, by_number);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * (i + 1);
  return s;
}

/* Numbers, integers and pointers, moved together. */
struct particle { int id; double mass; double *where; double charge; };

static int by_mass(const void *a, const void *b) {
  double x = ((const struct particle *)a)->mass, y = ((const struct particle *)b)->mass;
  return (x > y) - (x < y);
}

static double particles(double *x, int n) {
  struct particle p[8];
  for (int i = 0; i < n; i++)
    p[i] = (struct particle){i, x[i] * x[i], &x[(i + 1) % n], sin(x[i])};
  qsort(p, n, sizeof *p, by_mass);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].mass * (i + 1) * *p[i].where + p[i].id * p[i].mass + p[i].charge * (i + 2);
  return s;
}

/* Pointers alone: what they lead to stays where it is. */
static int by_target(const void *a, const void *b) {
  double x = **(double *const *)a, y = **(double *const *)b;
  return (x < y) - (x > y);
}

static double pointers(double *x, int n) {
  double *p[8];
  for (int i = 0; i < n; i++)
    p[i] = &x[i];
  qsort(p, n, sizeof *p, by_target);
  double s = 0;
  for (int i = 0; i < n; i++) {
    *p[i] *= x[0] + i;
    s += *p[i] * (i + 1) * x[i];
  }
  return s;
}

/* Sorted again and again, by what was computed of the order before: the numbers before each sort are needed. */
static double repeatedly(double *x, int n) {
  double *y = malloc(n * sizeof *y), s = 0;
  memcpy(y, x, n * sizeof *y);
  for (int t = 0; t < 4; t++) {
    qsort(y, n, sizeof *y, by_number);
    for (int i = 0; i < n; i++) {
      s += y[i] * y[i] * (i + 1 + t);
      y[i] = sin(y[i] * (t + 2) + i) * x[i];
    }
  }
  free(y);
  return s;
}

/* Equal records stay in order, as in glibc: the order of the second members is that of the array. */
struct tied { int key; double value; };

static int by_key(const void *a, const void *b) {
  return ((const struct tied *)a)->key - ((const struct tied *)b)->key;
}

static double ties(double *x, int n) {
  struct tied t[12];
  for (int i = 0; i < n; i++)
    t[i] = (struct tied){(i * 5) % 3, x[i]};
  qsort(t, n, sizeof *t, by_key);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += t[i].value * t[i].value * (i + 1);
  return s;
}

/* A context of the comparison, which is active and read, not differentiated. */
struct about { double center; int calls; };

static int by_distance(const void *a, const void *b, void *data) {
  struct about *about = data;
  about->calls++;
  double x = fabs(*(const double *)a - about->center), y = fabs(*(const double *)b - about->center);
  return (x > y) - (x < y);
}

static double around(double *x, int n) {
  struct about about = {x[0] * 0.5, 0};
  qsort_r(x, n, sizeof *x, by_distance, &about);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * (i + 1) * about.center;
  return about.calls ? s : 0;
}

/* Sizes of which the order of merging is odd; floats, and records of one byte more than a word. */
static int by_float(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static double many(double *x, int n) {
  float f[40];
  for (int i = 0; i < 37; i++)
    f[i] = (float)(x[i % n] * ((i * 11) % 37 + 1));
  qsort(f, 37, sizeof *f, by_float);
  double s = 0;
  for (int i = 0; i < 37; i++)
    s += (double)f[i] * (i + 1);
  return s;
}

static double few(double *x, int n) {
  qsort(x, n > 99 ? 5 : 0, sizeof *x, by_number);
  qsort(x, 1, sizeof *x, by_number);
  return x[0] * x[0] + x[n - 1];
}

/* A function that sorts what it is given, by a comparison that it is given. */
__attribute__((noinline)) static void sort_numbers(double *x, int n, int (*compare)(const void *, const void *)) {
  qsort(x, n, sizeof *x, compare);
}

static double below_a_call(double *x, int n) {
  sort_numbers(x + 1, n - 1, by_number);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * x[i] * (i + 1);
  return s;
}

/* Search. */
struct knot { double at, value; };

static int by_place(const void *key, const void *knot) {
  double x = *(const double *)key, y = ((const struct knot *)knot)->at;
  return x < y ? -1 : x >= y + 1;
}

static double interpolated(double *x, int n) {
  struct knot knots[16];
  for (int i = 0; i < 16; i++)
    knots[i] = (struct knot){i - 8, x[i % n] * x[(i + 1) % n]};
  double s = 0;
  for (int i = 0; i < n; i++) {
    struct knot *k = bsearch(&x[i], knots, 15, sizeof *knots, by_place);
    if (!k)
      continue;
    double t = x[i] - k->at;
    s += (1 - t) * k[0].value + t * t * k[1].value;
    k->value *= x[i];
  }
  return s + (bsearch(&x[0], knots, 0, sizeof *knots, by_place) ? 1 : 0);
}

/* Loops over a function: each iteration reads what the one before wrote. */
struct field { double *u, *x; int n; double sum; };

static void relax(long i, void *context) {
  struct field *f = context;
  double *u = f->u;
  u[i + 1] = sin(u[i]) * f->x[i % f->n] + u[i + 1] * u[i + 1];
  f->sum += u[i + 1] * u[i];
}

static double for_each(double *x, int n) {
  double u[32];
  for (int i = 0; i < 32; i++)
    u[i] = x[i % n] * 0.3;
  struct field f = {u, x, n, 0};
  enzyme_rs_for_each(31, relax, &f);
  enzyme_rs_for_each(0, relax, &f);
  return f.sum + u[31];
}

/* A body that stays a call, and one that sorts. */
__attribute__((noinline)) static void step(long i, void *context) {
  struct field *f = context;
  for (int k = 0; k < f->n; k++)
    f->u[k] = f->u[k] * f->u[(k + i) % f->n] + f->x[k];
  qsort(f->u, f->n, sizeof *f->u, by_number);
  f->sum += f->u[i % f->n];
}

static double nested(double *x, int n) {
  double u[8];
  for (int k = 0; k < n; k++)
    u[k] = 0.4 * x[k];
  struct field f = {u, x, n, 0};
  enzyme_rs_for_each(3, step, &f);
  return f.sum;
}

/* Iterations in any order, with the arguments the other way around. */
__attribute__((weak, noinline)) void dispatch_apply_f(size_t n, void *queue, void *context,
                                                      void (*work)(void *, size_t)) {
  for (size_t i = n; queue == 0 && i-- > 0;)
    work(context, i);
}

static void square(void *context, size_t i) {
  struct field *f = context;
  f->u[i] = f->x[i] * f->x[(i + 1) % f->n];
}

static double any_order(double *x, int n) {
  double u[8];
  struct field f = {u, x, n, 0};
  dispatch_apply_f(n, 0, &f, square);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += u[i] * (i + 1) * x[i];
  return s;
}

/* The records are where the library would have put them. */
static void check_order(const double *x, int n) {
  double mine[8], zero[8] = {0}, libc[8];
  memcpy(mine, x, n * sizeof *x);
  memcpy(libc, x, n * sizeof *x);
  __enzyme_autodiff_v((void *)sorted, enzyme_dup, mine, zero, enzyme_const, n);
  qsort(libc, n, sizeof *libc, by_number);
  for (int i = 0; i < n; i++)
    same("order", mine[i], libc[i]);
}

int main(void) {
  double x[] = {0.7, -1.3, 0.2, 2.1, -0.4, 1.6};
  CHECK_GRADIENT(sorted, x, 6);
  CHECK_GRADIENT(particles, x, 6);
  CHECK_GRADIENT(pointers, x, 6);
  CHECK_GRADIENT(repeatedly, x, 6);
  CHECK_GRADIENT(ties, x, 6);
  CHECK_GRADIENT(around, x, 6);
  CHECK_GRADIENT(few, x, 6);
  CHECK_GRADIENT(below_a_call, x, 6);
  CHECK_GRADIENT(interpolated, x, 6);
  CHECK_GRADIENT(for_each, x, 6);
  CHECK_GRADIENT(nested, x, 6);
  CHECK_GRADIENT(any_order, x, 6);
  check_order(x, 6);

  /* Linear in the numbers, with coefficients that the order gives: differences of floats would be rough. */
  double at[6], dx[6] = {0}, sum = 0;
  memcpy(at, x, sizeof at);
  __enzyme_autodiff_v((void *)many, enzyme_dup, at, dx, enzyme_const, 6);
  for (int i = 0; i < 6; i++)
    sum += x[i] * dx[i];
  near_to("floats, a linear function", sum, many(at, 6), 1e-6);
  return failures;
}
