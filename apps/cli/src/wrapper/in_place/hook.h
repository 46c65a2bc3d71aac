/* Compares derivatives where a program asks for them: the library behind the option `check-hooks`.
 *
 * In front of each hook call in reverse mode, generated code calls `enzyme_rs_check_hook`. It walks from the arguments along the types of
 * the source (`walk.c`), finds the numbers and their shadows, and compares (`compare.c`)
 *   reverse = <J^T w - w, v>    forward = <w, J v - v>    differences = d/dh <w, y(x + h v)> - <w, v> at h = 0
 * where x are all numbers that the arguments lead to, y the same after the call and the result, v a random direction that moves each number
 * in proportion to its size, and w random weights (1 for the result). What a call leaves alone takes part in none of them. Each run is made in
 * a copy of the process, so that the program then goes on with its own hook call as if nothing had been.
 *
 * Processes of MPI cannot be copied: there, runs are made in the process itself, and what was reached is put back. Each process has its part of
 * the sums, and who reads the reports adds them up (`report.c`). So all processes do the same number of runs, also one that cannot compare
 * anything.
 *
 * The parts are compiled as one file, in the order hook.h, lengths.c, walk.c, report.c, compare.c, check.c.
 *
 * Owns: what generated code says; `frontend/checked` of the engine has the other side. Must not: do anything.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum kind { UNKNOWN, FLOAT, OTHER, POINTER, RECORD, ARRAY };

struct member {
  int64_t offset, type;
  const char *name;
};

struct type {
  int64_t kind, bytes, count, base, members;
  const struct member *const *member;
};

/* A value without tangent; a pointer with a shadow; a number with a tangent; a pointer without shadow. */
enum moves { FIXED_VALUE, WITH_SHADOW, BY_VALUE, FIXED_POINTER };

struct param {
  const char *name;
  int64_t moves, type;
};

struct hook {
  const char *function, *place;
  /* Whether what it returns has a seed. */
  int64_t is_seeded;
  int64_t params;
  const struct param *const *param;
  const struct type *const *types;
  double (*primal)(void **x, void **dx);
  double (*tangent)(void **x, void **dx);
  void (*gradient)(void **x, void **dx);
};

