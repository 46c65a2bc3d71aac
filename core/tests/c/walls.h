/* Functions of sixteen numbers by way of two arrays that end where memory ends: nothing outside of them may be read.
 *
 * Owns: the arrays, and the checks of such a function `by_NAME`, whose value is `value_NAME`. */
#ifndef WALLS_H
#define WALLS_H

#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

enum { N = 16 };

/* Memory with a page behind it, and one before it, that nobody may touch: `at_end` says at which one it lies. */
static inline void *walled(size_t bytes, int at_end) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), inside = (bytes + page - 1) / page * page;
  char *all = mmap(NULL, inside + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all, page, PROT_NONE) || mprotect(all + page + inside, page, PROT_NONE))
    exit(2);
  return all + page + (at_end ? inside - bytes : 0);
}

/* The two arrays, and their shadows. */
static double *state[2], *shadow[2];

static inline void make_states(int at_end) {
  for (int k = 0; k < 2; k++)
    state[k] = walled(N * sizeof(double), at_end), shadow[k] = walled(N * sizeof(double), at_end);
}

#define ARRAYS enzyme_dup, state[0], shadow[0], enzyme_dup, state[1], shadow[1], enzyme_const, N
#define TRY(name) \
  do { \
    double reverse[N] = {0}, forward[N], v[N]; \
    clear(); \
    __enzyme_autodiff((void *)by_##name, enzyme_dup, x, reverse, ARRAYS); \
    for (int i = 0; i < N; i++) { \
      memset(v, 0, sizeof v); \
      v[i] = 1; \
      clear(); \
      forward[i] = __enzyme_fwddiff((void *)by_##name, enzyme_dup, x, v, ARRAYS); \
    } \
    clear(); \
    compare(value_##name, #name, x, N, reverse, forward); \
  } while (0)

static inline void clear(void) {
  for (int k = 0; k < 2; k++) {
    memset(state[k], 0, N * sizeof(double));
    memset(shadow[k], 0, N * sizeof(double));
  }
}

#endif
