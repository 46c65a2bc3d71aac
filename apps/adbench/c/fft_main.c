// fft_main.c: the Fourier benchmark. Owns the signal, the weights, the closed forms and the hook
// calls. With weights 1 + cos(2 pi k / n) the objective is, by the shift theorem,
// n (sum_j |x_j|^2 + Re sum_j conj(x_j) x_{j+1}): value and gradient without any transform.
#include "fft.c"
#include "harness.h"

#ifndef NO_AD
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;
#endif

enum { POINTS = 65536 };

struct fft {
  double *weights;
  double closed_value;
};

static double primal(void *context, const double *x) {
  struct fft *p = context;
  return fft_objective(POINTS, x, p->weights);
}

// As an expert would: the adjoint of the transform is the unscaled inverse transform.
static double hand(void *context, const double *x, double *g) {
  struct fft *p = context;
  double sum = 0.0;
  memcpy(g, x, sizeof(double) * 2 * POINTS);
  fft_scramble(POINTS, g);
  fft_recurse(POINTS, -1.0, g);
  for (size_t i = 0; i < POINTS; i++) {
    sum += p->weights[i] * (g[2 * i] * g[2 * i] + g[2 * i + 1] * g[2 * i + 1]);
    g[2 * i] *= 2.0 * p->weights[i];
    g[2 * i + 1] *= 2.0 * p->weights[i];
  }
  fft_scramble(POINTS, g);
  fft_recurse(POINTS, 1.0, g);
  return sum;
}

static void closed(void *context, const double *x, double *g) {
  (void)context;
  for (size_t j = 0; j < POINTS; j++) {
    size_t before = (j + POINTS - 1) % POINTS, after = (j + 1) % POINTS;
    for (int part = 0; part < 2; part++)
      g[2 * j + part] =
          POINTS * (2.0 * x[2 * j + part] + x[2 * before + part] + x[2 * after + part]);
  }
}

static double closed_value(const double *x) {
  long double sum = 0.0L;
  for (size_t j = 0; j < POINTS; j++) {
    size_t after = (j + 1) % POINTS;
    for (int part = 0; part < 2; part++)
      sum += (long double)x[2 * j + part] * (x[2 * j + part] + x[2 * after + part]);
  }
  return (double)(POINTS * sum);
}

#ifndef NO_AD
static void gradient(void *context, const double *x, double *g) {
  struct fft *p = context;
  memset(g, 0, sizeof(double) * 2 * POINTS);
  __enzyme_autodiff((void *)fft_objective, enzyme_const, (size_t)POINTS, enzyme_dup, x, g,
                    enzyme_const, p->weights);
}

static double tangent(void *context, const double *x, const double *v) {
  struct fft *p = context;
  return __enzyme_fwddiff((void *)fft_objective, enzyme_const, (size_t)POINTS, enzyme_dup, x, v,
                          enzyme_const, p->weights);
}
#endif

int main(int argc, char **argv) {
  struct fft p = {.weights = harness_doubles(POINTS)};
  double *x = harness_doubles(2 * POINTS);
  harness_random(3, 2 * POINTS, -1.0, 1.0, x);
  for (size_t i = 0; i < POINTS; i++)
    p.weights[i] = 1.0 + cos(2.0 * M_PI * (double)i / POINTS);
  p.closed_value = closed_value(x);
  struct problem problem = {.name = "fft",
                            .instance = "65536 points",
                            .context = &p,
                            .n = 2 * POINTS,
                            .x = x,
                            .primal = primal,
                            .hand = hand,
                            .closed = closed,
                            .closed_value = &p.closed_value};
#ifndef NO_AD
  problem.gradient = gradient;
  problem.tangent = tangent;
#endif
  int status = harness_run(&problem, argc, argv);
  free(x);
  free(p.weights);
  return status;
}
