/* Each thread reads what its neighbour reads, too: y[i] = sin(x[i]) x[i + 1]. */
#include "device.h"

DEVICE void update(const double *x, double *y, int n)
{
    int i = global_x();
    if (i < n)
        y[i] = MATH(sin)(x[i]) * x[(i + 1) % n];
}
KERNELS(update)
