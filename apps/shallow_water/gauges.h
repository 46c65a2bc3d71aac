/* Tide gauges and their records.
 *
 * Owns: where gauges lie, what they have recorded, and how far a surface is from that. Must not: know how the water moves. */
#ifndef SHALLOW_WATER_GAUGES_H
#define SHALLOW_WATER_GAUGES_H

#include "basin.h"
#include <algorithm>

/* The gauges in this rank's block. */
struct gauges {
    /* The cell of each, in this rank's block. */
    std::vector<std::size_t> cells;
    /* What was recorded: at each of so many times, which begin at 0, a height for each gauge. */
    double interval = 0;
    std::vector<double> heights;
};

/* Puts a gauge into the water at a place, which is said in parts of the basin's length and breadth; false if there is none. */
static bool put(gauges &g, const basin &b, const bottom &of, double x, double y)
{
    const int row = std::min(int(y * b.rows), b.rows - 1) - b.south, column = std::min(int(x * b.columns), b.columns - 1) - b.west;
    if (row >= 0 && row < b.own_rows && column >= 0 && column < b.own_columns)
        g.cells.push_back(std::size_t(row) * b.own_columns + column);
    const double middle_x = (column + b.west + 0.5) / b.columns, middle_y = (row + b.south + 0.5) / b.rows;
    return depth_at(of, middle_x, middle_y, double(b.rows) / b.columns) > 0;
}

/* Appends what gauges show between two times, at the times of records. The surface between is a straight line in time. */
static void record(gauges &g, double from, const double *before, double to, const double *after)
{
    if (g.cells.empty())
        return;
    for (std::size_t k = g.heights.size() / g.cells.size(); double(k) * g.interval <= to; k++) {
        const double part = to > from ? (double(k) * g.interval - from) / (to - from) : 0;
        for (const std::size_t cell : g.cells)
            g.heights.push_back(before[cell] + part * (after[cell] - before[cell]));
    }
}

/* Half the sum of squares of what this rank's gauges show beside their records at a time. */
static double apart(const gauges &g, double time, const double *surface)
{
    if (g.heights.empty())
        return 0;
    const std::size_t count = g.cells.size(), last = g.heights.size() / count - 1;
    const std::size_t k = std::min(std::size_t(time / g.interval), last - 1);
    const double part = time / g.interval - double(k);
    double sum = 0;
    for (std::size_t gauge = 0; gauge < count; gauge++) {
        const double *heights = g.heights.data() + k * count + gauge;
        const double difference = surface[g.cells[gauge]] - (heights[0] + part * (heights[count] - heights[0]));
        sum += difference * difference;
    }
    return sum / 2;
}

#endif
