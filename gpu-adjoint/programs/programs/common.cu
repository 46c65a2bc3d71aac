// Numbers that all threads of a launch read: where no thread writes them, each block adds up what its threads have for the adjoint, and adds that once.
#include "launches.h"

struct Model {
  double a;
  float b;
  int terms;
};
__constant__ double weights[4];

__device__ int across() {
#ifdef __CUDA__
  return (__nvvm_read_ptx_sreg_ctaid_y() * __nvvm_read_ptx_sreg_ntid_y() + __nvvm_read_ptx_sreg_tid_y()) * __nvvm_read_ptx_sreg_nctaid_x() * threads() + global();
#else
  return (__builtin_amdgcn_workgroup_id_y() * __builtin_amdgcn_workgroup_size_y() + __builtin_amdgcn_workitem_id_y()) * (__builtin_amdgcn_grid_size_x()) + global();
#endif
}

// Threads leave early; some read a number that others do not; loops are of several lengths.
ENZYME_RS_KERNEL __global__ void terms(const double *__restrict__ s, const float *__restrict__ t, const double *__restrict__ fixed, const double *x, double *y, Model m, double c,
                                       float f, int n) {
  int i = across();
  if (i >= n) return;
  double sum = fixed[1] * x[i];
  for (int j = 0; j < m.terms + i % 3; j++) sum += x[i] * weights[j & 3] * s[2] + m.a * t[1];
  if (i % 5 == 3) sum *= SIN(s[0]) * f;
  y[i] = sum * c * m.b;
}
// In some blocks no thread reads it.
ENZYME_RS_KERNEL __global__ void few(const double *__restrict__ s, const double *__restrict__ x, double *__restrict__ y, int n) {
  int i = global();
  if (i % 97 == 11 && i < n) add(&y[i % 5], s[1] * s[1] * x[i]);
}
// Between barriers, with memory that threads share.
ENZYME_RS_KERNEL __global__ void shared_with_next(const double *__restrict__ s, const double *__restrict__ x, double *__restrict__ y, int n) {
  __shared__ double tile[64];
  int i = global(), t = thread();
  tile[t] = i < n ? x[i] * s[0] : s[1];
  meet();
  double next = tile[(t + 1) % threads()];
  if (i < n) y[i] = next * next * s[2];
}
// What a thread writes is read before and behind.
ENZYME_RS_KERNEL __global__ void written(double *s, const double *__restrict__ x, double *__restrict__ y, int n) {
  int i = thread();
  double before = s[0];
  meet();
  if (i == 0) s[0] = before * before * x[0];
  meet();
  if (i < n) y[i] = before * x[i] + s[0] * SIN(x[i]);
}
// Nobody says that `y` is elsewhere: it is not.
ENZYME_RS_KERNEL __global__ void overlapping(const double *s, const double *x, double *y, int n) {
  int i = thread();
  double first = s[0] * x[i];
  meet();
  if (i < n) y[i] = first;
  meet();
  double second = s[0] * x[i];
  meet();
  if (i < n) y[i] = second * first;
}

template <int BLOCK_X, int BLOCK_Y, int GRID_Y> double with(const double *fixed, const double *x, int n) {
  double *s = obtained<double>(3), *u = obtained<double>(n), *y = obtained<double>(n), sum = 0;
  float *t = obtained<float>(2), of_t[2] = {1, (float)x[5]};
  std::vector<double> v(n);
  GPU(Memcpy)(s, x + 2, 3 * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(t, of_t, sizeof of_t, TO_DEVICE);
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  GPU(MemcpyToSymbol)(weights, x + 1, 4 * sizeof(double), 0, TO_DEVICE);
  dim3 block(BLOCK_X, BLOCK_Y), grid((n + BLOCK_X * BLOCK_Y * GRID_Y - 1) / (BLOCK_X * BLOCK_Y * GRID_Y), GRID_Y);
  terms<<<grid, block>>>(s, t, fixed, u, y, Model{x[0] * x[1], (float)x[7], 5}, x[3], (float)x[6], n);
  shared_with_next<<<(n + 63) / 64, 64>>>(s, y, u, n);
  GPU(Memset)(y, 0, 5 * sizeof(double));
  few<<<(n + BLOCK_X - 1) / BLOCK_X, BLOCK_X>>>(s, u, y, n);
  GPU(Memcpy)(v.data(), y, n * sizeof(double), TO_HOST);
  for (int i = 0; i < n; i++) sum += (1 + i % 3) * v[i];
  GPU(Memcpy)(v.data(), u, n * sizeof(double), TO_HOST);
  for (int i = 0; i < n; i++) sum += v[i];
  GPU(Free)(s), GPU(Free)(t), GPU(Free)(u), GPU(Free)(y);
  return sum;
}
// What the kernel reads as `fixed` has a shadow here, and none there.
template <int BLOCK_X, int BLOCK_Y, int GRID_Y> double evaluated(const double *x, int n) {
  double *fixed = obtained<double>(2);
  GPU(Memcpy)(fixed, x + 3, 2 * sizeof(double), TO_DEVICE);
  double sum = with<BLOCK_X, BLOCK_Y, GRID_Y>(fixed, x, n);
  GPU(Free)(fixed);
  return sum;
}
void check_constant(int n) {
  std::vector<double> x(n), dx(n);
  double numbers[2] = {0.5, 0.75}, *fixed = obtained<double>(2), along = 0, differs[2];
  GPU(Memcpy)(fixed, numbers, sizeof numbers, TO_DEVICE);
  for (int i = 0; i < n; i++) x[i] = 0.6 + 0.3 * std::sin(0.7 * i);
  __enzyme_autodiff((void *)with<64, 1, 1>, enzyme_const, fixed, enzyme_dup, x.data(), dx.data(), enzyme_const, n);
  for (int sign : {0, 1}) {
    std::vector<double> moved(n);
    for (int i = 0; i < n; i++) moved[i] = x[i] + (1 - 2 * sign) * 1e-3 * std::cos(i), along += dx[i] * std::cos(i) / 2;
    differs[sign] = with<64, 1, 1>(fixed, moved.data(), n) / 2e-3;
  }
  GPU(Memcpy)(numbers, fixed, sizeof numbers, TO_HOST);
  double difference = differs[0] - differs[1];
  if (std::fabs(along - difference) > 1e-3 * std::fabs(difference)) printf("wrong: beside a constant: %g, by differences %g\n", along, difference);
  if (numbers[0] != 0.5 || numbers[1] != 0.75) printf("wrong: a constant was written\n");
  GPU(Free)(fixed);
}

template <bool OVERLAPS> double in_one_block(const double *x, int n) {
  double *s = obtained<double>(n), *u = obtained<double>(n), *y = obtained<double>(n), sum = 0;
  std::vector<double> v(n);
  GPU(Memcpy)(s, x, n * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  if (OVERLAPS)
    overlapping<<<1, n>>>(s + n / 2, u, s, n);
  else
    written<<<1, n>>>(s, u, y, n);
  GPU(Memcpy)(v.data(), OVERLAPS ? s : y, n * sizeof(double), TO_HOST);
  for (int i = 0; i < n; i++) sum += (1 + i % 3) * v[i];
  GPU(Free)(s), GPU(Free)(u), GPU(Free)(y);
  return sum;
}

int main() {
  for (int n : {48, 200}) {
    check<evaluated<16, 1, 1>>("blocks of half a warp", n, 5e-3);
    check<evaluated<64, 1, 1>>("blocks of warps", n, 5e-3);
    check<evaluated<40, 3, 2>>("blocks of rows", n, 5e-3);
    check<evaluated<256, 1, 1>>("one block", n, 5e-3);
    check_constant(n);
    check<in_one_block<false>>("written", n, 1e-6);
    check<in_one_block<true>>("overlapping", n, 1e-6);
  }
  printf("all is well\n");
}
