/* Loops that end when they are done: what their iterations keep, over few iterations and many, next to
 * each other and between what inner loops and callees keep.
 */
#include "check.h"

/* Of each iteration one number; as many iterations as asked for, which nobody knows before. */
static double chain(double *x, int n) {
  double y = x[0], left = x[n - 1];
  while (left > 0) {
    y = sin(y) + 0.3 * x[1] * y;
    left -= 1;
  }
  return y;
}

/* All counts around those where a new piece begins. */
static void counts(double *x, int n) {
  for (int count = 0; count <= 40; count++) {
    x[n - 1] = count - 0.5;
    CHECK_GRADIENT(chain, x, n);
  }
  static const int large[] = {127, 128, 129, 4095, 4096, 4097, 8184, 8185, 8192, 8193, 24569, 24577, 50000};
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    x[n - 1] = large[i] - 0.5;
    CHECK_GRADIENT(chain, x, n);
  }
}

/* Several numbers of an iteration, of several types: not all are aligned to as much as others. */
static double mixed(double *x, int n) {
  long double wide = x[0];
  float narrow = (float)0.5;
  double y = x[1];
  int odd = 0;
  while (y < 40 && odd < 60) {
    wide = sinl(wide) * 0.2L + y * 0.1L;
    if (y * wide > 1)
      y += 0.3 * x[odd % n] * wide;
    else
      y = y * y + 1.1;
    narrow = narrow * narrow;
    odd += 1;
    y *= 1 + 0.01 * narrow;
  }
  return (double)(wide * 0.1L) + y;
}

/* A loop of unknown count in another, a counted one in that. */
static double nested(double *x, int n) {
  double s = x[0];
  int rounds = 0;
  while (s < 30 && rounds++ < 50) {
    double y = 0.1 + x[rounds % n] * 0.01;
    while (y < 1) {
      y = y * 1.5 + 0.05 * sin(s) * sin(s);
      for (int k = 0; k < rounds % 4; k++)
        s += 0.02 * y * x[k] * s;
    }
    do
      y = y * 0.5 + 0.01 * y * y;
    while (y > 0.2);
    s += y * s + 0.4;
  }
  return s;
}

/* Left by two ways, and over both loops at once. */
static double ways_out(double *x, int n) {
  double s = 0;
  for (int r = 0; r < 12; r++) {
    double y = x[r % n];
    for (;;) {
      y = y * y + 0.4 + 0.1 * r;
      if (y > 5)
        break;
      double z = y;
      while (z > 0.1) {
        z = z * 0.6 - 0.01 * y;
        s += z * y;
        if (s > 60)
          goto out;
      }
      if (z * y < -0.5) {
        s += z;
        break;
      }
    }
    s += y * 0.1;
  }
out:
  return s * s;
}

/* Loops in a function that stays a call, called from a loop, and by itself. */
__attribute__((noinline)) static double descend(double y, double t, int depth) {
  while (y < 2) {
    y = y * 1.2 + t * y * y;
    if (depth > 0 && y > 1)
      y += 0.01 * descend(y * 0.3, t, depth - 1);
  }
  return y;
}

static double calls(double *x, int n) {
  double s = 0.2;
  while (s < 20) {
    double y = descend(0.1 + 0.01 * s, x[0] * 0.1, 3);
    s += y * x[n - 2] + 0.3;
  }
  return s;
}

struct node { double w; struct node *next; };

/* Down a list. */
static double list(double *x, int n) {
  struct node nodes[8];
  for (int i = 0; i < 8; i++) {
    nodes[i].w = x[i % n];
    nodes[i].next = i < 7 ? &nodes[i + 1] : 0;
  }
  double s = 1;
  for (struct node *p = nodes; p; p = p->next)
    s = s * (1 + 0.1 * p->w) + p->w * p->w;
  return s;
}

/* More than a record of ordinary size. */
static double wide(double *x, int n) {
  double a[24], s = 0;
  for (int i = 0; i < 24; i++)
    a[i] = x[i % n] * (1 + 0.1 * i);
  while (s < 50) {
    for (int i = 0; i < 24; i++)
      a[i] = sin(a[i] + 0.01 * s) * 1.05;
    for (int i = 0; i < 24; i++)
      s += a[i] * a[i] * 0.2;
    s += 3;
  }
  return s;
}

int main(void) {
  double x[] = {0.31, 0.72, -0.41, 1.13, 0.95};
  int n = 5;
  CHECK_GRADIENT(mixed, x, n);
  CHECK_GRADIENT(nested, x, n);
  CHECK_GRADIENT(ways_out, x, n);
  CHECK_GRADIENT(calls, x, n);
  CHECK_GRADIENT(list, x, n);
  CHECK_GRADIENT(wide, x, n);
  counts(x, n);
  return failures;
}
