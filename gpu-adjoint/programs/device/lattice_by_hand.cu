/* The adjoint of `lattice.cu` as one writes it by hand, beside ours: a thread has a cell, to which no other adds. It computes density and flow again, and
 * gathers from where the numbers have streamed. */
#include "lattice.cu"

DEVICE ALWAYS_INLINE void lattice_adjoint(const double *__restrict x, double *__restrict dx, const double *__restrict dy, int n)
{
    const double omega = 1.2;
    int cells = n * n * n, cell = global_x();
    if (cell >= cells)
        return;
    double density = 0, flow[3] = {0, 0, 0};
#pragma unroll
    for (int q = 0; q < Q; q++) {
        double f = weight(q) * (3 + x[q * cells + cell]);
        density += f;
#pragma unroll
        for (int d = 0; d < 3; d++)
            flow[d] += VELOCITY[q][d] * f;
    }
    double inverse = 1 / density;
#pragma unroll
    for (int d = 0; d < 3; d++)
        flow[d] *= inverse;
    double square = flow[0] * flow[0] + flow[1] * flow[1] + flow[2] * flow[2];

    /* The cells beside it along each axis, as distances: behind, itself, ahead. */
    int at[3] = {cell % n, cell / n % n, cell / (n * n)}, stride[3] = {1, n, n * n}, beside[3][3];
#pragma unroll
    for (int d = 0; d < 3; d++) {
        beside[d][0] = (at[d] > 0 ? at[d] - 1 : n - 1) * stride[d];
        beside[d][1] = at[d] * stride[d];
        beside[d][2] = (at[d] < n - 1 ? at[d] + 1 : 0) * stride[d];
    }
    double asked[Q], by_density = 0, by_flow[3] = {0, 0, 0}, by_square = 0;
#pragma unroll
    for (int q = 0; q < Q; q++) {
        const signed char *v = VELOCITY[q];
        asked[q] = dy[q * cells + beside[0][v[0] + 1] + beside[1][v[1] + 1] + beside[2][v[2] + 1]];
        double along = v[0] * flow[0] + v[1] * flow[1] + v[2] * flow[2], scaled = weight(q) * asked[q], slope = scaled * (3 + 9 * along);
        by_density += scaled * (1 + along * (3 + 4.5 * along) - 1.5 * square);
        by_square += scaled;
#pragma unroll
        for (int d = 0; d < 3; d++)
            by_flow[d] += v[d] * slope;
    }
    /* The flow is momentum over density: the adjoint of momentum, and what it takes from that of density. */
#pragma unroll
    for (int d = 0; d < 3; d++)
        by_flow[d] = omega * (by_flow[d] - 3 * by_square * flow[d]);
    by_density = omega * by_density - (by_flow[0] * flow[0] + by_flow[1] * flow[1] + by_flow[2] * flow[2]);
#pragma unroll
    for (int q = 0; q < Q; q++) {
        const signed char *v = VELOCITY[q];
        double all = (1 - omega) * asked[q] + by_density + v[0] * by_flow[0] + v[1] * by_flow[1] + v[2] * by_flow[2];
        dx[q * cells + cell] += weight(q) * all;
    }
}
BY_HAND(lattice_adjoint)
