/* The largest and the smallest number of a block, round after round, by exchanges until nobody has changed them in between: the derivative is that of the thread
 * whose number it is, or of the number that was there before. */
#include "device.h"

DEVICE inline void raise(double *to, double value)
{
    word64 *at = (word64 *)to, old = look(at), assumed;
    do {
        assumed = old;
        old = exchange64(at, assumed, __builtin_bit_cast(word64, MATH(fmax)(value, __builtin_bit_cast(double, assumed))));
    } while (assumed != old);
}
DEVICE inline void lower(double *to, double value)
{
    word64 *at = (word64 *)to, old = look(at), assumed;
    do {
        assumed = old;
        old = exchange64(at, assumed, __builtin_bit_cast(word64, MATH(fmin)(__builtin_bit_cast(double, assumed), value)));
    } while (assumed != old);
}

DEVICE void peaks(const double *x, double *y, int n)
{
    SHARED double most, least;
    double sum = 0;
    for (int round = 0; round < n % 5; round++) {
        /* Some rounds nobody comes above. */
        if (thread_x() == 0)
            most = round == 1 ? 3 + x[block_x()] : -1, least = x[0] * x[0];
        barrier();
        int own = global_x();
        for (int i = own; i < n; i += all_x()) {
            raise(&most, MATH(sin)(x[i] * (1 + round)) + 0.1 * x[(i + round) % n]);
            if (i % 3)
                lower(&least, x[i] * x[(i + 1) % n] + 0.5 * x[own]);
        }
        barrier();
        sum += x[own] * most + least * least;
        barrier();
    }
    y[global_x()] = sum;
}
KERNELS(peaks)
