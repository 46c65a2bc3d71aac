/* Loop nests that read parts of arrays which somebody overwrites before they are reversed: what lies between the first and the last number that a nest
 * reads is copied, and nothing outside of that. The arrays end where memory ends. */
#include "walls.h"

/* A kernel reads `from`, which has `n` numbers, and writes `to`. */
typedef void kernel(const double *restrict from, double *restrict to, int n);

/* Three steps from one array to the other one and back. */
static inline double steps(kernel *step, const double *x, double *one, double *other, int n) {
  double sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 3; k++) {
    step(one, other, n);
    step(other, one, n);
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i);
  return sum;
}

/* Not inlined: its callers overwrite what it reads. */
#define KERNEL(name) \
  static void name(const double *restrict from, double *restrict to, int n); \
  static double by_##name(const double *x, double *one, double *other, int n) { return steps(name, x, one, other, n); } \
  static double value_##name(double *x, int n) { return by_##name(x, state[0], state[1], n); } \
  __attribute__((noinline)) static void name(const double *restrict from, double *restrict to, int n)

KERNEL(neighbours) {
  to[0] = from[0], to[n - 1] = from[n - 1];
  for (int i = 1; i < n - 1; i++)
    to[i] = sin(from[i - 1] * from[i + 1]) - 0.1 * from[i] * from[i];
}

KERNEL(backwards) {
  for (int i = 0; i < n; i++)
    to[i] = sin(from[n - 1 - i] * from[i]);
}

KERNEL(downwards) {
  for (int i = n - 1; i >= 1; i--)
    to[i] = from[i] * from[i - 1] * 0.5;
  to[0] = from[0];
}

KERNEL(all_pairs) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += sin(from[i] * from[k]);
    to[i] = sum / n;
  }
}

/* Every other number, and a rest. */
KERNEL(strided) {
  for (int i = 0; i < n; i++)
    to[i] = 0.5;
  for (int i = 0; i + 2 < n; i += 2)
    to[i / 2] = from[i] * from[i + 2];
}

/* Rows of four, five-point stencils. */
KERNEL(rows) {
  int wide = 4, high = n / wide;
  for (int i = 0; i < n; i++)
    to[i] = 0.9;
  for (int j = 1; j < high - 1; j++)
    for (int i = 1; i < wide - 1; i++) {
      int at = j * wide + i;
      to[at] = from[at] * (from[at - 1] + from[at + 1]) * (from[at - wide] + from[at + wide]);
    }
}

static int width = 4;
KERNEL(rows_of_any_width) {
  int wide = width, high = n / wide;
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  for (int j = 1; j < high - 1; j++)
    for (int i = 1; i < wide - 1; i++) {
      int at = j * wide + i;
      to[at] = from[at] * (from[at - 1] * from[at + 1] + from[at - wide] * from[at + wide]);
    }
}

/* Rows of nothing, and loops that do not run. */
static int none;
KERNEL(rows_of_nothing) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 0.7;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < none; i++)
      to[j] += from[j * 1000 + i + 4000] * from[j * 1000 + i + 4001] * from[j * 1000 + i + 3999] * from[j * 1000 + i + 3998];
}

/* No more than half of it, although the loop would go on. */
KERNEL(until_found) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  for (int i = 0; i < 1000000; i++) {
    if (i == n / 2)
      break;
    to[i] = sin(from[i] * from[i + 1]);
  }
}

/* The first and the last have no neighbours. */
KERNEL(with_ends) {
  for (int i = 0; i < n; i++) {
    double sum = from[i];
    if (i > 0)
      sum *= from[i - 1];
    if (i < n - 1)
      sum *= from[i + 1];
    to[i] = sin(sum);
  }
}

KERNEL(triangle) {
  for (int i = 0; i < n; i++) {
    double sum = from[i];
    for (int k = 0; k < i; k++)
      sum += 0.1 * sin(from[i] * from[k]);
    to[i] = 0.5 * sum;
  }
}

/* The loop writes what it reads in the next iteration. */
KERNEL(in_place) {
  double own[N];
  memcpy(own, from, sizeof own);
  for (int i = 1; i < n; i++)
    own[i] = sin(own[i] * own[i - 1]);
  for (int i = 0; i < n; i++)
    to[i] = own[i];
}

/* An index that another loop has left behind. */
KERNEL(found_at) {
  for (int i = 0; i < n; i++) {
    double rest = from[i] * from[i];
    int k = 0;
    while (rest > 0.05 && k < n - 1) {
      rest *= 0.7;
      k++;
    }
    to[i] = sin(from[k]) * from[i];
  }
}

/* A pair of numbers at once. */
typedef struct pair {
  double re, im;
} pair;
KERNEL(pairs) {
  const pair *in = (const pair *)from;
  pair *out = (pair *)to;
  for (int i = 0; i < n / 2; i++) {
    pair z = in[i], w = in[N / 2 - 1 - i];
    out[i] = (pair){z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re};
  }
}

/* Indices that wrap around. */
static unsigned char start = 250;
KERNEL(around) {
  for (int i = 0; i < n; i++) {
    unsigned char at = (unsigned char)(start + i);
    to[i] = at < n ? from[i] * from[at] : from[i] * 0.5;
  }
}
KERNEL(around_a_ring) {
  unsigned first = 0xfffffffcu;
  for (unsigned i = 0; i < (unsigned)n; i++)
    to[i] = sin(from[i]) * 0.9;
  for (unsigned i = 4; i < (unsigned)n; i++)
    to[i] = from[first + i] * from[i];
}

int main(void) {
  double x[N];
  for (int at_end = 0; at_end < 2; at_end++) {
    make_states(at_end);
    for (int i = 0; i < N; i++)
      x[i] = 0.6 + 0.3 * sin(1 + 2.3 * i);
    TRY(neighbours);
    TRY(backwards);
    TRY(downwards);
    TRY(all_pairs);
    TRY(strided);
    TRY(rows);
    TRY(rows_of_any_width);
    TRY(rows_of_nothing);
    TRY(until_found);
    TRY(with_ends);
    TRY(triangle);
    TRY(in_place);
    TRY(found_at);
    TRY(pairs);
    TRY(around);
    TRY(around_a_ring);
  }
  return failures != 0;
}
