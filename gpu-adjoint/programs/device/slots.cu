/* Threads take places by counting: where a thread's number lies is what the counter said, and only that. The reverse goes by the same places. */
#include "device.h"

enum { MOST = 192 };

DEVICE void slots(const double *x, double *y, int n)
{
    SHARED double taken[MOST];
    SHARED int up, down;
    if (thread_x() == 0)
        up = 0, down = MOST - 1;
    barrier();
    int i = global_x();
    if (i < n && i % 4 != 1) {
        int place = count(&up, 1);
        taken[place] = x[i] * x[i];
        /* From the other end as well, in a loop of which only the run knows how long it is. */
        for (int k = 0; k < i % 3; k++) {
            int last = count(&down, -1);
            taken[last] = MATH(sin)(x[i]);
        }
    }
    barrier();
    /* Sums tell nobody who was first. */
    if (thread_x() < up)
        add_to(&y[0], taken[thread_x()] * taken[thread_x()]);
    int last = MOST - 1 - thread_x();
    if (last > down)
        add_to(&y[1], taken[last] * taken[last]);
}
KERNELS(slots)
