// Tiles in shared memory that the threads of a block fill and read in each iteration of a loop, whose length the launch says.
#include "launches.h"

// A matrix of 8 rows times one of 8 columns: each thread keeps what it writes to the tiles, not what it reads there. With that, 1024 bytes would not do.
ENZYME_RS_KERNEL __global__ void product(const double *a, const double *b, double *c, int n) {
  __shared__ double left[8][8], right[8][8];
  int row = thread() / 8, column = thread() % 8;
  double sum = 0;
  for (int tile = 0; tile < n / 8; tile++) {
    left[row][column] = a[row * n + 8 * tile + column];
    right[row][column] = b[(8 * tile + row) * 8 + column];
    meet();
    for (int k = 0; k < 8; k++) sum += left[row][k] * right[k][column];
    meet();
  }
  c[8 * row + column] = sum;
}

// The first barrier of the next iteration is behind the reads, or none is: what is read is kept.
ENZYME_RS_KERNEL __global__ void one_barrier_behind(const double *x, double *y, int n) {
  __shared__ double tile[32];
  int t = thread();
  double sum = 0;
  for (int first = 0; first + 32 <= n; first += 32) {
    meet();
    tile[t] = x[first + t];
    meet();
    for (int k = 0; k < 32; k++) sum += tile[k] * tile[(k + t) % 32];
  }
  y[t] = sum * sum;
}

// Structures, a function that is not linear behind the loop, and a number that comes out of its last iteration.
struct Body {
  double x, mass, charge;
};
ENZYME_RS_KERNEL __global__ void pulls(const Body *all, double *y, int n) {
  __shared__ Body tile[32];
  int t = thread();
  Body own = all[t];
  double sum = 0, last = 0;
  for (int first = 0; first + 32 <= n; first += 32) {
    tile[t] = all[first + t];
    meet();
    for (int k = 0; k < 32; k++) {
      Body other = tile[k];
      double d = other.x - own.x;
      sum += (other.charge > own.charge ? 0.5 : 2) * other.charge * other.mass * d / (1 + d * d);
      last = other.x * other.mass;
    }
    meet();
  }
  y[t] = SIN(sum) + last * last;
}

// Two tiles in a row: the second is made of the first. The places of the third depend on the iteration.
ENZYME_RS_KERNEL __global__ void chained(const double *x, double *y, int n) {
  __shared__ double one[32], two[32], three[64];
  int t = thread();
  double sum = 0;
  three[t] = three[t + 32] = 0.5;
  for (int k = 0; k < n / 32; k++) {
    one[t] = x[32 * k + t];
    meet();
    two[t] = one[(t + 1) % 32] * one[(t + 31) % 32];
    three[32 * (k % 2) + t] = one[t] * one[31 - t];
    meet();
    for (int i = 0; i < 4; i++) sum += SIN(two[(t + i) % 32]) * three[(t + i) % 64];
    meet();
  }
  y[t] = sum * one[t];
}

// Some threads write, and where there is nothing left, none: what lies there is of the iteration before.
ENZYME_RS_KERNEL __global__ void partly(const double *x, double *y, int n) {
  __shared__ double tile[32];
  int t = thread();
  double sum = 0;
  tile[t] = 1;
  meet();
  for (int first = 0; first < n; first += 32) {
    if (first + t < n) tile[t] = x[first + t];
    meet();
    for (int k = 0; k < 32; k++) sum += tile[k] * tile[31 - k] * (k + t);
    meet();
  }
  y[t] = sum;
}

// What is read is that of the iteration before, and what all threads write is handed on as a number.
ENZYME_RS_KERNEL __global__ void before(const double *x, double *y, int n) {
  __shared__ double tile[32];
  int t = thread();
  double sum = 0, held = 1;
  tile[t] = 0.25;
  meet();
  for (int first = 0; first + 32 <= n; first += 32) {
    for (int k = 0; k < 32; k++) sum += tile[k] * tile[(k + 5) % 32];
    meet();
    tile[t] = x[first + t];
    meet();
    double next = tile[31 - t];
    sum += held * next;
    held = next;
  }
  y[t] = sum;
}

// Written by one half of the threads after the other: what is written last is not what the last thread wrote first.
ENZYME_RS_KERNEL __global__ void twice(const double *x, double *y, int n) {
  __shared__ double tile[32];
  int t = thread();
  double sum = 0;
  for (int first = 0; first + 32 <= n; first += 32) {
    tile[t] = x[first + t];
    meet();
    tile[31 - t] = x[first + t] * x[first + t];
    meet();
    for (int k = 0; k < 4; k++) sum += tile[t] * tile[(t + k) % 32];
    meet();
  }
  y[t] = sum;
}

double sum_of(const double *d, int n) {
  std::vector<double> y(n);
  GPU(Memcpy)(y.data(), d, n * sizeof(double), TO_HOST);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (1 + i % 3) * y[i];
  return sum;
}
double products(const double *x, int n) {
  double *a = obtained<double>(n), *c = obtained<double>(64);
  GPU(Memcpy)(a, x, n * sizeof(double), TO_DEVICE);
  product<<<1, 64>>>(a, a, c, n / 8);
  // What was read is overwritten before the reverse.
  GPU(Memset)(a, 0, n * sizeof(double));
  double result = sum_of(c, 64);
  GPU(Free)(a), GPU(Free)(c);
  return result;
}
double bodies(const double *x, int n) {
  Body *on_device = obtained<Body>(n / 3);
  double *y = obtained<double>(32);
  GPU(Memcpy)(on_device, x, n * sizeof(double), TO_DEVICE);
  pulls<<<1, 32>>>(on_device, y, n / 3);
  double result = sum_of(y, 32);
  GPU(Free)(on_device), GPU(Free)(y);
  return result;
}
typedef void Kernel(const double *, double *, int);
template <Kernel K> double of(const double *x, int n) {
  double *u = obtained<double>(n), *y = obtained<double>(32);
  GPU(Memcpy)(u, x, n * sizeof(double), TO_DEVICE);
  K<<<1, 32>>>(u, y, n);
  double result = sum_of(y, 32);
  GPU(Free)(u), GPU(Free)(y);
  return result;
}

extern "C" void enzyme_rs_gpu_bytes_per_thread(uint64_t);

// All that the kernel reads is the structure.
struct Table {
  double a[20];
};
__global__ void looked_up(Table t, double *to) { to[thread()] = t.a[thread()] * t.a[thread()]; }
void look_up() {
  Table t;
  double *at = obtained<double>(20), squares[20];
  for (int i = 0; i < 20; i++) t.a[i] = i;
  looked_up<<<1, 20>>>(t, at);
  GPU(Memcpy)(squares, at, sizeof squares, TO_HOST);
  GPU(Free)(at);
  for (int i = 0; i < 20; i++) HOLDS(squares[i] == i * i);
}

int main() {
  look_up();
  check<products>("products", 3840, 1e-6);
  check<of<one_barrier_behind>>("one barrier behind", 96, 1e-6);
  check<of<chained>>("chained", 128, 1e-6);
#ifndef __OPTIMIZE__
  // Nobody says then what the members of a structure are that is copied.
  enzyme_rs_gpu_bytes_per_thread(1 << 16);
#endif
  check<bodies>("bodies", 192, 1e-6);
  // What cannot be written again is kept.
  enzyme_rs_gpu_bytes_per_thread(1 << 16);
  check<of<partly>>("partly", 80, 1e-6);
  check<of<before>>("before", 128, 1e-6);
  check<of<twice>>("twice", 96, 1e-6);
  puts("all is well");
}
