// Kernels as textbooks have them.
#include "device.h"

CONSTANT float coefficients[3] = {1, 2, 3};
DEVICE int launches;

struct Line {
  double slope;
  int offset[3];
  const float *x;
};

// y = slope x + offset + the value of a polynomial, over all of a grid that is smaller than n.
GLOBAL void update(Line line, float *y, int n, bool negative) {
  for (int i = global_x(); i < n; i += threads_x() * blocks_x()) {
    float x = line.x[i], p = coefficients[0] + x * (coefficients[1] + x * coefficients[2]);
    float value = line.slope * x + line.offset[i % 3] + p;
    y[i] = negative ? -value : value;
  }
  line.slope = 0; // its own copy
  if (global_x() == 0) launches++;
}

// A tile of the product of two matrices, by tiles in shared memory.
GLOBAL void product(const double *a, const double *b, double *c, int n) {
  SHARED double left[8][8], right[8][8];
  int row = block_y() * 8 + thread_y(), column = block_x() * 8 + thread_x();
  double sum = 0;
  for (int k = 0; k < n; k += 8) {
    left[thread_y()][thread_x()] = a[row * n + k + thread_x()];
    right[thread_y()][thread_x()] = b[(k + thread_y()) * n + column];
    sync();
    for (int i = 0; i < 8; i++) sum += left[thread_y()][i] * right[i][thread_x()];
    sync();
  }
  c[row * n + column] = sum;
}

DEVICE float warp_sum(float value) {
  for (int distance = WARP / 2; distance; distance /= 2) value += from_below(value, distance);
  return value;
}

// The sum of each block, by shuffles in its warps, and one number of each warp in shared memory.
GLOBAL void reduce(const float *x, float *sums) {
  SHARED float partial[32];
  float value = warp_sum(x[global_x()]);
  if (lane() == 0) partial[thread_x() / WARP] = value;
  sync();
  if (thread_x() < WARP) {
    value = warp_sum(thread_x() < threads_x() / WARP ? partial[thread_x()] : 0);
    if (thread_x() == 0) sums[block_x()] = value;
  }
}

// Sums of all before, in the dynamic memory of the block.
extern SHARED int prefix[];
GLOBAL void scan(const int *x, int *y) {
  int i = thread_x();
  prefix[i] = x[i];
  for (int distance = 1; distance < threads_x(); distance *= 2) {
    sync();
    int before = i >= distance ? prefix[i - distance] : 0;
    sync();
    prefix[i] += before;
  }
  y[i] = prefix[i];
}

// Counts in shared memory, added to those of all blocks.
GLOBAL void histogram(const unsigned char *x, int n, int *counts, double *weight, unsigned *largest) {
  SHARED int own[16];
  if (thread_x() < 16) own[thread_x()] = 0;
  sync();
  for (int i = global_x(); i < n; i += threads_x() * blocks_x()) {
    __atomic_fetch_add(&own[x[i] % 16], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(weight, 0.5, __ATOMIC_RELAXED);
    __atomic_fetch_max(largest, (unsigned)x[i], __ATOMIC_RELAXED);
  }
  sync();
  if (thread_x() < 16) __atomic_fetch_add(&counts[thread_x()], own[thread_x()], __ATOMIC_RELAXED);
}

// The last block adds what the others have left: it has to see it.
DEVICE unsigned finished;
GLOBAL void last(const float *x, float *parts, float *sum) {
  SHARED bool is_last;
  if (thread_x() == 0) {
    parts[block_x()] = x[block_x()];
    wide_fence();
    is_last = __atomic_fetch_add(&finished, 1u, __ATOMIC_RELAXED) == blocks_x() - 1;
    wide_fence();
    if (is_last) {
      *sum = 0;
      for (int i = 0; i < blocks_x(); i++) *sum += parts[i];
      __atomic_store_n(&finished, 0u, __ATOMIC_RELAXED);
    }
  }
}

// Means of three neighbours, with places of shared memory that the compiler knows.
GLOBAL void smooth(const int *x, int *y) {
  SHARED int tile[66];
  int t = thread_x();
  tile[t + 1] = x[t + 1];
  if (t == 0) tile[0] = x[0], tile[65] = x[65];
  sync();
  y[t] = (tile[t] + tile[t + 1] + tile[t + 2]) / 3;
}

// Each thread waits for the next one, and the last for nobody.
GLOBAL void turns(volatile int *turn, int *order) {
  int t = thread_x();
  while (*turn != threads_x() - 1 - t) {}
  order[*turn] = t;
  wide_fence();
  *turn = *turn + 1;
}

// A lock that threads of all blocks try to take.
DEVICE int taken;
GLOBAL void locked(int *sum) {
  int expected = 0;
  while (!__atomic_compare_exchange_n(&taken, &expected, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) expected = 0;
  wide_fence();
  *sum += 1;
  wide_fence();
  __atomic_store_n(&taken, 0, __ATOMIC_RELAXED);
}

// How many of each warp are odd.
GLOBAL void vote(const int *x, unsigned long *odd) {
  unsigned long which = votes(x[global_x()] & 1);
  if (lane() == 0) odd[global_x() / WARP] = which;
}
