// The distributed FFT of HPCC 1.5, differentiated as it is: y = sum of w_k |X_k|^2 / 2 over all ranks, whose gradient
// is the transform of w X once more, with signs of imaginary parts turned. Owns the hook and this closed form.
#include <hpcc.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
// wrapmpifftw.h needs the types of hpccfft.h.
#include "hpccfft.h"
#include "wrapmpifftw.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_const;
double *HPCC_fft_timings_forward, *HPCC_fft_timings_backward;

static double weight(long k) { return 1.0 / (1 + k); }

// The transform replaces x; `out` is its room.
static double spectrum(fftw_complex *x, fftw_complex *out, long local, long n) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  hpcc_fftw_mpi_plan plan = HPCC_fftw_mpi_create_plan(MPI_COMM_WORLD, n, FFTW_FORWARD, 0);
  HPCC_fftw_mpi(plan, 1, x, out);
  HPCC_fftw_mpi_destroy_plan(plan);
  double sum = 0, all;
  for (long i = 0; i < local; i++) {
    double re = c_re(x[i]), im = c_im(x[i]);
    sum += 0.5 * weight(rank * local + i) * (re * re + im * im);
  }
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void fill(fftw_complex *x, long local, long first) {
  for (long i = 0; i < local; i++) {
    c_re(x[i]) = sin(1 + 0.37 * (first + i));
    c_im(x[i]) = cos(3.0 * (first + i));
  }
}

static void transform(fftw_complex *x, fftw_complex *out, long n) {
  hpcc_fftw_mpi_plan plan = HPCC_fftw_mpi_create_plan(MPI_COMM_WORLD, n, FFTW_FORWARD, 0);
  HPCC_fftw_mpi(plan, 1, x, out);
  HPCC_fftw_mpi_destroy_plan(plan);
}

int main(int count, char **words) {
  MPI_Init(&count, &words);
  static double timings[2][16];
  HPCC_fft_timings_forward = timings[0], HPCC_fft_timings_backward = timings[1];
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  long n = count > 1 ? atol(words[1]) : 3600, local = n / ranks, first = rank * local;
  size_t room = (size_t)local * 3 / 2 + 1024;
  fftw_complex *rooms[6];
  for (int i = 0; i < 6; i++) rooms[i] = calloc(room, sizeof(fftw_complex));
  fftw_complex *x = rooms[0], *dx = rooms[1], *out = rooms[2], *dout = rooms[3], *truth = rooms[4];

  fill(x, local, first);
  __enzyme_autodiff((void *)spectrum, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const, local, enzyme_const, n);
  fill(truth, local, first);
  transform(truth, out, n);
  for (long i = 0; i < local; i++) c_re(truth[i]) *= weight(first + i), c_im(truth[i]) *= -weight(first + i);
  transform(truth, out, n);
  // All ranks seed the sum that all of them have.
  double found[2] = {0, 0};
  for (long i = 0; i < local; i++) {
    found[0] = fmax(found[0], fabs(c_re(dx[i]) / ranks - c_re(truth[i])));
    found[0] = fmax(found[0], fabs(c_im(dx[i]) / ranks + c_im(truth[i])));
    found[1] = fmax(found[1], fabs(c_re(truth[i])));
  }
  MPI_Allreduce(MPI_IN_PLACE, found, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);

  // The function is of second degree: its tangent along x is twice its value.
  fill(x, local, first), fill(dx, local, first);
  for (size_t i = 0; i < room; i++) c_re(dout[i]) = c_im(dout[i]) = 0;
  double tangent = __enzyme_fwddiff((void *)spectrum, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const, local,
                                    enzyme_const, n);
  fill(x, local, first);
  double value = spectrum(x, out, local, n);

  int good = found[0] < 1e-12 * found[1] && fabs(tangent - 2 * value) < 1e-12 * value && value > 0;
  if (rank == 0)
    printf("%ld points on %d ranks: gradient %.1e from the closed form, tangent %.1e: %s\n", n, ranks,
           found[0] / found[1], fabs(tangent / 2 / value - 1), good ? "ok" : "WRONG");
  for (int i = 0; i < 6; i++) free(rooms[i]);
  MPI_Finalize();
  return !good;
}
