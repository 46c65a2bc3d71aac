/* The heat equation u_t = u_xx + u_yy on the unit square, zero on its border, over MPI.
 *
 * Controls: the temperatures at the beginning. Objective: half the sum of squares of what the temperatures at the end differ from those that were
 * measured. Explicit Euler; each rank has a block of the points and exchanges its border with its neighbours in every step.
 *
 * Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn. */
#include <math.h>
#include <stdbool.h>
#include <mpi.h>
#include <enzyme_rs/application.h>

static const double PI = 3.14159265358979323846;

/* A rank's block of the points; its first one is (`top`, `left`) of all. */
typedef struct heat {
    int points, rows, columns, top, left;
    /* Time step over square of the spacing, and what was measured. */
    double mu, *measured;
    int is_measured;
    MPI_Comm grid;
} heat;

/* Fills the border of `wide`, which is one point wider on each side, with the neighbours' points. */
static void exchange(const heat *h, double *wide)
{
    int up, down, left, right, width = h->columns + 2;
    MPI_Request requests[8];
    MPI_Datatype column;
    MPI_Type_vector(h->rows, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Cart_shift(h->grid, 0, 1, &up, &down);
    MPI_Cart_shift(h->grid, 1, 1, &left, &right);
    MPI_Irecv(wide + 1, h->columns, MPI_DOUBLE, up, 0, h->grid, requests);
    MPI_Irecv(wide + (h->rows + 1) * width + 1, h->columns, MPI_DOUBLE, down, 1, h->grid, requests + 1);
    MPI_Irecv(wide + width, 1, column, left, 2, h->grid, requests + 2);
    MPI_Irecv(wide + 2 * width - 1, 1, column, right, 3, h->grid, requests + 3);
    MPI_Isend(wide + h->rows * width + 1, h->columns, MPI_DOUBLE, down, 0, h->grid, requests + 4);
    MPI_Isend(wide + width + 1, h->columns, MPI_DOUBLE, up, 1, h->grid, requests + 5);
    MPI_Isend(wide + 2 * width - 2, 1, column, right, 2, h->grid, requests + 6);
    MPI_Isend(wide + width + 1, 1, column, left, 3, h->grid, requests + 7);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
}

static void heat_step(const heat *h, int64_t step, const double *controls, const double *before, double *after)
{
    (void)step, (void)controls;
    int width = h->columns + 2;
    double *wide = calloc((size_t)(h->rows + 2) * width, sizeof *wide);
    for (int i = 0; i < h->rows; i++)
        memcpy(wide + (i + 1) * width + 1, before + i * h->columns, h->columns * sizeof *before);
    exchange(h, wide);
    for (int i = 0; i < h->rows; i++)
        for (int j = 0; j < h->columns; j++) {
            const double *u = wide + (i + 1) * width + j + 1;
            after[i * h->columns + j] = u[0] + h->mu * (u[-1] + u[1] + u[-width] + u[width] - 4 * u[0]);
        }
    free(wide);
}

static void heat_initial(const heat *h, const double *controls, double *state)
{
    memcpy(state, controls, (size_t)h->rows * h->columns * sizeof *state);
}

static double heat_objective(const heat *h, const double *controls, const double *state)
{
    (void)controls;
    double sum = 0;
    for (int i = 0; i < h->rows * h->columns; i++)
        sum += (state[i] - h->measured[i]) * (state[i] - h->measured[i]);
    return sum / 2;
}

/* The eigenvector sin(k pi x) sin(l pi y) of a step at a point of this rank's block. */
static double wave(const heat *h, int k, int l, int i, int j)
{
    double spacing = 1.0 / (h->points + 1);
    return sin(k * PI * spacing * (h->top + i + 1)) * sin(l * PI * spacing * (h->left + j + 1));
}

/* What to begin with: where nothing was measured, one wave, whose gradient is known in closed form; else nothing. */
static void heat_guess(const heat *h, double *controls)
{
    for (int i = 0; i < h->rows; i++)
        for (int j = 0; j < h->columns; j++)
            controls[i * h->columns + j] = h->is_measured ? 0 : wave(h, 3, 2, i, j);
}

/* Two warm places, of which the measurements are made. */
static double truth(const heat *h, int i, int j)
{
    double x = (h->top + i + 1.0) / (h->points + 1), y = (h->left + j + 1.0) / (h->points + 1);
    double near = exp(-((x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6)) / 0.01);
    double far = exp(-((x - 0.7) * (x - 0.7) + (y - 0.35) * (y - 0.35)) / 0.02);
    return near + 0.7 * far;
}

/* A number as good as random, of the normal distribution (Box and Muller, Ann. Math. Stat. 29, 1958), the same for a point on any number of ranks. */
static double noise(const heat *h, int i, int j)
{
    double parts[2];
    uint64_t place = (uint64_t)(h->top + i) * (uint64_t)h->points + (uint64_t)(h->left + j);
    for (uint64_t k = 0; k < 2; k++) {
        uint64_t bits = (2 * place + k + 1) * 0x9e3779b97f4a7c15u;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
        parts[k] = ((double)(bits >> 11) + 0.5) / 9007199254740992.0;
    }
    return sqrt(-2 * log(parts[0])) * cos(2 * PI * parts[1]);
}

/* Measures what the truth comes to, with noise. */
static void measure(heat *h, int64_t steps, double deviation)
{
    size_t count = (size_t)h->rows * h->columns;
    double *before = calloc(count, sizeof *before), *after = calloc(count, sizeof *after);
    for (int i = 0; i < h->rows; i++)
        for (int j = 0; j < h->columns; j++)
            before[i * h->columns + j] = truth(h, i, j);
    for (int64_t step = 0; step < steps; step++) {
        heat_step(h, step, NULL, before, after);
        memcpy(before, after, count * sizeof *before);
    }
    for (int i = 0; i < h->rows; i++)
        for (int j = 0; j < h->columns; j++)
            h->measured[i * h->columns + j] = before[i * h->columns + j] + deviation * noise(h, i, j);
    free(before);
    free(after);
}

static void decompose(heat *h)
{
    int ranks, rank, extents[2] = {0, 0}, open[2] = {0, 0}, at[2];
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, extents);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, open, 0, &h->grid);
    MPI_Comm_rank(h->grid, &rank);
    MPI_Cart_coords(h->grid, rank, 2, at);
    h->top = h->points * at[0] / extents[0];
    h->left = h->points * at[1] / extents[1];
    h->rows = h->points * (at[0] + 1) / extents[0] - h->top;
    h->columns = h->points * (at[1] + 1) / extents[1] - h->left;
}

/* A field on the points. */
static enzyme_rs_app_field field(const heat *h, const char *name, enzyme_rs_app_role role)
{
    double spacing = 1.0 / (h->points + 1);
    enzyme_rs_app_field f = {.name = name, .unit = "K", .role = role, .dimensions = 2};
    int64_t first[] = {h->top, h->left}, count[] = {h->rows, h->columns};
    for (int d = 0; d < 2; d++) {
        f.extent[d] = h->points;
        f.first[d] = first[d];
        f.count[d] = count[d];
        f.origin[d] = f.spacing[d] = spacing;
    }
    return f;
}

static heat *heat_create(const enzyme_rs_app_setup *s)
{
    heat *h = calloc(1, sizeof *h);
    int64_t points = enzyme_rs_app_integer(s, "points", 64, "points a side, without the border");
    h->mu = enzyme_rs_app_number(s, "mu", 0.2, "", "time step over the square of the spacing");
    int64_t steps = enzyme_rs_app_integer(s, "steps", 1000, "time steps");
    double deviation = enzyme_rs_app_number(s, "noise", 0.01, "K", "standard deviation of the measurements");
    const char *data = enzyme_rs_app_text(s, "data", "none", "what was measured at the end: \"none\", or \"made\" of a known beginning");
    enzyme_rs_app_steps(s, steps);
    bool is_sized = points >= 2 && points <= 1 << 14, is_stable = h->mu > 0 && h->mu <= 0.25;
    if (!is_sized)
        enzyme_rs_app_refuse(s, "points", "must be from 2 to 16384");
    if (!is_stable)
        enzyme_rs_app_refuse(s, "mu", "must be above 0, and at most 0.25, where the scheme is stable");
    h->is_measured = strcmp(data, "made") == 0;
    if (!h->is_measured && strcmp(data, "none") != 0)
        enzyme_rs_app_refuse(s, "data", "must be \"none\" or \"made\"");
    if (!is_sized || !is_stable) {
        free(h);
        return NULL;
    }
    h->points = (int)points;
    decompose(h);
    if (h->rows * h->columns == 0)
        enzyme_rs_app_refuse(s, "points", "are too few: some ranks would have none");
    h->measured = calloc((size_t)h->rows * h->columns, sizeof *h->measured);
    if (h->is_measured)
        measure(h, steps, deviation);
    enzyme_rs_app_field u0 = field(h, "start", ENZYME_RS_APP_CONTROL), u = field(h, "temperature", ENZYME_RS_APP_STATE);
    enzyme_rs_app_field_of(s, &u0);
    enzyme_rs_app_field_of(s, &u);
    return h;
}

static void heat_destroy(heat *h)
{
    MPI_Comm_free(&h->grid);
    free(h->measured);
    free(h);
}

ENZYME_RS_APPLICATION(heat, "the heat equation on a square, zero on its border")
