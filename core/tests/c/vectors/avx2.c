/* Programs written with the intrinsics of SSE2 to AVX2. */
#include "check.h"
#include <immintrin.h>

enum { COUNT = 32 };

typedef __m128d D;
typedef __m256d E;

#define L(i) _mm256_loadu_pd(x + 4 * (i))

static double sum4(E v) {
  double t[4];
  _mm256_storeu_pd(t, v);
  return t[0] + 1.5 * t[1] + 0.7 * t[2] - 0.3 * t[3];
}

static double sum2(D v) {
  return _mm_cvtsd_f64(v) + 0.6 * _mm_cvtsd_f64(_mm_unpackhi_pd(v, v));
}

static double minmax(double *x, int n) {
  E a = _mm256_min_pd(L(0), L(1)), b = _mm256_max_pd(L(2), _mm256_mul_pd(L(3), L(4)));
  D c = _mm_min_sd(_mm_loadu_pd(x + 20), _mm_loadu_pd(x + 22));
  D d = _mm_max_sd(_mm_loadu_pd(x + 24), _mm_loadu_pd(x + 26));
  return sum4(_mm256_mul_pd(a, b)) + sum2(_mm_mul_pd(c, d));
}

static double pairs(double *x, int n) {
  E a = _mm256_hadd_pd(L(0), L(1)), b = _mm256_hsub_pd(L(2), L(3)), c = _mm256_addsub_pd(L(4),
      L(5));
  return sum4(_mm256_mul_pd(_mm256_mul_pd(a, b), c));
}

static double dots(double *x, int n) {
  D a = _mm_dp_pd(_mm_loadu_pd(x), _mm_loadu_pd(x + 2), 0x31), b = _mm_dp_pd(_mm_loadu_pd(x + 4),
      _mm_loadu_pd(x + 6), 0x13), c = _mm_dp_pd(_mm_loadu_pd(x + 4), _mm_loadu_pd(x), 0x33);
  return sum2(_mm_mul_pd(_mm_add_pd(a, c), _mm_add_pd(b, c)));
}

static double blend(double *x, int n) {
  E a = _mm256_blendv_pd(L(0), L(1), _mm256_sub_pd(L(2), _mm256_set1_pd(0.8)));
  E m = _mm256_cmp_pd(L(3), L(4), _CMP_LT_OQ);
  E b = _mm256_and_pd(m, L(5)), c = _mm256_andnot_pd(m, L(6));
  return sum4(_mm256_mul_pd(_mm256_mul_pd(a, _mm256_or_pd(b, c)), L(7)));
}

static double fused(double *x, int n) {
  E a = _mm256_fmaddsub_pd(L(0), L(1), L(2)), b = _mm256_fmsubadd_pd(L(3), L(4), L(5)), c =
      _mm256_fnmadd_pd(a, b, L(6));
  return sum4(_mm256_fmsub_pd(c, a, b));
}

static double masked(double *x, int n) {
  double y[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  __m256i m = _mm256_set_epi64x(0, -1, -1, -1);
  volatile long k = x[3] > 0?-1 : 0;
  m = _mm256_insert_epi64(m, k, 1);
  E a = _mm256_maskload_pd(x + 29, m);
  _mm256_maskstore_pd(y + 2, m, _mm256_mul_pd(a, a));
  double s = 0;
  for (int i = 0;i < 8;i++) s += y[i] * y[i] * (i + 1);
  return s;
}

static double gather(double *x, int n) {
  volatile int q = 3;
  __m128i ix = _mm_set_epi32(7, q, 12, q + 1);
  E a = _mm256_i32gather_pd(x, ix, 8);
  E b = _mm256_mask_i32gather_pd(L(1), x + 8, ix, _mm256_cmp_pd(L(0), _mm256_set1_pd(0.9),
      _CMP_GT_OQ), 8);
  __m256i iq = _mm256_set_epi64x(1, q, 5, q);
  E c = _mm256_i64gather_pd(x + 2, iq, 8);
  return sum4(_mm256_mul_pd(_mm256_mul_pd(a, b), c));
}

static double movmask(double *x, int n) {
  double s = 0;
  for (int i = 0;i < n/4;i++) {
    E v = _mm256_loadu_pd(x + 4*i);
    int m = _mm256_movemask_pd(_mm256_sub_pd(v, _mm256_set1_pd(0.8)));
    if (m&5) s += sum4(_mm256_mul_pd(v, v));
    else s += sum4(v);
    if (_mm256_testz_pd(_mm256_sub_pd(_mm256_set1_pd(0.9), v), v)) s += x[i] * x[1];
  }
  return s;
}

static double rounded(double *x, int n) {
  E a = _mm256_floor_pd(_mm256_mul_pd(L(0), _mm256_set1_pd(7.3))), b = _mm256_round_pd(L(1), 9);
  D c = _mm_round_sd(_mm_loadu_pd(x + 8), _mm_loadu_pd(x + 10), 1), d =
      _mm_floor_sd(_mm_loadu_pd(x + 12), _mm_loadu_pd(x + 14));
  return sum4(_mm256_mul_pd(_mm256_add_pd(a, b), L(4))) + sum2(_mm_mul_pd(_mm_add_pd(c, d),
      _mm_loadu_pd(x + 20)));
}

static double permuted(double *x, int n) {
  volatile long q = 2;
  __m256i ix = _mm256_set_epi64x(q, 0, 2, q + 2);
  E a = _mm256_permutevar_pd(L(0), ix);
  E b = _mm256_permute4x64_pd(L(1), 0x1b), c = _mm256_permute2f128_pd(L(2), L(3), 0x21), d =
      _mm256_shuffle_pd(L(4), L(5), 5);
  return sum4(_mm256_mul_pd(_mm256_mul_pd(a, b), _mm256_mul_pd(c, d)));
}

static double signs(double *x, int n) {
  E z = _mm256_set1_pd(-0.0);
  E a = _mm256_andnot_pd(z, _mm256_sub_pd(L(0), L(1))), b = _mm256_xor_pd(z, L(2)), s =
      _mm256_and_pd(z, _mm256_sub_pd(L(3), L(4)));
  E c = _mm256_or_pd(s, L(5));
  return sum4(_mm256_mul_pd(_mm256_mul_pd(a, b), c));
}

static double cmpsd(double *x, int n) {
  D a = _mm_loadu_pd(x), b = _mm_loadu_pd(x + 2);
  D m = _mm_cmplt_sd(a, b);
  int k = _mm_movemask_pd(m);
  D c = _mm_blendv_pd(a, b, m);
  return sum2(_mm_mul_pd(c, c)) * (k&1 ? 2:3) + (_mm_comilt_sd(a, b) ? x[5] * x[6] : x[7]);
}

/* The derivative is that of the functions that are approximated. */
static float reciprocals(const float *x) {
  __m128 a = _mm_loadu_ps(x), b = _mm_loadu_ps(x + 4);
  __m128 r = _mm_mul_ps(_mm_rcp_ps(a), _mm_rsqrt_ps(b)), first = _mm_rcp_ss(_mm_rsqrt_ss(a));
  float t[8];
  _mm_storeu_ps(t, r);
  _mm_storeu_ps(t + 4, first);
  return t[0] + 2 * t[1] + 3 * t[2] + 4 * t[3] + t[4] + t[5];
}

extern float __enzyme_autodiff_f(void *, ...);

static void check_reciprocals(void) {
  float x[8], d[8] = {0};
  for (int i = 0; i < 8; i++)
    x[i] = 0.5f + 0.25f * (float)i;
  __enzyme_autodiff_f((void *)reciprocals, enzyme_dup, x, d);
  for (int i = 0; i < 4; i++) {
    double a = x[i], b = x[4 + i], w = i + 1;
    /* Lane 0 of `first` is the root of a, lane 1 is a itself. */
    double more = i == 0 ? 0.5 / sqrt(a) : i == 1 ? 1 : 0;
    near_to("reciprocal", d[i], -w / (a * a * sqrt(b)) + more, 2e-3);
    near_to("reciprocal root", d[4 + i], -w / (2 * a * b * sqrt(b)), 2e-3);
  }
}

int main(void) {
  double x[COUNT];
  for (int i = 0; i < COUNT; i++)
    x[i] = 0.7 + 0.31 * sin(3.0 * i + 1) + 0.005 * i;
  CHECK_GRADIENT(minmax, x, COUNT);
  CHECK_GRADIENT(pairs, x, COUNT);
  CHECK_GRADIENT(dots, x, COUNT);
  CHECK_GRADIENT(blend, x, COUNT);
  CHECK_GRADIENT(fused, x, COUNT);
  CHECK_GRADIENT(masked, x, COUNT);
  CHECK_GRADIENT(gather, x, COUNT);
  CHECK_GRADIENT(movmask, x, COUNT);
  CHECK_GRADIENT(rounded, x, COUNT);
  CHECK_GRADIENT(permuted, x, COUNT);
  CHECK_GRADIENT(signs, x, COUNT);
  CHECK_GRADIENT(cmpsd, x, COUNT);
  check_reciprocals();
  return failures;
}
