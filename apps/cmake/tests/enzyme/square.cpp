#include <cstdio>

extern double __enzyme_autodiff(void *, double);
double square(double x) { return x * x; }

int main() {
  double slope = __enzyme_autodiff((void *)square, 21);
  std::printf("square(21)=%g, dsquare(21)=%g\n", square(21), slope);
  return slope != 42;
}
