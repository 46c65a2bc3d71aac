/* Structures: returned in registers and through memory, passed by pointer, nested, with padding. */
#include "check.h"

struct pair { double a, b; };
struct wide { double a, b, c; int tag; float d; };
struct body { int id; struct pair at; char name[3]; double mass; };

HOOK struct pair __enzyme_fwddiff_pair(void *, ...);

static struct pair polar(double r, double t) {
  struct pair p = {r * cos(t), r * sin(t)};
  return p;
}

static struct wide spread(double x) {
  struct wide w = {x, x * x, x * x * x, 7, (float)(2 * x)};
  return w;
}

static void fill(struct wide *to, double x) { *to = spread(x); }

static double through(double *x, int n) {
  struct pair p = polar(x[0], x[1]);
  struct wide w = spread(p.a * x[n - 1]);
  return p.b * w.b + w.c * w.tag + w.a;
}

static double energy(struct body *b, int n) {
  double e = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double dx = b[i].at.a - b[j].at.a, dy = b[i].at.b - b[j].at.b;
      e += (b[i].id + 1) * b[i].mass * b[j].mass / sqrt(dx * dx + dy * dy);
    }
  return e;
}

/* Copies whole structures: memcpy of numbers and other data. */
static double bodies(double *x, int n) {
  struct body b[4] = {{0}}, last;
  for (int i = 0; i < n / 3; i++) {
    b[i].id = i;
    b[i].at.a = x[3 * i];
    b[i].at.b = x[3 * i + 1];
    b[i].mass = x[3 * i + 2];
  }
  last = b[0];
  b[0] = b[1];
  b[1] = last;
  b[0].mass *= last.mass;
  return energy(b, n / 3);
}

static double swap_fields(double *x, int n) {
  struct pair p[2] = {{x[0], x[1]}, {x[2], x[n - 1]}};
  for (int k = 0; k < 5; k++) {
    struct pair old = p[0];
    p[0] = p[1];
    p[1].a = old.b * old.a;
    p[1].b = old.a + p[0].b;
  }
  return p[0].a * p[1].b + p[1].a;
}

int main(void) {
  double x[] = {1.1, 0.7, 0.4}, y[] = {0.1, 0.9, 1.2, 1.5, -0.3, 0.8, -0.6, -1.1, 1.7};
  double z[] = {0.7, 1.1, -0.4, 0.9};
  CHECK_GRADIENT(through, x, 3);
  CHECK_GRADIENT(bodies, y, 9);
  CHECK_GRADIENT(swap_fields, z, 4);
  struct pair p = __enzyme_fwddiff_pair((void *)polar, enzyme_dup, 2.0, 1.0, enzyme_const, 0.5);
  same("returned pair a", p.a, cos(0.5));
  same("returned pair b", p.b, sin(0.5));
  struct wide v, w = {0};
  __enzyme_fwddiff_v((void *)fill, enzyme_dup, &v, &w, enzyme_dup, 3.0, 1.0);
  same("returned memory a", w.a, 1);
  same("returned memory c", w.c, 27);
  same("returned memory d", w.d, 2);
  struct body b[2] = {{0, {0, 0}, "a", 2}, {1, {3, 4}, "b", 5}}, d[2] = {{0}};
  __enzyme_autodiff_v((void *)energy, enzyme_dup, b, d, enzyme_const, 2);
  same("mass", d[0].mass, 2 * 5 / 5.0);
  same("other mass", d[1].mass, 2 * 2 / 5.0);
  same("place", d[1].at.a, -2 * 10.0 * 3 / 125);
  same("integers stay", d[1].id, 0);
  return failures;
}
