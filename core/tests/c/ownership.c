/* Who owns and who overwrites: pointers kept in structures by callees, memory that a later call
 * changes, stack passed down a recursion, flexible arrays, conditional allocation, bytes as storage. */
#include "check.h"

#define APART __attribute__((noinline)) static

struct box { double *p; int n; double w; };

APART void fill(struct box *b, double *d, int n) {
  b->p = d;
  b->n = n;
  b->w = d[0] * d[0];
}

APART double use(const struct box *b) {
  double s = b->w;
  for (int i = 0; i < b->n; i++)
    s += b->p[i] * b->p[i];
  return s;
}

static double boxes(double *x, int n) {
  struct box b;
  fill(&b, x, n);
  double s = use(&b);
  b.w *= s;
  x[0] = 3 * x[0];
  return s * b.w * use(&b);
}

APART double look(const double *p) { return sin(p[0]) * p[1]; }

static double overwritten(double *x, int n) {
  double s = 0;
  for (int i = 0; i < 4; i++) {
    s += look(x);
    x[0] = s * 0.3;
    x[n - 1] *= x[0];
  }
  return s;
}

APART double descend(double *a, int depth) {
  double t[2] = {a[0] * a[1], a[1]};
  if (depth == 0)
    return t[0];
  double r = descend(t, depth - 1);
  a[0] += r * t[1];
  return a[0] * t[0] + r;
}

static double passed_down(double *x, int n) { return descend(x, 3) * x[n - 1]; }

APART void column(double (*m)[3], int j, double s) {
  for (int i = 0; i < 3; i++)
    m[i][j] = m[i][j] * s + m[i][(j + 1) % 3];
}

static double columns(double *x, int n) {
  double m[3][3], s = 0;
  for (int i = 0; i < 9; i++)
    m[i / 3][i % 3] = x[i % n] * (i + 1) * 0.1;
  for (int j = 0; j < 3; j++)
    column(m, j, x[j % n]);
  for (int i = 0; i < 3; i++)
    s += m[i][i] * m[i][(i + 1) % 3];
  return s;
}

APART double leave_early(const double *x, int n) {
  double *t = (double *)malloc(n * sizeof *t), s = 0;
  for (int i = 0; i < n; i++) {
    t[i] = x[i] * x[i];
    if (t[i] > 1) {
      double r = t[i] * t[0];
      free(t);
      return r;
    }
  }
  for (int i = 0; i < n; i++)
    s += t[i] * t[n - 1];
  free(t);
  return s;
}

static double early(double *x, int n) { return leave_early(x, n) + leave_early(x, 1) * x[n - 1]; }

struct flexible { int n; double d[]; };

static double flexible(double *x, int n) {
  size_t bytes = sizeof(struct flexible) + n * sizeof(double);
  struct flexible *f = (struct flexible *)malloc(bytes), *g = (struct flexible *)malloc(bytes);
  f->n = n;
  for (int i = 0; i < n; i++)
    f->d[i] = x[i] * x[0];
  memcpy(g, f, bytes);
  double s = 0;
  for (int i = 0; i < g->n; i++)
    s += g->d[i] * f->d[g->n - 1 - i];
  free(f);
  free(g);
  return s;
}

static double conditional(double *x, int n) {
  double local[4], *p = x[0] > 0.5 ? (double *)malloc(4 * sizeof *p) : local;
  for (int i = 0; i < n; i++)
    p[i] = x[i] * x[i];
  double s = p[0] * p[n - 1];
  if (p != local)
    free(p);
  return s;
}

static double walking(double *x, int n) {
  double b[8], *end = b + n, *q = b, s = 0;
  const double *p = x + n;
  while (q != end)
    *q++ = *--p * x[0];
  for (q = b; q < end; q++)
    s = s * 0.5 + *q * *q;
  return s;
}

APART double *pick(double *a, double *b, int first) { return first ? a : b; }

static double picked(double *x, int n) {
  double t[2] = {x[0], x[n - 1]};
  for (int i = 0; i < 4; i++)
    *pick(t, t + 1, i % 3 == 0) *= *pick(x, t, i & 1);
  return t[0] * t[1];
}

static double bytes(double *x, int n) {
  _Alignas(8) char buffer[64];
  double s = 0, v;
  for (int i = 0; i < n; i++) {
    v = x[i] * x[i];
    memcpy(buffer + 8 * i, &v, 8);
  }
  for (int i = 0; i < n; i++) {
    memcpy(&v, buffer + 8 * (n - 1 - i), 8);
    s += v * x[i];
  }
  return s;
}

/* Allocates, and stores nothing there itself. */
APART double *room(int n) { return malloc((size_t)n * sizeof(double)); }

static double wrapped(double *x, int n) {
  double *p = room(n), s = 0;
  for (int i = 0; i < n; i++)
    p[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    s += p[i] * p[0];
  free(p);
  return s;
}

/* Memory of a callee that ends in one of two ways, of which one is told where it began, or how large it is. */
__attribute__((noinline)) static double *with_header(int header, const double *x) {
  double *p = malloc(4 * sizeof *p);
  for (int i = 0; i < 4; i++)
    p[i] = x[i % 2];
  return header ? p + 2 : p;
}

static double behind_header(double *x, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    double *p = with_header(x[k] > 0, x);
    sum += p[1] * p[0] * x[k];
    if (x[k] > 0)
      free(p - 2);
    else
      free(p);
  }
  return sum;
}

static long held;
__attribute__((noinline)) static void *obtain(long bytes) {
  held += bytes;
  return malloc((size_t)bytes);
}
__attribute__((noinline)) static void release(void *p, long bytes) {
  held -= bytes;
  free(p);
}
void *__enzyme_allocation_like_sized[] = {(void *)obtain, (void *)0, (void *)"-1,0", (void *)release};

__attribute__((noinline)) static double *doubles(const double *x, int n) {
  double *p = obtain(n * 8L);
  for (int i = 0; i < n; i++)
    p[i] = x[i] * x[i];
  return p;
}

static double with_size(double *x, int n) {
  double *p = doubles(x, n), sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i] * p[n - 1 - i];
  release(p, n * 8L);
  return sum;
}

int main(void) {
  double x[] = {0.7, -1.2};
  CHECK_GRADIENT(wrapped, x, 2);
  CHECK_GRADIENT(boxes, x, 2);
  CHECK_GRADIENT(overwritten, x, 2);
  CHECK_GRADIENT(passed_down, x, 2);
  CHECK_GRADIENT(columns, x, 2);
  CHECK_GRADIENT(early, x, 2);
  CHECK_GRADIENT(flexible, x, 2);
  CHECK_GRADIENT(conditional, x, 2);
  CHECK_GRADIENT(walking, x, 2);
  CHECK_GRADIENT(picked, x, 2);
  CHECK_GRADIENT(bytes, x, 2);
  CHECK_GRADIENT(behind_header, x, 2);
  CHECK_GRADIENT(with_size, x, 2);
  return failures;
}
