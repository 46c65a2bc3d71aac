/* Sums of all that stands before, of sin(x), within a block: after Hillis and Steele. */
#include "device.h"

DEVICE void scan(const double *x, double *y, int n)
{
    SHARED double sums[2][256];
    int i = thread_x(), from = 0;
    sums[0][i] = MATH(sin)(x[global_x()]);
    barrier();
    for (int by = 1; by < n; by *= 2) {
        sums[1 - from][i] = i >= by ? sums[from][i] + sums[from][i - by] : sums[from][i];
        from = 1 - from;
        barrier();
    }
    y[global_x()] = sums[from][i];
}
KERNELS(scan)
