// Numbers whose bytes are copied, and whose halves lie in an array where threads hand them to each other.
#include "launches.h"

#ifdef __HIP__
// `memcpy` and `memset` come down to loops in HIP's headers, of these names.
static inline __device__ void *__hip_hc_memcpy(void *to, const void *from, size_t size) {
  for (auto at = (unsigned char *)to, of = (unsigned char *)from; size; size--) *at++ = *of++;
  return to;
}
static inline __device__ void *__hip_hc_memset(void *to, unsigned char byte, size_t size) {
  for (auto at = (unsigned char *)to; size; size--) *at++ = byte;
  return to;
}
#define COPY __hip_hc_memcpy
#define SET __hip_hc_memset
__device__ inline unsigned of_lane(unsigned bits, int lane) { return __builtin_amdgcn_ds_bpermute(4 * lane, bits); }
#else
#define COPY __builtin_memcpy
#define SET __builtin_memset
__device__ inline unsigned of_lane(unsigned bits, int lane) { return __nvvm_shfl_sync_idx_i32(-1u, bits, lane, 31); }
#endif

// As templates of libraries move what they know nothing of.
struct Halves {
  unsigned all[2] = {0};
  __device__ size_t count() const { return sizeof(double) / sizeof(unsigned); }
  __device__ void set(double value) { COPY(&all[0], &value, sizeof value); }
  __device__ double get() const {
    double value;
    COPY(&value, &all[0], sizeof value);
    return value;
  }
};
__device__ inline double of_lane(double value, int lane) {
  Halves halves;
  halves.set(value);
  for (size_t i = 0; i < halves.count(); i++) halves.all[i] = of_lane(halves.all[i], lane);
  return halves.get();
}
ENZYME_RS_KERNEL __global__ void sums(const double *x, double *y) {
  int lane = thread();
  double sum = x[lane] * x[lane];
  for (int far = 1; far < 32; far *= 2) sum += of_lane(sum, lane ^ far);
  y[lane] = SIN(sum) * x[lane];
}

// Members are copied at places of their own, behind what is set to zero; so many that the loops stay loops.
ENZYME_RS_KERNEL __global__ void moved(const double *x, double *y) {
  double all[9], some[9];
  for (int i = 0; i < 9; i++) some[i] = x[(thread() + i) % 32];
  double *end = (double *)SET(all, 0, sizeof all) + 6;
  COPY(all + 1, some, 4 * sizeof(double));
  COPY(end, some + 7, 2 * sizeof(double));
  double sum = 0;
  for (int i = 0; i < 9; i++) sum += (i + 1) * all[i] * all[i];
  y[thread()] = sum;
}

template <void Kernel(const double *, double *)> double of(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n), all[32], sum = 0;
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  Kernel<<<1, n>>>(u, v);
  GPU(Memcpy)(all, v, n * sizeof(double), TO_HOST);
  for (int i = 0; i < n; i++) sum += (i + 1) * all[i] * all[i];
  GPU(Free)(u), GPU(Free)(v);
  return sum;
}

int main() {
  check<of<sums>>("sums", 32, 1e-6);
  check<of<moved>>("moved", 32, 1e-6);
  puts("all is well");
}
