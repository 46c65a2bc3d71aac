// The parallel transpose of HPCC 1.5 (PTRANS), differentiated as it is: C = A' + beta C, and y = sum of w_ij C_ij^2 / 2
// over all ranks. Owns the hook, and the comparison of reverse mode, forward mode and differences.
#include <hpcc.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cblacslt.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;
extern int pdtrans(char *, int *, int *, int *, int *, double *, int *, double *, double *, int *, int *, int *,
                   double *, int *);
struct {
  int ictxt;
} context_;

// HPCC takes these from a BLAS.
void HPL_dcopy(const int n, const double *x, const int ix, double *y, const int iy) {
  for (long i = 0; i < n; i++) y[i * iy] = x[i * ix];
}
void HPL_dscal(const int n, const double a, double *x, const int ix) {
  for (long i = 0; i < n; i++) x[i * ix] *= a;
}
void HPL_daxpy(const int n, const double a, const double *x, const int ix, double *y, const int iy) {
  for (long i = 0; i < n; i++) y[i * iy] += a * x[i * ix];
}

// The part of this rank. Blocks are square; `rows` and `columns` are those of C.
typedef struct {
  int m, n, block, lda, ldc, rows, columns, row, column, high, wide, *room;
} part;

static double weight(const part *p, int i, int j) {
  int row = (i / p->block * p->high + p->row) * p->block + i % p->block;
  int column = (j / p->block * p->wide + p->column) * p->block + j % p->block;
  return 1 + sin(row + 1.0) * cos(2.0 * column);
}

static double transposed(double *a, double *c, double *beta, double *work, part *p) {
  int zero = 0;
  pdtrans("T", &p->m, &p->n, &p->block, &p->block, a, &p->lda, beta, c, &p->ldc, &zero, &zero, work, p->room);
  double sum = 0, all;
  for (int j = 0; j < p->columns; j++)
    for (int i = 0; i < p->rows; i++) {
      double here = c[i + (size_t)j * p->ldc];
      sum += 0.5 * weight(p, i, j) * here * here;
    }
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static double *numbers(size_t n, int random) {
  double *made = calloc(n + 1, sizeof *made);
  for (size_t i = 0; i < n && random; i++) made[i] = rand() / (double)RAND_MAX;
  return made;
}

static double dot(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

int main(int count, char **words) {
  MPI_Init(&count, &words);
  int rank, ranks, map[64], zero = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  part p = {.m = 37, .n = 53, .block = 5, .high = ranks % 2 == 0 ? 2 : 1};
  p.wide = ranks / p.high;
  for (int i = 0; i < ranks; i++) map[i] = i;
  Cblacs_get(-1, 0, &context_.ictxt);
  Cblacs_gridmap(&context_.ictxt, map, p.wide, p.high, p.wide);
  Cblacs_gridinfo(context_.ictxt, &p.high, &p.wide, &p.row, &p.column);
  int deep = numroc_(&p.m, &p.block, &p.row, &zero, &p.high), across = numroc_(&p.n, &p.block, &p.column, &zero, &p.wide);
  p.rows = numroc_(&p.n, &p.block, &p.row, &zero, &p.high);
  p.columns = numroc_(&p.m, &p.block, &p.column, &zero, &p.wide);
  p.lda = deep > 1 ? deep : 1, p.ldc = p.rows > 1 ? p.rows : 1;
  p.room = calloc(4096, sizeof(int));
  size_t of_a = (size_t)p.lda * across, of_c = (size_t)p.ldc * p.columns, of_work = 4 * (size_t)(p.m + 64) * (p.n + 64);

  // A, C and beta, and a direction. A beta of 1 would take a branch of its own, in which it has no derivative.
  srand(rank + 1);
  double *a = numbers(of_a, 1), *c = numbers(of_c, 1), beta = 1.3, *ta = numbers(of_a, 1), *tc = numbers(of_c, 1), tbeta = 0.7;
  double *da = numbers(of_a, 0), *dc = numbers(of_c, 0), dbeta = 0, *work = numbers(of_work, 0), *dwork = numbers(of_work, 0);
  double *now = numbers(of_c, 0), *other = numbers(of_a, 0);

  memcpy(now, c, of_c * sizeof *c);
  __enzyme_autodiff((void *)transposed, enzyme_dup, a, da, enzyme_dup, now, dc, enzyme_dup, &beta, &dbeta, enzyme_dup, work,
                    dwork, enzyme_const, &p);
  double local = dot(da, ta, of_a) + dot(dc, tc, of_c) + dbeta * tbeta, reverse;
  MPI_Allreduce(&local, &reverse, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  // All ranks seed the sum that all of them have.
  reverse /= ranks;

  memcpy(now, c, of_c * sizeof *c), memcpy(dc, tc, of_c * sizeof *c), memset(dwork, 0, of_work * sizeof *dwork);
  double forward = __enzyme_fwddiff((void *)transposed, enzyme_dup, a, ta, enzyme_dup, now, dc, enzyme_dup, &beta, &tbeta,
                                    enzyme_dup, work, dwork, enzyme_const, &p);
  double sides[2], h = 1e-5;
  for (int side = 0; side < 2; side++) {
    double step = side ? h : -h, moved = beta + step * tbeta;
    for (size_t i = 0; i < of_a; i++) other[i] = a[i] + step * ta[i];
    for (size_t i = 0; i < of_c; i++) now[i] = c[i] + step * tc[i];
    sides[side] = transposed(other, now, &moved, work, &p);
  }
  double difference = (sides[1] - sides[0]) / (2 * h);

  double apart = fabs(forward / reverse - 1), from = fabs(difference / reverse - 1);
  int good = apart < 1e-12 && from < 1e-7;
  if (rank == 0)
    printf("37 x 53 on %d x %d ranks: reverse %.1e from forward, %.1e from differences: %s\n", p.high, p.wide, apart, from,
           good ? "ok" : "WRONG");
  MPI_Finalize();
  return !good;
}
