// Atomic maxima and minima of numbers in memory of the device, by kernels that the host launches: gradients against differences, and where numbers are equal, or none,
// against what is known.
#include "launches.h"

// As programs have it: a loop of exchanges, or the instruction.
__device__ inline void raise(double *to, double value) {
  auto *at = (long long *)to;
  long long found = *(volatile long long *)at;
  while (value > __builtin_bit_cast(double, found) && !__scoped_atomic_compare_exchange_n(at, &found, __builtin_bit_cast(long long, value), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)) {}
}
__device__ inline void lower(double *to, double value) { __scoped_atomic_fetch_min(to, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
__device__ inline void lift(double *to, double value) { __scoped_atomic_fetch_max(to, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
__device__ inline void raise(float *to, float value) { __scoped_atomic_fetch_max(to, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }

__global__ ENZYME_RS_KERNEL void peaks(const double *x, double *most, int n) {
  int i = global();
  if (i < n) raise(&most[i % 3], SIN(3 * x[i]) * x[i]);
}

// Several of a thread, in a loop of unknown length; the number of one iteration follows from what is read in it.
__global__ ENZYME_RS_KERNEL void several(const double *x, float *__restrict__ most, int n, int stride) {
  double carried = 1;
  for (int i = global(); i < n; i += stride) {
    carried = carried * 0.9 + x[i] * x[i];
    raise(&most[i % 5], (float)(carried * SIN(2 * x[i])));
    if (x[i] > 0.7) raise(&most[5], (float)carried);
  }
}

// Of known length, to one place, and to two beside each other in one array.
__global__ ENZYME_RS_KERNEL void bounds(const double *x, double *__restrict__ both, int n) {
  int i = global();
  if (i >= n) return;
  for (int k = 0; k < 4; k++) {
    double v = SIN(x[i] * (k + 1)) + x[(i + k) % n];
    lower(&both[0], v);
    lift(&both[1], v * x[i]);
  }
}

// In a variable of the device, with another one that varies.
__device__ double highest;
__constant__ double scale;
__global__ ENZYME_RS_KERNEL void heights(const double *x, int n) {
  int i = global();
  if (i < n) lift(&highest, scale * SIN(3 * x[i]) * x[i]);
}

__global__ ENZYME_RS_KERNEL void start(double *most, double with) { most[thread()] = with; }
__global__ ENZYME_RS_KERNEL void step(const double *u, double *v, const double *dt, int n) {
  int i = global();
  if (i < n) v[i] = u[i] + 0.1 * dt[0] * (u[(i + 1) % n] - u[i]) * u[i];
}
__global__ ENZYME_RS_KERNEL void shortest(const double *u, double *dt, int n) {
  int i = global();
  if (i < n) lower(dt, 1 / (0.5 + u[i] * u[i]));
}

__global__ ENZYME_RS_KERNEL void squares(const double *most, double *sum) {
  for (int i = 0; i < 3; i++) *sum += most[i] * most[i] * (i + 1);
}
__global__ ENZYME_RS_KERNEL void widen(const float *narrow, double *sum) {
  for (int i = 0; i < 6; i++) *sum += narrow[i] * (1 + i);
}

template <class T> T *device(const T *from, size_t count) {
  T *p = obtained<T>(count);
  GPU(Memcpy)(p, from, count * sizeof(T), TO_DEVICE);
  return p;
}
template <int size> int blocks(int n) { return (n + size - 1) / size; }

double f_heights(const double *x, int n) {
  double low = -9, high, by = x[n / 2] + 3;
  double *u = device(x, n);
  GPU(MemcpyToSymbol)(&highest, &low, sizeof low, 0, TO_DEVICE);
  GPU(MemcpyToSymbol)(&scale, &by, sizeof by, 0, TO_DEVICE);
  heights<<<blocks<64>(n), 64>>>(u, n);
  GPU(MemcpyFromSymbol)(&high, &highest, sizeof high, 0, TO_HOST);
  GPU(Free)(u);
  return high * high;
}

double f_peaks(const double *x, int n) {
  double first[3] = {-9, -9, x[0] + 5}, sum = 0;
  double *u = device(x, n), *most = device(first, 3), *all = device(&sum, 1);
  peaks<<<blocks<64>(n), 64>>>(u, most, n);
  squares<<<1, 1>>>(most, all);
  GPU(Memcpy)(&sum, all, sizeof sum, TO_HOST);
  GPU(Free)(u), GPU(Free)(most), GPU(Free)(all);
  return sum;
}

double f_several(const double *x, int n) {
  const float none[6] = {-9, -9, -9, -9, -9, -9};
  double sum = 0, *u = device(x, n), *all = device(&sum, 1);
  float *narrow = device(none, 6);
  several<<<4, 16>>>(u, narrow, n, 64);
  widen<<<1, 1>>>(narrow, all);
  GPU(Memcpy)(&sum, all, sizeof sum, TO_HOST);
  GPU(Free)(u), GPU(Free)(all), GPU(Free)(narrow);
  return sum;
}
// The same by the host, in double precision.
double g_several(const double *x, int n) {
  double most[6] = {-9, -9, -9, -9, -9, -9}, sum = 0;
  for (int t = 0; t < 64; t++) {
    double carried = 1;
    for (int i = t; i < n; i += 64) {
      carried = carried * 0.9 + x[i] * x[i];
      most[i % 5] = std::fmax(most[i % 5], carried * std::sin(2 * x[i]));
      if (x[i] > 0.7) most[5] = std::fmax(most[5], carried);
    }
  }
  for (int i = 0; i < 6; i++) sum += most[i] * (1 + i);
  return sum;
}

double f_bounds(const double *x, int n) {
  double both[2] = {9, -9};
  double *u = device(x, n), *at = device(both, 2);
  bounds<<<blocks<48>(n), 48>>>(u, at, n);
  GPU(Memcpy)(both, at, sizeof both, TO_HOST);
  GPU(Free)(u), GPU(Free)(at);
  return both[0] * 2 + both[1];
}

// Each step has its own shortest time, in the same memory.
double f_steps(const double *x, int n) {
  double *u = device(x, n), *v = obtained<double>(n), *dt = obtained<double>(1), last[1000], sum = 0;
  for (int k = 0; k < 5; k++) {
    start<<<1, 1>>>(dt, 9);
    shortest<<<blocks<64>(n), 64>>>(u, dt, n);
    step<<<blocks<64>(n), 64>>>(u, v, dt, n);
    double *next = v;
    v = u, u = next;
  }
  GPU(Memcpy)(last, u, n * sizeof(double), TO_HOST);
  for (int i = 0; i < n; i++) sum += last[i] * last[i] * (1 + i % 3);
  GPU(Free)(u), GPU(Free)(v), GPU(Free)(dt);
  return sum;
}

// With differences of another function, which does the same.
template <double F(const double *, int), double G(const double *, int) = F> void compare(const char *name, int n, double tolerance = 1e-6) {
  const double step = 1e-6;
  std::vector<double> x(n), dx(n);
  for (int i = 0; i < n; i++) x[i] = 0.6 + 0.3 * std::sin(0.7 * i);
  __enzyme_autodiff((void *)F, enzyme_dup, x.data(), dx.data(), enzyme_const, n);
  double worst = 0, largest = 1;
  int some = 0;
  for (int i = 0; i < n; i++) {
    const double at = x[i];
    x[i] = at + step;
    double ahead = G(x.data(), n);
    x[i] = at - step;
    double behind = G(x.data(), n);
    x[i] = at;
    worst = std::fmax(worst, std::fabs((ahead - behind) / (2 * step) - dx[i]));
    largest = std::fmax(largest, std::fabs(dx[i]));
    some += dx[i] != 0;
  }
  if (worst > tolerance * largest) printf("wrong: %s of %d: the gradient by %g of %g\n", name, n, worst, largest);
  if (some == 0) printf("wrong: %s of %d: no gradient\n", name, n);
}

// Numbers as they are.
__global__ ENZYME_RS_KERNEL void plain(const double *x, double *most, int n) {
  int i = global();
  if (i < n) raise(most, x[i]);
}
double largest(const double *x, double first, int n) {
  double *u = device(x, n), *most = device(&first, 1), last;
  plain<<<blocks<32>(n), 32>>>(u, most, n);
  GPU(Memcpy)(&last, most, sizeof last, TO_HOST);
  GPU(Free)(u), GPU(Free)(most);
  return last;
}

// The number that the thread has is the largest; all of the adjoint goes to one, or to the first.
void once(const char *name, std::vector<double> x, double first, double to_first, double expected) {
  int n = x.size();
  std::vector<double> dx(n);
  double dfirst = __enzyme_autodiff((void *)largest, enzyme_dup, x.data(), dx.data(), first, enzyme_const, n), sum = 0;
  int some = 0;
  for (int i = 0; i < n; i++) {
    sum += dx[i], some += dx[i] != 0;
    if (dx[i] != 0 && x[i] != expected) printf("wrong: %s: to number %d\n", name, i);
  }
  if (dfirst != to_first || sum != 1 - to_first || some != (to_first == 0)) printf("wrong: %s: %g to the first, %g to %d others\n", name, dfirst, sum, some);
}

int main() {
  for (int n : {1, 7, 64, 100, 300}) {
    compare<f_peaks>("peaks", n);
    compare<f_heights>("heights", n);
    compare<f_several, g_several>("several", n, 1e-5);
    compare<f_bounds>("bounds", n);
    compare<f_steps>("steps", n);
  }
  const double none = std::nan("");
  once("all equal", std::vector<double>(100, 2.5), 1, 0, 2.5);
  once("some equal", {1, 3, 2, 3, 3, 1, 0, 3}, -1, 0, 3);
  once("equal to the first", {1, 3, 2, 3}, 3, 1, 3);
  once("less than the first", {1, 3, 2, 3}, 4, 1, 4);
  once("none is no number", {none, 3, none, 2, none}, 1, 0, 3);
  once("none alone", {none, none}, 1, 1, 1);
  once("zero behind less than zero", std::vector<double>{-0.0, 0.0, -1, -0.0, 0.0}, -2, 0, 0);
  once("zero in front of zero", {-0.0, 0.0, -0.0}, -0.0, 1, 0);
  puts("all is well");
}
