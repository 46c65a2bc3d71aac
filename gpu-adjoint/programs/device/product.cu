/* The product of two square matrices, tile by tile in shared memory. */
#include "device.h"

enum { TILE = 8 };

DEVICE void product(const double *x, double *y, int n)
{
    SHARED double a[TILE][TILE], b[TILE][TILE];
    const double *left = x, *right = x + n * n;
    int row = global_y(), column = global_x();
    double sum = 0;
    for (int tile = 0; tile < n / TILE; tile++) {
        a[thread_y()][thread_x()] = left[row * n + tile * TILE + thread_x()];
        b[thread_y()][thread_x()] = right[(tile * TILE + thread_y()) * n + column];
        barrier();
        for (int k = 0; k < TILE; k++)
            sum += a[thread_y()][k] * b[k][thread_x()];
        barrier();
    }
    y[row * n + column] = sum;
}
KERNELS(product)
