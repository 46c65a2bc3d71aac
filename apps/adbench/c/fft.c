// fft.c: a recursive radix-2 Fourier transform of n interleaved complex numbers and a weighted
// power of the spectrum. Owns the transform only; written as a user would, with true recursion and
// the twiddle factors by a recurrence. Included by fft_main.c.
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Puts the n complex numbers in bit-reversed order.
static void fft_scramble(size_t n, double *restrict data) {
  size_t j = 0;
  for (size_t i = 0; i < n; i++) {
    if (j > i) {
      double re = data[2 * i], im = data[2 * i + 1];
      data[2 * i] = data[2 * j];
      data[2 * i + 1] = data[2 * j + 1];
      data[2 * j] = re;
      data[2 * j + 1] = im;
    }
    size_t bit = n >> 1;
    while (bit > 0 && (j & bit)) {
      j ^= bit;
      bit >>= 1;
    }
    j |= bit;
  }
}

// Transforms n scrambled complex numbers in place: both halves, then the butterflies that join
// them. sign -1 is the forward transform.
static void fft_recurse(size_t n, double sign, double *data) {
  if (n == 1)
    return;
  size_t half = n / 2;
  fft_recurse(half, sign, data);
  fft_recurse(half, sign, data + n);

  // The twiddle factor is turned by a small angle each time; adding the small change to it, instead
  // of multiplying by a number close to one, keeps the recurrence accurate.
  double angle = 2.0 * M_PI / n;
  double s = sin(0.5 * angle);
  double turn_re = -2.0 * s * s, turn_im = sign * sin(angle);
  double re = 1.0, im = 0.0;
  for (size_t i = 0; i < half; i++) {
    double *even = data + 2 * i, *odd = data + n + 2 * i;
    double odd_re = odd[0] * re - odd[1] * im, odd_im = odd[0] * im + odd[1] * re;
    odd[0] = even[0] - odd_re;
    odd[1] = even[1] - odd_im;
    even[0] += odd_re;
    even[1] += odd_im;
    double old = re;
    re += re * turn_re - im * turn_im;
    im += im * turn_re + old * turn_im;
  }
}

// sum_k weights_k |X_k|^2 of the spectrum X of signal; n a power of two.
double fft_objective(size_t n, const double *restrict signal, const double *restrict weights) {
  double *spectrum = malloc(sizeof(double) * 2 * n);
  memcpy(spectrum, signal, sizeof(double) * 2 * n);
  fft_scramble(n, spectrum);
  fft_recurse(n, -1.0, spectrum);
  double sum = 0.0;
  for (size_t i = 0; i < n; i++)
    sum += weights[i] *
           (spectrum[2 * i] * spectrum[2 * i] + spectrum[2 * i + 1] * spectrum[2 * i + 1]);
  free(spectrum);
  return sum;
}
