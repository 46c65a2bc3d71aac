/* Lorenz' equations x' = sigma (y - x), y' = x (rho - z) - y, z' = x y - beta z, by Runge and Kutta's method of order 4.
 *
 * Controls: x, y and z at the beginning, sigma, rho and beta. Objective: x, y or z at the end, or the mean of z over the run. A run may be cut into
 * windows, each of which begins at a point that does not vary with the controls: the gradient is then the mean of those of the windows.
 *
 * Owns: the equations. Must not: know how their gradient is made or checkpointed. */
#include <math.h>
#include <enzyme_rs/application.h>

/* Where numbers lie: in the controls, and in the state, whose last one is the integral of z. */
enum { X, Y, Z, SIGMA, RHO, BETA, CONTROLS };
enum { TOTAL = Z + 1, STATE };
static const char *const CONTROL_NAMES[CONTROLS] = {"x0", "y0", "z0", "sigma", "rho", "beta"};
static const char *const STATE_NAMES[STATE] = {"x", "y", "z", "total"};

/* What the objective is, besides X, Y and Z. */
enum { MEAN_Z = Z + 1, OBJECTIVES };
static const char *const OBJECTIVE_NAMES[OBJECTIVES] = {"x", "y", "z", "mean_z"};

typedef struct lorenz {
    double dt, time, guess[CONTROLS];
    int wanted;
    /* Steps of the method in each step of the run. */
    int64_t substeps;
    /* Steps of a window, or 0, and where each begins. */
    int64_t window;
    double (*starts)[Z + 1];
} lorenz;

static void slope(const double *controls, const double *at, double *rate)
{
    rate[X] = controls[SIGMA] * (at[Y] - at[X]);
    rate[Y] = at[X] * (controls[RHO] - at[Z]) - at[Y];
    rate[Z] = at[X] * at[Y] - controls[BETA] * at[Z];
    rate[TOTAL] = at[Z];
}

static void runge_kutta(double dt, const double *controls, double *state)
{
    double first[STATE], second[STATE], third[STATE], fourth[STATE], at[STATE];
    slope(controls, state, first);
    for (int i = 0; i < STATE; i++)
        at[i] = state[i] + dt / 2 * first[i];
    slope(controls, at, second);
    for (int i = 0; i < STATE; i++)
        at[i] = state[i] + dt / 2 * second[i];
    slope(controls, at, third);
    for (int i = 0; i < STATE; i++)
        at[i] = state[i] + dt * third[i];
    slope(controls, at, fourth);
    for (int i = 0; i < STATE; i++)
        state[i] += dt / 6 * (first[i] + 2 * second[i] + 2 * third[i] + fourth[i]);
}

static void lorenz_step(const lorenz *l, int64_t step, const double *controls, const double *before, double *after)
{
    int is_start = l->window > 0 && step % l->window == 0 && step > 0;
    for (int i = 0; i < TOTAL; i++)
        after[i] = is_start ? l->starts[step / l->window][i] : before[i];
    after[TOTAL] = before[TOTAL];
    for (int64_t i = 0; i < l->substeps; i++)
        runge_kutta(l->dt, controls, after);
}

static void lorenz_initial(const lorenz *l, const double *controls, double *state)
{
    (void)l;
    for (int i = 0; i < TOTAL; i++)
        state[i] = controls[i];
    state[TOTAL] = 0;
}

static double lorenz_objective(const lorenz *l, const double *controls, const double *state)
{
    (void)controls;
    return l->wanted == MEAN_Z ? state[TOTAL] / l->time : state[l->wanted];
}

static void lorenz_guess(const lorenz *l, double *controls) { memcpy(controls, l->guess, sizeof l->guess); }

/* Windows begin where the run by the first controls comes along. */
static void find_starts(lorenz *l, const enzyme_rs_app_setup *s, int64_t steps)
{
    double state[STATE];
    l->starts = calloc((size_t)(steps / l->window + 1), sizeof *l->starts);
    if (!l->starts) {
        enzyme_rs_app_refuse(s, "window", "is too short for so many steps: there is no memory for where windows begin");
        return;
    }
    lorenz_initial(l, l->guess, state);
    for (int64_t step = 0; step < steps; step++) {
        if (step % l->window == 0)
            memcpy(l->starts[step / l->window], state, sizeof *l->starts);
        for (int64_t i = 0; i < l->substeps; i++)
            runge_kutta(l->dt, l->guess, state);
    }
}

static void name_fields(const enzyme_rs_app_setup *s)
{
    for (int i = 0; i < CONTROLS; i++) {
        enzyme_rs_app_field f = {.name = CONTROL_NAMES[i], .role = ENZYME_RS_APP_CONTROL};
        if (i >= SIGMA)
            f.greatest = 1000;
        enzyme_rs_app_field_of(s, &f);
    }
    for (int i = 0; i < STATE; i++) {
        enzyme_rs_app_field f = {.name = STATE_NAMES[i], .role = ENZYME_RS_APP_STATE};
        enzyme_rs_app_field_of(s, &f);
    }
}

static int which_objective(const enzyme_rs_app_setup *s)
{
    const char *name = enzyme_rs_app_text(s, "objective", "z", "\"x\", \"y\" or \"z\" at the end, or \"mean_z\" over the run");
    for (int i = 0; i < OBJECTIVES; i++)
        if (strcmp(name, OBJECTIVE_NAMES[i]) == 0)
            return i;
    enzyme_rs_app_refuse(s, "objective", "must be \"x\", \"y\", \"z\" or \"mean_z\"");
    return Z;
}

static lorenz *lorenz_create(const enzyme_rs_app_setup *s)
{
    static const double values[CONTROLS] = {1, 1, 1, 10, 28, 8.0 / 3};
    static const char *const meanings[CONTROLS] = {"control x0 to begin with",    "control y0 to begin with",  "control z0 to begin with",
                                                   "control sigma to begin with", "control rho to begin with", "control beta to begin with"};
    lorenz *l = calloc(1, sizeof *l);
    int64_t steps = enzyme_rs_app_integer(s, "steps", 100, "time steps");
    l->substeps = enzyme_rs_app_integer(s, "substeps", 1, "steps of the method in each time step");
    l->dt = enzyme_rs_app_number(s, "dt", 0.01, "", "length of a step of the method");
    for (int i = 0; i < CONTROLS; i++)
        l->guess[i] = enzyme_rs_app_number(s, CONTROL_NAMES[i], values[i], "", meanings[i]);
    l->window = enzyme_rs_app_integer(s, "window", 0, "time steps of a window, at whose beginning the state counts as constant; 0: none");
    l->wanted = which_objective(s);
    l->time = l->dt * ((double)steps * (double)l->substeps);
    enzyme_rs_app_steps(s, steps);
    if (steps < 1)
        enzyme_rs_app_refuse(s, "steps", "must be 1 or more");
    if (l->substeps < 1)
        enzyme_rs_app_refuse(s, "substeps", "must be 1 or more");
    if (!(l->dt > 0))
        enzyme_rs_app_refuse(s, "dt", "must be above 0");
    for (int i = SIGMA; i < CONTROLS; i++)
        if (!(l->guess[i] >= 0 && l->guess[i] <= 1000))
            enzyme_rs_app_refuse(s, CONTROL_NAMES[i], "must be from 0 to 1000");
    if (l->window < 0)
        enzyme_rs_app_refuse(s, "window", "must not be below 0");
    name_fields(s);
    if (l->window > 0 && steps > 0)
        find_starts(l, s, steps);
    return l;
}

static void lorenz_destroy(lorenz *l)
{
    free(l->starts);
    free(l);
}

ENZYME_RS_APPLICATION_TWICE(lorenz, "Lorenz' equations")
