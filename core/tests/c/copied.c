/* Loops that do nothing but copy: LLVM makes one copy of bytes of each, and nothing else says that these are numbers.
 */
#include "check.h"

enum { N = 5 };

static void apart(const double *restrict from, double *restrict to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

static void over(const double *from, double *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

static void counted(const double *restrict from, double *restrict to) {
  for (int i = 0; i < N; i++)
    to[i] = from[i];
}

static void narrow(const float *restrict from, float *restrict to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

/* The last one is doubled. */
static void cleared(double *to, int n) {
  for (int i = 0; i < n - 1; i++)
    to[i] = 0;
  to[n - 1] *= 2;
}

/* Of `to = from`: the tangent is handed on, and the adjoint of the copy goes to what was copied. */
#define CHECK(f, number, ...)                                                                                          \
  {                                                                                                                    \
    number from[N], dfrom[N], to[N] = {0}, dto[N] = {0};                                                               \
    for (int i = 0; i < N; i++)                                                                                        \
      from[i] = 1 + i, dfrom[i] = 3 - i;                                                                               \
    __enzyme_fwddiff_v((void *)f, enzyme_dup, from, dfrom, enzyme_dup, to, dto __VA_ARGS__);                           \
    for (int i = 0; i < N; i++)                                                                                        \
      same(#f " forward", dto[i], 3 - i), same(#f, to[i], 1 + i);                                                      \
    __enzyme_autodiff_v((void *)f, enzyme_dup, from, dfrom, enzyme_dup, to, dto __VA_ARGS__);                          \
    for (int i = 0; i < N; i++)                                                                                        \
      same(#f " reverse", dfrom[i], 2 * (3 - i)), same(#f " left", dto[i], 0);                                         \
  }

int main(void) {
  volatile int n = N;
  CHECK(apart, double, , enzyme_const, n)
  CHECK(over, double, , enzyme_const, n)
  CHECK(counted, double)
  CHECK(narrow, float, , enzyme_const, n)
  double to[N] = {1, 2, 3, 4, 5}, dto[N] = {1, 2, 3, 4, 5};
  __enzyme_autodiff_v((void *)cleared, enzyme_dup, to, dto, enzyme_const, n);
  for (int i = 0; i < N; i++)
    same("cleared", dto[i], i == N - 1 ? 2 * N : 0);
  return failures;
}
