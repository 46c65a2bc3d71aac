/* Launches the kernels of programs.cu, and compares with plain loops. */
#include "host.h"

enum { N = 1000, M = 24, B = 256, BLOCKS = 4 };

static void updates(void) {
  static float x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = i * 0.01f;
  struct { double slope; int offset[3]; const float *x; } line = {0.5, {1, -2, 3}, x};
  float *to = y;
  int n = N;
  bool negative = true;
  shape(3, 1, 64, 1);
  check(LAUNCH("update", &line, &to, &n, &negative) == 0, "update runs");
  for (int i = 0; i < N; i++) {
    double expected = 0.5 * x[i] + line.offset[i % 3] + 1 + x[i] * (2 + x[i] * 3.0);
    check(fabs(y[i] + expected) < 1e-4 * (1 + fabs(expected)), "update");
  }
  uint64_t bytes;
  int *launches = enzyme_rs_emulator_variable("test", "launches", &bytes);
  check(launches && bytes == 4 && *launches == 1, "a variable of the device");
  float *coefficients = enzyme_rs_emulator_variable("test", "coefficients", &bytes);
  check(bytes == 12 && coefficients[2] == 3, "a constant of the device");
  coefficients[0] = 100;
  check(LAUNCH("update", &line, &to, &n, &negative) == 0 && fabs(y[0] + 101) < 1e-5, "a constant that the host changes");
}

static void products(void) {
  static double a[M * M], b[M * M], c[M * M];
  for (int i = 0; i < M * M; i++) a[i] = i % 7 - 3, b[i] = i % 5 - 2;
  const double *pa = a, *pb = b;
  double *pc = c;
  int n = M;
  shape(M / 8, M / 8, 8, 8);
  check(LAUNCH("product", &pa, &pb, &pc, &n) == 0, "product runs");
  for (int i = 0; i < M; i++)
    for (int j = 0; j < M; j++) {
      double sum = 0;
      for (int k = 0; k < M; k++) sum += a[i * M + k] * b[k * M + j];
      check(sum == c[i * M + j], "product");
    }
}

static void reductions(void) {
  static float x[B * BLOCKS], sums[BLOCKS];
  for (int i = 0; i < B * BLOCKS; i++) x[i] = i % 13;
  const float *px = x;
  float *to = sums;
  shape(BLOCKS, 1, B, 1);
  check(LAUNCH("reduce", &px, &to) == 0, "reduce runs");
  for (int block = 0; block < BLOCKS; block++) {
    float sum = 0;
    for (int i = 0; i < B; i++) sum += x[block * B + i];
    check(sum == sums[block], "reduce");
  }
}

static void scans(void) {
  static int x[B], y[B];
  for (int i = 0; i < B; i++) x[i] = i % 11 - 4;
  const int *px = x;
  int *to = y;
  shape(1, 1, B, 1);
  dynamic = sizeof x;
  check(LAUNCH("scan", &px, &to) == 0, "scan runs");
  dynamic = 0;
  int sum = 0;
  for (int i = 0; i < B; i++) check((sum += x[i]) == y[i], "scan");
}

static void means(void) {
  static int x[66], y[64];
  for (int i = 0; i < 66; i++) x[i] = 3 * i;
  const int *px = x;
  int *to = y;
  shape(1, 1, 64, 1);
  check(LAUNCH("smooth", &px, &to) == 0, "smooth runs");
  for (int i = 0; i < 64; i++) check(y[i] == 3 * (i + 1), "smooth");
}

static void histograms(void) {
  static unsigned char x[N];
  static int counts[16], expected[16];
  double weight = 0;
  unsigned largest = 0;
  for (int i = 0; i < N; i++) expected[(x[i] = i * i % 251) % 16]++;
  const unsigned char *px = x;
  int n = N, *to = counts;
  double *w = &weight;
  unsigned *l = &largest;
  shape(2, 1, 64, 1);
  check(LAUNCH("histogram", &px, &n, &to, &w, &l) == 0, "histogram runs");
  check(memcmp(counts, expected, sizeof counts) == 0, "histogram");
  check(weight == N / 2.0, "sums of numbers");
  check(largest == 249 || largest == 250, "the largest");
}

static void lasts(void) {
  float x[BLOCKS] = {1, 2, 3, 4}, parts[BLOCKS], sum;
  const float *px = x;
  float *pp = parts, *ps = &sum;
  shape(BLOCKS, 1, 32, 1);
  check(LAUNCH("last", &px, &pp, &ps) == 0 && sum == 10, "the last block");
}

static void waits(void) {
  static int turn, order[64], sum;
  int *pt = &turn, *po = order, *ps = &sum;
  shape(1, 1, 64, 1);
  check(LAUNCH("turns", &pt, &po) == 0, "turns runs");
  for (int i = 0; i < 64; i++) check(order[i] == 63 - i, "turns");
  shape(3, 1, 40, 1);
  check(LAUNCH("locked", &ps) == 0 && sum == 120, "locked");
}

static void ballots(void) {
  static int x[B];
  unsigned long odd[B / WARP];
  for (int i = 0; i < B; i++) x[i] = i * i / 3;
  const int *px = x;
  unsigned long *to = odd;
  shape(1, 1, B, 1);
  check(LAUNCH("vote", &px, &to) == 0, "vote runs");
  for (int i = 0; i < B; i++) check((odd[i / WARP] >> i % WARP & 1) == (x[i] & 1), "vote");
}

int main(void) {
  updates();
  products();
  reductions();
  scans();
  means();
  histograms();
  lasts();
  ballots();
  waits();
  puts("all is well");
}
