// Two tapes of one function whose threads lock a mutex, used in the order in which they were made, and in the opposite one.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *given) {
  double *x = given;
  pthread_mutex_lock(&lock);
  x[1] = x[1] * x[0] + 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

static double product(const double *x) {
  double y[2] = {x[0], x[1]};
  pthread_t other, another;
  pthread_create(&other, 0, work, y);
  pthread_create(&another, 0, work, y);
  pthread_join(other, 0);
  pthread_join(another, 0);
  pthread_mutex_lock(&lock);
  y[1] *= y[0];
  pthread_mutex_unlock(&lock);
  return y[1];
}

static int check(const char *what, const double *x, const double *dx) {
  // x0 (x0 (x0 x1 + 1) + 1)
  double wanted[2] = {3 * x[0] * x[0] * x[1] + 2 * x[0] + 1, x[0] * x[0] * x[0]};
  int right = fabs(dx[0] - wanted[0]) < 1e-12 * wanted[0] && fabs(dx[1] - wanted[1]) < 1e-12 * wanted[1];
  printf("%s %s: %.15g %.15g\n", right ? "PASS" : "FAIL", what, dx[0], dx[1]);
  return !right;
}

int main(void) {
  int failures = 0;
  for (int first = 0; first < 2; first++) {
    double x[2][2] = {{1.5, 2}, {3, 4}}, dx[2][2] = {{0}};
    void *tapes[2];
    for (int k = 0; k < 2; k++) tapes[k] = __enzyme_augmentfwd_tape((void *)product, enzyme_dup, x[k], dx[k]);
    for (int k = 0; k < 2; k++) {
      int i = (k + first) % 2;
      __enzyme_reverse_void((void *)product, enzyme_dup, x[i], dx[i], tapes[i]);
      failures += check(first ? "the younger tape first" : "the older tape first", x[i], dx[i]);
    }
  }
  return failures;
}
