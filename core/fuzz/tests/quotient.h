/* A stand-in for the AD compiler: computes the derivatives by central differences of the function
   pointer it is given. It tests the generated drivers, not a compiler. Compile the drivers with
   -DAD_HEADER='"quotient.h"' -DSLACK=1e5. SABOTAGE selects a deliberate mistake:
   1 forward ignores y's tangent, 2 reverse overwrites dx, 3 reverse keeps y's adjoint,
   4 the adjoint of b is lost, 5 forward leaves x as it was, 6 dy is not scaled by its seed. */

#ifndef SABOTAGE
#define SABOTAGE 0
#endif

enum { QUOTIENT_MOST = 32 };
struct grads { double da, db; };
typedef double quotient_program(double *, int, double *, double, double);

/* out = result, x, y at in + h * v; in and v are packed as x, y, a, b. */
static void quotient_at(quotient_program *f, int nx, int ny, const double *in, const double *v, double h, double *out)
{
    double p[QUOTIENT_MOST];
    for (int i = 0; i < nx + ny + 2; i++) p[i] = in[i] + h * v[i];
    out[0] = f(p, nx, p + nx, p[nx + ny], p[nx + ny + 1]);
    memcpy(out + 1, p, (size_t)(nx + ny) * sizeof(double));
}

static void quotient_along(quotient_program *f, int nx, int ny, const double *in, const double *v, double *tangent)
{
    double up[QUOTIENT_MOST], down[QUOTIENT_MOST], h = 2e-6;
    quotient_at(f, nx, ny, in, v, h, up);
    quotient_at(f, nx, ny, in, v, -h, down);
    for (int i = 0; i < 1 + nx + ny; i++) tangent[i] = (up[i] - down[i]) / (2 * h);
}

static double quotient_forward(quotient_program *f, int nx, int ny, double *x, double *dx, double *y, double *dy,
                               double a, double da, double b, double db)
{
    double in[QUOTIENT_MOST], v[QUOTIENT_MOST], t[QUOTIENT_MOST];
    memcpy(in, x, (size_t)nx * sizeof *x);
    memcpy(in + nx, y, (size_t)ny * sizeof *y);
    memcpy(v, dx, (size_t)nx * sizeof *x);
    memcpy(v + nx, dy, (size_t)ny * sizeof *y);
    if (SABOTAGE == 1) memset(v + nx, 0, (size_t)ny * sizeof *y);
    in[nx + ny] = a, in[nx + ny + 1] = b, v[nx + ny] = da, v[nx + ny + 1] = db;
    quotient_along(f, nx, ny, in, v, t);
    memcpy(dx, t + 1, (size_t)nx * sizeof *x);
    memcpy(dy, t + 1 + nx, (size_t)ny * sizeof *y);
    f(x, nx, y, a, b);
    if (SABOTAGE == 5) memcpy(x, in, (size_t)nx * sizeof *x);
    return t[0];
}

static struct grads quotient_reverse(quotient_program *f, int nx, int ny, double *x, double *dx, double *y, double *dy,
                                     double a, double b)
{
    double in[QUOTIENT_MOST], seed[QUOTIENT_MOST], g[QUOTIENT_MOST];
    int n = nx + ny + 2;
    memcpy(in, x, (size_t)nx * sizeof *x);
    memcpy(in + nx, y, (size_t)ny * sizeof *y);
    in[nx + ny] = a, in[nx + ny + 1] = b, seed[0] = 1;
    memcpy(seed + 1, dx, (size_t)nx * sizeof *x);
    memcpy(seed + 1 + nx, dy, (size_t)ny * sizeof *y);
    for (int i = 0; SABOTAGE == 6 && i < ny; i++) seed[1 + nx + i] = 1;
    for (int j = 0; j < n; j++) {
        double v[QUOTIENT_MOST] = {0}, t[QUOTIENT_MOST];
        v[j] = 1, g[j] = 0;
        quotient_along(f, nx, ny, in, v, t);
        for (int i = 0; i < n - 1; i++) g[j] += seed[i] * t[i];
    }
    for (int i = 0; i < nx; i++) dx[i] = g[i] - (SABOTAGE == 2 ? dx[i] : 0);
    for (int i = 0; i < ny; i++) dy[i] = g[nx + i] + (SABOTAGE == 3 ? dy[i] : 0);
    f(x, nx, y, a, b);
    return (struct grads){g[nx + ny], SABOTAGE == 4 ? 0 : g[nx + ny + 1]};
}

/* The markers are dropped; the lengths come from the driver's arrays. */
#define QUOTIENT_LEN(v) ((int)(sizeof v / sizeof *v))
#define QUOTIENT_F9(f, d1, x, dx, c, n, d2, y, dy, a, da, b, db) \
    quotient_forward(f, n, QUOTIENT_LEN(y), x, dx, y, dy, a, da, b, db)
#define QUOTIENT_F15(f, d1, x, dx, c, n, d2, y, dy, d3, a, da, d4, b, db) \
    quotient_forward(f, n, QUOTIENT_LEN(y), x, dx, y, dy, a, da, b, db)
#define QUOTIENT_R11(f, d1, x, dx, c, n, d2, y, dy, a, b) \
    quotient_reverse(f, n, QUOTIENT_LEN(y), x, dx, y, dy, a, b)
#define QUOTIENT_R13(f, d1, x, dx, c, n, d2, y, dy, d3, a, d4, b) \
    quotient_reverse(f, n, QUOTIENT_LEN(y), x, dx, y, dy, a, b)
#define QUOTIENT_PICK(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, NAME, ...) NAME
#define __enzyme_fwddiff(...) \
    QUOTIENT_PICK(__VA_ARGS__, QUOTIENT_F15, 0, QUOTIENT_F9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
#define __enzyme_autodiff(...) \
    QUOTIENT_PICK(__VA_ARGS__, 0, 0, QUOTIENT_R13, 0, QUOTIENT_R11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)(__VA_ARGS__)
