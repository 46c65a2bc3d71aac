/* A program with BLAS and LAPACK: a least-squares fit of a polynomial by the normal equations, and how the fitted value at a
 * point depends on every measurement and on every place where one was taken.
 *
 *     enzyme-cc -O2 least_squares.c -o least_squares -lopenblas -lm && ./least_squares
 */
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>

void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha, const double *a,
            const int *lda, const double *beta, double *c, const int *ldc);
void dgemv_(const char *trans, const int *m, const int *n, const double *alpha, const double *a, const int *lda,
            const double *x, const int *incx, const double *beta, double *y, const int *incy);
void dposv_(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b, const int *ldb,
            int *info);

enum { POINTS = 12, TERMS = 4 };

/* The polynomial that fits the values y at the places t best, at the place `at`. */
double fitted(const double *t, const double *y, double at) {
  const int points = POINTS, terms = TERMS, one = 1;
  const double unit = 1, zero = 0;
  double basis[TERMS * POINTS], normal[TERMS * TERMS], coefficients[TERMS];
  for (int i = 0; i < POINTS; i++)
    for (int j = 0; j < TERMS; j++)
      basis[i + j * POINTS] = pow(t[i], j);
  int info;
  dsyrk_("L", "T", &terms, &points, &unit, basis, &points, &zero, normal, &terms);
  dgemv_("T", &points, &terms, &unit, basis, &points, y, &one, &zero, coefficients, &one);
  dposv_("L", &terms, &one, normal, &terms, coefficients, &terms, &info);
  double sum = 0;
  for (int j = TERMS; j-- > 0;)
    sum = sum * at + coefficients[j];
  return info == 0 ? sum : NAN;
}

int main(void) {
  double t[POINTS], y[POINTS], by_t[POINTS] = {0}, by_y[POINTS] = {0};
  for (int i = 0; i < POINTS; i++) {
    t[i] = i * 0.25 - 1.2;
    y[i] = sin(t[i]) + 0.01 * cos(40 * i);
  }
  __enzyme_autodiff_void((void *)fitted, enzyme_dup, t, by_t, enzyme_dup, y, by_y, enzyme_const, 0.5);

  /* The fit is linear in the values, so that its derivatives by them give it back. */
  double value = fitted(t, y, 0.5), again = 0;
  for (int i = 0; i < POINTS; i++)
    again += by_y[i] * y[i];
  int wrong = fabs(again - value) > 1e-10;
  printf("%s the fit is %.6f, by its derivatives %.6f\n", wrong ? "FAIL" : "PASS", value, again);

  /* A shift of all places and of the point leaves the fit as it is. */
  double shift = 0, h = 1e-5;
  for (int i = 0; i < POINTS; i++)
    shift += by_t[i];
  double slope = (fitted(t, y, 0.5 + h) - fitted(t, y, 0.5 - h)) / (2 * h);
  wrong |= fabs(shift + slope) > 1e-7;
  printf("%s all places moved: %.6f, the slope of the fit: %.6f\n", fabs(shift + slope) > 1e-7 ? "FAIL" : "PASS", shift,
         slope);
  for (int i = 0; i < POINTS; i++) {
    double there = t[i];
    t[i] = there + h;
    double above = fitted(t, y, 0.5);
    t[i] = there - h;
    double below = fitted(t, y, 0.5);
    t[i] = there;
    double want = (above - below) / (2 * h);
    int good = fabs(by_t[i] - want) < 1e-6;
    wrong |= !good;
    printf("%s by the place %.2f: %.6f, by differences %.6f\n", good ? "PASS" : "FAIL", t[i], by_t[i], want);
  }
  return wrong;
}
