// What `apart.cu` calls.
__device__ double elsewhere(double x) { return 2 * sin(x); }
