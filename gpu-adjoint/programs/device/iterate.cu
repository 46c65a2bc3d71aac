/* Each thread iterates as often as its number says: what it keeps has a size that only the run knows. */
#include "device.h"

DEVICE void iterate(const double *x, double *y, int n)
{
    int i = global_x();
    double v = x[i];
    for (int k = 0; k < i % n; k++)
        v = MATH(sin)(v) + x[i] * v * 0.3;
    y[i] = v;
}
KERNELS(iterate)
