/* The shallow water equations by finite volumes: the rates of change, and the time step.
 *
 * Owns: the discretisation in space and in time. Must not: know sources, gauges or objectives. */
#ifndef SHALLOW_WATER_SCHEME_H
#define SHALLOW_WATER_SCHEME_H

#include "basin.h"
#include <algorithm>

static const double GRAVITY = 9.81;

/* Surface elevation, and momentum across a face and along it: the water on one side, or what flows through. */
struct water {
    double surface, across, along;
};

/* The fields of a wide block. */
struct block {
    double *surface, *across, *along;
};

/* Half the difference over a cell, from its neighbours; none beside land. Waves here are long and do not break: slopes have no limiter. */
static double half_slope(const double *field, const double *depth, std::ptrdiff_t stride)
{
    return depth[-stride] > 0 && depth[stride] > 0 ? (field[stride] - field[-stride]) / 4 : 0;
}

/* The water of a cell at its face in front (`side` = 1) or behind (-1). */
static water at_face(const block &b, const double *depth, std::size_t cell, std::ptrdiff_t stride, int side)
{
    return {b.surface[cell] + side * half_slope(b.surface + cell, depth + cell, stride),
            b.across[cell] + side * half_slope(b.across + cell, depth + cell, stride),
            b.along[cell] + side * half_slope(b.along + cell, depth + cell, stride)};
}

/* Behind a wall lies the same water, and moves against it. */
static water mirrored(const water &w) { return {w.surface, -w.across, w.along}; }

/* What flows through a face, by Rusanov: the mean of both sides, and their difference times the speed of the fastest wave. That speed is the mean
 * state's, which has no kink where both sides are equal. */
static water flux(const water &l, const water &r, double depth)
{
    const double left = depth + l.surface, right = depth + r.surface;
    const double to_left = l.across / left, to_right = r.across / right;
    const double speed = std::fabs(to_left + to_right) / 2 + std::sqrt(GRAVITY * (left + right) / 2);
    const auto pressure = [&](double surface) { return GRAVITY * surface * (surface / 2 + depth); };
    return {(l.across + r.across - speed * (r.surface - l.surface)) / 2,
            (l.across * to_left + pressure(l.surface) + r.across * to_right + pressure(r.surface) - speed * (r.across - l.across)) / 2,
            (l.along * to_left + r.along * to_right - speed * (r.along - l.along)) / 2};
}

/* Adds what flows through the face between two cells to the rates of both. The pressure on the bottom belongs to each cell: with it, what a level
 * surface exerts on all faces of a cell adds up to nothing. */
static void add_face(const block &state, const block &rate, const double *depth, std::size_t cell, std::ptrdiff_t stride, double spacing)
{
    const std::size_t before = cell - stride;
    const bool is_left = depth[before] > 0, is_right = depth[cell] > 0;
    if (!is_left && !is_right)
        return;
    const water right = is_right ? at_face(state, depth, cell, stride, -1) : mirrored(at_face(state, depth, before, stride, 1));
    const water left = is_left ? at_face(state, depth, before, stride, 1) : mirrored(right);
    const double here = is_left && is_right ? (depth[before] + depth[cell]) / 2 : depth[before] + depth[cell];
    const water f = flux(left, right, here);
    rate.surface[before] -= f.surface / spacing;
    rate.surface[cell] += f.surface / spacing;
    rate.across[before] -= (f.across - GRAVITY * here * state.surface[before]) / spacing;
    rate.across[cell] += (f.across - GRAVITY * here * state.surface[cell]) / spacing;
    rate.along[before] -= f.along / spacing;
    rate.along[cell] += f.along / spacing;
}

/* One explicit Euler step of this rank's cells, from `before` to `after`, which may be the same. */
static void advance(const basin &b, double time_step, const double *before, double *after)
{
    const std::size_t wide = b.wide_cells(), own = b.own_cells();
    std::vector<double> state(FIELDS * wide), rate(FIELDS * wide);
    for (int field = 0; field < FIELDS; field++)
        for (int row = 0; row < b.own_rows; row++)
            std::copy_n(before + field * own + row * b.own_columns, b.own_columns, &state[field * wide + b.wide(row, 0)]);
    exchange(b, state.data());
    double *s = state.data(), *r = rate.data();
    const double *depth = b.depth.data();
    const block to_east{s, s + wide, s + 2 * wide}, by_east{r, r + wide, r + 2 * wide};
    const block to_north{s, s + 2 * wide, s + wide}, by_north{r, r + 2 * wide, r + wide};
    for (int row = 0; row < b.own_rows; row++)
        for (int column = 0; column <= b.own_columns; column++)
            add_face(to_east, by_east, depth, b.wide(row, column), 1, b.spacing);
    for (int row = 0; row <= b.own_rows; row++)
        for (int column = 0; column < b.own_columns; column++)
            add_face(to_north, by_north, depth, b.wide(row, column), b.wide_columns(), b.spacing);
    for (int field = 0; field < FIELDS; field++)
        for (int row = 0; row < b.own_rows; row++)
            for (int column = 0; column < b.own_columns; column++) {
                const std::size_t at = field * own + row * b.own_columns + column, here = b.wide(row, column);
                after[at] = depth[here] > 0 ? before[at] + time_step * rate[field * wide + here] : 0;
            }
}

/* The greatest stable time step, on all ranks: in no cell may a wave pass more than this part of the cell. */
static double stable_step(const basin &b, double courant, const double *state)
{
    const std::size_t own = b.own_cells();
    double least = HUGE_VAL, all;
    for (int row = 0; row < b.own_rows; row++)
        for (int column = 0; column < b.own_columns; column++) {
            const double depth = b.depth[b.wide(row, column)];
            if (depth == 0)
                continue;
            const double *cell = state + row * b.own_columns + column;
            const double height = depth + cell[0];
            const double speed = (std::fabs(cell[own]) + std::fabs(cell[2 * own])) / height + 2 * std::sqrt(GRAVITY * height);
            least = std::min(least, courant * b.spacing / speed);
        }
    MPI_Allreduce(&least, &all, 1, MPI_DOUBLE, MPI_MIN, b.grid);
    return all;
}

/* A step of Heun's method: the mean of where the water is and where two Euler steps take it. */
static void heun(const basin &b, double time_step, const double *before, double *after)
{
    const std::size_t numbers = FIELDS * b.own_cells();
    std::vector<double> once(numbers), twice(numbers);
    advance(b, time_step, before, once.data());
    advance(b, time_step, once.data(), twice.data());
    for (std::size_t k = 0; k < numbers; k++)
        after[k] = (before[k] + twice[k]) / 2;
}

#endif
