// logsumexp.c: the logarithm of a sum of exponentials of n values, shifted by the maximum. Owns the
// objective only; written as a user would. Included by logsumexp_main.c.
#include <math.h>
#include <stddef.h>

double logsumexp_objective(size_t n, const double *restrict x) {
  double max = x[0];
  for (size_t i = 1; i < n; i++)
    if (x[i] > max)
      max = x[i];
  double sum = 0.0;
  for (size_t i = 0; i < n; i++)
    sum += exp(x[i] - max);
  return max + log(sum);
}
