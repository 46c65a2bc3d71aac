/* Functions that stay calls and keep a record, and variables, barriers at the ends of two branches, and rows of a tile that are known when it is compiled. */
#include "device.h"

struct pair {
    double a, b;
};

DEVICE __attribute__((noinline)) struct pair scaled(struct pair p, double by)
{
    struct pair q = {MATH(sin)(p.a) * by, p.b * by};
    return q;
}

/* What lies in the array is lost. */
DEVICE __attribute__((noinline)) double untouched(double v, int k)
{
    double parts[5];
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < 5; j++)
            parts[j] = 0.25;
        parts[global_x() % 5] += 0.5;
    }
    return v * v;
}

DEVICE void calls(const double *x, double *y, int n)
{
    SHARED double tile[4][8], other[32];
    int i = global_x(), t = thread_x();
    struct pair p = {x[i], x[i] * x[i]};
    for (int k = 0; k < 3; k++)
        p = scaled(p, x[i]);
    if (n % 2) {
        tile[t / 8][t % 8] = p.a * p.b;
        barrier();
    } else {
        other[t] = p.a + p.b;
        barrier();
    }
    y[i] = n % 2 ? tile[t / 8][7 - t % 8] * tile[3][1] : other[31 - t] * untouched(p.a, thread_y());
}
KERNELS(calls)
