/* Active memory from posix_memalign, reallocarray, realloc that fails, memalign and their like. */
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <malloc.h>
#include <stdint.h>

static double aligned(double *x, int n) {
  double *p;
  /* 8 n is no multiple of 64. */
  if (posix_memalign((void **)&p, 64, (size_t)n * sizeof *p))
    return -1;
  for (int i = 0; i < n; i++)
    p[i] = x[i] * x[i];
  double sum = (uintptr_t)p % 64 ? 1e9 : 0;
  for (int i = 0; i < n; i++)
    sum += p[i] * p[n - 1 - i];
  free(p);
  return sum;
}

struct buffer {
  double *data;
  int n;
};

static int make(struct buffer *b, int n) {
  b->n = n;
  return posix_memalign((void **)&b->data, 32, (size_t)n * sizeof(double));
}

static double in_structure(double *x, int n) {
  struct buffer b;
  if (make(&b, n))
    return 0;
  for (int i = 0; i < b.n; i++)
    b.data[i] = sin(x[i]);
  double product = 1;
  for (int i = 0; i < b.n; i++)
    product *= b.data[i];
  free(b.data);
  return product;
}

/* Codes of failure, and *p untouched then. */
static double fails(double *x, int n) {
  double own = x[0] * x[n - 1];
  double *p = &own;
  volatile size_t odd = 24, huge = SIZE_MAX - 8;
  int first = posix_memalign((void **)&p, odd, 64);
  int second = posix_memalign((void **)&p, 64, huge);
  int third = posix_memalign((void **)&p, 4, 64);
  double codes = 100 * (first == EINVAL) + 10 * (second == ENOMEM) + (third == EINVAL);
  return *p * *p + codes * x[0];
}

static double grown(double *x, int n) {
  int room = 1;
  double *p = malloc(sizeof *p);
  for (int i = 0; i < n; i++) {
    if (i == room) {
      room *= 2;
      p = reallocarray(p, (size_t)room, sizeof *p);
    }
    p[i] = x[i] * (i + 1);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i] * p[i] * p[0];
  free(p);
  return sum;
}

static double refused(double *x, int n) {
  double *p = malloc((size_t)n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = x[i] * x[i];
  volatile size_t huge = SIZE_MAX / 4;
  double *q = reallocarray(p, huge, sizeof *p);
  double *r = q ? q : realloc(p, huge);
  double *kept = r ? r : p;
  double sum = kept[0] * kept[n - 1] + (r ? 100 : 1) * kept[1];
  free(kept);
  return sum;
}

static double elsewhere(double *x, int n) {
  double *a = valloc((size_t)n * sizeof *a), *b = pvalloc((size_t)n * sizeof *b);
  double *c = memalign(64, (size_t)n * sizeof *c);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = x[i];
    b[i] = a[i] * x[0];
    c[i] = b[i] * b[i];
    sum += c[i] * a[i];
  }
  free(a), free(b), free(c);
  return sum;
}

int main(void) {
  double x[] = {0.83, 1.37, 0.61, -0.4, 1.9};
  CHECK_GRADIENT(aligned, x, 5);
  CHECK_GRADIENT(in_structure, x, 3);
  CHECK_GRADIENT(fails, x, 2);
  same("codes", fails(x, 2), x[0] * x[0] * x[1] * x[1] + 111 * x[0]);
  CHECK_GRADIENT(grown, x, 5);
  CHECK_GRADIENT(refused, x, 3);
  CHECK_GRADIENT(elsewhere, x, 3);
  return failures;
}
