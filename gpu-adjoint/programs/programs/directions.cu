// Kernels whose threads go over more numbers than there are threads, or have a number in each of two directions: each adds plainly to adjoints of its own. Also in launches of
// another shape, where lines are shorter than those of threads, and with numbers that several threads have. The emulator tells where two threads come to one number and
// one of them does not do so atomically.
#include "launches.h"

#ifdef __CUDA__
__device__ inline int thread_y() { return __nvvm_read_ptx_sreg_tid_y(); }
__device__ inline int block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
__device__ inline int threads_y() { return __nvvm_read_ptx_sreg_ntid_y(); }
__device__ inline int all() { return __nvvm_read_ptx_sreg_nctaid_x() * threads(); }
__device__ inline int all_y() { return __nvvm_read_ptx_sreg_nctaid_y() * threads_y(); }
#else
__device__ inline int thread_y() { return __builtin_amdgcn_workitem_id_y(); }
__device__ inline int block_y() { return __builtin_amdgcn_workgroup_id_y(); }
__device__ inline int threads_y() { return __builtin_amdgcn_workgroup_size_y(); }
extern "C" __device__ __attribute__((const)) size_t __ockl_get_num_groups(unsigned);
__device__ inline int all() { return (unsigned)__ockl_get_num_groups(0) * threads(); }
__device__ inline int all_y() { return __builtin_amdgcn_grid_size_y(); }
#endif
__device__ inline int down() { return block_y() * threads_y() + thread_y(); }

// Loops over the grid.
ENZYME_RS_KERNEL __global__ void squares(const double *x, double *y, int n) {
  for (int i = global(); i < n; i += all()) add(&y[i % 5], x[i] * x[i]);
}
ENZYME_RS_KERNEL __global__ void wide(const double *x, double *y, size_t n) {
  for (size_t i = block() * (size_t)threads() + thread(); i < n; i += all()) add(&y[i % 5], x[i] * x[i]);
}
ENZYME_RS_KERNEL __global__ void unsigned_records(const double *x, double *y, unsigned n) {
  for (unsigned i = global(); i < n; i += all()) add(&y[i % 5], x[3 * i] * x[3 * i + 1] * SIN(x[3 * i + 2]));
}
// Where `rows` is less than `n`, two threads read the same element in two rows.
ENZYME_RS_KERNEL __global__ void rows(const double *x, double *y, int rows, int n) {
  for (int i = global(); i < n; i += all()) add(&y[i % 5], x[i] * x[rows + i] * x[2 * rows + i]);
}
ENZYME_RS_KERNEL __global__ void products(const double *x, const double *z, double *y, int n) {
  for (int i = global(); i < n; i += all()) add(&y[i % 5], x[i] * z[i] * z[i]);
}
// In the second loop, and behind it, a thread comes to numbers that it had in the first one.
ENZYME_RS_KERNEL __global__ void several(const double *x, double *y, int n, int m) {
  double sum = 0;
  for (int i = global(); i < n; i += all()) sum += x[i] * x[i];
  for (int i = global(); i < m; i += 2 * all()) sum += SIN(x[i]);
  if (global() < m) add(&y[global() % 5], sum * x[global()]);
}
// Two threads come to one number, each in an iteration of its own.
ENZYME_RS_KERNEL __global__ void by_blocks(const double *x, double *y, int n) {
  for (int i = global(); i < n; i += threads()) add(&y[i % 5], x[i] * x[i]);
}
ENZYME_RS_KERNEL __global__ void with_next(const double *x, double *y, int n) {
  for (int i = global(); i < n - 1; i += all()) add(&y[i % 5], x[i] * x[i + 1]);
}

// Planes.
ENZYME_RS_KERNEL __global__ void plane(const double *x, double *y, int width, int height) {
  int i = global(), j = down();
  if (i < width && j < height) add(&y[i % 5], x[j * width + i] * x[j * width + i]);
}
ENZYME_RS_KERNEL __global__ void plane_left(const double *x, double *y, unsigned width, unsigned height) {
  unsigned i = global(), j = down();
  if (i >= width || j >= height) return;
  add(&y[i % 5], x[j * width + i] * SIN(x[j * width + i]));
}
// Lines that are shorter than what threads read of them overlap.
ENZYME_RS_KERNEL __global__ void lines(const double *x, double *y, int width, int height, int distance) {
  int i = global(), j = down();
  if (i < width && j < height) add(&y[i % 5], x[j * distance + i] * x[j * distance + i]);
}
ENZYME_RS_KERNEL __global__ void unasked(const double *x, double *y, int distance, int last) {
  int i = global(), j = down();
  double v = x[j * distance + i];
  if (j * distance + i < last) add(&y[i % 5], v * v);
}
ENZYME_RS_KERNEL __global__ void columns(const double *x, const double *z, double *y, int width, int height) {
  int i = global(), j = down();
  if (i < width && j < height) add(&y[i % 5], x[i * height + j] * z[i * height + j]);
}
ENZYME_RS_KERNEL __global__ void swapped(const double *x, double *y, int size) {
  int i = global(), j = down();
  if (i < size && j < size) add(&y[i % 5], x[j * size + i] * x[i * size + j]);
}
ENZYME_RS_KERNEL __global__ void over_plane(const double *x, double *y, int width, int height) {
  for (int j = down(); j < height; j += all_y())
    for (int i = global(); i < width; i += all()) add(&y[i % 5], x[j * width + i] * x[j * width + i]);
}
ENZYME_RS_KERNEL __global__ void over_both(const double *x, const double *z, double *y, int width, int height) {
  for (int j = down(); j < height; j += all_y())
    for (int i = global(); i < width; i += all()) add(&y[i % 5], x[j * width + i] * SIN(z[j * width + i]));
}

// What is launched in a shape, with numbers on the device, and its results.
using Launched = void (*)(dim3, dim3, const double *, double *, int);
template <Launched LAUNCH, int GRID, int GRID_Y, int GRID_Z, int BLOCK, int BLOCK_Y, int BLOCK_Z> double launched(const double *x, int n) {
  double *u = obtained<double>(n), *y = obtained<double>(5), all[5] = {}, sum = 0;
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(y, all, sizeof all, TO_DEVICE);
  LAUNCH(dim3(GRID, GRID_Y, GRID_Z), dim3(BLOCK, BLOCK_Y, BLOCK_Z), u, y, n);
  GPU(Memcpy)(all, y, sizeof all, TO_HOST);
  for (int i = 0; i < 5; i++) sum += (1 + i) * all[i];
  GPU(Free)(u), GPU(Free)(y);
  return sum;
}
template <Launched LAUNCH> void check_rows(const char *name, int n) {
  check<launched<LAUNCH, 2, 1, 1, 16, 1, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 11, 1, 1, 16, 1, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 2, 2, 1, 16, 1, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 2, 1, 1, 8, 3, 1>>(name, n, 1e-7);
}
template <Launched LAUNCH> void check_planes(const char *name, int n) {
  check<launched<LAUNCH, 3, 4, 1, 4, 3, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 1, 2, 1, 16, 6, 1>>(name, n, 1e-7);
  check<launched<LAUNCH, 3, 4, 1, 4, 3, 2>>(name, n, 1e-7);
  check<launched<LAUNCH, 3, 4, 2, 4, 3, 1>>(name, n, 1e-7);
}

void all(dim3 grid, dim3 block, const double *x, double *y, int n) { squares<<<grid, block>>>(x, y, n); }
void all_wide(dim3 grid, dim3 block, const double *x, double *y, int n) { wide<<<grid, block>>>(x, y, n); }
void in_threes(dim3 grid, dim3 block, const double *x, double *y, int n) { unsigned_records<<<grid, block>>>(x, y, n / 3); }
void in_rows(dim3 grid, dim3 block, const double *x, double *y, int n) { rows<<<grid, block>>>(x, y, n / 3, n / 3); }
void in_short_rows(dim3 grid, dim3 block, const double *x, double *y, int n) { rows<<<grid, block>>>(x, y, n / 6, n / 3); }
void same(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x, x, y, n); }
void next(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x, x + 1, y, n - 1); }
void halves(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x, x + n / 2, y, n / 2); }
void overlapping(dim3 grid, dim3 block, const double *x, double *y, int n) { products<<<grid, block>>>(x + n / 3, x, y, n / 2); }
void again(dim3 grid, dim3 block, const double *x, double *y, int n) { several<<<grid, block>>>(x, y, n, n - 7); }
void by_fewer(dim3 grid, dim3 block, const double *x, double *y, int n) { by_blocks<<<grid, block>>>(x, y, n); }
void with_neighbours(dim3 grid, dim3 block, const double *x, double *y, int n) { with_next<<<grid, block>>>(x, y, n); }

// 12 numbers across.
void in_plane(dim3 grid, dim3 block, const double *x, double *y, int n) { plane<<<grid, block>>>(x, y, 12, n / 12); }
void in_narrow_plane(dim3 grid, dim3 block, const double *x, double *y, int n) { plane<<<grid, block>>>(x, y, 7, n / 12); }
void in_plane_left(dim3 grid, dim3 block, const double *x, double *y, int n) { plane_left<<<grid, block>>>(x, y, 12, n / 12); }
void in_lines(dim3 grid, dim3 block, const double *x, double *y, int n) { lines<<<grid, block>>>(x, y, 10, n / 12, 12); }
void in_short_lines(dim3 grid, dim3 block, const double *x, double *y, int n) { lines<<<grid, block>>>(x, y, 10, n / 12, 9); }
void in_no_lines(dim3 grid, dim3 block, const double *x, double *y, int n) { lines<<<grid, block>>>(x, y, 10, n / 12, 0); }
void in_lines_back(dim3 grid, dim3 block, const double *x, double *y, int n) { lines<<<grid, block>>>(x + 12 * (n / 12 - 1), y, 12, n / 12, -12); }
void in_short_lines_back(dim3 grid, dim3 block, const double *x, double *y, int n) { lines<<<grid, block>>>(x + 12 * (n / 12 - 1), y, 12, n / 12, -11); }
void in_lines_unasked(dim3 grid, dim3 block, const double *x, double *y, int n) { unasked<<<grid, block>>>(x, y, 16, n); }
void in_short_lines_unasked(dim3 grid, dim3 block, const double *x, double *y, int n) { unasked<<<grid, block>>>(x, y, 8, n); }
void in_columns(dim3 grid, dim3 block, const double *x, double *y, int n) { columns<<<grid, block>>>(x, x, y, n / 12, 12); }
void in_columns_apart(dim3 grid, dim3 block, const double *x, double *y, int n) { columns<<<grid, block>>>(x + n / 2, x, y, n / 24, 12); }
void in_columns_overlapping(dim3 grid, dim3 block, const double *x, double *y, int n) { columns<<<grid, block>>>(x + n / 2 - 1, x, y, n / 24, 12); }
void in_columns_beside(dim3 grid, dim3 block, const double *x, double *y, int n) { columns<<<grid, block>>>(x + 1, x, y, n / 24, 12); }
void both_ways(dim3 grid, dim3 block, const double *x, double *y, int n) { swapped<<<grid, block>>>(x, y, n < 100 ? 6 : 12); }
void over_all(dim3 grid, dim3 block, const double *x, double *y, int n) { over_plane<<<grid, block>>>(x, y, 23, n / 23); }
void over_both_same(dim3 grid, dim3 block, const double *x, double *y, int n) { over_both<<<grid, block>>>(x, x, y, 23, n / 23); }
void over_both_apart(dim3 grid, dim3 block, const double *x, double *y, int n) { over_both<<<grid, block>>>(x, x + n / 2, y, n / 6, 3); }
void over_both_overlapping(dim3 grid, dim3 block, const double *x, double *y, int n) { over_both<<<grid, block>>>(x, x + n / 2 - 1, y, n / 6, 3); }

int main() {
  for (int n : {48, 150}) {
    check_rows<all>("all", n);
    check_rows<all_wide>("all, wide", n);
    check_rows<in_threes>("in threes", n);
    check_rows<in_rows>("in rows", n);
    check_rows<in_short_rows>("in short rows", n);
    check_rows<same>("same", n);
    check_rows<next>("next", n);
    check_rows<halves>("halves", n);
    check_rows<overlapping>("overlapping", n);
    check_rows<again>("again", n);
    check_rows<by_fewer>("by fewer", n);
    check_rows<with_neighbours>("with neighbours", n);
  }
  for (int n : {72, 144}) {
    check_planes<in_plane>("in a plane", n);
    check_planes<in_narrow_plane>("in a narrow plane", n);
    check_planes<in_plane_left>("in a plane, left", n);
    check_planes<in_lines>("in lines", n);
    check_planes<in_short_lines>("in short lines", n);
    check_planes<in_no_lines>("in no lines", n);
    check_planes<in_lines_back>("in lines back", n);
    check_planes<in_short_lines_back>("in short lines back", n);
    check_planes<in_columns>("in columns", n);
    check_planes<in_columns_apart>("in columns apart", n);
    check_planes<in_columns_overlapping>("in columns that overlap", n);
    check_planes<in_columns_beside>("in columns beside each other", n);
    check_planes<both_ways>("both ways", n);
    check_planes<over_all>("over all", n);
    check_planes<over_both_same>("over both, the same", n);
    check_planes<over_both_apart>("over both, apart", n);
    check_planes<over_both_overlapping>("over both, overlapping", n);
  }
  // All threads read.
  check<launched<in_lines_unasked, 4, 4, 1, 4, 3, 1>>("in lines, unasked", 12 * 16, 1e-7);
  check<launched<in_short_lines_unasked, 4, 4, 1, 4, 3, 1>>("in short lines, unasked", 12 * 16, 1e-7);
  printf("all is well\n");
}
