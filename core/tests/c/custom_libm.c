/* Rules and words of the program's own for functions of the C library, which compilers know by name: some calls they make operations of their own. */
#include "check.h"

#define STRAIGHT(name, slope)                                                                                        \
  static double name##_forth(double x) { return name(x); }                                                            \
  static double name##_back(double x, double seed) { return (void)x, slope * seed; }                                  \
  void *__enzyme_register_gradient_##name[] = {(void *)name, (void *)name##_forth, (void *)name##_back};              \
  static double by_##name(double x) { return 2 * name(x); }

STRAIGHT(floor, 1)
STRAIGHT(round, 2)
STRAIGHT(rint, 3)
STRAIGHT(sqrt, 4)
STRAIGHT(sin, 5)
STRAIGHT(cbrt, 6)

struct two { double one, other; };
#define BOTH(name)                                                                                                    \
  static double name##_forth(double x, double y) { return name(x, y); }                                               \
  static struct two name##_back(double x, double y, double seed) { return (void)x, (void)y, (struct two){3 * seed, 4 * seed}; } \
  void *__enzyme_register_gradient_##name[] = {(void *)name, (void *)name##_forth, (void *)name##_back};

BOTH(pow)
BOTH(fmax)
BOTH(fmod)
static double squared(double x) { return pow(x, 2); }
static double power(double x) { return pow(2, x); }
static double larger(double x) { return fmax(x, 0); }
static double rest(double x) { return fmod(x, 3); }

struct three { double one, other, third; };
static double fma_forth(double x, double y, double z) { return fma(x, y, z); }
static struct three fma_back(double x, double y, double z, double seed) { return (void)x, (void)y, (void)z, (struct three){5 * seed, 6 * seed, 7 * seed}; }
void *__enzyme_register_gradient_fma[] = {(void *)fma, (void *)fma_forth, (void *)fma_back};
static double fused(double x) { return fma(x, x, x); }

// Returns its other result by way of a pointer.
static double modf_forth(double x, double *whole, double *dwhole) { return (void)dwhole, modf(x, whole); }
static double modf_back(double x, double *whole, double *dwhole, double seed) { return (void)x, (void)whole, *dwhole = 0, 8 * seed; }
void *__enzyme_register_gradient_modf[] = {(void *)modf, (void *)modf_forth, (void *)modf_back};
static double part(double x) {
  double whole;
  return 2 * modf(x, &whole);
}

// Without derivative, and like another.
void *__enzyme_inactivefn[] = {(void *)fabs};
void *__enzyme_function_like[] = {(void *)ceil, (void *)"sin"};
static double size(double x) { return x * fabs(x); }
static double upper(double x) { return ceil(x); }

int main(void) {
  const double x = 0.7;
  same("floor", __enzyme_autodiff((void *)by_floor, x), 2);
  same("round", __enzyme_autodiff((void *)by_round, x), 4);
  same("rint", __enzyme_autodiff((void *)by_rint, x), 6);
  same("sqrt", __enzyme_autodiff((void *)by_sqrt, x), 8);
  same("sin", __enzyme_autodiff((void *)by_sin, x), 10);
  same("cbrt", __enzyme_autodiff((void *)by_cbrt, x), 12);
  same("pow to a constant", __enzyme_autodiff((void *)squared, x), 3);
  same("pow of a constant", __enzyme_autodiff((void *)power, x), 4);
  same("fmax", __enzyme_autodiff((void *)larger, x), 3);
  same("fmod", __enzyme_autodiff((void *)rest, x), 3);
  same("fma", __enzyme_autodiff((void *)fused, x), 18);
  same("modf", __enzyme_autodiff((void *)part, x), 16);
  same("fabs without derivative", __enzyme_autodiff((void *)size, x), x);
  same("ceil like sin", __enzyme_autodiff((void *)upper, x), cos(x));
  return failures;
}
