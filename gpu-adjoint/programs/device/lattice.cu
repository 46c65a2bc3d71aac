/* A step of the lattice Boltzmann method with 19 velocities in three dimensions, on a periodic grid: collide, then stream. A thread has a cell. */
#include "device.h"

enum { Q = 19 };
DEVICE const signed char VELOCITY[Q][3] = {{0, 0, 0},  {1, 0, 0},  {-1, 0, 0}, {0, 1, 0},  {0, -1, 0}, {0, 0, 1},  {0, 0, -1},
                                           {1, 1, 0},  {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1},
                                           {-1, 0, 1}, {0, 1, 1},  {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};

DEVICE double weight(int q) { return q == 0 ? 1.0 / 3 : q < 7 ? 1.0 / 18 : 1.0 / 36; }

DEVICE ALWAYS_INLINE void lattice(const double *x, double *y, int n)
{
    const double omega = 1.2;
    int cells = n * n * n, cell = global_x();
    if (cell >= cells)
        return;
    int at[3] = {cell % n, cell / n % n, cell / (n * n)};
    double f[Q], density = 0, flow[3] = {0, 0, 0};
#pragma unroll
    for (int q = 0; q < Q; q++) {
        f[q] = weight(q) * (3 + x[q * cells + cell]);
        density += f[q];
#pragma unroll
        for (int d = 0; d < 3; d++)
            flow[d] += VELOCITY[q][d] * f[q];
    }
#pragma unroll
    for (int d = 0; d < 3; d++)
        flow[d] /= density;
    double square = flow[0] * flow[0] + flow[1] * flow[1] + flow[2] * flow[2];
#pragma unroll
    for (int q = 0; q < Q; q++) {
        double along = VELOCITY[q][0] * flow[0] + VELOCITY[q][1] * flow[1] + VELOCITY[q][2] * flow[2];
        double equilibrium = weight(q) * density * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
        int to = 0;
#pragma unroll
        for (int d = 2; d >= 0; d--)
            to = to * n + (at[d] + VELOCITY[q][d] + n) % n;
        y[q * cells + to] = f[q] + omega * (equilibrium - f[q]);
    }
}
KERNELS(lattice)
