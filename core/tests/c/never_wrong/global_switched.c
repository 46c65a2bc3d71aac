/* Functions without arguments that stay calls set the global pointers by which their callers find numbers. */
#include "never_wrong.h"
static double one[8], two[8], *now = one, *next = two;
static struct { double *front, *back; int turns; } pages;
static double *ring[3];

__attribute__((noinline)) static void begin(void) { now = one, next = two; }
__attribute__((noinline)) static void swap(void) {
  double *held = now;
  now = next, next = held;
}
__attribute__((noinline)) static void turn(void) {
  double *held = pages.front;
  pages.front = pages.back, pages.back = held;
  pages.turns++;
}
__attribute__((noinline)) static void rotate(void) {
  double *first = ring[0];
  ring[0] = ring[1], ring[1] = ring[2], ring[2] = first;
}
__attribute__((noinline)) static void to_second(void) { now = two; }

/* Steps that go from one buffer to the other. */
static double steps(const double *x, int n) {
  double s = 0;
  begin();
  for (int i = 0; i < n; i++)
    now[i] = x[i];
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < n; i++)
      next[i] = now[i] * now[(i + 1) % n] + 0.1 * k;
    swap();
  }
  for (int i = 0; i < n; i++)
    s += now[i] * next[i];
  return s;
}

static double pages_turned(const double *x, int n) {
  double left[8] = {0}, right[8] = {0}, s = 0;
  pages.front = left, pages.back = right, pages.turns = 0;
  for (int i = 0; i < n; i++) {
    pages.front[i] = x[i] * x[i];
    turn();
    pages.front[i] = x[i] * (i ? pages.back[i - 1] : 1);
  }
  for (int i = 0; i < n; i++)
    s += left[i] * right[i] * pages.turns;
  pages.front = pages.back = 0;
  return s;
}

static double rotated(const double *x, int n) {
  double a[8], b[8], c[8], s = 0;
  ring[0] = a, ring[1] = b, ring[2] = c;
  for (int i = 0; i < n; i++)
    a[i] = x[i], b[i] = x[i] * x[i], c[i] = 1;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < n; i++)
      ring[2][i] = ring[0][i] * ring[1][i];
    rotate();
  }
  for (int i = 0; i < n; i++)
    s += ring[0][i] + 0.5 * ring[1][i];
  ring[0] = ring[1] = ring[2] = 0;
  return s;
}

static double selected(const double *x) {
  now = one;
  now[0] = x[0];
  to_second();
  now[0] = x[1] * x[0];
  return one[0] * two[0];
}

double f(double *x, int n) { return steps(x, n) + pages_turned(x, n) + rotated(x, n) + selected(x); }
