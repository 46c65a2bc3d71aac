/* The sum of squares: within warps by shuffles, within blocks in shared memory, between blocks atomically. */
#include "device.h"

DEVICE void reduce(const double *x, double *y, int n)
{
    SHARED double sums[1024 / 32];
    int i = global_x();
    double sum = i < n ? x[i] * x[i] : 0;
    for (int by = WIDTH / 2; by > 0; by /= 2)
        sum += down(sum, by);
    if (lane() == 0)
        sums[thread_x() / WIDTH] = sum;
    barrier();
    if (thread_x() == 0) {
        double all = 0;
        for (int warp = 0; warp < threads_x() / WIDTH; warp++)
            all += sums[warp];
        add_to(y, all);
    }
}
KERNELS(reduce)
