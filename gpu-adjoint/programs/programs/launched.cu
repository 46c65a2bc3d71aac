// Host functions that launch kernels, differentiated as a whole: the gradient against differences, and the tangent against the gradient.
#include "launches.h"
#include <thread>

// Steps in time: shared memory with a halo, two arrays that take turns, a table behind a structure, indices, one stream.
struct Grid {
  int n;
  double dt;
  const double *table;
};
ENZYME_RS_KERNEL __global__ void step(const double *u, double *v, Grid g, const int *kinds) {
  __shared__ double tile[34];
  int t = thread(), i = global();
  tile[t + 1] = u[i % g.n];
  if (t == 0) tile[0] = u[(i + g.n - 1) % g.n];
  if (t == 31) tile[33] = u[(i + 1) % g.n];
  meet();
  if (i < g.n) v[i] = tile[t + 1] + g.dt * (tile[t] - 2 * tile[t + 1] + tile[t + 2] + SIN(tile[t + 1]) * g.table[kinds[i]]);
}
ENZYME_RS_KERNEL __global__ void sum_of_squares(const double *u, double *s, int n) {
  int i = global();
  if (i < n) add(s, u[i] * u[i]);
}
double steps(const double *x, int n) {
  void *stream;
  HOLDS(GPU(StreamCreate)(&stream) == 0);
  double *u = obtained<double>(n), *v = obtained<double>(n), *s = obtained<double>(1), *table = obtained<double>(4);
  int *kinds = obtained<int>(n);
  std::vector<int> mixed(n);
  for (int i = 0; i < n; i++) mixed[i] = i % 4;
  GPU(MemcpyAsync)(u, x, n * sizeof(double), TO_DEVICE, stream);
  GPU(MemcpyAsync)(table, x, 4 * sizeof(double), TO_DEVICE, stream);
  GPU(MemcpyAsync)(kinds, mixed.data(), n * sizeof(int), TO_DEVICE, stream);
  GPU(MemsetAsync)(s, 0, sizeof(double), stream);
  for (int k = 0; k < 4; k++) {
    step<<<(n + 31) / 32, 32, 0, stream>>>(u, v, Grid{n, 0.1 + x[1], table}, kinds);
    double *w = u;
    u = v, v = w;
  }
  sum_of_squares<<<(n + 31) / 32, 32, 0, stream>>>(u, s, n);
  double result;
  GPU(MemcpyAsync)(&result, s, sizeof(double), TO_HOST, stream);
  GPU(StreamSynchronize)(stream);
  for (void *p : {(void *)u, (void *)v, (void *)s, (void *)table, (void *)kinds}) GPU(Free)(p);
  GPU(StreamDestroy)(stream);
  return result;
}

// Places in shared memory that are chosen: the edges of a tile, which LLVM stores to through one pointer, and arrays that change places.
ENZYME_RS_KERNEL __global__ void edges(const double *u, double *v, int n) {
  __shared__ double tile[6][18];
  int t = thread() % 16, row = thread() / 16, i = 16 * (4 * block() + row) + t;
  tile[row + 1][t + 1] = u[i % n];
  if (row == 0) tile[0][t + 1] = u[(i + n - 16) % n];
  else if (row == 3) tile[5][t + 1] = SIN(u[(i + 16) % n]);
  if (t == 0) tile[row + 1][0] = u[(i + n - 1) % n];
  else if (t == 15) tile[row + 1][17] = u[(i + 1) % n];
  meet();
  const double(*at)[18] = &tile[row + 1];
  if (i < n) v[i] = at[0][t + 1] * (at[-1][t + 1] + at[1][t + 1]) - at[0][t] * at[0][t + 2];
}
ENZYME_RS_KERNEL __global__ void swaps(double *v, int steps, int n) {
  __shared__ double a[64], b[64], c[64];
  double *from = a, *to = b, *rest = c;
  int t = thread(), i = global();
  a[t] = i < n ? v[i] : 0, b[t] = 0.5, c[t] = 0.25;
  meet();
  for (int k = 0; k < steps; k++) {
    to[t] = from[t] + 0.1 * from[(t + 1) % 64] * rest[(t + 63) % 64];
    meet();
    double *old = from;
    from = to, to = rest, rest = old;
  }
  if (i < n) v[i] = SIN(from[t]) * rest[t];
}
double tiles(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n), *s = obtained<double>(1), result;
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  GPU(Memset)(s, 0, sizeof(double));
  edges<<<(n + 63) / 64, 64>>>(u, v, n);
  swaps<<<(n + 63) / 64, 64>>>(v, 7, n);
  sum_of_squares<<<(n + 31) / 32, 32>>>(v, s, n);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  for (void *p : {(void *)u, (void *)v, (void *)s}) GPU(Free)(p);
  return result;
}

// A function that launches and calls itself: cycles over coarser and coarser grids.
ENZYME_RS_KERNEL __global__ void smooth(double *u, const double *f, int n) {
  int i = global();
  if (i < n && i % 2 == 0) u[i] = 0.5 * ((i ? u[i - 1] : 0) + (i + 1 < n ? u[i + 1] : 0) + f[i] * (1 + 0.1 * SIN(u[i])));
}
ENZYME_RS_KERNEL __global__ void coarser(double *c, const double *u, const double *f, int n) {
  int i = global();
  if (i < n) c[i] = f[2 * i] - u[2 * i] + f[2 * i + 1] * u[2 * i + 1];
}
ENZYME_RS_KERNEL __global__ void finer(double *u, const double *c, int n) {
  int i = global();
  if (i < n) u[i] += 0.7 * c[i / 2];
}
void cycle(double *u, const double *f, int n) {
  smooth<<<(n + 31) / 32, 32>>>(u, f, n);
  if (n <= 8) return;
  double *right = obtained<double>(n / 2), *coarse = obtained<double>(n / 2);
  coarser<<<(n + 31) / 32, 32>>>(right, u, f, n / 2);
  GPU(Memset)(coarse, 0, n / 2 * sizeof(double));
  cycle(coarse, right, n / 2);
  finer<<<(n + 31) / 32, 32>>>(u, coarse, n);
  smooth<<<(n + 31) / 32, 32>>>(u, f, n);
  GPU(Free)(right), GPU(Free)(coarse);
}
double cycles(const double *x, int n) {
  double *u = obtained<double>(n), *f = obtained<double>(n), *s = obtained<double>(1), result;
  GPU(Memcpy)(f, x, n * sizeof(double), TO_DEVICE);
  GPU(Memset)(u, 0, n * sizeof(double)), GPU(Memset)(s, 0, sizeof(double));
  for (int k = 0; k < 2; k++) cycle(u, f, n);
  sum_of_squares<<<(n + 31) / 32, 32>>>(u, s, n);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  for (void *p : {(void *)u, (void *)f, (void *)s}) GPU(Free)(p);
  return result;
}

// Numbers that all threads read: parameters in memory of the device, of both kinds, also where a loop reads them in turn; threads without work.
struct Law {
  const double *coefficients;
  const float *scale;
  int terms;
};
ENZYME_RS_KERNEL __global__ void evaluate(double *v, Law law, const double *shift, int n) {
  int i = global();
  if (i >= n) return;
  double x = v[i], power = 1, sum = *shift;
  for (int k = 0; k < law.terms; k++) sum += law.coefficients[k] * power, power *= x;
  v[i] = i % 3 ? sum * law.scale[0] : SIN(sum) + law.scale[1];
}
double parameters(const double *x, int n) {
  double *v = obtained<double>(n), *c = obtained<double>(6), *s = obtained<double>(1), result;
  float *scale = obtained<float>(2), scales[2] = {(float)x[7], (float)(x[8] * x[9])};
  GPU(Memcpy)(v, x, n * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(c, x, 6 * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(scale, scales, sizeof scales, TO_DEVICE);
  GPU(Memset)(s, 0, sizeof(double));
  evaluate<<<(n + 63) / 64, 64>>>(v, Law{c, scale, 5}, c + 5, n);
  sum_of_squares<<<(n + 31) / 32, 32>>>(v, s, n);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  for (void *p : {(void *)v, (void *)c, (void *)s, (void *)scale}) GPU(Free)(p);
  return result;
}

// A structure that the host does not look into, but for one member, is handed over by value.
struct Settings {
  double dt, h, damping;
  int n;
  float weights[3];
};
ENZYME_RS_KERNEL __global__ void relax(double *v, Settings all) {
  int i = global();
  if (i < all.n) v[i] += all.dt * (SIN(v[i] * all.h) - all.damping * v[i]) * (all.weights[0] + (i % 3) * all.weights[2]);
}
double settle(const double *x, const Settings &all) {
  double *v = obtained<double>(all.n), *s = obtained<double>(1), result;
  GPU(Memcpy)(v, x, all.n * sizeof(double), TO_DEVICE);
  GPU(Memset)(s, 0, sizeof(double));
  for (int k = 0; k < 2; k++) relax<<<(all.n + 31) / 32, 32>>>(v, all);
  sum_of_squares<<<(all.n + 31) / 32, 32>>>(v, s, all.n);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  GPU(Free)(v), GPU(Free)(s);
  return result * all.dt;
}
double settings(const double *x, int n) {
  Settings all{x[0], x[1], x[2], n, {(float)x[3], 1, (float)(x[4] * x[5])}};
  return settle(x, all);
}
void check_settings() {
  const int n = 40;
  std::vector<double> x(n, 0.7), dx(n);
  Settings all{0.5, 2, 0.25, n, {1, 2, 3}}, d{};
  __enzyme_autodiff((void *)settle, enzyme_dup, x.data(), dx.data(), enzyme_dup, &all, &d);
  auto by = [&](double Settings::*member) {
    const double h = 1e-5;
    Settings ahead = all, behind = all;
    ahead.*member += h, behind.*member -= h;
    return (settle(x.data(), ahead) - settle(x.data(), behind)) / (2 * h);
  };
  double dt = by(&Settings::dt), h = by(&Settings::h), damping = by(&Settings::damping);
  if (std::fabs(d.dt - dt) + std::fabs(d.h - h) + std::fabs(d.damping - damping) > 1e-5 * std::fabs(dt))
    printf("wrong: settings: %g %g %g, by differences %g %g %g\n", d.dt, d.h, d.damping, dt, h, damping);
}

// Arrays by value beside pointers and an integer, indexed as the run says.
struct Stencil {
  double *v;
  double weights[3];
  int n;
  const double *u;
  double offsets[2];
};
ENZYME_RS_KERNEL __global__ void weigh(Stencil all) {
  int i = global();
  if (i >= all.n) return;
  double sum = all.offsets[i % 2];
  for (int k = 0; k < all.n && k < 3; k++) sum += all.weights[k] * SIN(all.u[(i + k) % all.n]);
  all.v[i] = sum * all.n;
}
double stencil(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n), *s = obtained<double>(1), result;
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  GPU(Memset)(s, 0, sizeof(double));
  weigh<<<(n + 31) / 32, 32>>>(Stencil{v, {x[0], 2 * x[1], x[2] * x[3]}, n, u, {x[4], x[4] * x[5]}});
  sum_of_squares<<<(n + 31) / 32, 32>>>(v, s, n);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  for (double *p : {u, v, s}) GPU(Free)(p);
  return result;
}

// Numbers by value, of both kinds; loops of which only the run knows the length; threads without work.
ENZYME_RS_KERNEL __global__ void iterate(double *v, double a, float b, int n) {
  int i = global();
  if (i >= n) return;
  double at = v[i];
  for (int k = 0; k < i % 7; k++) at = a * SIN(at) + b;
  v[i] = at * EXP(b);
}
double numbers(const double *x, int n) {
  double *v = obtained<double>(n);
  GPU(Memcpy)(v, x, n * sizeof(double), DEFAULT);
  iterate<<<dim3((n + 15) / 16), 16>>>(v, x[0] * x[1], (float)x[2], n);
  iterate<<<dim3((n + 7) / 8, 1), dim3(8, 1, 1)>>>(v, x[3], 0.25f, n);
  std::vector<double> y(n);
  GPU(Memcpy)(y.data(), v, n * sizeof(double), TO_HOST);
  GPU(Free)(v);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += y[i] * (i % 3 + 1);
  return sum;
}

// Memory of both sides: the host computes between launches.
ENZYME_RS_KERNEL __global__ void twist(double *m, int n) {
  int i = global();
  if (i < n) m[i] = m[i] * SIN(m[i]);
}
double managed(const double *x, int n) {
  double *m, *p;
  HOLDS(GPU(MallocManaged)((void **)&m, n * sizeof(double)) == 0);
  HOLDS(GPU(MallocHost)((void **)&p, n * sizeof(double)) == 0);
  for (int i = 0; i < n; i++) p[i] = x[i] * x[i];
  GPU(Memcpy)(m, p, n * sizeof(double), DEFAULT);
  enum { READ_MOSTLY = 1 };
  HOLDS(GPU(MemAdvise)(m, n * sizeof(double), READ_MOSTLY, 0) == 0 && GPU(MemPrefetchAsync)(m, n * sizeof(double), 0, nullptr) == 0);
  twist<<<1, n>>>(m, n);
  GPU(DeviceSynchronize)();
  for (int i = 1; i < n; i++) m[i] = 0.5 * m[i] * m[i - 1] + x[0];
  twist<<<1, n>>>(m, n);
  GPU(DeviceSynchronize)();
  double sum = 0;
  for (int i = 0; i < n; i++) sum += m[i] * m[i];
  GPU(Free)(m);
#ifdef __CUDA__
  cudaFreeHost(p);
#else
  hipFreeHost(p);
#endif
  return sum;
}

// A loop of a library: what it runs for each index is handed over by value, with all that it holds.
template <class Body> ENZYME_RS_KERNEL __global__ void for_all(int n, Body body) {
  int i = global();
  if (i < n) body(i);
}
template <class Body> void run(int n, Body body) { for_all<<<(n + 31) / 32, 32>>>(n, body); }
struct Scaled {
  double factor;
  const double *from;
  double *to;
  float shift[2];
  __device__ void operator()(int i) const { to[i] = factor * from[i] * from[i] + shift[i % 2]; }
};
// A structure without members, and one without numbers.
struct Squared {
  __device__ double operator()(double a) const { return a * a; }
};
struct Powered {
  int by;
  __device__ double operator()(double a) const {
    double power = 1;
    for (int k = 0; k < by; k++) power *= a;
    return power;
  }
};
template <class F> ENZYME_RS_KERNEL __global__ void apply(double *v, F f, int n) {
  int i = global();
  if (i < n) v[i] = f(v[i]);
}
double bodies(const double *x, int n) {
  double *a = obtained<double>(n), *b = obtained<double>(n), *nothing = obtained<double>(n - n);
  GPU(Memcpy)(a, x, n * sizeof(double), TO_DEVICE);
  run(n, Scaled{x[2], a, b, {(float)x[0], 0.5f}});
  run(n, Scaled{0.5, b, a, {1, (float)x[1]}});
  apply<<<(n + 31) / 32, 32>>>(a, Squared{}, n);
  apply<<<(n + 31) / 32, 32>>>(a, Powered{3}, n);
  std::vector<double> y(n);
  GPU(Memcpy)(y.data(), a, n * sizeof(double), TO_HOST);
  GPU(Free)(a), GPU(Free)(b), GPU(Free)(nothing);
  double sum = 0;
  for (double number : y) sum += number;
  return sum;
}

// Indices that a kernel without a derivative finds, by looking at numbers that vary; what it counts, and what it keeps by itself, has none either.
struct Ranks {
  const double *of;
  int *ranks;
};
ENZYME_RS_KERNEL_INACTIVE __global__ void rank(Ranks in, int *count, int n) {
  __shared__ double tile[32];
  int t = thread(), smaller = 0;
  tile[t] = in.of[t];
  meet();
  for (int k = 0; k < n; k++) smaller += tile[k] < tile[t] || (tile[k] == tile[t] && k < t);
  in.ranks[t] = smaller;
  __scoped_atomic_fetch_add(count, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
ENZYME_RS_KERNEL __global__ void sorted(const double *u, double *v, const int *ranks) {
  int t = thread();
  v[ranks[t]] = u[t] * u[t] * (ranks[t] + 1);
}
double ranked(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n);
  int *ranks = obtained<int>(n), *count = obtained<int>(1), counted;
  GPU(Memset)(count, 0, sizeof(int));
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  rank<<<1, n>>>(Ranks{u, ranks}, count, n);
  sorted<<<1, n>>>(u, v, ranks);
  rank<<<1, n>>>(Ranks{v, ranks}, count, n);
  sorted<<<1, n>>>(v, u, ranks);
  std::vector<double> y(n);
  GPU(Memcpy)(y.data(), u, n * sizeof(double), TO_HOST);
  GPU(Memcpy)(&counted, count, sizeof(int), TO_HOST);
  for (void *p : {(void *)u, (void *)v, (void *)ranks, (void *)count}) GPU(Free)(p);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += y[i] * counted / (i + 1);
  return sum;
}

// One piece of memory for arrays of both kinds, which reach kernels in a structure: what is copied there, the kernels tell. It goes there twice.
struct Arrays {
  double *a;
  float *b;
};
ENZYME_RS_KERNEL __global__ void cut(Arrays in) {
  int i = thread();
  in.b[i] = (float)(in.a[i] * in.a[i]);
  in.a[i] *= in.b[i];
}
ENZYME_RS_KERNEL __global__ void sum_of_arrays(Arrays in, double *s) {
  int i = thread();
  add(s, in.a[i] + in.b[i]);
}
// Nothing varies in what this one does.
ENZYME_RS_KERNEL __global__ void set(double *s) { *s = 0; }
double arena(const double *x, int n) {
  char *all = obtained<char>(n * 12);
  double *first = obtained<double>(n), *s = obtained<double>(1), result;
  Arrays arrays = {(double *)all, (float *)(all + n * 8)};
  set<<<1, 1>>>(s);
  GPU(Memcpy)(first, x, n * sizeof(double), TO_DEVICE);
  for (int k = 0; k < 2; k++) {
    GPU(Memcpy)(arrays.a, first, n * sizeof(double), DEFAULT);
    cut<<<1, n>>>(arrays);
    sum_of_arrays<<<1, n>>>(arrays, s);
  }
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  GPU(Free)(all), GPU(Free)(first), GPU(Free)(s);
  return result;
}

// A table of the device whose numbers do not vary.
__device__ double factors[4];
ENZYME_RS_KERNEL __global__ void scale(double *v) { v[thread()] *= v[thread()] * factors[thread() % 4]; }
double symbols(const double *x, int n) {
  const double numbers[] = {1, -2, 0.5, 3};
  double *v = obtained<double>(n), *s = obtained<double>(1), result;
  HOLDS(GPU(MemcpyToSymbol)(&factors, numbers, sizeof numbers, 0, TO_DEVICE) == 0);
  GPU(Memcpy)(v, x, n * sizeof(double), TO_DEVICE);
  GPU(Memset)(s, 0, sizeof(double));
  scale<<<1, n>>>(v);
  sum_of_squares<<<1, n>>>(v, s, n);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  GPU(Free)(v), GPU(Free)(s);
  return result;
}

// Handles and numbers in one structure.
struct Solver {
  void *stream;
  double factor;
  int device;
  double *v, *s;
};
__attribute__((noinline)) void prepare(Solver &solver, const double *x, int n) {
  solver.factor = x[0] * x[1];
  HOLDS(GPU(StreamCreate)(&solver.stream) == 0 && GPU(GetDevice)(&solver.device) == 0);
  solver.v = obtained<double>(n), solver.s = obtained<double>(1);
  GPU(MemsetAsync)(solver.s, 0, sizeof(double), solver.stream);
  GPU(MemcpyAsync)(solver.v, x, n * sizeof(double), TO_DEVICE, solver.stream);
}
double members(const double *x, int n) {
  Solver solver;
  prepare(solver, x, n);
  iterate<<<(n + 15) / 16, 16, 0, solver.stream>>>(solver.v, solver.factor + solver.device, 0.25f, n);
  sum_of_squares<<<1, n, 0, solver.stream>>>(solver.v, solver.s, n);
  double result;
  GPU(MemcpyAsync)(&result, solver.s, sizeof(double), TO_HOST, solver.stream);
  GPU(StreamSynchronize)(solver.stream);
  GPU(Free)(solver.v), GPU(Free)(solver.s), GPU(StreamDestroy)(solver.stream);
  return result * solver.factor;
}

// Two streams, one of which waits for the other; memory that is copied on the device.
double streams(const double *x, int n) {
  void *one, *two, *done;
  HOLDS(GPU(StreamCreate)(&one) == 0 && GPU(StreamCreate)(&two) == 0 && GPU(EventCreate)(&done) == 0);
  double *a = obtained<double>(n), *b = obtained<double>(n), *s = obtained<double>(1);
  GPU(Memset)(s, 0, sizeof(double));
  GPU(MemcpyAsync)(a, x, n * sizeof(double), TO_DEVICE, one);
  twist<<<1, n, 0, one>>>(a, n);
  GPU(EventRecord)(done, one);
  GPU(StreamWaitEvent)(two, done, 0);
  GPU(MemcpyAsync)(b, a, n * sizeof(double), DEFAULT, two);
  GPU(MemcpyAsync)(b, n > 1 ? b : a, n * sizeof(double), DEFAULT, two);
  twist<<<1, n, 0, two>>>(b, n);
  GPU(StreamSynchronize)(two);
  sum_of_squares<<<1, n>>>(b, s, n);
  sum_of_squares<<<1, n>>>(a, s, n);
  double result;
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  for (void *p : {(void *)a, (void *)b, (void *)s}) GPU(Free)(p);
  GPU(StreamDestroy)(one), GPU(StreamDestroy)(two);
  return result;
}

// A long loop: a few states are kept, on the host, and the steps between them run again.
#include <enzyme_rs/parallel.h>
ENZYME_RS_KERNEL __global__ void forth(const double *u, double *v, double dt, int n) {
  int i = global();
  if (i < n) v[i] = u[i] + dt * (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n] + SIN(u[i]));
}
ENZYME_RS_KERNEL __global__ void back(double *u, const double *v, int n) {
  int i = global();
  if (i < n) u[i] = v[i];
}
struct Simulation {
  double *u, *v, dt;
  int n;
};
void advance(long, void *context) {
  auto *s = (Simulation *)context;
  forth<<<1, s->n>>>(s->u, s->v, s->dt, s->n);
  back<<<1, s->n>>>(s->u, s->v, s->n);
}
double checkpointed(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n);
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  Simulation all{u, v, 0.1 * x[3], n};
  enzyme_rs_checkpointed(12, 3, advance, &all, u, n * sizeof(double), v, n * sizeof(double));
  std::vector<double> y(n);
  GPU(Memcpy)(y.data(), u, n * sizeof(double), TO_HOST);
  GPU(Free)(u), GPU(Free)(v);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += y[i] * y[i] * (i % 4);
  return sum;
}

// The same as a loop with a mark in it; the memory of the device need not be named.
double marked(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n), dt = 0.1 * x[3];
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  for (int k = 0; k < 12; k++) {
    enzyme_rs_checkpoint(3);
    forth<<<1, n>>>(u, v, dt, n);
    back<<<1, n>>>(u, v, n);
  }
  std::vector<double> y(n);
  GPU(Memcpy)(y.data(), u, n * sizeof(double), TO_HOST);
  GPU(Free)(u), GPU(Free)(v);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += y[i] * y[i] * (i % 4);
  return sum;
}

// Steps on a stream of the function's own, with an event of its own. Both are gone, as the function has it, when the steps run again.
struct Streamed {
  double *u, *v, dt;
  int n;
  void *stream;
  void *done;
};
void advance_streamed(long, void *context) {
  auto *s = (Streamed *)context;
  forth<<<1, s->n, 0, s->stream>>>(s->u, s->v, s->dt, s->n);
  GPU(EventRecord)(s->done, s->stream);
  back<<<1, s->n, 0, s->stream>>>(s->u, s->v, s->n);
}
double last_of(double *u, double *v, void *stream, int n) {
  std::vector<double> y(n);
  GPU(MemcpyAsync)(y.data(), u, n * sizeof(double), TO_HOST, stream);
  GPU(StreamSynchronize)(stream);
  GPU(Free)(u), GPU(Free)(v);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += y[i] * y[i] * (i % 4);
  return sum;
}
double streamed(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n);
  void *stream;
  void *done;
  GPU(StreamCreate)(&stream), GPU(EventCreate)(&done);
  GPU(MemcpyAsync)(u, x, n * sizeof(double), TO_DEVICE, stream);
  Streamed all{u, v, 0.1 * x[3], n, stream, done};
  enzyme_rs_checkpointed(12, 3, advance_streamed, &all, u, n * sizeof(double), v, n * sizeof(double));
  double sum = last_of(u, v, stream, n);
  GPU(StreamDestroy)(stream), GPU(EventDestroy)(done);
  return sum;
}
double streamed_and_marked(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n), dt = 0.1 * x[3];
  void *stream;
  GPU(StreamCreate)(&stream);
  GPU(MemcpyAsync)(u, x, n * sizeof(double), TO_DEVICE, stream);
  for (int k = 0; k < 12; k++) {
    enzyme_rs_checkpoint(3);
    forth<<<1, n, 0, stream>>>(u, v, dt, n);
    back<<<1, n, 0, stream>>>(u, v, n);
    GPU(StreamSynchronize)(stream);
  }
  double sum = last_of(u, v, stream, n);
  GPU(StreamDestroy)(stream);
  return sum;
}

// Integers that a kernel reads, whose type nothing but its name says without optimisation.
ENZYME_RS_KERNEL __global__ void where(const int *on, double *x) {
  if (on[global()]) x[global()] *= x[global()];
}
double masked(const double *x, int n) {
  double *u = obtained<double>(n);
  int *on = obtained<int>(n);
  std::vector<int> which(n);
  for (int i = 0; i < n; i++) which[i] = i % 3 == 1;
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(on, which.data(), n * sizeof(int), TO_DEVICE);
  where<<<1, n>>>(on, u);
  std::vector<double> y(n);
  GPU(Memcpy)(y.data(), u, n * sizeof(double), TO_HOST);
  GPU(Free)(u), GPU(Free)(on);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += y[i] * (i % 5);
  return sum;
}

// Memory of the device that the program brings, with and without shadows.
double given(const double *x, const double *table, int n) {
  double *v = obtained<double>(n), result;
  int *kinds = obtained<int>(n);
  GPU(Memset)(kinds, 0, n * sizeof(int));
  step<<<(n + 31) / 32, 32>>>(x, v, Grid{n, 0.1, table}, kinds);
  double *s = obtained<double>(1);
  GPU(Memset)(s, 0, sizeof(double));
  sum_of_squares<<<(n + 31) / 32, 32>>>(v, s, n);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  GPU(Free)(v), GPU(Free)(kinds), GPU(Free)(s);
  return result;
}

void check_given() {
  const int n = 64;
  std::vector<double> x(n), dx(n), table = {1, -2, 0.5, 3}, dtable(4);
  for (int i = 0; i < n; i++) x[i] = std::sin(0.3 * i);
  double *gx = obtained<double>(n), *gdx = obtained<double>(n), *gt = obtained<double>(4), *gdt = obtained<double>(4);
  GPU(Memcpy)(gx, x.data(), n * sizeof(double), TO_DEVICE);
  GPU(Memcpy)(gt, table.data(), 4 * sizeof(double), TO_DEVICE);
  auto f = [&](double *at, double *place, double value) {
    double keep = *place;
    *place = value;
    GPU(Memcpy)(at, place == table.data() ? table.data() : x.data(), (place == table.data() ? 4 : n) * sizeof(double), TO_DEVICE);
    double result = given(gx, gt, n);
    *place = keep;
    GPU(Memcpy)(at, place == table.data() ? table.data() : x.data(), (place == table.data() ? 4 : n) * sizeof(double), TO_DEVICE);
    return result;
  };
  const double h = 1e-5;
  double by_x = (f(gx, &x[5], x[5] + h) - f(gx, &x[5], x[5] - h)) / (2 * h);
  double by_table = (f(gt, &table[0], table[0] + h) - f(gt, &table[0], table[0] - h)) / (2 * h);
  GPU(Memset)(gdx, 0, n * sizeof(double)), GPU(Memset)(gdt, 0, 4 * sizeof(double));
  __enzyme_autodiff((void *)given, enzyme_dup, gx, gdx, enzyme_dup, gt, gdt, enzyme_const, n);
  GPU(Memcpy)(dx.data(), gdx, n * sizeof(double), TO_HOST);
  GPU(Memcpy)(dtable.data(), gdt, 4 * sizeof(double), TO_HOST);
  if (std::fabs(dx[5] - by_x) > 1e-7 || std::fabs(dtable[0] - by_table) > 1e-7) printf("wrong: given: %g %g, %g %g\n", dx[5], by_x, dtable[0], by_table);
  GPU(Memset)(gdx, 0, n * sizeof(double));
  __enzyme_autodiff((void *)given, enzyme_dup, gx, gdx, enzyme_const, gt, enzyme_const, n);
  GPU(Memcpy)(dx.data(), gdx, n * sizeof(double), TO_HOST);
  if (std::fabs(dx[5] - by_x) > 1e-7) printf("wrong: given without a shadow of the table: %g %g\n", dx[5], by_x);
}

// Memory that the program brings, of which only kernels tell what numbers lie there, and two threads of the host that differentiate at the same time.
struct Held {
  double *numbers;
};
ENZYME_RS_KERNEL __global__ void sum_of_held(Held in, double *s) { add(s, in.numbers[thread()] * in.numbers[thread()]); }
double brought(void *memory, const void *x, int n) {
  double *s = obtained<double>(1), result;
  GPU(Memset)(s, 0, sizeof(double));
  GPU(Memcpy)(memory, x, n * sizeof(double), TO_DEVICE);
  sum_of_held<<<1, n>>>(Held{(double *)memory}, s);
  GPU(Memcpy)(&result, s, sizeof(double), TO_HOST);
  GPU(Free)(s);
  return result;
}
void differentiate_often() {
  const int n = 16;
  double *memory = obtained<double>(n), *shadow = obtained<double>(n);
  for (int times = 0; times < 100; times++) {
    std::vector<double> x(n, 0.5 + times), dx(n);
    GPU(Memset)(shadow, 0, n * sizeof(double));
    __enzyme_autodiff((void *)brought, enzyme_dup, memory, shadow, enzyme_dup, x.data(), dx.data(), enzyme_const, n);
    for (double one : dx) HOLDS(one == 2 * (0.5 + times));
  }
  GPU(Free)(memory), GPU(Free)(shadow);
}
void check_threads() {
  std::thread other(differentiate_often);
  differentiate_often();
  other.join();
}

int main() {
  check<steps>("steps", 64, 1e-8);
  check<tiles>("tiles", 128, 1e-8);
  check<cycles>("cycles", 64, 1e-8);
  check<parameters>("parameters", 150, 5e-3);
  check<stencil>("stencil", 40, 1e-7);
  check<numbers>("numbers", 40, 2e-3);
  check<managed>("managed", 20, 1e-7);
  check<bodies>("bodies", 64, 2e-3);
  check<ranked>("ranked", 32, 1e-7);
  check<arena>("arena", 32, 2e-3);
  check<members>("members", 32, 1e-7);
  check<symbols>("symbols", 32, 1e-8);
  check<streams>("streams", 32, 1e-8);
  check<checkpointed>("checkpointed", 32, 1e-8);
  check<marked>("marked", 32, 1e-8);
  check<streamed>("streamed", 32, 1e-8);
  check<streamed_and_marked>("streamed_and_marked", 32, 1e-8);
  check<masked>("masked", 32, 1e-8);
  check<settings>("settings", 40, 5e-3);
  check_settings();
  check_given();
  check_threads();
  if (GPU(GetLastError)()) puts("wrong: an error is left behind");
  puts("all is well");
}
