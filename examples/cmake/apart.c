// The derivative of a function that another file has.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>

double pull(double x);

int main(void) {
  double x = 1.5, slope = __enzyme_autodiff_double((void *)pull, x), h = 1e-6;
  double difference = (pull(x + h) - pull(x - h)) / (2 * h);
  printf("pull %.6f, slope %.6f\n", pull(x), slope);
  return fabs(slope - difference) < 1e-8 ? 0 : 1;
}
