/* enzyme_rs/parallel.h - loops over a function that a derivative looks into, for C99 and C++
 *
 * enzyme_rs_for_each(n, body, context) calls body(0, context) to body(n - 1, context), one after the other. It is differentiated
 * as that loop: in reverse, iteration n - 1 is the first. The body must be visible where the derivative is made, and may read
 * what an earlier iteration wrote.
 *
 * It shows how a library that runs functions of the program is described to enzyme-rs: by one row of parallel-rules.
 */
#ifndef ENZYME_RS_PARALLEL_H
#define ENZYME_RS_PARALLEL_H

#ifdef __cplusplus
extern "C" {
#endif

/* Weak, so that all files of a program share one, and that it stays a call until its derivative is made. */
__attribute__((weak, noinline)) void enzyme_rs_for_each(long n, void (*body)(long i, void *context),
                                                        void *context) {
  for (long i = 0; i < n; i++)
    body(i, context);
}

/* The same for the steps of a long simulation, of which a reverse pass shall not keep all: it keeps `states` states at once, and runs
 * steps again from these. Behind the context stand the addresses and bytes (as size_t) of all memory that the steps change, but the
 * context itself where that is a variable of the caller:
 *
 *     enzyme_rs_checkpointed(steps, 50, step, &simulation, u, n * sizeof *u, v, n * sizeof *v);
 */
__attribute__((weak, noinline)) void enzyme_rs_checkpointed(long n, long states, void (*body)(long i, void *context),
                                                            void *context, ...) {
  (void)states;
  for (long i = 0; i < n; i++)
    body(i, context);
}

/* A promise to derivatives in reverse mode: of all workers of a parallel region only one reads the numbers that are read behind the result, by whatever pointer,
 * while the region runs; of tasks, no two that may run at the same time read the same number. Where the indices are not the iteration's own, nobody else knows
 * that, and adjoints are added atomically. It gives its argument back, and stands where the numbers are read:
 *
 *     sum += ((const double *)enzyme_rs_exclusive(x))[permuted[i]];
 *
 * ENZYME_RS_OPTIONS=check-exclusive, set for the compiler, makes derivatives look whether it is so, and end with a message if it is not. What tasks read is
 * left out there: compiled with -fsanitize=thread, a gradient with a broken promise is reported as a race. */
__attribute__((weak, noinline, const)) void *enzyme_rs_exclusive(const void *array) {
  return (void *)array;
}

/* The same for a loop as it is: a mark that stands first in its body. Variables and arrays of the function itself, and heap memory that it obtained, are part
 * of a state without being named.
 *
 *     for (long i = 0; i < steps; i++) {
 *       enzyme_rs_checkpoint(50, s->u, bytes);
 *       ...
 *     }
 */
__attribute__((weak, noinline, noduplicate)) void enzyme_rs_checkpoint(long states, ...) { (void)states; }

#ifdef __cplusplus
}
#endif

#endif
