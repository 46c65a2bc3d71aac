// Arrays in shared memory that fit there, but not together with their shadows: these lie in memory of the device.
#include "launches.h"

// Tiles of two matrices, of 20480 bytes each: blocks of 64 threads compute 8 rows and columns of the product.
enum { ROWS = 8, INNER = 640, TILE = 8, DEPTH = 320 };
ENZYME_RS_KERNEL __global__ void product(const double *left, const double *right, double *out) {
  __shared__ double a[TILE][DEPTH], b[DEPTH][TILE];
  int row = block() * TILE, t = thread(), i = t / TILE, j = t % TILE;
  double sum = 0;
  for (int tile = 0; tile < INNER; tile += DEPTH) {
    for (int k = j; k < DEPTH; k += TILE) a[i][k] = left[(row + i) * INNER + tile + k];
    for (int k = i; k < DEPTH; k += TILE) b[k][j] = right[(tile + k) * TILE + j];
    meet();
    for (int k = 0; k < DEPTH; k++) sum += a[i][k] * b[k][j];
    meet();
  }
  out[(row + i) * TILE + j] = sum;
}

// The sum of a block's numbers, in halves.
enum { MANY = 4096 };
ENZYME_RS_KERNEL __global__ void sums(const double *x, double *out, int n) {
  __shared__ double numbers[MANY];
  for (int i = thread(); i < MANY; i += threads()) {
    int at = block() * MANY + i;
    numbers[i] = at < n ? 0.01 * SIN(x[at]) * x[at] : 0;
  }
  meet();
  for (int half = MANY / 2; half > 0; half /= 2) {
    for (int i = thread(); i < half; i += threads()) numbers[i] += numbers[i + half];
    meet();
  }
  if (thread() == 0) out[block()] = numbers[0] * numbers[0];
}

// Two arrays change places by their pointers.
ENZYME_RS_KERNEL __global__ void smoothed(double *v, int steps) {
  __shared__ double even[2500], odd[2500];
  double *from = even, *to = odd;
  for (int i = thread(); i < 2500; i += threads()) from[i] = v[i];
  meet();
  for (int k = 0; k < steps; k++) {
    for (int i = thread(); i < 2500; i += threads()) to[i] = from[i] + 0.1 * from[(i + 1) % 2500] * from[(i + 2499) % 2500];
    meet();
    double *other = from;
    from = to, to = other;
  }
  for (int i = thread(); i < 2500; i += threads()) v[i] = from[i];
}

// An array of a function that is not inlined, which two kernels call; one of them has another array besides, and numbers of two sorts.
__device__ __attribute__((noinline)) double turned(double value, int t) {
  __shared__ double hall[3000];
  for (int i = t; i < 3000; i += threads()) hall[i] = 0.3 * value * (1 + i % 7);
  meet();
  double next = hall[2999 - 3 * t] * hall[5 * t];
  meet();
  return SIN(next);
}
ENZYME_RS_KERNEL __global__ void alone(double *v) { v[thread()] = turned(v[thread()], thread()); }
struct Cell {
  double value;
  int next;
};
ENZYME_RS_KERNEL __global__ void beside(double *v) {
  __shared__ Cell cells[64];
  int t = thread();
  cells[t].value = v[t], cells[t].next = threads() - 1 - t;
  meet();
  double other = cells[cells[t].next].value;
  meet();
  v[t] = 0.1 * turned(other, t) + SIN(other);
}

// Additions by several threads, in the kernel itself.
ENZYME_RS_KERNEL __global__ void counted(const double *x, double *out, int n) {
  __shared__ double bins[3500];
  for (int i = thread(); i < 3500; i += threads()) bins[i] = 1;
  meet();
  for (int i = thread(); i < n; i += threads()) add(&bins[i * 7 % 350], x[i] * x[i]);
  meet();
  for (int i = thread(); i < 350; i += threads()) out[i] = SIN(0.01 * bins[i]) * bins[3499 - i];
}

// Several blocks, all of which have a part of the same memory for shadows.
ENZYME_RS_KERNEL __global__ void scattered(const double *x, double *out, int n) {
  __shared__ double own[4000];
  int t = thread();
  own[10 * t] = x[global() % n];
  meet();
  out[global()] = own[10 * (threads() - 1 - t)] * own[10 * t];
}

// The second matrix has the numbers of the first one, as far as it goes, in rows of another length.
double multiplied(const double *x, int n) {
  const int results = ROWS * TILE;
  double *numbers = obtained<double>(n), *out = obtained<double>(results);
  GPU(Memcpy)(numbers, x, n * sizeof(double), TO_DEVICE);
  product<<<ROWS / TILE, TILE * TILE>>>(numbers, numbers, out);
  std::vector<double> all(results);
  GPU(Memcpy)(all.data(), out, results * sizeof(double), TO_HOST);
  double sum = 0;
  for (int i = 0; i < results; i++) sum += (1 + i % 3) * all[i];
  GPU(Free)(numbers), GPU(Free)(out);
  return sum;
}
double others(const double *x, int n) {
  double *v = obtained<double>(n), *out = obtained<double>(640);
  GPU(Memset)(out, 0, 640 * sizeof(double));
  GPU(Memcpy)(v, x, n * sizeof(double), TO_DEVICE);
  smoothed<<<1, 100>>>(v, 3);
  sums<<<2, 128>>>(v, out, n);
  scattered<<<10, 64>>>(v, out, n);
  alone<<<1, 64>>>(out);
  beside<<<1, 64>>>(out);
  alone<<<1, 64>>>(out);
  double all[640], sum = 0;
  GPU(Memcpy)(all, out, 640 * sizeof(double), TO_HOST);
  for (int i = 0; i < 640; i++) sum += (1 + i % 3) * all[i];
  counted<<<1, 96>>>(v, out, 700);
  GPU(Memcpy)(all, out, 350 * sizeof(double), TO_HOST);
  for (int i = 0; i < 350; i++) sum += (1 + i % 5) * all[i];
  GPU(Free)(v), GPU(Free)(out);
  return sum;
}

// What is known of a product: with weights of 1 + i % 3 at each element, the adjoints are products of sums.
bool is_known() {
  const int n = ROWS * INNER;
  std::vector<double> x(n), dx(n), v(n);
  for (int i = 0; i < n; i++) x[i] = 0.25 * (i % 11), v[i] = std::cos(i);
  __enzyme_autodiff((void *)multiplied, enzyme_dup, x.data(), dx.data(), enzyme_const, n);
  double along = 0, tangent = __enzyme_fwddiff((void *)multiplied, enzyme_dup, x.data(), v.data(), enzyme_const, n);
  for (int i = 0; i < n; i++) {
    double expected = 0;
    for (int j = 0; j < TILE; j++) expected += (1 + (i / INNER * TILE + j) % 3) * x[i % INNER * TILE + j];
    for (int k = 0; k < ROWS && i < INNER * TILE; k++) expected += (1 + (k * TILE + i % TILE) % 3) * x[k * INNER + i / TILE];
    if (std::fabs(dx[i] - expected) > 1e-10 * expected) return printf("wrong: %d: %.15g, and not %.15g\n", i, dx[i], expected), false;
    along += expected * v[i];
  }
  return std::fabs(tangent - along) < 1e-10 * std::fabs(along) || (printf("wrong: tangent %.15g, and not %.15g\n", tangent, along), false);
}

extern "C" void enzyme_rs_gpu_bytes_per_thread(size_t bytes);

int main() {
  enzyme_rs_gpu_bytes_per_thread(1 << 15);
  check<others>("others", 5000, 1e-6);
  if (is_known()) puts("all is well");
}
