// A gradient of a function that calls another one, which another file defines if FAR is.
extern __device__ int enzyme_dup;
template <class... Arguments> __device__ void __enzyme_autodiff(void *, Arguments...);

#ifdef FAR
__device__ double called(double x);
#else
__device__ double called(double x) { return exp(x) * x; }
#endif

__device__ double elsewhere(double x);

__device__ void body(const double *x, double *y) { y[threadIdx.x] = called(x[threadIdx.x]); }

__global__ void gradient(const double *x, double *dx, double *y, double *dy) {
  __enzyme_autodiff((void *)body, enzyme_dup, x, dx, enzyme_dup, y, dy);
  dx[threadIdx.x] = elsewhere(dx[threadIdx.x]);
}

int main() {
  double *none = nullptr;
  gradient<<<1, 32>>>(none, none, none, none);
  return 0;
}
