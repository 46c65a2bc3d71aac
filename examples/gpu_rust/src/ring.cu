// A step of heat along a ring, with a source.
#include <enzyme_rs/gpu.hpp>

extern "C" __global__ ENZYME_RS_KERNEL void step(const double *u, double *v, double dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = u[i] + dt * (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n] + sin(u[i]));
}
