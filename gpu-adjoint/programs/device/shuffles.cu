/* Numbers that lanes hand each other in all ways: up, down, turned, all from one, from anywhere, and in loops. */
#include "device.h"

DEVICE void shuffles(const double *x, double *y, int)
{
    int i = global_x();
    double v = x[i], before = up(v * v, 1), behind = down(MATH(sin)(v), 3), across = turn(v, 5);
    double first = from(v * v * v, 7), any = from(v, lane() * lane() % WIDTH);
    double sum = before * behind + across * any + first;
    for (int by = 1; by < WIDTH; by *= 2)
        sum = 0.5 * sum + turn(sum * sum, by) * v;
    y[i] = sum;
}
KERNELS(shuffles)
