/* The shallow water equations in a closed basin, over MPI: a tsunami and the tide gauges that it comes to.
 *
 * Controls: the elevation of the surface at the beginning, when the water is at rest. Objective: what a gauge shows at the end, the volume of
 * the waves, or how far gauges are from their records. Steps are as long as the waves allow, and end at a given time.
 *
 * Owns: parameters, source, objectives. Must not: know how the gradient is made, checkpointed or drawn. */
#include "basin.h"
#include "gauges.h"
#include "scheme.h"
#include <cstring>
#include <enzyme_rs/application.h>

enum class objective { gauge, volume, records };

struct shallow_water {
    basin in;
    bottom ground;
    objective wanted;
    gauges at;
    double end, courant;
    /* Where the source lies, in parts of the basin's length and breadth, its radius in parts of the length, and its height. */
    double x, y, radius, height;
    /* How high the water stands around it. */
    double level;

    /* Where the single numbers lie in the state, behind the fields. */
    std::size_t time() const { return FIELDS * in.own_cells(); }
    std::size_t misfit() const { return time() + 1; }
};

/* The source: a hump, and in the east of it a trough of half its height, as an earthquake leaves them. */
static double source(const shallow_water *s, int row, int column)
{
    const basin &b = s->in;
    if (b.depth[b.wide(row, column)] == 0)
        return 0;
    const double x = (b.west + column + 0.5) / b.columns - s->x, y = ((b.south + row + 0.5) / b.rows - s->y) * b.rows / b.columns;
    const auto hump = [&](double east) { return std::exp(-((x - east) * (x - east) + y * y) / (2 * s->radius * s->radius)); };
    return s->level + s->height * (hump(0) - hump(2 * s->radius) / 2);
}

/* What to begin with: the source, or where that is looked for, a level surface. */
static void shallow_water_guess(const shallow_water *s, double *controls)
{
    for (int row = 0; row < s->in.own_rows; row++)
        for (int column = 0; column < s->in.own_columns; column++)
            controls[row * s->in.own_columns + column] = s->wanted == objective::records ? s->level : source(s, row, column);
}

static void shallow_water_initial(const shallow_water *s, const double *controls, double *state)
{
    std::fill_n(state, s->misfit() + 1, 0.0);
    for (int row = 0; row < s->in.own_rows; row++)
        for (int column = 0; column < s->in.own_columns; column++) {
            const int at = row * s->in.own_columns + column;
            state[at] = s->in.depth[s->in.wide(row, column)] > 0 ? controls[at] : 0;
        }
}

static void shallow_water_step(const shallow_water *s, int64_t, const double *, const double *before, double *after)
{
    const double stable = stable_step(s->in, s->courant, before), left = s->end - before[s->time()];
    const bool is_last = stable >= left;
    const double time_step = is_last ? left : stable;
    heun(s->in, time_step, before, after);
    after[s->time()] = is_last ? s->end : before[s->time()] + time_step;
    const double difference = apart(s->at, before[s->time()], before) + apart(s->at, after[s->time()], after);
    after[s->misfit()] = before[s->misfit()] + time_step / 2 * difference;
}

static int shallow_water_done(const shallow_water *s, int64_t, const double *state) { return state[s->time()] >= s->end; }

static double shallow_water_objective(const shallow_water *s, const double *, const double *state)
{
    if (s->wanted == objective::records)
        return state[s->misfit()];
    double sum = 0;
    if (s->wanted == objective::gauge)
        for (const std::size_t cell : s->at.cells)
            sum += state[cell];
    else
        for (std::size_t cell = 0; cell < s->in.own_cells(); cell++)
            sum += state[cell] * s->in.spacing * s->in.spacing;
    return sum;
}

/* Has the gauges record the waves of the source. */
static void make_records(shallow_water *s)
{
    const std::size_t numbers = s->misfit() + 1;
    std::vector<double> controls(s->in.own_cells()), before(numbers), after(numbers);
    gauges made = s->at;
    for (int row = 0; row < s->in.own_rows; row++)
        for (int column = 0; column < s->in.own_columns; column++)
            controls[row * s->in.own_columns + column] = source(s, row, column);
    shallow_water_initial(s, controls.data(), before.data());
    for (int64_t step = 0; !shallow_water_done(s, step, before.data()); step++) {
        shallow_water_step(s, step, controls.data(), before.data(), after.data());
        record(made, before[s->time()], before.data(), after[s->time()], after.data());
        before.swap(after);
    }
    s->at = made;
}

/* The one gauge of the case, or for records twelve, four in the north, in the south and on the shelf. */
static void put_gauges(shallow_water *s, const enzyme_rs_app_setup *setup, double x, double y)
{
    bool are_wet = true;
    if (s->wanted != objective::records)
        are_wet = put(s->at, s->in, s->ground, x, y);
    else
        for (int k = 0; k < 4; k++) {
            are_wet &= put(s->at, s->in, s->ground, 0.1 + 0.2 * k, 0.95);
            are_wet &= put(s->at, s->in, s->ground, 0.1 + 0.2 * k, 0.05);
            are_wet &= put(s->at, s->in, s->ground, 0.85, 0.2 + 0.2 * k);
        }
    if (!are_wet)
        enzyme_rs_app_refuse(setup, "gauge_x", "and `gauge_y` are a place on land");
}

/* A field on the cells. */
static enzyme_rs_app_field field(const basin &b, const char *name, const char *unit, enzyme_rs_app_role role)
{
    enzyme_rs_app_field f = {};
    f.name = name, f.unit = unit, f.role = role, f.dimensions = 2;
    const int extent[] = {b.rows, b.columns}, first[] = {b.south, b.west}, count[] = {b.own_rows, b.own_columns};
    for (int d = 0; d < 2; d++) {
        f.extent[d] = extent[d], f.first[d] = first[d], f.count[d] = count[d];
        f.origin[d] = b.spacing / 2, f.spacing[d] = b.spacing;
    }
    return f;
}

static void name_fields(const shallow_water *s, const enzyme_rs_app_setup *setup)
{
    enzyme_rs_app_field start = field(s->in, "start", "m", ENZYME_RS_APP_CONTROL);
    start.least = -s->ground.least, start.greatest = s->ground.least;
    enzyme_rs_app_field_of(setup, &start);
    const char *const names[] = {"surface", "momentum_east", "momentum_north"}, *const units[] = {"m", "m^2/s", "m^2/s"};
    for (int k = 0; k < FIELDS; k++) {
        enzyme_rs_app_field part = field(s->in, names[k], units[k], ENZYME_RS_APP_STATE);
        enzyme_rs_app_field_of(setup, &part);
    }
    enzyme_rs_app_field number = {};
    number.role = ENZYME_RS_APP_STATE;
    number.name = "time", number.unit = "s";
    enzyme_rs_app_field_of(setup, &number);
    number.name = "misfit", number.unit = "m^2 s";
    enzyme_rs_app_field_of(setup, &number);
}

/* Reads what the basin is, and says what cannot be had. */
static bool read_basin(shallow_water *s, const enzyme_rs_app_setup *setup)
{
    basin &b = s->in;
    const int64_t columns = enzyme_rs_app_integer(setup, "columns", 150, "cells from west to east");
    const int64_t rows = enzyme_rs_app_integer(setup, "rows", 100, "cells from south to north");
    const double length = enzyme_rs_app_number(setup, "length", 600e3, "m", "of the basin, from west to east; cells are squares");
    const char *kind = enzyme_rs_app_text(setup, "bottom", "island", "\"flat\", or \"island\": a bank, an island and a shelf");
    bottom &g = s->ground;
    g.is_flat = std::strcmp(kind, "flat") == 0;
    g.ocean = enzyme_rs_app_number(setup, "ocean", 4000, "m", "depth of the ocean, and of a flat bottom");
    g.shelf = enzyme_rs_app_number(setup, "shelf", 200, "m", "depth of the shelf");
    g.least = enzyme_rs_app_number(setup, "shallowest", 50, "m", "least depth of water: what would be shallower is land");
    const bool is_sized = rows >= BORDER && columns >= BORDER && rows <= 1 << 14 && columns <= 1 << 14;
    if (!is_sized)
        enzyme_rs_app_refuse(setup, "rows", "and `columns` must be from 2 to 16384");
    if (!(length > 0))
        enzyme_rs_app_refuse(setup, "length", "must be above 0");
    if (!g.is_flat && std::strcmp(kind, "island") != 0)
        enzyme_rs_app_refuse(setup, "bottom", "must be \"flat\" or \"island\"");
    if (!(g.least > 0 && g.least <= g.shelf && g.shelf <= g.ocean))
        enzyme_rs_app_refuse(setup, "shallowest", "must be above 0, at most `shelf`, which must be at most `ocean`");
    if (!is_sized)
        return false;
    b.columns = int(columns), b.rows = int(rows);
    b.spacing = length / b.columns;
    return true;
}

static void read_source(shallow_water *s, const enzyme_rs_app_setup *setup)
{
    s->height = enzyme_rs_app_number(setup, "height", 2, "m", "of the source: a hump, and in the east of it a trough");
    s->radius = enzyme_rs_app_number(setup, "radius", 0.03, "", "of the source, in parts of the basin's length");
    s->x = enzyme_rs_app_number(setup, "source_x", 0.16, "", "where the source lies, in parts of the length");
    s->y = enzyme_rs_app_number(setup, "source_y", 0.55, "", "and in parts of the breadth");
    s->level = enzyme_rs_app_number(setup, "level", 0, "m", "of the surface around it: the tide");
    if (!(std::fabs(s->height) + std::fabs(s->level) <= s->ground.least))
        enzyme_rs_app_refuse(setup, "height", "and `level` must be at most `shallowest` together, or the waves might touch the ground");
    if (!(s->radius > 0))
        enzyme_rs_app_refuse(setup, "radius", "must be above 0");
}

static shallow_water *shallow_water_create(const enzyme_rs_app_setup *setup)
{
    auto *s = new shallow_water{};
    for (int side = 0; side < 4; side++)
        s->in.given[side] = s->in.taken[side] = MPI_DATATYPE_NULL;
    s->in.grid = MPI_COMM_NULL;
    const bool is_sized = read_basin(s, setup);
    read_source(s, setup);
    s->end = enzyme_rs_app_number(setup, "end", 1750, "s", "when the run ends");
    s->courant = enzyme_rs_app_number(setup, "courant", 0.6, "", "part of a cell that waves may pass in a step");
    const char *wanted = enzyme_rs_app_text(setup, "objective", "gauge",
                                            "\"gauge\" (its height at the end), \"volume\" (of all waves) or \"records\" (how far gauges are from them)");
    const double x = enzyme_rs_app_number(setup, "gauge_x", 0.70, "", "where the gauge lies, in parts of the length");
    const double y = enzyme_rs_app_number(setup, "gauge_y", 0.5, "", "and in parts of the breadth");
    s->at.interval = enzyme_rs_app_number(setup, "interval", 15, "s", "between two heights of a record");
    const bool is_gauge = std::strcmp(wanted, "gauge") == 0, is_records = std::strcmp(wanted, "records") == 0;
    s->wanted = is_gauge ? objective::gauge : is_records ? objective::records : objective::volume;
    if (!is_gauge && !is_records && std::strcmp(wanted, "volume") != 0)
        enzyme_rs_app_refuse(setup, "objective", "must be \"gauge\", \"volume\" or \"records\"");
    const bool is_timed = s->end > 0 && s->at.interval > 0 && s->at.interval <= s->end;
    if (!is_timed)
        enzyme_rs_app_refuse(setup, "end", "must be above 0, and `interval` above 0 and at most `end`");
    if (!(s->courant > 0 && s->courant <= 1))
        enzyme_rs_app_refuse(setup, "courant", "must be above 0 and at most 1, where the scheme is stable");
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1))
        enzyme_rs_app_refuse(setup, "gauge_x", "and `gauge_y` must be from 0 to 1");
    if (!is_sized || !is_timed)
        return s;
    if (!decompose(s->in)) {
        enzyme_rs_app_refuse(setup, "rows", "or `columns` are too few: each rank needs two of both");
        return s;
    }
    sound(s->in, s->ground);
    put_gauges(s, setup, x, y);
    name_fields(s, setup);
    if (s->wanted == objective::records)
        make_records(s);
    return s;
}

static void shallow_water_destroy(shallow_water *s)
{
    if (s->in.grid != MPI_COMM_NULL)
        release(s->in);
    delete s;
}

ENZYME_RS_APPLICATION_UNTIL(shallow_water, "waves in shallow water, from a tsunami's source to tide gauges")
