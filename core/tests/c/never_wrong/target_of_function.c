/* A function for a machine that can do more than the file's: its derivative, too, and nothing else. */
#include "never_wrong.h"
#if defined __x86_64__
#include <immintrin.h>
__attribute__((target("avx2,fma"))) static double sum(const double *a, int n) {
  __m256d s = _mm256_setzero_pd();
  for (int i = 0; i + 4 <= n; i += 4) {
    __m256d v = _mm256_loadu_pd(a + i);
    s = _mm256_fmadd_pd(v, _mm256_max_pd(v, _mm256_setzero_pd()), s);
  }
  double t[4];
  _mm256_storeu_pd(t, s);
  return t[0] + t[1] + t[2] + t[3];
}
static double can(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#else
static double sum(const double *a, int n) { return a[n - n]; }
static double can(void) { return 0; }
#endif
double f(double *x, int n) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += x[i] * x[i] * x[0];
  return can() ? r * sum(x, n) : r;
}
