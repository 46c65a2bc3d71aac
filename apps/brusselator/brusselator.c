/* The Brusselator with diffusion on a periodic square: u_t = A + u^2 v - (B + 1) u + D_u lap u, v_t = B u - u^2 v + D_v lap v.
 *
 * Controls: A, B, D_u and D_v, and both fields at the beginning. Objective: a mean or the value at a point at the end, or half the mean square of
 * what u differs from a pattern. Strang's splitting: half a step of reaction by Heun's method, one of diffusion by Crank and Nicolson's, half of
 * reaction.
 *
 * Owns: the equations. Must not: know how their gradient is made, checkpointed or drawn. */
#include <math.h>
#include <enzyme_rs/application.h>

/* Where controls lie; behind them those of u and of v at the beginning. */
enum { A, B, DU, DV, FIELDS };
static const char *const NUMBER_NAMES[FIELDS] = {"A", "B", "D_u", "D_v"};

/* What the objective is. */
enum { MEAN_U, MEAN_V, POINT_U, POINT_V, PATTERN, OBJECTIVES };
static const char *const OBJECTIVE_NAMES[OBJECTIVES] = {"mean_u", "mean_v", "point_u", "point_v", "pattern"};

typedef struct brusselator {
    int64_t points;
    double spacing, dt, noise;
    /* A, B, D_u and D_v to begin with. */
    double guess[FIELDS];
    int wanted;
    /* What u is to become, for PATTERN. */
    double *pattern;
} brusselator;

/* Heun's method at each point, of second order. */
static void react(const double *controls, double dt, int64_t count, double *u, double *v)
{
    double a = controls[A], b = controls[B];
    for (int64_t i = 0; i < count; i++) {
        double cubic = u[i] * u[i] * v[i];
        double u_rate = a + cubic - (b + 1) * u[i], v_rate = b * u[i] - cubic;
        double u_end = u[i] + dt * u_rate, v_end = v[i] + dt * v_rate;
        cubic = u_end * u_end * v_end;
        u[i] += dt / 2 * (u_rate + a + cubic - (b + 1) * u_end);
        v[i] += dt / 2 * (v_rate + b * u_end - cubic);
    }
}

/* Takes y_i = x_i + factor y_(i-1), on a circle, through a line of numbers that are `stride` apart; backwards where that is negative. */
static void smooth(double *line, int64_t points, int64_t stride, double factor)
{
    double last = 0;
    for (int64_t i = 0; i < points; i++)
        last = last * factor + line[i * stride];
    /* Once more around, the beginning counts by another power of the factor. */
    last /= 1 - pow(factor, (double)points);
    for (int64_t i = 0; i < points; i++) {
        last = last * factor + line[i * stride];
        line[i * stride] = last;
    }
}

/* Crank and Nicolson's method along a line, r being D dt / spacing^2: with S the shift by a point and y = (1 + r - r/2 (S + 1/S))^-1 x, x becomes
 * 2 y - x. The matrix is (1 - q S) (1 - q / S) r / (2 q), whose factors `smooth` inverts. */
static void diffuse_line(double *line, double *work, int64_t points, int64_t stride, double r)
{
    double sum = 1 + r + sqrt(1 + 2 * r), q = r / sum;
    for (int64_t i = 0; i < points; i++)
        work[i] = line[i * stride] * 2 / sum;
    smooth(work, points, 1, q);
    smooth(work + points - 1, points, -1, q);
    for (int64_t i = 0; i < points; i++)
        line[i * stride] = 2 * work[i] - line[i * stride];
}

static void diffuse(int64_t points, double r, double *field)
{
    double *work = calloc((size_t)points, sizeof *work);
    for (int64_t i = 0; i < points; i++)
        diffuse_line(field + i * points, work, points, 1, r);
    for (int64_t j = 0; j < points; j++)
        diffuse_line(field + j, work, points, points, r);
    free(work);
}

static void brusselator_step(const brusselator *b, int64_t step, const double *controls, const double *before, double *after)
{
    (void)step;
    int64_t count = b->points * b->points;
    double *u = after, *v = after + count, mu = b->dt / (b->spacing * b->spacing);
    for (int64_t i = 0; i < 2 * count; i++)
        after[i] = before[i];
    react(controls, b->dt / 2, count, u, v);
    diffuse(b->points, controls[DU] * mu, u);
    diffuse(b->points, controls[DV] * mu, v);
    react(controls, b->dt / 2, count, u, v);
}

static void brusselator_initial(const brusselator *b, const double *controls, double *state)
{
    for (int64_t i = 0; i < 2 * b->points * b->points; i++)
        state[i] = controls[FIELDS + i];
}

static double brusselator_objective(const brusselator *b, const double *controls, const double *state)
{
    (void)controls;
    int64_t count = b->points * b->points, centre = (b->points + 1) * (b->points / 2);
    const double *field = b->wanted == MEAN_V || b->wanted == POINT_V ? state + count : state;
    if (b->wanted == POINT_U || b->wanted == POINT_V)
        return field[centre];
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += b->wanted == PATTERN ? (field[i] - b->pattern[i]) * (field[i] - b->pattern[i]) / 2 : field[i];
    return sum / (double)count;
}

/* A number as good as random between -1 and 1. */
static double random_number(uint64_t place)
{
    uint64_t bits = (place + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    return (double)(bits >> 11) / 4503599627370496.0 - 1;
}

/* The steady state with noise. */
static void brusselator_guess(const brusselator *b, double *controls)
{
    int64_t count = b->points * b->points;
    memcpy(controls, b->guess, sizeof b->guess);
    for (int64_t i = 0; i < 2 * count; i++)
        controls[FIELDS + i] = (i < count ? b->guess[A] : b->guess[B] / b->guess[A]) + b->noise * random_number((uint64_t)i);
}

/* The pattern that another A and B make of the same beginning. */
static void make_pattern(brusselator *b, int64_t steps, double other_a, double other_b)
{
    size_t count = (size_t)(b->points * b->points);
    double *controls = calloc(FIELDS + 2 * count, sizeof *controls);
    double *before = calloc(2 * count, sizeof *before), *after = calloc(2 * count, sizeof *after);
    brusselator_guess(b, controls);
    controls[A] = other_a;
    controls[B] = other_b;
    brusselator_initial(b, controls, before);
    for (int64_t step = 0; step < steps; step++) {
        brusselator_step(b, step, controls, before, after);
        memcpy(before, after, 2 * count * sizeof *before);
    }
    memcpy(b->pattern, before, count * sizeof *before);
    free(controls);
    free(before);
    free(after);
}

/* A number without dimensions, or a field on the points. */
static void name_field(const enzyme_rs_app_setup *s, const brusselator *b, const char *name, enzyme_rs_app_role role, int dimensions)
{
    enzyme_rs_app_field f = {.name = name, .role = role, .dimensions = dimensions};
    for (int d = 0; d < dimensions; d++) {
        f.extent[d] = f.count[d] = b->points;
        f.spacing[d] = b->spacing;
    }
    if (role == ENZYME_RS_APP_CONTROL) {
        f.least = dimensions ? 0 : 1e-3;
        f.greatest = 1e3;
    }
    enzyme_rs_app_field_of(s, &f);
}

static void name_fields(const enzyme_rs_app_setup *s, const brusselator *b)
{
    for (int i = 0; i < FIELDS; i++)
        name_field(s, b, NUMBER_NAMES[i], ENZYME_RS_APP_CONTROL, 0);
    name_field(s, b, "u0", ENZYME_RS_APP_CONTROL, 2);
    name_field(s, b, "v0", ENZYME_RS_APP_CONTROL, 2);
    name_field(s, b, "u", ENZYME_RS_APP_STATE, 2);
    name_field(s, b, "v", ENZYME_RS_APP_STATE, 2);
}

static int which_objective(const enzyme_rs_app_setup *s)
{
    const char *name = enzyme_rs_app_text(s, "objective", "mean_u", "of the end: \"mean_u\", \"mean_v\", \"point_u\", \"point_v\" (the centre), "
                                                                    "or what u differs from a \"pattern\"");
    for (int i = 0; i < OBJECTIVES; i++)
        if (strcmp(name, OBJECTIVE_NAMES[i]) == 0)
            return i;
    enzyme_rs_app_refuse(s, "objective", "must be \"mean_u\", \"mean_v\", \"point_u\", \"point_v\" or \"pattern\"");
    return MEAN_U;
}

static brusselator *brusselator_create(const enzyme_rs_app_setup *s)
{
    brusselator *b = calloc(1, sizeof *b);
    b->points = enzyme_rs_app_integer(s, "points", 64, "points a side");
    double side = enzyme_rs_app_number(s, "side", 40, "", "length of a side");
    int64_t steps = enzyme_rs_app_integer(s, "steps", 1000, "time steps");
    b->dt = enzyme_rs_app_number(s, "dt", 0.02, "", "time step");
    b->guess[A] = enzyme_rs_app_number(s, "A", 4.5, "", "control A to begin with");
    b->guess[B] = enzyme_rs_app_number(s, "B", 7.5, "", "control B to begin with");
    b->guess[DU] = enzyme_rs_app_number(s, "D_u", 1, "", "control D_u to begin with");
    b->guess[DV] = enzyme_rs_app_number(s, "D_v", 8, "", "control D_v to begin with");
    b->noise = enzyme_rs_app_number(s, "noise", 0.1, "", "how far the fields at the beginning are from the steady state");
    double other_a = enzyme_rs_app_number(s, "pattern_A", 4.5, "", "A of which the pattern is made");
    double other_b = enzyme_rs_app_number(s, "pattern_B", 7.8, "", "B of which the pattern is made");
    b->wanted = which_objective(s);
    b->spacing = side / (double)b->points;
    enzyme_rs_app_steps(s, steps);
    if (b->points < 4 || b->points > 4096) {
        enzyme_rs_app_refuse(s, "points", "must be from 4 to 4096");
        free(b);
        return NULL;
    }
    if (!(side > 0))
        enzyme_rs_app_refuse(s, "side", "must be above 0");
    if (!(b->dt > 0))
        enzyme_rs_app_refuse(s, "dt", "must be above 0");
    for (int i = 0; i < FIELDS; i++)
        if (!(b->guess[i] >= 1e-3 && b->guess[i] <= 1e3))
            enzyme_rs_app_refuse(s, NUMBER_NAMES[i], "must be from 0.001 to 1000");
    name_fields(s, b);
    b->pattern = calloc((size_t)(b->points * b->points), sizeof *b->pattern);
    if (b->wanted == PATTERN)
        make_pattern(b, steps, other_a, other_b);
    return b;
}

static void brusselator_destroy(brusselator *b)
{
    free(b->pattern);
    free(b);
}

ENZYME_RS_APPLICATION_TWICE(brusselator, "the Brusselator with diffusion on a periodic square")
