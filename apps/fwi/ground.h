/* The ground: its grid, the speeds of waves that are looked for, and where shots and receivers are.
 *
 * Owns: places. Must not: know how waves move. */
#ifndef FWI_GROUND_H
#define FWI_GROUND_H

#include <cmath>
#include <cstddef>
#include <vector>

/* Rows go from the bottom up, so that pictures stand upright. Around the ground, above the surface as well, lies a border in which waves die away. */
struct ground {
    int rows, columns, border;
    double spacing;
    std::size_t points() const { return std::size_t(rows) * columns; }
    double depth(int row) const { return (rows - 1 - border - row) * spacing; }
    double place(int column) const { return (column - border) * spacing; }
    /* The surface's length, and how deep the ground is. */
    double length() const { return (columns - 1 - 2 * border) * spacing; }
    double thickness() const { return (rows - 1 - 2 * border) * spacing; }
    /* The point at a depth and a place along the surface. */
    std::size_t at(double depth, double place) const
    {
        const int row = rows - 1 - border - int(std::lround(depth / spacing)), column = border + int(std::lround(place / spacing));
        return std::size_t(row) * columns + column;
    }
};

/* What the ground is made of: speeds that grow with depth, and a lens in which they are higher or lower. */
struct rock {
    double surface, increase, lens, depth, radius;
};

/* The speed without the lens. */
static double background(const rock &r, const ground &g, int row) { return r.surface + r.increase * std::fmax(g.depth(row), 0); }

/* The speed with it. Its edge is some spacings wide. */
static double truth(const rock &r, const ground &g, int row, int column)
{
    const double down = g.depth(row) - r.depth, along = (g.place(column) - g.length() / 2) / 2;
    const double outside = std::sqrt(down * down + along * along) - r.radius;
    return background(r, g, row) + r.lens / 2 * (1 - std::tanh(outside / (2 * g.spacing)));
}

/* How fast waves die away in the border, in 1/s: with the square of how far they have come, so that none but this part of them returns that runs straight
 * to its end and back (Collino & Tsogka, Geophysics 66, 2001, of a layer of another kind). */
static double decay(const ground &g, double speed, int row, int column)
{
    const double returns = 1e-3;
    const auto within = [&](int k, int points) { return std::fmax(g.border - std::fmin(k, points - 1 - k), 0) / g.border; };
    const double down = within(row, g.rows), along = within(column, g.columns);
    return 1.5 * speed / (g.border * g.spacing) * std::log(1 / returns) * std::fmin(down * down + along * along, 1);
}

/* So many points at a depth, evenly along the surface. */
static std::vector<std::size_t> line(const ground &g, int count, double depth)
{
    std::vector<std::size_t> points;
    for (int k = 0; k < count; k++)
        points.push_back(g.at(depth, (k + 0.5) / count * g.length()));
    return points;
}

#endif
