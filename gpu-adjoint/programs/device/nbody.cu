/* Accelerations of bodies by each other, tiles of bodies in shared memory. Numbers: x, y, z, mass of each body. */
#include "device.h"

enum { TILE = 32 };
struct body4 { double x, y, z, mass; };

DEVICE void nbody(const double *x, double *y, int n)
{
    SHARED body4 tile[TILE];
    const body4 *bodies = (const body4 *)x;
    int i = global_x();
    body4 me = bodies[i];
    double ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += TILE) {
        tile[thread_x()] = bodies[first + thread_x()];
        barrier();
        for (int k = 0; k < TILE; k++) {
            body4 other = tile[k];
            double dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            double square = dx * dx + dy * dy + dz * dz + 0.01, inverse = 1 / MATH(sqrt)(square);
            double pull = other.mass * inverse * inverse * inverse;
            ax += pull * dx, ay += pull * dy, az += pull * dz;
        }
        barrier();
    }
    y[3 * i] = ax, y[3 * i + 1] = ay, y[3 * i + 2] = az;
}
KERNELS(nbody)
