/* Loops whose count says that the tape cannot hold what they keep: the program
 * ends, and nothing is written where it does not belong.
 */
#include "check.h"
#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Never inlined, so that the loop's count is believed. */
static void stop(int again) {
  if (again)
    stop(again - 1);
  _exit(0);
}

__attribute__((noinline)) static double step(double y, long i) {
  if (i == 3)
    stop(1);
  return sin(y) * y;
}

/* The count is 2^61 + 1: eight bytes each are 8 modulo 2^64. */
static double endless(double *x, int n) {
  double s = x[0];
  for (long i = 0; i <= 1L << 61; i++)
    s = step(s * s, i) + x[n - 1];
  return s;
}

static double counted(double *x, int n) {
  double s = x[0];
  long most = x[1] > 0 ? LONG_MAX : n;
  for (long i = 0; i < most; i++)
    s = step(s * s, i) + x[n - 1];
  return s;
}

__attribute__((noinline)) static void of_counted(double *x, double *d) {
  __enzyme_autodiff_v((void *)counted, enzyme_dup, x, d, enzyme_const, 2);
}

__attribute__((noinline)) static void of_endless(double *x, double *d) {
  __enzyme_autodiff_v((void *)endless, enzyme_dup, x, d, enzyme_const, 2);
}

static int ends_by_signal(void derivative(double *, double *)) {
  pid_t child = fork();
  if (child == 0) {
    double x[] = {0.3, 0.7}, d[2] = {0};
    derivative(x, d);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) != SIGSEGV;
}

int main(void) {
  double x[] = {0.3, -0.7};
  CHECK_GRADIENT(counted, x, 2);
  same("2^61 + 1 iterations", ends_by_signal(of_endless), 1);
  same("LONG_MAX iterations", ends_by_signal(of_counted), 1);
  return failures;
}
