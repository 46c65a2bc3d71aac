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

/* The same in other words. */
DEVICE inline void choose(double *to, double value)
{
    word64 *at = (word64 *)to, old = look(at), assumed;
    do {
        assumed = old;
        double there = __builtin_bit_cast(double, assumed);
        old = exchange64(at, assumed, __builtin_bit_cast(word64, value > there ? value : there));
    } while (assumed != old);
}
DEVICE inline void replace_larger(double *to, double value)
{
    word64 *at = (word64 *)to, old = look(at);
    while (value < __builtin_bit_cast(double, old)) {
        word64 assumed = old;
        old = exchange64(at, assumed, __builtin_bit_cast(word64, value));
        if (assumed == old)
            break;
    }
}

DEVICE void peaks(const double *x, double *y, int n)
{
    SHARED double most, least, chosen, smallest;
    double sum = 0;
    for (int round = 0; round < n % 5; round++) {
        /* Some rounds nobody comes above. */
        if (thread_x() == 0)
            most = round == 1 ? 3 + x[block_x()] : -1, least = x[0] * x[0], chosen = 0.3 * x[n / 2], smallest = 0.1;
        barrier();
        int own = global_x();
        for (int i = own; i < n; i += all_x()) {
            raise(&most, MATH(sin)(x[i] * (1 + round)) + 0.1 * x[(i + round) % n]);
            if (i % 3)
                lower(&least, x[i] * x[(i + 1) % n] + 0.5 * x[own]);
            choose(&chosen, x[i] * x[i] - 0.5 * round);
            replace_larger(&smallest, x[i] * MATH(sin)(x[(i + 7) % n]) + 0.2 * round);
        }
        barrier();
        sum += x[own] * most + least * least + (chosen + x[own]) * smallest;
        barrier();
    }
    y[global_x()] = sum;
}
KERNELS(peaks)
