// Launches as libraries make them of loops: no kernel is marked, and an option names them. Kernels are templates, take functors by value, and some have no derivative.
#include "gpu.h"
#include <type_traits>
extern int enzyme_dup, enzyme_const, enzyme_out;
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);

namespace library {

template <int Block> struct in_blocks {};

// What a loop adds up: a copy in a kernel adds its part when it is destroyed, where a thread has one.
struct Sum {
  double *total;
  double part = 0;
  bool is_in_kernel = false;
  __host__ __device__ Sum(double *total) : total(total) {}
  __host__ __device__ Sum(const Sum &other) : total(other.total) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    is_in_kernel = true;
#endif
  }
  __host__ __device__ ~Sum() {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    if (is_in_kernel) add(total, part);
#endif
  }
  __host__ __device__ const Sum &operator+=(double more) const {
    const_cast<double &>(part) += more;
    return *this;
  }
  static __device__ void add(double *at, double by) {
#ifdef __CUDA_ARCH__
    // As libraries have it that choose the order of memory themselves.
    asm volatile("{\n\t.reg .pred p;\n\tisspacep.global p, %0;\n\t@p  red.add.global.relaxed.gpu.f64 [%0],%1;\n\t@!p red.add.relaxed.gpu.f64 [%0],%1;\n\t}\n\t"
                 ::"l"(at), "d"(by)
                 : "memory");
#else
    __scoped_atomic_fetch_add(at, by, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
#endif
  }
};

namespace impl {
template <class Policy, class Body> __global__ void each(Body given, int begin, int count) {
  Body body(given);
  int i = block() * threads() + thread();
  if (i < count) body(begin + i);
}
// Has no derivative: what it leaves in a variable that holds pointers, others may read.
struct Left {
  double number;
  double *from;
};
__device__ Left last;
template <class T> __global__ void leave(T *x) {
  last.number = x[thread()]; // left
}
} // namespace impl

template <int Block, class Body> void forall(in_blocks<Block> policy, int begin, int end, Body &&body) {
  using Kept = typename std::remove_reference<Body>::type;
  if (end > begin) impl::each<in_blocks<Block>, Kept><<<(end - begin + Block - 1) / Block, Block>>>(body, begin, end - begin);
  GPU(DeviceSynchronize)();
}

} // namespace library

namespace {
// A view that is handed over within a lambda: a pointer and a shape.
struct View {
  double *at;
  int across;
  __host__ __device__ double &operator()(int i, int j) const { return at[i * across + j]; }
};

__global__ void scale(double *x, double by) { x[thread()] *= by; }
} // namespace

static const int N = 12;

// Steps of heat in a square, of which the last is summed; the border stays.
static double simulate(const double *initial, double c, int steps, bool leaves) {
  const int all = N * N;
  double *u, *v, *total, result;
  GPU(Malloc)((void **)&u, all * sizeof(double));
  GPU(Malloc)((void **)&v, all * sizeof(double));
  GPU(Malloc)((void **)&total, sizeof(double));
  GPU(Memcpy)(u, initial, all * sizeof(double), 1);
  GPU(Memcpy)(v, initial, all * sizeof(double), 1);
  GPU(Memset)(total, 0, sizeof(double));
  for (int s = 0; s < steps; s++) {
    View from{u, N}, to{v, N};
    library::forall(library::in_blocks<32>(), 0, (N - 2) * (N - 2), [=] __device__(int at) {
      int i = 1 + at / (N - 2), j = 1 + at % (N - 2);
      to(i, j) = from(i, j) + c * (from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1) - 4 * from(i, j)) * from(i, j);
    });
    double *last = u;
    u = v, v = last;
  }
  scale<<<1, N>>>(u + N, 1.5);
  if (leaves) library::impl::leave<<<1, 1>>>(u);
  library::Sum sum(total);
  library::forall(library::in_blocks<64>(), 0, all, [=] __device__(int at) { sum += u[at] * u[at]; });
  GPU(Memcpy)(&result, total, sizeof(double), 2);
  GPU(Free)(u), GPU(Free)(v), GPU(Free)(total);
  return result;
}

int main(int count, char **) {
  double u[N * N], du[N * N] = {}, way[N * N], h = 1e-6;
  for (int i = 0; i < N * N; i++) u[i] = 1 + 0.01 * ((i * 7) % 23), way[i] = 0.3 * ((i * 5) % 7 - 3);
  double dc = __enzyme_autodiff<double>((void *)simulate, enzyme_dup, u, du, enzyme_out, 0.05, enzyme_const, 5, enzyme_const, count > 1);
  double by_c = (simulate(u, 0.05 + h, 5, false) - simulate(u, 0.05 - h, 5, false)) / (2 * h);
  HOLDS(fabs(dc - by_c) < 1e-5 * fabs(by_c));
  double along = 0, more[N * N], less[N * N];
  for (int i = 0; i < N * N; i++) along += du[i] * way[i], more[i] = u[i] + h * way[i], less[i] = u[i] - h * way[i];
  double slope = (simulate(more, 0.05, 5, false) - simulate(less, 0.05, 5, false)) / (2 * h);
  HOLDS(fabs(along - slope) < 1e-5 * fabs(slope));
  double tangent = __enzyme_fwddiff<double>((void *)simulate, enzyme_dup, u, way, enzyme_dup, 0.05, 0.0, enzyme_const, 5, enzyme_const, false);
  HOLDS(fabs(along - tangent) < 1e-12 * fabs(tangent));
  printf("all is well\n");
}
