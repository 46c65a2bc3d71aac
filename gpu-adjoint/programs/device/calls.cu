/* A function that stays a call and keeps a record, barriers at the ends of two branches, and rows of a tile that are known when it is compiled. */
#include "device.h"

struct pair {
    double a, b;
};

DEVICE __attribute__((noinline)) struct pair scaled(struct pair p, double by)
{
    struct pair q = {MATH(sin)(p.a) * by, p.b * by};
    return q;
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
    y[i] = n % 2 ? tile[t / 8][7 - t % 8] * tile[3][1] : other[31 - t] * p.a;
}
KERNELS(calls)
