/* A substance in a channel that is a ring: the flow carries it along, and it spreads, u_t + speed u_x = diffusivity u_xx, over MPI.
 *
 * Controls: the speed, and the concentrations at the beginning. Objective: half the mean of the squares of the concentrations at the end. A beginning:
 * put your own simulation into these functions. The head of <enzyme_rs/application.h> says what they must keep to.
 *
 * Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn. */
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <enzyme_rs/application.h>

/* The greatest speed that an inversion may try, in m/s. */
static const double GREATEST_SPEED = 2;

/* What never changes during a run. This rank has `count` of the points, from `first` on. */
typedef struct NAME {
    int64_t points, first, count;
    int left, right;
    double length, spacing, time_step, diffusivity;
} NAME;

/* Deals the points out to the ranks. */
static void decompose(NAME *c)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    c->first = c->points * rank / ranks;
    c->count = c->points * (rank + 1) / ranks - c->first;
    c->left = (rank + ranks - 1) % ranks;
    c->right = (rank + 1) % ranks;
}

/* Whether no step makes concentrations grow: each new one is then a mean of old ones, whose weights are not below 0. */
static bool is_stable(const NAME *c)
{
    double courant = GREATEST_SPEED * c->time_step / c->spacing, spread = c->diffusivity * c->time_step / (c->spacing * c->spacing);
    return c->time_step > 0 && courant + 2 * spread <= 1;
}

/* Reads the parameters of the case and names the fields. */
static NAME *NAME_create(const enzyme_rs_app_setup *s)
{
    NAME *c = calloc(1, sizeof *c);
    c->points = enzyme_rs_app_integer(s, "points", 200, "points along the channel");
    c->length = enzyme_rs_app_number(s, "length", 1000, "m", "length of the channel");
    c->diffusivity = enzyme_rs_app_number(s, "diffusivity", 0.5, "m^2/s", "how fast the substance spreads");
    c->time_step = enzyme_rs_app_number(s, "time_step", 1, "s", "time from step to step");
    enzyme_rs_app_steps(s, enzyme_rs_app_integer(s, "steps", 500, "time steps"));
    if (c->points < 3)
        enzyme_rs_app_refuse(s, "points", "must be 3 or more");
    c->spacing = c->length / (double)(c->points < 1 ? 1 : c->points);
    if (!(c->length > 0))
        enzyme_rs_app_refuse(s, "length", "must be above 0");
    else if (!(c->diffusivity >= 0))
        enzyme_rs_app_refuse(s, "diffusivity", "must not be below 0");
    else if (!is_stable(c))
        enzyme_rs_app_refuse(s, "time_step", "must be above 0, and at most spacing / (greatest speed + 2 diffusivity / spacing), or the scheme is "
                                             "not stable: take shorter steps, or fewer points");
    decompose(c);
    if (c->count < 1)
        enzyme_rs_app_refuse(s, "points", "are too few: some ranks would have none");

    enzyme_rs_app_field speed = {.name = "speed", .unit = "m/s", .role = ENZYME_RS_APP_CONTROL, .least = 0, .greatest = GREATEST_SPEED};
    enzyme_rs_app_field start = {.name = "start", .unit = "kg/m^3", .role = ENZYME_RS_APP_CONTROL, .dimensions = 1};
    start.extent[0] = c->points;
    start.first[0] = c->first;
    start.count[0] = c->count;
    start.spacing[0] = c->spacing;
    enzyme_rs_app_field concentration = start;
    concentration.name = "concentration";
    concentration.role = ENZYME_RS_APP_STATE;
    enzyme_rs_app_field_of(s, &speed);
    enzyme_rs_app_field_of(s, &start);
    enzyme_rs_app_field_of(s, &concentration);
    return c;
}

static void NAME_destroy(NAME *c) { free(c); }

/* The controls to begin with, in the order in which they were named; of `start`, this rank's. */
static void NAME_guess(const NAME *c, double *controls)
{
    controls[0] = 1;
    for (int64_t i = 0; i < c->count; i++) {
        double away = ((double)(c->first + i) * c->spacing - 0.3 * c->length) / (0.05 * c->length);
        controls[1 + i] = exp(-away * away);
    }
}

/* The first state. */
static void NAME_initial(const NAME *c, const double *controls, double *state)
{
    for (int64_t i = 0; i < c->count; i++)
        state[i] = controls[1 + i];
}

/* Upwind differences along the flow, explicit Euler in time. `wide` has the neighbours' points at its ends. */
static void NAME_step(const NAME *c, int64_t step, const double *controls, const double *before, double *after)
{
    (void)step;
    double courant = controls[0] * c->time_step / c->spacing, spread = c->diffusivity * c->time_step / (c->spacing * c->spacing);
    double *wide = calloc((size_t)c->count + 2, sizeof *wide);
    memcpy(wide + 1, before, (size_t)c->count * sizeof *before);
    MPI_Sendrecv(wide + c->count, 1, MPI_DOUBLE, c->right, 0, wide, 1, MPI_DOUBLE, c->left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(wide + 1, 1, MPI_DOUBLE, c->left, 1, wide + c->count + 1, 1, MPI_DOUBLE, c->right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int64_t i = 0; i < c->count; i++) {
        const double *u = wide + i + 1;
        after[i] = u[0] - courant * (u[0] - u[-1]) + spread * (u[-1] - 2 * u[0] + u[1]);
    }
    free(wide);
}

/* One number of the last state: the sum of what the ranks return. */
static double NAME_objective(const NAME *c, const double *controls, const double *state)
{
    (void)controls;
    double sum = 0;
    for (int64_t i = 0; i < c->count; i++)
        sum += state[i] * state[i];
    return sum / (2 * (double)c->points);
}

ENZYME_RS_APPLICATION(NAME, "a substance in a channel, over MPI")
