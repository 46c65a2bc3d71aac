/* Loops whose first and last iteration take other neighbours than the rest (periodic and reflecting
 * borders), indices of 32 bits, and grids down to one point, where neighbours coincide. */
#include "check.h"

/* A line that closes upon itself. */
static double ring(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
    s += x[left] * x[i] + sin(x[right]) * x[i];
  }
  return s;
}

/* The border is its own neighbour. */
static double mirror(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double left = x[i == 0 ? 0 : i - 1], right = x[i != n - 1 ? i + 1 : i];
    s += left * right * x[i];
  }
  return s;
}

/* A torus of rows of width 1, 2, 3, ...; the state is overwritten between the sweeps. */
static double torus_of(double *x, int n, int width) {
  int height = n / width;
  double *a = malloc(sizeof(double) * n), *b = malloc(sizeof(double) * n), s = 0;
  memcpy(a, x, sizeof(double) * n);
  for (int step = 0; step < 3; step++) {
    for (int row = 0; row < height; row++) {
      int up = row == 0 ? height - 1 : row - 1, down = row == height - 1 ? 0 : row + 1;
      for (int c = 0; c < width; c++) {
        int left = c == 0 ? width - 1 : c - 1, right = c == width - 1 ? 0 : c + 1;
        double around = a[up * width + c] + a[down * width + c] + a[row * width + left] +
                        a[row * width + right] - 4 * a[row * width + c];
        double here = a[row * width + c];
        b[row * width + c] = here + 0.1 * around * x[0] + 0.05 * here * here * a[row * width + left];
      }
    }
    for (int i = 0; i < width * height; i++)
      a[i] = b[i] + 0.1 * x[n - 1];
  }
  for (int i = 0; i < width * height; i++)
    s += a[i] * a[i] * (i + 1);
  free(b);
  free(a);
  return s;
}

static double torus1(double *x, int n) { return torus_of(x, n, 1); }
static double torus2(double *x, int n) { return torus_of(x, n, 2); }
static double torus3(double *x, int n) { return torus_of(x, n, 3); }
static double torus4(double *x, int n) { return torus_of(x, n, 4); }
static double torus6(double *x, int n) { return torus_of(x, n, 6); }

/* Two rows, and as many rows as columns: known at run time only. */
static double two_rows(double *x, int n) { return torus_of(x, n, n / 2); }
static double square(double *x, int n) { return torus_of(x, n, (int)sqrt(n)); }

/* Indices that do wrap in 32 bits: neighbours in the loop, no neighbours in memory. */
static double wrapped(double *x, int n) {
  double *a = malloc(sizeof(double) * n), s = 0;
  memcpy(a, x, sizeof(double) * n);
  for (unsigned i = 0; i < (unsigned)n; i++) {
    unsigned at = i * 0x80000001u % (unsigned)n, next = (i * 0x80000001u + 1) % (unsigned)n;
    s += a[at] * a[next] + a[i] * a[at];
  }
  free(a);
  return s;
}

/* The neighbour before the element itself is looked at, rows of 32-bit indices. */
static double sweep(double *x, int n) {
  int width = 4, height = n / 4;
  double *a = malloc(sizeof(double) * n), s = 0;
  memcpy(a, x, sizeof(double) * n);
  for (int step = 0; step < 2; step++) {
    for (int row = 0; row < height; row++)
      for (int c = 1; c < width - 1; c++)
        s += a[row * width + c - 1] * a[row * width + c + 1] * a[row * width + c];
    for (int i = 0; i < n; i++)
      a[i] = a[i] * a[i] + 0.1;
  }
  free(a);
  return s;
}

int main(void) {
  double x[12] = {0.5, 0.25, 0.75, 0.3, 0.9, 0.4, 0.6, 0.2, 0.8, 1.1, 0.35, 0.65};
  for (int n = 1; n <= 6; n++) {
    CHECK_GRADIENT(ring, x, n);
    CHECK_GRADIENT(mirror, x, n);
    CHECK_GRADIENT(torus1, x, n);
  }
  for (int n = 2; n <= 6; n += 2)
    CHECK_GRADIENT(torus2, x, n);
  for (int n = 2; n <= 12; n += 2)
    CHECK_GRADIENT(two_rows, x, n);
  for (int n = 1; n <= 3; n++)
    CHECK_GRADIENT(square, x, n * n);
  CHECK_GRADIENT(torus3, x, 3);
  CHECK_GRADIENT(torus3, x, 9);
  CHECK_GRADIENT(torus4, x, 12);
  CHECK_GRADIENT(torus6, x, 12);
  CHECK_GRADIENT(wrapped, x, 12);
  CHECK_GRADIENT(sweep, x, 12);
  return failures;
}
