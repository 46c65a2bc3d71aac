/* A rule of one's own: the derivative of an equation that is solved by iteration.
 *
 *     enzyme-cc -O2 own_rule.c -o own_rule && ./own_rule
 *
 * root(p) iterates until y + 0.1 y^3 = p. To differentiate the iteration would cost as much as it does, once more. The
 * implicit function theorem says the derivative in one line: dy/dp = 1 / (1 + 0.3 y^2). So the program says that line itself.
 */
#include <enzyme_rs/enzyme.h>
#include <stdio.h>

double root(double p) {
  double y = p;
  for (int k = 0; k < 50; k++)
    y -= (y + 0.1 * y * y * y - p) / (1 + 0.3 * y * y);
  return y;
}

/* Reverse mode, first half: does what root does, and keeps y for the second half. */
struct kept { double tape, result; };
struct kept root_augmented(double p) {
  double y = root(p);
  return (struct kept){y, y};
}

/* Second half: from the adjoint of the result to the adjoint of p. */
double root_gradient(double p, double adjoint, double y) { return adjoint / (1 + 0.3 * y * y); }

/* Forward mode: the result and its tangent. */
struct pair { double result, tangent; };
struct pair root_tangent(double p, double dp) {
  double y = root(p);
  return (struct pair){y, dp / (1 + 0.3 * y * y)};
}

void *__enzyme_register_gradient_root[] = {(void *)root, (void *)root_augmented, (void *)root_gradient};
void *__enzyme_register_derivative_root[] = {(void *)root, (void *)root_tangent};

/* A function that calls it; nothing is special about that. */
double f(double x) { return root(x * x) * x; }

int main(void) {
  double x = 1.5, h = 1e-5;
  double reverse = __enzyme_autodiff_double((void *)f, enzyme_out, x);
  double forward = __enzyme_fwddiff_double((void *)f, enzyme_dup, x, 1.0);
  double difference = (f(x + h) - f(x - h)) / (2 * h);
  printf("reverse %.6f, forward %.6f, difference %.6f\n", reverse, forward, difference);
  return 0;
}
