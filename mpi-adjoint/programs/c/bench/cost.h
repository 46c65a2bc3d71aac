// Measures what the gradient of a distributed function costs, and prints one JSON object.
//
//     mpirun -n 4 PROGRAM REPETITIONS [WHAT]
//
// Owns: `main`, times, counts, memory. A program defines what ../agree.h asks for, and `choose`, which is told WHAT (or
// "") and returns 0 if it does not know that. The gradient is checked before it is timed; if it is wrong, nothing is
// printed and the exit status is 1. All numbers are the largest ones of all ranks.
#include "../agree.h"
#include <enzyme_rs/mpi.h>
#include <stdint.h>
#include <stdio.h>

static int choose(const char *what);

// The most bytes that tapes held so far; part of the derivative's code.
uint64_t enzyme_rs_tape_peak_bytes(void) __attribute__((weak));

// A run of f: inputs, outputs, weights of the outputs, and room for the gradient.
struct run {
  MPI_Comm comm;
  int n, m;
  double *x, *dx, *y, *dy, *w;
};

static void run_primal(struct run *r) { f(r->x, r->y, r->comm); }

static void run_gradient(struct run *r) {
  memset(r->dx, 0, r->n * sizeof *r->dx);
  memcpy(r->dy, r->w, r->m * sizeof *r->dy);
  gradient(r->x, r->dx, r->y, r->dy, r->comm);
}

static struct run prepare(MPI_Comm comm) {
  struct run r = {.comm = comm, .n = inputs(comm), .m = outputs(comm)};
  double **rooms[] = {&r.x, &r.dx, &r.y, &r.dy, &r.w};
  int rank;
  MPI_Comm_rank(comm, &rank);
  for (int i = 0; i < 5; i++) *rooms[i] = (double *)malloc(((i < 2 ? r.n : r.m) + 1) * sizeof(double));
  fill(r.x, r.n, 1 + 2 * (unsigned long)rank);
  fill(r.w, r.m, 2 + 2 * (unsigned long)rank);
  // All pages are there before memory is measured.
  memset(r.y, 0, r.m * sizeof *r.y);
  memset(r.dx, 0, r.n * sizeof *r.dx);
  memset(r.dy, 0, r.m * sizeof *r.dy);
  return r;
}

// The most bytes of physical memory that this process has had.
static double resident_peak(void) {
  char line[256];
  long kibibytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "VmHWM: %ld", &kibibytes) == 1) break;
  if (status) fclose(status);
  return 1024.0 * (double)kibibytes;
}

enum { PRIMAL_MESSAGES, PRIMAL_BYTES, ADJOINT_MESSAGES, ADJOINT_BYTES, HELD, TAPE, RESIDENT, COUNTS };

// The first gradient grows the process, and makes what is made once; the second one is counted.
static void count(struct run *r, double *counts) {
  enzyme_rs_mpi_statistics_t before, after;
  run_primal(r);
  double resident = resident_peak();
  run_gradient(r);
  counts[RESIDENT] = resident_peak() - resident;
  enzyme_rs_mpi_statistics_reset();
  enzyme_rs_mpi_statistics(&before);
  run_gradient(r);
  enzyme_rs_mpi_statistics(&after);
  counts[PRIMAL_MESSAGES] = (double)after.primal_messages;
  counts[PRIMAL_BYTES] = (double)after.primal_bytes;
  counts[ADJOINT_MESSAGES] = (double)after.adjoint_messages;
  counts[ADJOINT_BYTES] = (double)after.adjoint_bytes;
  counts[HELD] = (double)(after.held_bytes_peak - before.held_bytes);
  counts[TAPE] = enzyme_rs_tape_peak_bytes ? (double)enzyme_rs_tape_peak_bytes() : 0;
}

// Seconds that the slowest rank takes.
static double seconds(struct run *r, void (*work)(struct run *)) {
  MPI_Barrier(r->comm);
  double start = MPI_Wtime();
  work(r);
  double mine = MPI_Wtime() - start, slowest;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, r->comm);
  return slowest;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *samples, int n) {
  qsort(samples, n, sizeof *samples, ascending);
  return n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
}

// Medians; primal and gradient take turns, so that a slow phase of the machine hits both.
static void time_both(struct run *r, int repetitions, double *primal, double *gradient, double *ratio) {
  double *a = (double *)malloc(3 * repetitions * sizeof *a), *b = a + repetitions, *c = b + repetitions;
  for (int i = 0; i < repetitions; i++) {
    a[i] = seconds(r, run_primal);
    b[i] = seconds(r, run_gradient);
    c[i] = b[i] / a[i];
  }
  *primal = median(a, repetitions);
  *gradient = median(b, repetitions);
  *ratio = median(c, repetitions);
  free(a);
}

static void print_counts(const double *counts) {
  static const char *const names[COUNTS] = {"primal_messages", "primal_bytes", "adjoint_messages", "adjoint_bytes",
                                            "held_bytes",      "tape_bytes",   "resident_bytes"};
  for (int i = 0; i < COUNTS; i++) printf("%s\"%s\": %.0f", i ? ", " : "", names[i], counts[i]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, repetitions = argc > 1 ? atoi(argv[1]) : -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (repetitions < 0 || argc > 3 || !choose(argc > 2 ? argv[2] : "")) {
    if (rank == 0) fprintf(stderr, "%s: help: PROGRAM REPETITIONS [WHAT], see its choose()\n", argv[0]);
    MPI_Finalize();
    return 2;
  }
  struct run r = prepare(communicator());
  double mine[COUNTS], counts[COUNTS], primal, gradient, ratio;
  count(&r, mine);
  MPI_Allreduce(mine, counts, COUNTS, MPI_DOUBLE, MPI_MAX, r.comm);
  struct agreement found = agree(0, r.comm);
  if (rank == 0 && !found.good)
    fprintf(stderr, "%s: wrong gradient: forward mode %.1e apart, differences %.1e apart\n", argv[0], found.forward,
            found.difference);
  if (found.good && repetitions > 0) time_both(&r, repetitions, &primal, &gradient, &ratio);
  if (rank == 0 && found.good) {
    printf("{");
    print_counts(counts);
    if (repetitions > 0)
      printf(", \"times\": {\"primal_seconds\": %.9g, \"gradient_seconds\": %.9g, \"ratio\": %.9g}", primal, gradient,
             ratio);
    printf("}\n");
  }
  MPI_Finalize();
  return !found.good;
}
