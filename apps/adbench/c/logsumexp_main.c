// logsumexp_main.c: the log-sum-exp benchmark. Owns the values, the closed form (the softmax, in
// extended precision) and the hook calls.
#include "harness.h"
#include "logsumexp.c"

#include <stdlib.h>
#include <string.h>

#ifndef NO_AD
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;
#endif

enum { VALUES = 1000000 };

static double primal(void *context, const double *x) {
  (void)context;
  return logsumexp_objective(VALUES, x);
}

// As an expert would: each exponential is computed once and becomes the gradient's entry.
static double hand(void *context, const double *x, double *g) {
  (void)context;
  double max = x[0], sum = 0.0;
  for (size_t i = 1; i < VALUES; i++)
    max = x[i] > max ? x[i] : max;
  for (size_t i = 0; i < VALUES; i++) {
    g[i] = exp(x[i] - max);
    sum += g[i];
  }
  double scale = 1.0 / sum;
  for (size_t i = 0; i < VALUES; i++)
    g[i] *= scale;
  return max + log(sum);
}

static double closed_value(const double *x) {
  long double sum = 0.0L;
  for (size_t i = 0; i < VALUES; i++)
    sum += expl(x[i]); // the values are small: no shift needed
  return (double)logl(sum);
}

static void closed(void *context, const double *x, double *g) {
  long double log_sum = *(const double *)context;
  for (size_t i = 0; i < VALUES; i++)
    g[i] = (double)expl(x[i] - log_sum);
}

#ifndef NO_AD
static void gradient(void *context, const double *x, double *g) {
  (void)context;
  memset(g, 0, sizeof(double) * VALUES);
  __enzyme_autodiff((void *)logsumexp_objective, enzyme_const, (size_t)VALUES, enzyme_dup, x, g);
}

static double tangent(void *context, const double *x, const double *v) {
  (void)context;
  return __enzyme_fwddiff((void *)logsumexp_objective, enzyme_const, (size_t)VALUES, enzyme_dup, x,
                          v);
}
#endif

int main(int argc, char **argv) {
  double *x = harness_doubles(VALUES);
  harness_random(4, VALUES, -10.0, 10.0, x);
  double log_sum = closed_value(x);
  struct problem problem = {.name = "logsumexp",
                            .instance = "1000000 values",
                            .context = &log_sum,
                            .n = VALUES,
                            .x = x,
                            .primal = primal,
                            .hand = hand,
                            .closed = closed,
                            .closed_value = &log_sum,
                            // The adjoint of the maximum is 1 minus the sum of all others.
                            .terms = 1.0};
#ifndef NO_AD
  problem.gradient = gradient;
  problem.tangent = tangent;
#endif
  int status = harness_run(&problem, argc, argv);
  free(x);
  return status;
}
