// Lengths that lie beside pointers, in structures that the hook is given: at -O0 nothing says that they are no numbers but what becomes of them.
#include <enzyme_rs/enzyme.h>
#include <omp.h>
#include <stddef.h>
#include <stdio.h>

static int failures;

static void judge(const char *name, int workers, const double *got, const double *wanted, int n) {
  const int before = failures;
  for (int i = 0; i < n; i++) {
    const double off = got[i] - wanted[i];
    if (off < 1e-12 && off > -1e-12) continue;
    failures++;
    printf("FAIL %s, %d workers: element %d is %.17g, not %.17g\n", name, workers, i, got[i], wanted[i]);
  }
  if (failures == before) printf("PASS %s, %d workers\n", name, workers);
}

// All elements squared, in a loop with some clauses, whose end is a copy of the length; then their sum.
#define CASE(name, type, clauses)                                                  \
  struct name { double *x; type n; };                                              \
  static double name(struct name *s) {                                             \
    const type n = s->n;                                                           \
    double *x = s->x, sum = 0;                                                     \
    _Pragma(clauses) for (type i = 0; i < n; i++) x[i] = x[i] * x[i];              \
    for (type i = 0; i < n; i++) sum += x[i];                                      \
    return sum;                                                                    \
  }                                                                                \
  static void check_##name(void) {                                                 \
    for (int workers = 1; workers <= 4; workers++) {                               \
      omp_set_num_threads(workers);                                                \
      double x[7], dx[7] = {0}, wanted[7];                                         \
      for (int i = 0; i < 7; i++) x[i] = i + 1, wanted[i] = 2 * x[i];              \
      struct name s = {x, 7}, d = {dx, 7};                                         \
      __enzyme_autodiff_void((void *)name, enzyme_dup, &s, &d);                    \
      judge(#name, workers, dx, wanted, 7);                                        \
    }                                                                              \
  }

CASE(sizes, size_t, "omp parallel for")
CASE(longs, long, "omp parallel for")
CASE(longer, long long, "omp parallel for schedule(dynamic, 2)")
CASE(unsigneds, unsigned, "omp parallel for firstprivate(n)")
CASE(own, unsigned long, "omp parallel for firstprivate(n)")
CASE(ints, int, "omp parallel for schedule(static, 1)")

int main(void) {
  check_sizes();
  check_longs();
  check_longer();
  check_unsigneds();
  check_own();
  check_ints();
  return failures != 0;
}
