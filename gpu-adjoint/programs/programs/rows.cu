// Copies and fills of rows, and memory for rows, in host functions that are differentiated as a whole.
#include "launches.h"

// A tile of a matrix goes to the device, is worked on in rows with a distance of the vendor's choice, and comes back to another place.
ENZYME_RS_KERNEL __global__ void work(double *rows, size_t pitch, int width, int height) {
  int j = thread(), i = block();
  if (i >= height || j >= width) return;
  double *row = (double *)((char *)rows + i * pitch);
  row[j] = SIN(row[j]) * row[j];
}
double tile(const double *x, int n) {
  const int across = 12, width = 5, height = n / across - 1;
  double *rows, *copy, sum = 0;
  size_t pitch;
  HOLDS(GPU(MallocPitch)((void **)&rows, &pitch, width * sizeof(double), height + 1) == 0 && pitch >= width * sizeof(double));
  copy = obtained<double>(width * (height + 1));
  std::vector<double> y(n);
  for (int i = 0; i < n; i++) y[i] = x[i] * x[(i + 1) % n];
  HOLDS(GPU(Memcpy2D)(rows, pitch, x + across + 3, across * sizeof(double), width * sizeof(double), height, TO_DEVICE) == 0);
  work<<<height, 32>>>(rows, pitch, width, height);
  HOLDS(GPU(Memcpy2DAsync)(copy, width * sizeof(double), rows, pitch, width * sizeof(double), height, DEFAULT, nullptr) == 0);
  HOLDS(GPU(Memset2D)(rows, pitch, 0, 2 * sizeof(double), height) == 0);
  GPU(Memset2DAsync)(copy, width * sizeof(double), 0, sizeof(double), height / 2, nullptr);
  GPU(Memcpy2D)(y.data() + 1, across * sizeof(double), rows, pitch, width * sizeof(double), height, TO_HOST);
  GPU(Memcpy2D)(y.data() + 6, across * sizeof(double), copy, width * sizeof(double), 3 * sizeof(double), height, TO_HOST);
  for (int i = 0; i < n; i++) sum += y[i] * (1 + i % 5);
  GPU(Free)(rows), GPU(Free)(copy);
  return sum;
}

// Rows without gaps, none at all, and floats.
ENZYME_RS_KERNEL __global__ void squares(float *v, int n) {
  int i = global();
  if (i < n) v[i] *= v[i];
}
double dense(const double *x, int n) {
  std::vector<float> numbers(n);
  for (int i = 0; i < n; i++) numbers[i] = (float)x[i];
  float *v = obtained<float>(n);
  const size_t row = 6 * sizeof(float);
  GPU(Memcpy2D)(v, row, numbers.data(), row, row, n / 6, TO_DEVICE);
  GPU(Memcpy2D)(v, row, numbers.data(), 2 * row, row, 0, TO_DEVICE);
  squares<<<(n + 31) / 32, 32>>>(v, n);
  GPU(Memcpy2D)(numbers.data(), row, v, row, row, n / 6, TO_HOST);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += numbers[i];
  GPU(Free)(v);
  return sum;
}

int main() {
  for (int n : {24, 60, 240}) check<tile>("tile", n, 1e-6);
  for (int n : {6, 36}) check<dense>("dense", n, 2e-2);
  printf("all is well\n");
}
