/* A step of the heat equation with a coefficient that depends on the temperature, tile and halo in shared memory. */
#include "device.h"

/* As large as a block. */
#ifndef TILE
#define TILE 8
#endif

DEVICE double conductivity(double t) { return 1 + 0.1 * t * t; }

DEVICE void heat(const double *x, double *y, int n)
{
    SHARED double t[TILE + 2][TILE + 2];
    int row = global_y(), column = global_x(), i = thread_y() + 1, j = thread_x() + 1;
    int up = row > 0 ? row - 1 : 0, down = row < n - 1 ? row + 1 : row, left = column > 0 ? column - 1 : 0, right = column < n - 1 ? column + 1 : column;
    t[i][j] = x[row * n + column];
    if (i == 1)
        t[0][j] = x[up * n + column];
    if (i == TILE)
        t[TILE + 1][j] = x[down * n + column];
    if (j == 1)
        t[i][0] = x[row * n + left];
    if (j == TILE)
        t[i][TILE + 1] = x[row * n + right];
    barrier();
    double k = conductivity(t[i][j]), sum = t[i - 1][j] + t[i + 1][j] + t[i][j - 1] + t[i][j + 1] - 4 * t[i][j];
    y[row * n + column] = t[i][j] + 0.1 * k * sum;
}
KERNELS(heat)
