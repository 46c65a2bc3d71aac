// Kernels whose threads read elements by their numbers in a row of blocks, so that each adds plainly to adjoints of its own: also in launches of another shape, where
// several threads have one number, and with arrays that overlap. The emulator tells where two threads come to one number and one of them does not do so atomically.
#include "launches.h"

ENZYME_RS_KERNEL __global__ void squares(const double *x, double *y, int n) {
  int i = global();
  if (i < n) add(&y[i % 5], x[i] * x[i]);
}
ENZYME_RS_KERNEL __global__ void products(const double *x, const double *z, double *y, int n) {
  int i = global();
  if (i < n) add(&y[i % 5], x[i] * z[i] * z[i]);
}
// What is only read may be read through both.
ENZYME_RS_KERNEL __global__ void promised(const double *__restrict__ x, const double *__restrict__ z, double *__restrict__ y, int n) {
  int i = global();
  if (i < n) add(&y[i % 5], x[i] * z[i] * z[i]);
}
ENZYME_RS_KERNEL __global__ void records(const double *x, double *y, unsigned n) {
  unsigned i = global();
  if (i < n) add(&y[i % 5], x[3 * i] * x[3 * i + 1] * SIN(x[3 * i + 2]));
}
// Where `rows` is less than `n`, two threads read the same element in two rows.
ENZYME_RS_KERNEL __global__ void rows(const double *x, double *y, int rows, int n) {
  int i = global();
  if (i < n) add(&y[i % 5], x[i] * x[rows + i] * x[2 * rows + i]);
}
ENZYME_RS_KERNEL __global__ void backwards(const double *x, double *y, int rows, long n) {
  long i = block() * (long)threads() + thread();
  if (n > i) add(&y[i % 5], x[2 * rows + i] * x[rows + i] * x[i]);
}
struct Both {
  const double *x, *z;
  double by;
  int n;
};
ENZYME_RS_KERNEL __global__ void handed(Both both, double *y) {
  int i = global();
  if (i >= both.n) return;
  add(&y[i % 5], both.by * both.x[i] * SIN(both.z[i]));
}
// Some threads read a number that all of them read as well.
ENZYME_RS_KERNEL __global__ void with_first(const double *__restrict__ x, const double *__restrict__ z, double *y, int n) {
  int i = global();
  if (i < n) add(&y[i % 5], x[i] * z[0] * z[i / 2]);
}

// What is launched in a shape, with numbers on the device, a second array that may be the first one, or a part of it, and its results.
using Launched = void (*)(dim3, dim3, const double *, double *, int);
template <Launched LAUNCH, int GRID_Y, int GRID_Z, int BLOCK_Y, int BLOCK_Z> double launched(const double *x, int n) {
  double *u = obtained<double>(n), *y = obtained<double>(5), all[5] = {}, sum = 0;
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(y, all, sizeof all, TO_DEVICE);
  LAUNCH(dim3((n + 15) / 16, GRID_Y, GRID_Z), dim3(16, BLOCK_Y, BLOCK_Z), u, y, n);
  GPU(Memcpy)(all, y, sizeof all, TO_HOST);
  for (int i = 0; i < 5; i++) sum += (1 + i) * all[i];
  GPU(Free)(u), GPU(Free)(y);
  return sum;
}
template <Launched LAUNCH> void check_shapes(const char *name, int n) {
  check<launched<LAUNCH, 1, 1, 1, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 3, 1, 1, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 1, 2, 1, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 1, 1, 2, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 1, 1, 1, 3>>(name, n, 1e-7);
}

void all(dim3 grid, dim3 block, const double *x, double *y, int n) { squares<<<grid, block>>>(x, y, n); }
void same(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x, x, y, n); }
void same_promised(dim3 grid, dim3 block, const double *x, double *y, int n) { promised<<<grid, block>>>(x, x, y, n); }
void next_promised(dim3 grid, dim3 block, const double *x, double *y, int n) { promised<<<grid, block>>>(x + 1, x, y, n - 1); }
void next(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x, x + 1, y, n - 1); }
void halves(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x, x + n / 2, y, n / 2); }
void overlapping(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x + n / 3, x, y, n / 2); }
void in_threes(dim3 grid, dim3 block, const double *x, double *y, int n) { records<<<grid, block>>>(x, y, n / 3); }
void in_rows(dim3 grid, dim3 block, const double *x, double *y, int n) { rows<<<grid, block>>>(x, y, n / 3, n / 3); }
void in_short_rows(dim3 grid, dim3 block, const double *x, double *y, int n) { rows<<<grid, block>>>(x, y, n / 6, n / 3); }
void in_no_rows(dim3 grid, dim3 block, const double *x, double *y, int n) { rows<<<grid, block>>>(x + n / 2, y, 0, n / 3); }
void in_rows_back(dim3 grid, dim3 block, const double *x, double *y, int n) { rows<<<grid, block>>>(x + 2 * (n / 3), y, -(n / 3), n / 3); }
void in_short_rows_back(dim3 grid, dim3 block, const double *x, double *y, int n) { backwards<<<grid, block>>>(x + 2 * (n / 3), y, -(n / 4), n / 3); }
void by_structure(dim3 grid, dim3 block, const double *x, double *y, int n) { handed<<<grid, block>>>(Both{x, x + n / 2, 0.75, n / 2}, y); }
void by_structure_twice(dim3 grid, dim3 block, const double *x, double *y, int n) { handed<<<grid, block>>>(Both{x, x, 0.75, n}, y); }
void by_structure_overlapping(dim3 grid, dim3 block, const double *x, double *y, int n) { handed<<<grid, block>>>(Both{x, x + 1, 0.75, n - 1}, y); }
void beside_first(dim3 grid, dim3 block, const double *x, double *y, int n) { with_first<<<grid, block>>>(x, x, y, n); }

int main() {
  for (int n : {48, 150}) {
    check_shapes<all>("all", n);
    check_shapes<same>("same", n);
    check_shapes<same_promised>("same, promised", n);
    check_shapes<next_promised>("next, promised", n);
    check_shapes<next>("next", n);
    check_shapes<halves>("halves", n);
    check_shapes<overlapping>("overlapping", n);
    check_shapes<in_threes>("in threes", n);
    check_shapes<in_rows>("in rows", n);
    check_shapes<in_short_rows>("in short rows", n);
    check_shapes<in_no_rows>("in no rows", n);
    check_shapes<in_rows_back>("in rows back", n);
    check_shapes<in_short_rows_back>("in short rows back", n);
    check_shapes<by_structure>("by structure", n);
    check_shapes<by_structure_twice>("by structure, twice", n);
    check_shapes<by_structure_overlapping>("by structure, overlapping", n);
    check_shapes<beside_first>("beside the first", n);
  }
  printf("all is well\n");
}
