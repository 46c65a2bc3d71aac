// harness.h: what a problem tells the harness and what the harness offers to problems. The harness
// owns checking, timing and the JSON report; a problem owns its data and the calls of the engine's
// hooks. No objective includes this file.
#ifndef ENZYME_ADBENCH_HARNESS_H
#define ENZYME_ADBENCH_HARNESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// A number to report under a name, read after the computation that fills it.
struct named_number {
  char name[48];
  const double *where;
};

enum { HARNESS_NAMED_MAX = 40 };

struct problem {
  const char *name;
  const char *instance;
  void *context; // handed to every function below

  size_t n; // number of active inputs
  double *x;

  // The primal program, timed; returns its value.
  double (*primal)(void *context, const double *x);
  // The scalar that differences are taken of; null if it is what primal returns.
  double (*objective)(void *context, const double *x);

  // The engine's reverse mode, timed: overwrites g. Null without the engine.
  void (*gradient)(void *context, const double *x, double *g);
  // The engine's forward mode, timed: derivative of the objective along v. Null without the engine.
  double (*tangent)(void *context, const double *x, const double *v);
  // The hand-written adjoint, timed: overwrites g, returns what primal returns.
  double (*hand)(void *context, const double *x, double *g);
  // A closed form of the gradient, not timed; may be null.
  void (*closed)(void *context, const double *x, double *g);
  // For programs with many outputs, whose gradient and hand fill a Jacobian elsewhere: collapses
  // that Jacobian to the gradient of the objective, not timed; may be null.
  void (*collapse)(void *context, double *g);

  // Numbers to compare with reference.json: filled by primal, and by gradient or hand.
  int value_count, derivative_count;
  struct named_number values[HARNESS_NAMED_MAX];
  struct named_number derivatives[HARNESS_NAMED_MAX];
  // A value of the objective from a closed form; null if there is none.
  const double *closed_value;
  // Size of the largest terms that cancel in an entry of the gradient; 0 if they are no larger than
  // the entries. Differences are measured on this scale: rounding errors are of its size.
  double terms;
};

// Adds a value (or derivative) to the report; the name is a printf format.
void harness_value(struct problem *problem, const double *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void harness_derivative(struct problem *problem, const double *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// First argument that is not an option: the data file; null if there is none.
const char *harness_data_path(int argc, char **argv);
// File name part of a path.
const char *harness_base_name(const char *path);
// Opens a data file, or says why not and exits.
FILE *harness_open(const char *path);
// Reads count numbers, or says what is missing and exits.
void harness_read(FILE *file, size_t count, double *out);
// Reads count integers, or says what is missing and exits.
void harness_read_int(FILE *file, size_t count, int *out);
// malloc of count doubles that does not fail.
double *harness_doubles(size_t count);
// Fills out with reproducible numbers, uniform in [low, high).
void harness_random(uint64_t seed, size_t count, double low, double high, double *out);

// Checks and times the problem and prints the JSON report; options are read from argv:
// --reps N (samples per median), --min-ms M (least length of a sample). Returns the exit status.
int harness_run(struct problem *problem, int argc, char **argv);

#endif
