/* Loops that add up what their iterations compute: run forward and reversed one iteration at a time, where that is
 * legal. The numbers of those that are, and of those that only look like it.
 */
#include "check.h"

enum { K = 7 };

/* Each iteration writes a row and reads it. */
static double log_sums(double *x, int n) {
  double sum = 0, *term = malloc(K * sizeof *term);
  for (int i = 0; i < 40; i++) {
    double most = -1e300, rest = 0;
    for (int k = 0; k < K; k++) {
      term[k] = x[k % n] * sin(x[i % n] * k + i);
      if (term[k] > most)
        most = term[k];
    }
    for (int k = 0; k < K; k++)
      rest += exp(term[k] - most);
    sum += log(rest) + most;
  }
  free(term);
  return sum;
}

/* The same in a variable. */
static double local_row(double *x, int n) {
  double sum = 0, term[K];
  for (int i = 0; i < 40; i++) {
    for (int k = 0; k < K; k++)
      term[k] = exp(x[(i + k) % n] * 0.3);
    for (int k = 0; k < K; k++)
      sum += term[k] * term[(k + i) % K];
  }
  return sum;
}

/* Pairs within a distance. */
static double pairs(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double r = fabs(x[i] - x[j]);
      if (r < 1.2)
        sum += exp(-r) * x[j];
    }
  return sum;
}

/* Two sums, one of which is taken from. */
static double two(double *x, int n) {
  double up = 0, down = 1;
  for (int i = 0; i < 30; i++) {
    double e = exp(x[i % n]);
    up += e * x[(i + 1) % n];
    down -= sin(e) * 0.01;
    if (i % 3 == 0)
      up -= cos(x[i % n]);
  }
  return up * down;
}

/* A row that is filled on either of two ways. */
static double either(double *x, int n) {
  double sum = 0, *row = malloc(K * sizeof *row);
  int way = x[0] > 0.1;
  for (int i = 0; i < 25; i++) {
    if (way)
      for (int k = 0; k < K; k++)
        row[k] = sin(x[(i + k) % n]);
    else
      for (int k = 0; k < K; k++)
        row[k] = cos(x[(i * k) % n]);
    double most = row[0];
    for (int k = 1; k < K; k++)
      most = row[k] > most ? row[k] : most;
    sum += most * row[K - 1] * row[i % K];
  }
  free(row);
  return sum;
}

/* Single precision, in double and alone. */
static double single(double *x, int n) {
  float sum = 0;
  for (int i = 0; i < 20; i++)
    sum += expf((float)x[i % n] * 0.125f);
  double more = 0;
  for (int i = 0; i < 20; i++)
    more += exp(x[i % n] * 0.25) * (float)0.5;
  return more + 0 * sum;
}

/* What is left of the row by the iteration before is read. */
static double left_over(double *x, int n) {
  double sum = 0, *row = calloc(K, sizeof *row);
  for (int i = 0; i < 25; i++) {
    for (int k = i % 2; k < K; k++)
      row[k] = row[k] * 0.5 + sin(x[(i + k) % n]);
    for (int k = 0; k < K; k++)
      sum += row[k] * row[k];
  }
  free(row);
  return sum;
}

/* Not all of the row is written in each iteration. */
static double part(double *x, int n) {
  double sum = 0, *row = calloc(K, sizeof *row);
  for (int i = 0; i < 25; i++) {
    for (int k = 0; k < i % K; k++)
      row[k] = sin(x[(i + k) % n]);
    for (int k = 0; k < K; k++)
      sum += exp(row[k]) * x[k % n];
  }
  free(row);
  return sum;
}

/* The row is filled in some iterations only. */
static double sometimes(double *x, int n) {
  double sum = 0, *row = calloc(K, sizeof *row);
  for (int i = 0; i < 25; i++) {
    if (i % 3 == 0)
      for (int k = 0; k < K; k++)
        row[k] = sin(x[(i + k) % n]);
    for (int k = 0; k < K; k++)
      sum += exp(row[k]) * x[k % n];
  }
  free(row);
  return sum;
}

/* The last row is read behind the loop. */
static double afterwards(double *x, int n) {
  double sum = 0, row[K];
  for (int i = 0; i < 25; i++) {
    for (int k = 0; k < K; k++)
      row[k] = sin(x[(i + k) % n]) * i;
    for (int k = 0; k < K; k++)
      sum += row[k] * row[k];
  }
  for (int k = 0; k < K; k++)
    sum += exp(row[k] * 0.1);
  return sum;
}

/* What the loop reads is overwritten behind it. */
static double overwritten(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < 25; i++)
    sum += exp(x[i % n]) * x[(i + 1) % n];
  for (int i = 0; i < n; i++)
    x[i] = sum * x[i];
  for (int i = 0; i < n; i++)
    sum += sin(x[i]);
  return sum;
}

/* Iterations read the sum. */
static double running(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < 15; i++)
    sum += exp(x[i % n] * 0.1) * (sum < 5 ? 1.0 : 0.5);
  for (int i = 0; i < 15; i++)
    sum += sin(sum) * x[i % n];
  return sum;
}

/* The sum is set back, taken from another, or kept in place of what would be added. */
static double set_back(double *x, int n) {
  double sum = 0, other = 1;
  for (int i = 0; i < 20; i++) {
    sum += exp(x[i % n]);
    if (i % 7 == 3)
      sum = x[i % n];
  }
  for (int i = 0; i < 20; i++)
    other = exp(x[i % n]) - other;
  return sum + other;
}

/* Two sums that change places. */
static double swapped(double *x, int n) {
  double a = 0, b = 1;
  for (int i = 0; i < 21; i++) {
    double more = a + exp(x[i % n]) * i;
    a = b;
    b = more;
  }
  return a + 3 * b;
}

/* The loop is left early. */
static double early(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < 20; i++) {
    double e = exp(x[i % n]);
    if (e > 2.9)
      break;
    sum += e * e;
  }
  return sum;
}

/* The loop ends with a number that the caller needs at once. */
static double branched(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < 20; i++)
    sum += exp(x[i % n]);
  return sum > 10 ? log(sum) * x[0] : sum * sum;
}

/* Rows in an outer loop that goes on from step to step. */
static double steps(double *x, int n) {
  double y[K], row[K];
  for (int k = 0; k < K; k++)
    y[k] = x[k % n];
  for (int t = 0; t < 4; t++)
    for (int k = 0; k < K; k++) {
      double sum = 0;
      for (int i = 0; i < 5; i++) {
        for (int j = 0; j < K; j++)
          row[j] = sin(y[j] + i * 0.1);
        for (int j = 0; j < K; j++)
          sum += row[j] * row[(j + k) % K];
      }
      y[k] += 0.02 * sum;
    }
  double all = 0;
  for (int k = 0; k < K; k++)
    all += y[k] * y[k];
  return all;
}

/* No iteration at all, and one. */
static double few(double *x, int n) {
  double sum = 0;
  for (int times = 0; times < 2; times++)
    for (int i = 0; i < times; i++)
      sum += exp(x[i % n]) * x[(i + 1) % n];
  return sum + x[0];
}

/* One row of pointers to rows: not memory that is followed. */
static double through_pointers(double *x, int n) {
  double one[K], other[K], *rows[2] = {one, other}, sum = 0;
  for (int i = 0; i < 20; i++) {
    double *row = rows[i % 2];
    for (int k = 0; k < K; k++)
      row[k] = sin(x[(i + k) % n]);
    for (int k = 0; k < K; k++)
      sum += row[k] * exp(rows[i % 2][K - 1 - k]);
  }
  return sum;
}

/* The row is filled from behind, in pairs, or by a copy. */
static double fillings(double *x, int n) {
  double sum = 0, row[8], copy[8], zero[8];
  for (int i = 0; i < 20; i++) {
    for (int k = 7; k >= 0; k--)
      row[k] = sin(x[(i + k) % n]);
    memcpy(copy, row, sizeof copy);
    memset(zero, 0, sizeof zero);
    for (int k = 0; k < 8; k += 2) {
      row[k] = copy[k + 1];
      row[k + 1] = copy[k];
      zero[k / 2] += x[k % n];
    }
    for (int k = 0; k < 8; k++)
      sum += row[k] * row[k] * copy[7 - k] + exp(zero[k]);
  }
  return sum;
}

/* The sum goes through a function that leaves its derivative one, and says by other results where it stands. */
static double wrapped(double *x, int n) {
  double sum = 0, other = 0, turns, all = 0;
  for (int i = 0; i < 20; i++)
    sum = fmod(sum + exp(x[i % n]), 5 + 0.1 * x[0]);
  for (int i = 0; i < 20; i++)
    other = remainder(other + exp(x[i % n]), 7 + 0.1 * x[1]);
  for (int i = 0; i < 20; i++)
    all = modf(all + exp(x[i % n]), &turns) + 1e-9 * turns * x[2];
  return sum + other + all;
}

/* The sum is also added to a row, compared in a later iteration, or added to itself. */
static double seen(double *x, int n) {
  double sum = 0, twice = 1, row[K] = {0}, most = 0;
  for (int i = 0; i < 20; i++) {
    sum += exp(x[i % n]);
    row[i % K] = sum;
  }
  for (int i = 0; i < 5; i++)
    twice += exp(x[i % n]) + twice;
  for (int i = 0; i < 20; i++) {
    double e = exp(x[i % n]);
    most = e > most ? e : most;
  }
  return sum * row[2] + twice + most;
}

/* Rows whose size, and whether they are used, is the same in all iterations; memory is obtained once for these. */
static double sized(double *x, int n) {
  double sum = 0, *row = malloc(n * sizeof *row), *other = malloc(2 * n * sizeof *other);
  for (int i = 0; i < 4 * n; i++) {
    for (int k = 0; k < n; k++)
      row[k] = exp(sin(x[(i + k) % n]));
    double part = 0;
    if (n > 3) {
      for (int k = 0; k < 2 * n; k++)
        other[k] = sin(row[k % n] * x[i % n]);
      for (int k = 0; k < 2 * n; k++)
        part += other[k] * other[2 * n - 1 - k];
    }
    for (int k = 0; k < n; k++)
      part += row[k] * row[n - 1 - k];
    sum += log(part + 9);
  }
  free(other);
  free(row);
  return sum;
}

static double long_sum(double *x, int n) {
  double sum = 0, row[K];
  for (int i = 0; i < 100000; i++) {
    for (int k = 0; k < K; k++)
      row[k] = exp(sin(x[(i + k) % n]));
    for (int k = 0; k < K; k++)
      sum += row[k] * row[K - 1 - k] * 1e-5;
  }
  return sum;
}

int main(void) {
  double x[] = {0.3, 0.7, -0.4, 1.1, 0.9};
  int n = 5;
  CHECK_GRADIENT(log_sums, x, n);
  CHECK_GRADIENT(local_row, x, n);
  CHECK_GRADIENT(pairs, x, n);
  CHECK_GRADIENT(two, x, n);
  CHECK_GRADIENT(either, x, n);
  CHECK_GRADIENT(single, x, n);
  CHECK_GRADIENT(left_over, x, n);
  CHECK_GRADIENT(part, x, n);
  CHECK_GRADIENT(sometimes, x, n);
  CHECK_GRADIENT(afterwards, x, n);
  CHECK_GRADIENT(overwritten, x, n);
  CHECK_GRADIENT(running, x, n);
  CHECK_GRADIENT(set_back, x, n);
  CHECK_GRADIENT(swapped, x, n);
  CHECK_GRADIENT(early, x, n);
  CHECK_GRADIENT(branched, x, n);
  CHECK_GRADIENT(steps, x, n);
  CHECK_GRADIENT(few, x, n);
  CHECK_GRADIENT(through_pointers, x, n);
  CHECK_GRADIENT(fillings, x, n);
  CHECK_GRADIENT(wrapped, x, n);
  CHECK_GRADIENT(seen, x, n);
  CHECK_GRADIENT(sized, x, n);
  CHECK_GRADIENT(sized, x, n - 2);
  CHECK_GRADIENT(long_sum, x, n);
  return failures;
}
