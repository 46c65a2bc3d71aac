// Variables of the device in host functions that are differentiated as a whole: numbers that the host puts there, and that kernels leave there for each other.
#include "launches.h"

__constant__ double params[4];
__device__ double total, table[40];
__constant__ int terms;

// Callees name variables, too.
__device__ double law(double v) {
  double sum = params[3], power = v;
  for (int k = 0; k < terms; k++) sum += power * params[k % 3], power *= v;
  return sum;
}
ENZYME_RS_KERNEL __global__ void evaluate(const double *u, double *v, int n) {
  int i = global();
  if (i < n) v[i] = SIN(law(u[i])) * params[0];
}
ENZYME_RS_KERNEL __global__ void fill(const double *u, int n) {
  int i = global();
  if (i < 40) table[i] = u[i % n] * u[(i + 1) % n];
  if (i == 0) total = 0;
}
ENZYME_RS_KERNEL __global__ void gather(const double *v, int n) {
  int i = global();
  if (i < n) add(&total, v[i] * table[i % 40] * params[2]);
}
double steps(const double *x, int n) {
  double *u = obtained<double>(n), *v = obtained<double>(n), result;
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  HOLDS(GPU(MemcpyToSymbol)(params, x, 3 * sizeof(double), 0, TO_DEVICE) == 0);
  double last = x[1] * x[2];
  GPU(MemcpyToSymbolAsync)(params, &last, sizeof(double), 3 * sizeof(double), TO_DEVICE, nullptr);
  fill<<<2, 32>>>(u, n);
  for (int k = 0; k < 3; k++) {
    GPU(MemcpyToSymbol)(&terms, &k, sizeof(int), 0, TO_DEVICE);
    evaluate<<<(n + 31) / 32, 32>>>(u, v, n);
    gather<<<(n + 31) / 32, 32>>>(v, n);
    double next = last * (k + 1) * 0.3;
    GPU(MemcpyToSymbol)(params, &next, sizeof(double), sizeof(double), TO_DEVICE);
  }
  GPU(MemcpyFromSymbol)(&result, &total, sizeof(double), 0, TO_HOST);
  GPU(Free)(u), GPU(Free)(v);
  return result;
}

// A structure of numbers; a kernel that is handed nothing; functions of the host that each do a part.
struct Model {
  double a, b;
  double c[2];
};
__constant__ Model model;
__device__ double from[64], to[64];
ENZYME_RS_KERNEL __global__ void alone() {
  int t = thread();
  double left = from[t], right = from[(t + 1) % 64];
  to[t] = model.a * left + model.b * right * right + model.c[t % 2];
}
__attribute__((noinline)) void configure(const double *x, int k) {
  Model made{x[k], x[1] * x[k], {0.5, x[2]}};
  GPU(MemcpyToSymbol)(&model, &made, sizeof made, 0, TO_DEVICE);
}
__attribute__((noinline)) void run() { alone<<<1, 64>>>(); }
double parts(const double *x, int n) {
  double all[64], sum = 0;
  for (int i = 0; i < 64; i++) all[i] = x[i % n] * (1 + 0.01 * i);
  GPU(MemcpyToSymbol)(from, all, sizeof all, 0, TO_DEVICE);
  for (int k = 0; k < 2; k++) {
    configure(x, k);
    run();
    GPU(MemcpyFromSymbol)(all, to, sizeof all / 2, 32 * sizeof(double), TO_HOST);
    GPU(MemcpyToSymbol)(from, all, sizeof all / 4, 16 * sizeof(double), TO_DEVICE);
  }
  for (int i = 0; i < 64; i++) sum += all[i] * all[i];
  return sum;
}

// Floats; a table that does not vary, and one that varies until constants take its place; what a variable held before counts for nothing.
__device__ float weights[8];
__device__ float factor = 2;
ENZYME_RS_KERNEL __global__ void weigh(float *v, int n) {
  int i = global();
  if (i < n) v[i] = EXP(0.1f * v[i] * weights[i % 8]) * factor;
}
double singles(const double *x, int n) {
  const float constant[] = {1, -2, 0.5, 3};
  float vary[8], *v = obtained<float>(n);
  std::vector<float> numbers(n);
  for (int i = 0; i < n; i++) numbers[i] = (float)x[i];
  for (int i = 0; i < 8; i++) vary[i] = (float)(x[i % n] * x[0]);
  GPU(Memcpy)(v, numbers.data(), n * sizeof(float), TO_DEVICE);
  weigh<<<(n + 31) / 32, 32>>>(v, n);
  GPU(MemcpyToSymbol)(weights, vary, sizeof vary, 0, TO_DEVICE);
  weigh<<<(n + 31) / 32, 32>>>(v, n);
  GPU(MemcpyToSymbol)(weights, constant, sizeof constant, 8, TO_DEVICE);
  weigh<<<(n + 31) / 32, 32>>>(v, n);
  GPU(Memcpy)(numbers.data(), v, n * sizeof(float), TO_HOST);
  GPU(Free)(v);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += numbers[i];
  // As the variable was before.
  for (int i = 0; i < 8; i++) vary[i] = 0.25f;
  GPU(MemcpyToSymbol)(weights, vary, sizeof vary, 0, TO_DEVICE);
  return sum;
}

// A structure of numbers and integers, also behind a pointer; another function of the program names the same variable.
struct Recipe {
  double by;
  int times;
  double more[2];
};
__constant__ Recipe recipe;
ENZYME_RS_KERNEL __global__ void cook(double *v, const Recipe *second) {
  int t = thread();
  double x = v[t];
  for (int i = 0; i < recipe.times; i++) x = recipe.by * x + recipe.more[i % 2];
  for (int i = 0; i < second->times; i++) x = SIN(second->by * x) - second->more[t % 2];
  v[t] = x;
}
double recipes(const double *x, int n) {
  double *v = obtained<double>(n), all[64], sum = 0;
  Recipe *second = obtained<Recipe>(1);
  GPU(Memcpy)(v, x, n * sizeof(double), TO_DEVICE);
  Recipe one{x[0], 3, {x[1], x[2] * x[1]}}, two{x[2], 2, {0.5, x[1]}};
  GPU(MemcpyToSymbol)(&recipe, &one, sizeof one, 0, TO_DEVICE);
  GPU(Memcpy)(second, &two, sizeof two, TO_DEVICE);
  cook<<<1, n>>>(v, second);
  GPU(Memcpy)(all, v, n * sizeof(double), TO_HOST);
  for (int i = 0; i < n; i++) sum += all[i];
  GPU(Free)(v), GPU(Free)(second);
  return sum;
}

// No derivative is wanted of what lies here.
__device__ double silent = 2;
void *__enzyme_inactive_global = &silent;
ENZYME_RS_KERNEL __global__ void quietly(double *v) { v[thread()] *= silent + v[thread()]; }
double inactive(const double *x, int n) {
  double *v = obtained<double>(n), result;
  GPU(Memcpy)(v, x, n * sizeof(double), TO_DEVICE);
  GPU(MemcpyToSymbol)(&silent, x, sizeof(double), 0, TO_DEVICE);
  quietly<<<1, n>>>(v);
  GPU(Memcpy)(&result, v + 1, sizeof(double), TO_HOST);
  GPU(Free)(v);
  return result;
}

int main() {
  for (int n : {3, 40, 100}) check<steps>("steps", n, 1e-6);
  for (int n : {3, 40, 64}) check<parts>("parts", n, 1e-6);
  float quarters[8];
  for (float &weight : quarters) weight = 0.25f;
  GPU(MemcpyToSymbol)(weights, quarters, sizeof quarters, 0, TO_DEVICE);
  for (int n : {3, 40}) check<singles>("singles", n, 2e-2);
  for (int n : {3, 40}) check<recipes>("recipes", n, 1e-6);
  double x[] = {3, 4}, dx[2] = {};
  __enzyme_autodiff((void *)inactive, enzyme_dup, x, dx, enzyme_const, 2);
  HOLDS(dx[0] == 0 && dx[1] == 3 + 2 * 4);
  printf("all is well\n");
}
