/* A number on each rank, and an objective that all ranks have added up already, so that each returns the whole of it. It can be made once in a process
 * on rank 1, and as often as one likes on the others.
 *
 * Owns: the model. Must not: know the driver. */
#include <mpi.h>

#include <enzyme_rs/application.h>
#include <stdlib.h>

typedef struct alike {
  int rank, ranks;
  int count;
} alike;

static alike *alike_create(const enzyme_rs_app_setup *s) {
  static const char *const MADE = "ALIKE_WAS_MADE";
  alike *a = calloc(1, sizeof *a);
  MPI_Comm_rank(MPI_COMM_WORLD, &a->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &a->ranks);
  // A copy of this library has its own variables; what the process is started with is the same for both.
  if (a->rank == 1 && getenv(MADE)) enzyme_rs_app_refuse(s, "", "it was made before");
  setenv(MADE, "1", 1);
  enzyme_rs_app_steps(s, 3);
  // The last rank may have no number.
  int64_t numbers = a->ranks - (enzyme_rs_app_integer(s, "empty", 0, "ranks without a number") != 0);
  a->count = a->rank < numbers;
  enzyme_rs_app_field number = {.name = "start", .role = ENZYME_RS_APP_CONTROL, .dimensions = 1};
  number.extent[0] = numbers;
  number.first[0] = a->count ? a->rank : 0;
  number.count[0] = a->count;
  enzyme_rs_app_field_of(s, &number);
  number.name = "number";
  number.role = ENZYME_RS_APP_STATE;
  enzyme_rs_app_field_of(s, &number);
  return a;
}

static void alike_destroy(alike *a) { free(a); }

static void alike_guess(const alike *a, double *controls) { if (a->count) controls[0] = 1 + a->rank; }

static void alike_initial(const alike *a, const double *controls, double *state) { if (a->count) state[0] = controls[0]; }

static void alike_step(const alike *a, int64_t step, const double *controls, const double *before, double *after) {
  if (a->count) after[0] = 0.9 * before[0] * before[0];
}

static double alike_objective(const alike *a, const double *controls, const double *state) {
  double mine = a->count ? state[0] : 0, sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

ENZYME_RS_APPLICATION(alike, "ranks that return the same objective")
