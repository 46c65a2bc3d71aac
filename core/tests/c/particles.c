/* Arrays of structures that hold integers beside members which are copied as blocks: particles, elements of a mesh, lists of neighbours. The blocks come from dense
 * arrays and go there, by memcpy, by loops, and by assignments of structures.
 */
#include "check.h"

enum { COUNT = 5 };

typedef struct vector {
  double a[3];
} vector;

typedef struct particle {
  int id;
  double at[3];
} particle;

typedef struct element {
  double mass;
  long corner;
  vector at, speed;
  int color;
} element;

static double of_particles(const particle *p, int n) {
  double sum = 0;
/* Integers and numbers that are gathered as vectors out of one structure are refused (EZ0202). */
#pragma clang loop vectorize(disable) interleave(disable)
  for (int i = 0; i < n; i++)
    sum += (p[i].id + 1) * p[i].at[0] * p[i].at[1] * p[i].at[2];
  return sum;
}

static double by_memcpy(double *x, int n) {
  particle p[COUNT];
  for (int i = 0; i < n / 3; i++) {
    p[i].id = n - i;
    memcpy(p[i].at, x + 3 * i, sizeof p[i].at);
  }
  return of_particles(p, n / 3);
}

static double by_loop(double *x, int n) {
  particle *p = malloc(COUNT * sizeof *p);
  for (int i = 0; i < n / 3; i++) {
    p[i].id = i % 2;
    for (int k = 0; k < 3; k++)
      p[i].at[k] = x[3 * i + k];
  }
  double sum = of_particles(p, n / 3);
  free(p);
  return sum;
}

/* The source is also read number by number. */
static double dense(double *x, int n) {
  particle p[COUNT];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  for (int i = 0; i + 3 < n; i++) {
    p[i % COUNT].id = i;
    memcpy(p[i % COUNT].at, x + i, sizeof p->at);
    sum += p[i % COUNT].id * p[i % COUNT].at[0] * p[i % COUNT].at[2];
  }
  return sum;
}

/* Forth, changed, and back. */
static double there_and_back(double *x, int n) {
  particle p[COUNT];
  double y[3 * COUNT];
  for (int i = 0; i < n / 3; i++) {
    p[i].id = i + 1;
    memcpy(p[i].at, x + 3 * i, sizeof p[i].at);
  }
  for (int i = 0; i < n / 3; i++)
    p[i].at[1] *= p[i].id * p[(i + 1) % (n / 3)].at[0];
  for (int i = 0; i < n / 3; i++)
    memcpy(y + 3 * i, p[i].at, sizeof p[i].at);
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += y[i] * y[i + 1];
  return sum;
}

__attribute__((noinline)) static void fill(element *e, const double *x, const vector *v, int n) {
  for (int i = 0; i < n; i++) {
    e[i].mass = x[i];
    e[i].corner = n - 1 - i;
    e[i].at = v[i];
    e[i].speed = v[n - 1 - i];
    e[i].color = i & 1;
  }
}

static double elements(double *x, int n) {
  int count = n / 3;
  element *e = calloc(count, sizeof *e);
  fill(e, x, (const vector *)x, count);
  double sum = 0;
  for (int i = 0; i < count; i++) {
    const element *one = &e[i], *other = &e[one->corner];
    const double *a = one->at.a, *b = other->speed.a;
    double inner = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    sum += (one->color ? one->mass : 0.5 * other->mass) * inner;
  }
  free(e);
  return sum;
}

int main(void) {
  double x[3 * COUNT];
  volatile int n = 3 * COUNT;
  for (int i = 0; i < n; i++)
    x[i] = 0.4 + fmod(0.37 * (i + 1), 1);
  CHECK_GRADIENT(by_memcpy, x, n);
  CHECK_GRADIENT(by_loop, x, n);
  CHECK_GRADIENT(dense, x, n);
  CHECK_GRADIENT(there_and_back, x, n);
  CHECK_GRADIENT(elements, x, n);
  return failures;
}
