/* The basin: its grid and bottom, and which block of it a rank has.
 *
 * Owns: depths, land, the decomposition into blocks and the exchange of their borders. Must not: know the equations. */
#ifndef SHALLOW_WATER_BASIN_H
#define SHALLOW_WATER_BASIN_H

#include <cmath>
#include <cstddef>
#include <mpi.h>
#include <vector>

/* The fields that are exchanged: surface elevation and momentum to the east and to the north. */
enum { FIELDS = 3 };

/* Cells around a block that belong to neighbours: what the slopes of a neighbour's outermost cells need. */
enum { BORDER = 2 };

/* Where water meets land there is a wall. So there is around the basin. */
struct basin {
    int rows, columns;
    double spacing;
    /* This rank's block: its first cell, from the south-west, and its size. */
    int south, west, own_rows, own_columns;
    MPI_Comm grid;
    int neighbours[4];
    /* Of the wide block, the cells that go to each neighbour, and those that come from there. */
    MPI_Datatype given[4], taken[4];
    /* Depth of the water at rest in each cell of the wide block; 0 on land. */
    std::vector<double> depth;

    int wide_rows() const { return own_rows + 2 * BORDER; }
    int wide_columns() const { return own_columns + 2 * BORDER; }
    std::size_t wide_cells() const { return std::size_t(wide_rows()) * wide_columns(); }
    std::size_t own_cells() const { return std::size_t(own_rows) * own_columns; }
    /* Where a cell of this rank's block lies in the wide block. */
    std::size_t wide(int row, int column) const { return std::size_t(row + BORDER) * wide_columns() + column + BORDER; }
};

/* What the bottom is made of. */
struct bottom {
    bool is_flat;
    /* Depths of the ocean and of the shelf; what would be shallower than the least is land. */
    double ocean, shelf, least;
};

/* The depth at a place, which is said in parts of the basin's length and breadth. In the west lies the ocean with a bank and an island, which is
 * a cone; in the east the shelf, whose edge meanders. The bank and the shelf slow waves down, and so bend them. */
static double depth_at(const bottom &b, double x, double y, double breadth)
{
    if (b.is_flat)
        return b.ocean;
    const double pi = std::acos(-1.0);
    const double edge = 0.72 + 0.04 * std::cos(2 * pi * y);
    const double to_shelf = (1 + std::tanh((x - edge) / 0.03)) / 2;
    const auto hill = [&](double at_x, double at_y, double width) {
        const double dx = x - at_x, dy = (y - at_y) * breadth;
        return std::exp(-(dx * dx + dy * dy) / (2 * width * width));
    };
    const double bank = 0.85 * (b.ocean - b.shelf) * hill(0.48, 0.78, 0.05);
    const double island = 2 * b.ocean * hill(0.50, 0.36, 0.03);
    const double depth = b.ocean - (b.ocean - b.shelf) * to_shelf - bank - island;
    return depth < b.least ? 0 : depth;
}

/* The depths of the wide block. Around the basin is land. */
static void sound(basin &b, const bottom &of)
{
    b.depth.assign(b.wide_cells(), 0.0);
    const double breadth = double(b.rows) / b.columns;
    for (int row = -BORDER; row < b.own_rows + BORDER; row++)
        for (int column = -BORDER; column < b.own_columns + BORDER; column++) {
            const int north = b.south + row, east = b.west + column;
            if (north >= 0 && north < b.rows && east >= 0 && east < b.columns)
                b.depth[b.wide(row, column)] = depth_at(of, (east + 0.5) / b.columns, (north + 0.5) / b.rows, breadth);
        }
}

/* The cells of all fields in a part of the wide block, as one datatype. */
static MPI_Datatype cells(const basin &b, int row, int column, int rows, int columns)
{
    MPI_Datatype type;
    const int of[] = {FIELDS, b.wide_rows(), b.wide_columns()}, part[] = {FIELDS, rows, columns}, first[] = {0, row, column};
    MPI_Type_create_subarray(3, of, part, first, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Gives each rank a block; false if some rank would have too little to give to its neighbours. */
static bool decompose(basin &b)
{
    int ranks, rank, blocks[2] = {0, 0}, at[2];
    const int open[2] = {0, 0};
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, blocks);
    MPI_Cart_create(MPI_COMM_WORLD, 2, blocks, open, 0, &b.grid);
    MPI_Comm_rank(b.grid, &rank);
    MPI_Cart_coords(b.grid, rank, 2, at);
    MPI_Cart_shift(b.grid, 0, 1, &b.neighbours[0], &b.neighbours[1]);
    MPI_Cart_shift(b.grid, 1, 1, &b.neighbours[2], &b.neighbours[3]);
    b.south = int(long(b.rows) * at[0] / blocks[0]);
    b.west = int(long(b.columns) * at[1] / blocks[1]);
    b.own_rows = int(long(b.rows) * (at[0] + 1) / blocks[0]) - b.south;
    b.own_columns = int(long(b.columns) * (at[1] + 1) / blocks[1]) - b.west;
    if (b.rows / blocks[0] < BORDER || b.columns / blocks[1] < BORDER)
        return false;
    const int rows = b.own_rows, columns = b.own_columns;
    /* In the order of neighbours: south, north, west, east. */
    b.given[0] = cells(b, BORDER, BORDER, BORDER, columns);
    b.given[1] = cells(b, rows, BORDER, BORDER, columns);
    b.given[2] = cells(b, BORDER, BORDER, rows, BORDER);
    b.given[3] = cells(b, BORDER, columns, rows, BORDER);
    b.taken[0] = cells(b, 0, BORDER, BORDER, columns);
    b.taken[1] = cells(b, rows + BORDER, BORDER, BORDER, columns);
    b.taken[2] = cells(b, BORDER, 0, rows, BORDER);
    b.taken[3] = cells(b, BORDER, columns + BORDER, rows, BORDER);
    return true;
}

/* Fills the border of the wide block's fields with the neighbours' cells. */
static void exchange(const basin &b, double *wide)
{
    MPI_Request requests[8];
    for (int side = 0; side < 4; side++) {
        /* What is sent to the south comes from the north. */
        MPI_Irecv(wide, 1, b.taken[side], b.neighbours[side], side, b.grid, &requests[side]);
        MPI_Isend(wide, 1, b.given[side], b.neighbours[side], side ^ 1, b.grid, &requests[4 + side]);
    }
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
}

/* Gives back what `decompose` has made. */
static void release(basin &b)
{
    for (int side = 0; side < 4; side++)
        for (MPI_Datatype *type : {&b.given[side], &b.taken[side]})
            if (*type != MPI_DATATYPE_NULL)
                MPI_Type_free(type);
    MPI_Comm_free(&b.grid);
}

#endif
