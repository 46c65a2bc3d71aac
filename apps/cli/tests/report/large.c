/* A step that reads an array in many places, with an exchange in its middle; two functions call it, so that it stays a function. The test puts the reads
 * in the place of READS. */
#include <mpi.h>
#include <stdlib.h>
#include <enzyme_rs/enzyme.h>

static void step(long n, int other, const long *at, const double *before, double *after)
{
    double *f = calloc(n, sizeof *f), *g = calloc(n, sizeof *g);
    for (long i = 0; i < n; i++) {
        double s = 0;
    READS
        f[i] = s;
    }
    MPI_Request r[2];
    MPI_Irecv(g, (int)n, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(f, (int)n, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (long i = 0; i < n; i++)
        after[i] = f[i] + g[i];
    free(f), free(g);
}

static void outer(long n, int other, const long *restrict at, const double *restrict before, double *restrict after) { step(n, other, at, before, after); }

void run(long n, int other, const long *at, const double *before, double *after) { step(n, other, at, before, after); }

void gradient(long n, int other, const long *at, const double *before, double *dbefore, double *after, double *dafter)
{
    __enzyme_autodiff_void((void *)outer, enzyme_const, n, enzyme_const, other, enzyme_const, at, enzyme_dup, before, dbefore, enzyme_dupnoneed, after, dafter);
}

