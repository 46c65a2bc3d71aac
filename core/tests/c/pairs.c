/* Neighbouring numbers that are updated in place from others, which may be the same or overlap them: the adjoints
 * of such neighbours are zeroed together.
 */
#include "check.h"

static void butterfly(double *even, double *odd, double re, double im) {
  double odd_re = odd[0] * re - odd[1] * im, odd_im = odd[0] * im + odd[1] * re;
  odd[0] = even[0] - odd_re;
  odd[1] = even[1] - odd_im;
  even[0] += odd_re;
  even[1] += odd_im * even[0];
}

/* The other is the same, one number further, apart, one number before. */
static double overlapping(double *x, int n) {
  double sum = 0;
  for (int off = 0; off < n - 2; off++)
    butterfly(x, x + off, 0.6, 0.8);
  for (int off = n - 2; off > 0; off--)
    butterfly(x + off, x + 1, 0.28, -0.96);
  for (int i = 0; i < n; i++)
    sum += (i + 1) * x[i] * x[i];
  return sum;
}

/* The later store is that of the lower address. */
__attribute__((noinline)) static void downwards(double *to, const double *from) {
  double product = to[0] * to[1];
  to[1] = from[0] * product;
  to[0] = from[1] - product;
}

static double lower_last(double *x, int n) {
  for (int off = 0; off < n - 1; off++)
    downwards(x + off, x + (off + 1) % (n - 1));
  return x[0] * x[n - 1] + x[1];
}

/* Three of a kind, in single precision. */
struct vec {
  float x, y, z;
};

static void turn(struct vec *a, const struct vec *b) {
  struct vec old = *a;
  a->x = old.y * b->z - old.z * b->y;
  a->y = old.z * b->x - old.x * b->z;
  a->z = old.x * b->y - old.y * b->x;
}

static double turns(double *x, int n) {
  struct vec v[4];
  for (int i = 0; i < 4; i++) {
    v[i].x = (float)x[i % n];
    v[i].y = (float)(x[(i + 1) % n] * 0.5);
    v[i].z = (float)(x[(i + 2) % n] + 1);
  }
  for (int i = 0; i < 4; i++)
    turn(&v[i], &v[(i * 3 + n) % 4]);
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += v[i].x + 2.0 * v[i].y * v[i].z;
  return sum;
}

/* Single precision has too few digits for differences: the same in double precision. */
static double turns_exactly(double *x, int n) {
  double v[4][3], old[3];
  for (int i = 0; i < 4; i++) {
    v[i][0] = x[i % n];
    v[i][1] = x[(i + 1) % n] * 0.5;
    v[i][2] = x[(i + 2) % n] + 1;
  }
  for (int i = 0; i < 4; i++) {
    double *a = v[i], *b = v[(i * 3 + n) % 4];
    memcpy(old, a, sizeof old);
    a[0] = old[1] * b[2] - old[2] * b[1];
    a[1] = old[2] * b[0] - old[0] * b[2];
    a[2] = old[0] * b[1] - old[1] * b[0];
  }
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += v[i][0] + 2.0 * v[i][1] * v[i][2];
  return sum;
}

int main(void) {
  double x[6] = {1.5, 0.5, -2, 0.25, 1, -0.75};
  CHECK_GRADIENT(overlapping, x, 6);
  CHECK_GRADIENT(lower_last, x, 6);
  CHECK_GRADIENT(turns_exactly, x, 5);
  double single[6] = {0}, exact[6] = {0};
  __enzyme_autodiff((void *)turns, enzyme_dup, x, single, enzyme_const, 5);
  __enzyme_autodiff((void *)turns_exactly, enzyme_dup, x, exact, enzyme_const, 5);
  for (int i = 0; i < 5; i++)
    near_to("single precision", single[i], exact[i], 1e-5);
  return failures;
}
