/* Structures with a pointer, which are loaded several at a time: as numbers, where one lies beside it, or as integers. */
#include "check.h"

enum { INPUTS = 8, ITEMS = 64 };

struct weighted {
  double weight;
  double *at;
};

struct counted {
  double *at;
  long count;
};

static double beside_numbers(double *x, int n) {
  struct weighted s[ITEMS];
  double values[ITEMS], products[ITEMS], sum = 0;
  for (int i = 0; i < ITEMS; i++) {
    s[i].weight = x[i % INPUTS];
    s[i].at = values + i;
    values[i] = x[i % INPUTS] * x[i % INPUTS];
  }
  for (int i = 0; i < n * INPUTS; i++)
    products[i] = s[i].weight * *s[i].at;
  for (int i = 0; i < ITEMS; i++)
    sum += products[i] * (i % 3);
  return sum;
}

static double beside_integers(double *x, int n) {
  struct counted s[ITEMS];
  double values[ITEMS], products[ITEMS], sum = 0;
  for (int i = 0; i < ITEMS; i++) {
    s[i].count = i % 5;
    s[i].at = values + i;
    values[i] = x[i % INPUTS] * x[i % INPUTS];
  }
  for (int i = 0; i < n * INPUTS; i++)
    products[i] = s[i].count * *s[i].at;
  for (int i = 0; i < ITEMS; i++)
    sum += products[i] * (i % 3);
  return sum;
}

int main(void) {
  double x[INPUTS], copy[INPUTS], reverse[2][INPUTS] = {{0}}, forward[2][INPUTS];
  for (int i = 0; i < INPUTS; i++)
    x[i] = 0.7 + 0.31 * sin(3.0 * i + 1);
  memcpy(copy, x, sizeof x);
  __enzyme_autodiff((void *)beside_numbers, enzyme_dup, copy, reverse[0], enzyme_const, INPUTS);
  __enzyme_autodiff((void *)beside_integers, enzyme_dup, copy, reverse[1], enzyme_const, INPUTS);
  for (int i = 0; i < INPUTS; i++) {
    double d[INPUTS] = {0};
    d[i] = 1;
    forward[0][i] =
        __enzyme_fwddiff((void *)beside_numbers, enzyme_dup, copy, d, enzyme_const, INPUTS);
    forward[1][i] =
        __enzyme_fwddiff((void *)beside_integers, enzyme_dup, copy, d, enzyme_const, INPUTS);
  }
  compare(beside_numbers, "beside numbers", x, INPUTS, reverse[0], forward[0]);
  compare(beside_integers, "beside integers", x, INPUTS, reverse[1], forward[1]);
  return failures != 0;
}
