/* Memory that a function copies without telling what lies in it: its callers know, or nobody but the
 * program below the hook ever looks. */
#include "check.h"

#define APART __attribute__((noinline)) static

/* Members that nothing reads, in structures passed by value. */
struct reading { double value; int kinds[2]; double *at; int which; };

APART double take(struct reading r, struct reading *to, double scale) {
  to->at[to->which] -= tanh(scale);
  *to = r;
  return sin(r.value) * to->value * (r.which + scale);
}

static double passed(double *x, int n) {
  double own[3] = {x[0], x[1] * x[2], x[2]};
  struct reading r = {0};
  r.value = own[1] * x[n - 1];
  r.kinds[1] = x[0] > 0 ? 3 : 2;
  r.at = own;
  r.which = 2;
  double t = take(r, &r, x[1]);
  return t * r.at[2] + own[0];
}

/* Members that nothing reads, in memory of the caller. */
struct labelled { int labels[2]; double low, high; };

APART double hand_over(int depth, struct labelled *a, struct labelled *b, double x) {
  if (depth == 0)
    return x * x;
  if (depth % 2)
    *b = *a;
  return hand_over(depth - 1, b, a, sin(x)) * x + b->low;
}

static double unlabelled(double *x, int n) {
  struct labelled a = {{0}, x[0], 0}, b = {{0}, x[1], x[2]};
  a.high = x[n - 1];
  double t = hand_over(3, &a, &b, x[2]);
  return t * b.high + a.low;
}

/* Memory that grows, one of several that a pointer may lead to, and is accessed in few places. */
static double grown(double *x, int n) {
  if (n < 4)
    return 0;
  double *g = (double *)malloc(2 * sizeof *g);
  g[0] = x[0] * x[1];
  g[1] = sin(x[2]);
  g = (double *)realloc(g, 4 * sizeof *g);
  if (!g)
    return 0;
  g[2] = x[2];
  double *p = x[0] > 0 ? g : x;
  double t = p[1] * g[2] + p[0] * x[3];
  free(g);
  return t;
}

/* Memory that a callee leaves in a global: what it does not read itself, others do. */
struct triple { double a, b, c; };
static struct triple *left;

APART double leave(const struct triple *from) {
  struct triple *own = (struct triple *)malloc(sizeof *own);
  memcpy(own, from, sizeof *own);
  left = own;
  return own->b;
}

static double found(double *x, int n) {
  struct triple t = {x[0], x[1], x[n - 1]};
  double b = leave(&t);
  double r = b * left->a + left->c * left->c;
  free(left);
  return r;
}

/* Two integers that travel in one. */
struct counted { double value; int counts[2]; };

APART double count_down(int depth, struct counted *from, struct counted by, double x) {
  if (depth <= 0)
    return by.value > 0 ? x * from->value : x;
  from->value = sin(from->value) * x;
  double inner = count_down(depth - 1, from, *from, x * by.value);
  return inner * depth + from->value;
}

static double packed(double *x, int n) {
  struct counted a = {0};
  a.value = x[0] * x[1];
  a.counts[1] = 2;
  return count_down(n, &a, a, x[n - 1]) * a.value + x[2];
}

/* Numbers in an array beside integers and a number of an integer's size. */
struct inner { int first, second; double at[2]; double value; int third; };
struct outer { struct inner in; float small; double value; int which; };

static double beside(double *x, int n) {
  struct outer s = {0};
  s.in.first = x[0] > 0.5 ? 1 : 2;
  s.in.second = 0;
  s.in.value = x[n - 1] * x[0];
  s.in.third = 1;
  s.in.at[1] = x[2];
  s.small = (float)x[1];
  s.which = 0;
  double t = s.in.at[(s.which + n + 1) % 2] + x[s.which];
  return t * s.in.value * s.in.first + s.small * x[2];
}

/* The beginning of elements: what lies behind it stays where it is, though a member of the beginning is never accessed. */
struct headed { struct { float read, unread, last; } head; float tail, end; };
static struct headed list[4];

static double beginnings(double *x, int n) {
  for (int i = 0; i < n; i++) {
    list[i].head.read = (float)x[i];
    list[i].head.last = 2;
    list[i].tail = (float)x[i];
  }
  for (int i = 0; i + 1 < n; i++)
    list[i].head = list[i + 1].head;
  double t = 0;
  for (int i = 0; i < n; i++)
    t += list[i].head.read * list[i].head.last * list[i].tail;
  return t;
}

int main(void) {
  double x[] = {0.8, -0.6, 0.3, 1.1};
  double with_float[] = {0.75, -0.5, 0.25, 1.5}, d[4] = {0};
  CHECK_GRADIENT(passed, x, 4);
  CHECK_GRADIENT(unlabelled, x, 4);
  CHECK_GRADIENT(grown, x, 4);
  CHECK_GRADIENT(found, x, 4);
  CHECK_GRADIENT(packed, x, 4);
  __enzyme_autodiff((void *)beside, enzyme_dup, with_float, d, enzyme_const, 4);
  same("beside 0", d[0], 1.5 * 0.75 + (0.25 + 0.75) * 1.5);
  same("beside 1", d[1], 0.25);
  same("beside 2", d[2], 1.5 * 0.75 - 0.5);
  same("beside 3", d[3], (0.25 + 0.75) * 0.75);
  double e[4] = {0};
  __enzyme_autodiff((void *)beginnings, enzyme_dup, with_float, e, enzyme_const, 4);
  same("beginnings 0", e[0], 2 * -0.5);
  same("beginnings 1", e[1], 2 * 0.75 + 2 * 0.25);
  same("beginnings 2", e[2], 2 * -0.5 + 2 * 1.5);
  same("beginnings 3", e[3], 2 * 0.25 + 4 * 1.5);
  return failures;
}
