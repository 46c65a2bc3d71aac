// What one worker hands to all others: `copyprivate`.
#include "check.h"

// Scalars, a structure, an array: read by all.
struct pair { double a; int n; double b; };
static void several(const double *x, double *y, int n) {
#pragma omp parallel
  {
    double t, part[3];
    struct pair s;
#pragma omp single copyprivate(t, s, part)
    {
      t = x[0] * x[1];
      s.a = sin(x[2]);
      s.n = 2;
      s.b = x[3] * t;
      for (int k = 0; k < 3; k++) part[k] = x[k + 4] * x[1];
    }
    t *= x[8];
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = t * x[i] + s.a * s.b + s.n * part[i % 3] * x[i];
  }
}

// The one goes on with what it had; all change their copies afterwards.
static void again(const double *x, double *y, int n) {
#pragma omp parallel
  {
    double t = x[3];
    for (int k = 0; k < 5; k++) {
#pragma omp single copyprivate(t)
      t = t * x[k] + x[k + 1] * x[k + 1];
#pragma omp for
      for (int i = 0; i < n; i++) y[i] += t * x[i];
      t = t + 0.1 * t * t;
    }
  }
}

// A pointer: what it leads to is shared.
static void pointer(const double *x, double *y, int n) {
#pragma omp parallel
  {
    double *all;
#pragma omp single copyprivate(all)
    {
      all = malloc(n * sizeof *all);
      for (int i = 0; i < n; i++) all[i] = x[i] * x[n - 1 - i];
    }
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = all[i] * all[(i + 7) % n];
#pragma omp single
    free(all);
  }
}

// In a function of its own, which is also called where there is no team.
__attribute__((noinline)) static double chosen(const double *x, int k) {
  double t;
#pragma omp single copyprivate(t)
  t = x[k] * x[k + 1];
  return t * t;
}
static void called(const double *x, double *y, int n) {
  double alone = chosen(x, 3);
#pragma omp parallel
  {
    double t = chosen(x, 5);
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = (t + alone) * x[i];
#pragma omp parallel num_threads(2)
    {
      double inner = chosen(x, 9 + omp_get_ancestor_thread_num(1) % 2);
#pragma omp for
      for (int i = 0; i < 2; i++)
#pragma omp atomic
        y[i] += inner * x[i] * (i + 1);
    }
  }
}

// Numbers of single precision and a complex one.
static void narrow(const double *x, double *y, int n) {
#pragma omp parallel
  {
    float f;
    double _Complex z;
#pragma omp single copyprivate(f, z)
    {
      f = 2;
      z = x[0] + 1.0i * x[1];
    }
    double _Complex w = z * z;
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = f * __real__ w * x[i] + __imag__ w;
  }
}

MODES(several)
MODES(again)
MODES(pointer)
MODES(called)
MODES(narrow)

int main(void) {
  omp_set_max_active_levels(2);
  CHECK(several);
  CHECK(again);
  CHECK(pointer);
  CHECK(called);
  CHECK(narrow);
  return failures != 0;
}
