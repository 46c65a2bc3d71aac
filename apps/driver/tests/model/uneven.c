/* A number that all ranks add up in each step; before that, rank 1 sleeps, and the others wait for it.
 *
 * Owns: the model. Must not: know the driver. */
#include <mpi.h>

#include <enzyme_rs/application.h>
#include <time.h>

typedef struct uneven {
  int rank, ranks;
  int64_t nap;
} uneven;

static uneven *uneven_create(const enzyme_rs_app_setup *s) {
  uneven *u = calloc(1, sizeof *u);
  MPI_Comm_rank(MPI_COMM_WORLD, &u->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &u->ranks);
  u->nap = enzyme_rs_app_integer(s, "nap", 20, "milliseconds that rank 1 sleeps in each step");
  enzyme_rs_app_steps(s, enzyme_rs_app_integer(s, "steps", 10, "time steps"));
  enzyme_rs_app_field number = {.name = "start", .role = ENZYME_RS_APP_CONTROL, .dimensions = 1};
  number.extent[0] = u->ranks;
  number.first[0] = u->rank;
  number.count[0] = 1;
  enzyme_rs_app_field_of(s, &number);
  number.name = "number";
  number.role = ENZYME_RS_APP_STATE;
  enzyme_rs_app_field_of(s, &number);
  return u;
}

static void uneven_destroy(uneven *u) { free(u); }

static void uneven_guess(const uneven *u, double *controls) { controls[0] = 1 + u->rank; }

static void uneven_initial(const uneven *u, const double *controls, double *state) { state[0] = controls[0]; }

static void sleep_on_rank_1(const uneven *u) {
  struct timespec nap = {0, u->nap * 1000000};
  if (u->rank == 1) nanosleep(&nap, NULL);
}

static void uneven_step(const uneven *u, int64_t step, const double *controls, const double *before, double *after) {
  __enzyme_call_inactive_void((void *)sleep_on_rank_1, u);
  double sum = 0;
  MPI_Allreduce(before, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  after[0] = 0.5 * before[0] + 0.5 * sum / u->ranks;
}

static double uneven_objective(const uneven *u, const double *controls, const double *state) { return state[0] * state[0]; }

ENZYME_RS_APPLICATION(uneven, "ranks of which one is slow")
