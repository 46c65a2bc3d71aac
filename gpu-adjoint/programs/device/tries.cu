/* Sums as programs write them for machines that add no doubles atomically: by exchanges until nobody has changed the number in between. In memory of the block,
 * and of the device; also by differences. */
#include "device.h"

enum { BINS = 4 };

DEVICE inline void add_by_tries(double *to, double value)
{
    word64 *at = (word64 *)to, old = look(at), assumed;
    do {
        assumed = old;
        old = exchange64(at, assumed, __builtin_bit_cast(word64, value + __builtin_bit_cast(double, assumed)));
    } while (assumed != old);
}
DEVICE inline void take_by_tries(double *from, double value)
{
    word64 *at = (word64 *)from, old = look(at);
    for (;;) {
        word64 found = exchange64(at, old, __builtin_bit_cast(word64, __builtin_bit_cast(double, old) - value));
        if (found == old)
            break;
        old = found;
    }
}
DEVICE void tries(const double *x, double *y, int n)
{
    SHARED double bins[BINS];
    if (thread_x() < BINS)
        bins[thread_x()] = 0;
    barrier();
    int i = global_x();
    if (i < n) {
        double v = x[i];
        add_by_tries(&bins[i % BINS], v * v);
        if (i % 3)
            take_by_tries(&bins[(i + 1) % BINS], MATH(sin)(v));
        /* Other blocks add there, too. */
        add_by_tries(&y[BINS], x[(i + 1) % n] * v);
    }
    barrier();
    if (thread_x() < BINS)
        add_by_tries(&y[thread_x()], bins[thread_x()]);
}
KERNELS(tries)
