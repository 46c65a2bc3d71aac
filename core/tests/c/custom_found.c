/* Rules of functions that the compiler finds by itself behind pointers and other names, and rules that read more than their functions do. Each
 * gives a derivative that is not the function's own, so that it is seen which of the two was taken. */
#include "check.h"

// The function gives back its argument, which whoever sees its body puts in the place of a call. The rule turns the sign.
static double turned(double x) { return x; }
static double turned_forth(double x) { return x; }
static double turned_back(double x, double seed) { (void)x; return -seed; }
void *__enzyme_register_gradient_turned[] = {(void *)turned, (void *)turned_forth, (void *)turned_back};

struct table { double (*first)(double); double (*second)(double); };
static const struct table TABLE = {turned, turned};
static double apply(double (*what)(double), double x) { return what(x); }
static double by_table(double x) { return 3 * TABLE.second(x); }
static double by_argument(double x) { return 3 * apply(turned, x); }

// The same by another name. What an alias is one of must be visible outside.
double named(double x) { return x; }
static double named_forth(double x) { return x; }
static double named_back(double x, double seed) { return 100 * x * seed; }
void *__enzyme_register_gradient_named[] = {(void *)named, (void *)named_forth, (void *)named_back};
double other_name(double x) __attribute__((alias("named")));
static double by_other_name(double x) { return other_name(x) + named(x); }

// Says of its numbers only whether the first is above zero; the rule has it change with the second.
static double above(const double *p) { return p[0] > 0; }
static double above_forth(const double *p, double *dp) { (void)dp; return p[0] > 0; }
static void above_back(const double *p, double *dp, double seed) { (void)p; dp[1] += 5 * seed; }
void *__enzyme_register_gradient_above[] = {(void *)above, (void *)above_forth, (void *)above_back};
static double of_local(double x) {
  double p[2] = {x, 2 * x};
  return above(p);
}

// Does not look at its numbers at all; the rule does.
static double count(const double *p, int n) { (void)p; return n; }
static double count_forth(const double *p, double *dp, int n) { (void)p, (void)dp; return n; }
static void count_back(const double *p, double *dp, int n, double seed) {
  for (int i = 0; i < n; i++) dp[i] += p[i] * seed;
}
void *__enzyme_register_gradient_count[] = {(void *)count, (void *)count_forth, (void *)count_back};
static double of_count(double x) {
  double p[3] = {x, 2 * x, 3 * x};
  return count(p, 3);
}

int main(void) {
  const double x = 0.7;
  same("by table", __enzyme_autodiff((void *)by_table, x), -3);
  same("by argument", __enzyme_autodiff((void *)by_argument, x), -3);
  same("by other name", __enzyme_autodiff((void *)by_other_name, x), 200 * x);
  same("of local", __enzyme_autodiff((void *)of_local, x), 10);
  same("of count", __enzyme_autodiff((void *)of_count, x), 14 * x);
  return failures;
}
