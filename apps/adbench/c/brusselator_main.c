// brusselator_main.c: the reaction-diffusion benchmark. Owns the initial state, the target, the
// packing of the active inputs (parameters, then initial state) and the hook calls.
#include "brusselator.c"
#include "brusselator_hand.c"
#include "harness.h"

#include <math.h>

#ifndef NO_AD
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup;
#endif

enum { GRID = 32, STEPS = 100, FIELDS = 2 * GRID * GRID };
static const double DT = 0.02;

struct brusselator {
  double target[FIELDS];
};

static double primal(void *context, const double *x) {
  struct brusselator *p = context;
  return brusselator_objective(GRID, STEPS, DT, x, x + BRUSSELATOR_PARAMS, p->target);
}

static double hand(void *context, const double *x, double *g) {
  struct brusselator *p = context;
  memset(g, 0, sizeof(double) * BRUSSELATOR_PARAMS);
  return brusselator_hand_gradient(GRID, STEPS, DT, x, x + BRUSSELATOR_PARAMS, p->target, g,
                                   g + BRUSSELATOR_PARAMS);
}

#ifndef NO_AD
static void gradient(void *context, const double *x, double *g) {
  struct brusselator *p = context;
  memset(g, 0, sizeof(double) * (BRUSSELATOR_PARAMS + FIELDS));
  __enzyme_autodiff((void *)brusselator_objective, enzyme_const, GRID, enzyme_const, STEPS,
                    enzyme_const, DT, enzyme_dup, x, g, enzyme_dup, x + BRUSSELATOR_PARAMS,
                    g + BRUSSELATOR_PARAMS, enzyme_const, p->target);
}

static double tangent(void *context, const double *x, const double *v) {
  struct brusselator *p = context;
  return __enzyme_fwddiff((void *)brusselator_objective, enzyme_const, GRID, enzyme_const, STEPS,
                          enzyme_const, DT, enzyme_dup, x, v, enzyme_dup, x + BRUSSELATOR_PARAMS,
                          v + BRUSSELATOR_PARAMS, enzyme_const, p->target);
}
#endif

// A smooth initial state with a bump in each field, and a smooth target it does not reach.
static void fill(double *x, struct brusselator *p) {
  x[BRUSSELATOR_A] = 1.0;
  x[BRUSSELATOR_B] = 3.4;
  x[BRUSSELATOR_DIFFUSION] = 0.002;
  double *u = x + BRUSSELATOR_PARAMS, *v = u + GRID * GRID;
  for (int row = 0; row < GRID; row++)
    for (int column = 0; column < GRID; column++) {
      double a = (double)column / GRID, b = (double)row / GRID;
      int i = row * GRID + column;
      u[i] = 22.0 * pow(b * (1.0 - b), 1.5);
      v[i] = 27.0 * pow(a * (1.0 - a), 1.5);
      p->target[i] = 1.0 + 0.5 * sin(2.0 * M_PI * a);
      p->target[GRID * GRID + i] = 3.4 + 0.5 * cos(2.0 * M_PI * b);
    }
}

int main(int argc, char **argv) {
  static struct brusselator p;
  static double x[BRUSSELATOR_PARAMS + FIELDS];
  fill(x, &p);
  struct problem problem = {.name = "brusselator",
                            .instance = "32x32, 100 steps of RK4",
                            .context = &p,
                            .n = BRUSSELATOR_PARAMS + FIELDS,
                            .x = x,
                            .primal = primal,
                            .hand = hand};
#ifndef NO_AD
  problem.gradient = gradient;
  problem.tangent = tangent;
#endif
  return harness_run(&problem, argc, argv);
}
