// With Thrust: vectors of the device, transforms, reductions, scans, sorting.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

int main() {
  const int n = 3000;
  thrust::device_vector<double> x(n), y(n);
  thrust::sequence(x.begin(), x.end());
  thrust::transform(x.begin(), x.end(), y.begin(), thrust::negate<double>());
  printf("%g %g\n", thrust::reduce(y.begin(), y.end()), thrust::inner_product(x.begin(), x.begin() + 4, x.begin(), 0.0));
  thrust::inclusive_scan(x.begin(), x.end(), x.begin());
  double last = x[n - 1];
  thrust::device_vector<int> keys(n);
  for (int i = 0; i < n; i++) keys[i] = (i * 7919) % n;
  thrust::sort(keys.begin(), keys.end());
  bool is_sorted = true;
  for (int i = 0; i < n; i++) is_sorted &= keys[i] == i;
  printf("%d\n", is_sorted);
  printf("%g %s\n", last, cudaGetErrorString(cudaDeviceSynchronize()));
}
