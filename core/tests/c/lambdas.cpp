// Loops over function objects: sorted by qsort inside, checkpointed, with variables that are captured by reference.
#include "check.h"
#include "../../../include/enzyme_rs/parallel.hpp"

#include <vector>

static double each(double *x, int n) {
  double sum = 0, product = 1;
  enzyme_rs::for_each(n, [&](long i) {
    product *= x[i] + 2;
    sum += product * x[i];
  });
  return sum;
}

// Explicit steps of a chain of springs.
static double springs(double *x, int n) {
  std::vector<double> u(x, x + n), v(n);
  double energy = 0;
  enzyme_rs::checkpointed(
      60, 5,
      [&](long i) {
        for (int k = 0; k < n; k++)
          v[k] += 0.05 * (u[(k + 1) % n] - 2 * u[k] + u[(k + n - 1) % n] - sin(u[k]) * x[0]);
        for (int k = 0; k < n; k++)
          u[k] += 0.05 * v[k];
        energy += v[i % n] * v[i % n];
      },
      enzyme_rs::state(u.data(), u.size()), enzyme_rs::state(v.data(), v.size()), enzyme_rs::state(energy));
  return energy + u[0] * v[1];
}

// Numbers and an integer that decides.
static double logistic(double *x, int n) {
  double a = x[0], b = x[1];
  long turns = 0;
  enzyme_rs::checkpointed(
      25, 3,
      [&](long) {
        if (turns++ % 3 == 1)
          b = sin(a * b) + x[2];
        else
          a = 0.9 * a * (1 - a) + b * 0.1;
      },
      enzyme_rs::state(a), enzyme_rs::state(b), enzyme_rs::state(turns));
  return a * b * turns + n;
}

int main() {
  double x[] = {0.7, -0.3, 0.2, 0.9};
  CHECK_GRADIENT(each, x, 4);
  CHECK_GRADIENT(springs, x, 4);
  CHECK_GRADIENT(logistic, x, 4);
  return failures;
}
