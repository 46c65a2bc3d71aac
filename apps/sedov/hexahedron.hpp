/* The geometry of a hexahedron with eight corners, in terms of its modes.
 *
 * Corner a is at the upper end of its first, second and third edge if bit 0, 1 and 2 of a are set. A field on the corners is the sum of eight modes:
 * number 0 is its mean, 1, 2 and 4 are what it grows along the three edges, 3, 5, 6 and 7 are products of these, the hourglass patterns.
 *
 * Owns: volumes, their derivatives, and forces against hourglasses. Must not: know a gas, a mesh or a rank. */
#pragma once

#include <array>
#include <cmath>

struct vec {
    double x, y, z;
};

inline vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline vec operator*(double c, vec a) { return {c * a.x, c * a.y, c * a.z}; }
inline double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline vec cross(vec a, vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

/* By corners, and by modes. */
using corners = std::array<vec, 8>;
using modes = std::array<vec, 8>;

/* Mode m is the sum over corners a of the sign s(m, a) times the corner's value: -1 for each bit of m that a has not. */
inline modes modes_of(corners c)
{
    for (int bit = 1; bit < 8; bit *= 2)
        for (int a = 0; a < 8; a++)
            if (!(a & bit)) {
                vec lower = c[a], upper = c[a | bit];
                c[a] = lower + upper;
                c[a | bit] = upper - lower;
            }
    return c;
}

/* The transpose: at corner a the sum over modes m of s(m, a) times the mode. */
inline corners corners_of(modes m)
{
    for (int bit = 1; bit < 8; bit *= 2)
        for (int a = 0; a < 8; a++)
            if (!(a & bit)) {
                vec even = m[a], odd = m[a | bit];
                m[a] = even - odd;
                m[a | bit] = even + odd;
            }
    return m;
}

/* The volume between the trilinear faces, and its derivative by the modes of the positions; mode 7 has no influence. */
struct volume {
    double size;
    vec by[7];

    explicit volume(const modes &x)
    {
        by[0] = {0, 0, 0};
        by[1] = 1.0 / 64 * cross(x[2], x[4]) + 1.0 / 192 * cross(x[3], x[5]);
        by[2] = 1.0 / 64 * cross(x[4], x[1]) + 1.0 / 192 * cross(x[6], x[3]);
        by[4] = 1.0 / 64 * cross(x[1], x[2]) + 1.0 / 192 * cross(x[5], x[6]);
        by[3] = 1.0 / 192 * (cross(x[2], x[6]) + cross(x[5], x[1]));
        by[5] = 1.0 / 192 * (cross(x[6], x[4]) + cross(x[1], x[3]));
        by[6] = 1.0 / 192 * (cross(x[3], x[2]) + cross(x[4], x[5]));
        /* It is homogeneous of degree 3. */
        size = along(x) / 3;
    }

    /* The derivative along a change of the positions. */
    double along(const modes &v) const
    {
        double sum = 0;
        for (int m = 1; m < 7; m++)
            sum += dot(by[m], v[m]);
        return sum;
    }

    /* The side of a cube; of a flat element about its thickness. */
    double length() const
    {
        double square = 0;
        for (int m = 1; m < 7; m++)
            square += dot(by[m], by[m]);
        return size * std::sqrt(3 / (16 * square));
    }

    /* The forces of a pressure inside. */
    modes push(double pressure) const
    {
        modes f;
        f[0] = f[7] = {0, 0, 0};
        for (int m = 1; m < 7; m++)
            f[m] = pressure * by[m];
        return f;
    }
};

/* Adds forces that damp the hourglass patterns of the velocities `v`: what is left of them without the part that is linear in space, which is none
 * (Flanagan and Belytschko, 1981). They do no work on any motion that is linear in space. */
inline void add_hourglass(modes &force, const modes &x, const modes &v, double strength)
{
    vec a = cross(x[2], x[4]), b = cross(x[4], x[1]), c = cross(x[1], x[2]);
    double scale = 1 / dot(x[1], a);
    for (int m : {3, 5, 6, 7}) {
        double along_a = scale * dot(a, x[m]), along_b = scale * dot(b, x[m]), along_c = scale * dot(c, x[m]);
        vec f = -strength * (v[m] - along_a * v[1] - along_b * v[2] - along_c * v[4]);
        force[m] = force[m] + f;
        force[1] = force[1] - along_a * f;
        force[2] = force[2] - along_b * f;
        force[4] = force[4] - along_c * f;
    }
}
