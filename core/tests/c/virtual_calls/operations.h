/* Operations of which the solver knows the types only. */
#include "../check.h"

struct operations {
  double (*value)(const struct operations *, const double *, int, double);
  void (*step)(struct operations *, double *, int);
  void (*fill)(const struct operations *, const double *, double *, int);
  int (*count)(const struct operations *);
  double (*scalar)(double);
  long calls;
  double a, b;
  double kept, last;
};

/* What the solver offers, each in both modes: a gradient, a tangent, and itself. */
#define ALL(WAYS) WAYS(one_call) WAYS(many_calls) WAYS(hidden) WAYS(by_callee) WAYS(counted) WAYS(scalars)

#define DECLARE(f)                                                                                 \
  double f(struct operations *, double *, int);                                                    \
  void gradient_##f(struct operations *, struct operations *, double *, double *, int);            \
  double tangent_##f(struct operations *, struct operations *, double *, double *, int);
ALL(DECLARE)

double by_pointer(double (*f)(double), double x);
double gradient_by_pointer(double (*f)(double), void *derivatives, double x);
double tangent_by_pointer(double (*f)(double), void *derivatives, double x);

void set(struct operations *, int kind);
void set_reverse(struct operations *, int kind);
void set_forward(struct operations *, int kind);
void *square_reverse(void), *square_forward(void);
double square(double);
