/* The heat equation u_t = u_xx + u_yy on the unit square, zero on its border, over MPI.
 *
 * Controls: the temperatures at the beginning. Objective: half the sum of squares of what the temperatures at the end differ from those that were
 * measured. Explicit Euler; each rank has a block of the points and exchanges its border with its neighbours in every step.
 *
 * Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn. */
#include <math.h>
#include <mpi.h>
#include <enzyme_rs/application.h>

static const double PI = 3.14159265358979323846;

/* A rank's block of the points; its first one is (`top`, `left`) of all. */
typedef struct heat {
    int points, rows, columns, top, left;
    /* Time step over square of the spacing, and what was measured. */
    double mu, *measured;
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

/* What to begin with: one wave, whose gradient is known in closed form where nothing was measured. */
static void heat_guess(const heat *h, double *controls)
{
    for (int i = 0; i < h->rows; i++)
        for (int j = 0; j < h->columns; j++)
            controls[i * h->columns + j] = wave(h, 3, 2, i, j);
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
    h->points = (int)enzyme_rs_app_integer(s, "points", 64, "points a side, without the border");
    h->mu = enzyme_rs_app_number(s, "mu", 0.2, "", "time step over the square of the spacing");
    enzyme_rs_app_steps(s, enzyme_rs_app_integer(s, "steps", 1000, "time steps"));
    if (h->points < 2 || h->points > 1 << 14)
        enzyme_rs_app_refuse(s, "points", "must be from 2 to 16384");
    if (!(h->mu > 0 && h->mu <= 0.25))
        enzyme_rs_app_refuse(s, "mu", "must be above 0, and at most 0.25, where the scheme is stable");
    decompose(h);
    if (h->rows * h->columns == 0)
        enzyme_rs_app_refuse(s, "points", "are too few: some ranks would have none");
    h->measured = calloc((size_t)h->rows * h->columns, sizeof *h->measured);
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
