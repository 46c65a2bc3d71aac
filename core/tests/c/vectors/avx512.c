/* Programs written with the intrinsics of AVX-512. */
#include "check.h"
#include <immintrin.h>

enum { COUNT = 32 };

typedef __m128d D;
typedef __m512d Z;

static double sum2(D v) {
  return _mm_cvtsd_f64(v) + 0.6 * _mm_cvtsd_f64(_mm_unpackhi_pd(v, v));
}

static double arithmetic(double *x, int n) {
  Z a = _mm512_loadu_pd(x), b = _mm512_loadu_pd(x + 8);
  __mmask8 k = _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
  Z c = _mm512_mask_add_pd(a, k, a, b), d = _mm512_mask_mul_pd(b, k, a, a), e = _mm512_max_pd(c,
      d), g = _mm512_mask_min_pd(a, k, c, d);
  Z h = _mm512_mask_sqrt_pd(a, k, b);
  return _mm512_reduce_add_pd(_mm512_mul_pd(_mm512_add_pd(e, g), h)) + _mm512_reduce_max_pd(c) *
      _mm512_mask_reduce_min_pd(k, d) + _mm512_mask_reduce_mul_pd(k, a);
}

static double memory(double *x, int n) {
  Z a = _mm512_loadu_pd(x);
  __mmask8 k = _mm512_cmp_pd_mask(a, _mm512_set1_pd(0.8), _CMP_LT_OQ);
  double y[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  _mm512_mask_compressstoreu_pd(y, k, _mm512_mul_pd(a, a));
  Z b = _mm512_maskz_expandloadu_pd(k, x + 8), c = _mm512_mask_expandloadu_pd(a, k, x + 11);
  Z d = _mm512_mask_loadu_pd(a, k, x + 24);
  _mm512_mask_storeu_pd(y + 8, k, _mm512_mul_pd(b, c));
  double s = 0;
  for (int i = 0;i < 16;i++) s += y[i] * y[i] * (1 + i*0.1);
  return s + _mm512_reduce_add_pd(_mm512_mul_pd(_mm512_mul_pd(b, c), d));
}

static double scattered(double *x, int n) {
  volatile int q = 3;
  __m256i ix = _mm256_set_epi32(7, q, 12, q + 1, 9, q, 2, 0);
  Z a = _mm512_i32gather_pd(ix, x, 8);
  __mmask8 k = _mm512_cmp_pd_mask(a, _mm512_set1_pd(0.8), _CMP_LT_OQ);
  double y[32];
  for (int i = 0;i < 32;i++) y[i] = i * x[i];
  _mm512_i32scatter_pd(y, ix, _mm512_mul_pd(a, a), 8);
  _mm512_mask_i32scatter_pd(y + 8, k, ix, a, 8);
  Z b = _mm512_mask_i32gather_pd(a, k, ix, y + 2, 8);
  double s = _mm512_reduce_add_pd(_mm512_mul_pd(a, b));
  for (int i = 0;i < 32;i++) s += y[i] * y[i] * 0.1;
  return s;
}

static double others(double *x, int n) {
  Z a = _mm512_loadu_pd(x), b = _mm512_loadu_pd(x + 8);
  Z r = _mm512_roundscale_pd(a, 0x10), g = _mm512_getexp_pd(b), m = _mm512_getmant_pd(b,
      _MM_MANT_NORM_1_2, _MM_MANT_SIGN_src), d = _mm512_reduce_pd(a, 0x10);
  Z e = _mm512_fmaddsub_pd(a, b, d), h = _mm512_add_round_pd(a, b,
      _MM_FROUND_TO_NEAREST_INT|_MM_FROUND_NO_EXC);
  D q = _mm_max_round_sd(_mm_loadu_pd(x), _mm_loadu_pd(x + 2), _MM_FROUND_NO_EXC);
  return _mm512_reduce_add_pd(_mm512_mul_pd(_mm512_add_pd(_mm512_add_pd(r, g), m),
      _mm512_mul_pd(e, h))) + sum2(q) * x[20] + _mm512_cmp_pd_mask(a, b, 1) * x[21];
}

static double permuted(double *x, int n) {
  volatile long q = 5;
  __m512i ix = _mm512_set_epi64(q, 1, 7, q + 1, 0, 2, 3, 4);
  Z a = _mm512_permutexvar_pd(ix, _mm512_loadu_pd(x));
  Z b = _mm512_shuffle_f64x2(a, _mm512_loadu_pd(x + 8), 0x4e);
  Z c = _mm512_unpacklo_pd(a, b);
  return _mm512_reduce_add_pd(_mm512_mul_pd(b, c));
}

int main(void) {
  double x[COUNT];
  for (int i = 0; i < COUNT; i++)
    x[i] = 0.7 + 0.31 * sin(3.0 * i + 1) + 0.005 * i;
  CHECK_GRADIENT(arithmetic, x, COUNT);
  CHECK_GRADIENT(memory, x, COUNT);
  CHECK_GRADIENT(scattered, x, COUNT);
  CHECK_GRADIENT(others, x, COUNT);
  CHECK_GRADIENT(permuted, x, COUNT);
  return failures;
}
