/* A substance in a channel that is a ring: the flow carries it along, and it spreads, u_t + speed u_x = diffusivity u_xx.
 *
 * Controls: the speed, and the concentrations at the beginning. Objective: half the mean of the squares of the concentrations at the end. A beginning:
 * put your own simulation into these functions. The head of <enzyme_rs/application.h> says what they must keep to.
 *
 * Owns: the equation. Must not: know how its gradient is made, checkpointed or drawn. */
#include <cmath>

#include <enzyme_rs/application.h>

/* The greatest speed that an inversion may try, in m/s. */
constexpr double GREATEST_SPEED = 2;

/* What never changes during a run. */
struct NAME {
    int64_t points;
    double length, spacing, time_step, diffusivity;
};

/* Whether no step makes concentrations grow: each new one is then a mean of old ones, whose weights are not below 0. */
static bool is_stable(const NAME *c)
{
    double courant = GREATEST_SPEED * c->time_step / c->spacing, spread = c->diffusivity * c->time_step / (c->spacing * c->spacing);
    return c->time_step > 0 && courant + 2 * spread <= 1;
}

/* Reads the parameters of the case and names the fields. */
static NAME *NAME_create(const enzyme_rs_app_setup *s)
{
    auto *c = new NAME();
    c->points = enzyme_rs_app_integer(s, "points", 200, "points along the channel");
    c->length = enzyme_rs_app_number(s, "length", 1000, "m", "length of the channel");
    c->diffusivity = enzyme_rs_app_number(s, "diffusivity", 0.5, "m^2/s", "how fast the substance spreads");
    c->time_step = enzyme_rs_app_number(s, "time_step", 1, "s", "time from step to step");
    enzyme_rs_app_steps(s, enzyme_rs_app_integer(s, "steps", 500, "time steps"));
    if (c->points < 3)
        enzyme_rs_app_refuse(s, "points", "must be 3 or more");
    c->spacing = c->length / static_cast<double>(c->points < 1 ? 1 : c->points);
    if (!(c->length > 0))
        enzyme_rs_app_refuse(s, "length", "must be above 0");
    else if (!(c->diffusivity >= 0))
        enzyme_rs_app_refuse(s, "diffusivity", "must not be below 0");
    else if (!is_stable(c))
        enzyme_rs_app_refuse(s, "time_step", "must be above 0, and at most spacing / (greatest speed + 2 diffusivity / spacing), or the scheme is "
                                             "not stable: take shorter steps, or fewer points");

    enzyme_rs_app_field speed = {.name = "speed", .unit = "m/s", .role = ENZYME_RS_APP_CONTROL, .least = 0, .greatest = GREATEST_SPEED};
    enzyme_rs_app_field start = {.name = "start", .unit = "kg/m^3", .role = ENZYME_RS_APP_CONTROL, .dimensions = 1};
    start.extent[0] = start.count[0] = c->points;
    start.spacing[0] = c->spacing;
    enzyme_rs_app_field concentration = start;
    concentration.name = "concentration";
    concentration.role = ENZYME_RS_APP_STATE;
    enzyme_rs_app_field_of(s, &speed);
    enzyme_rs_app_field_of(s, &start);
    enzyme_rs_app_field_of(s, &concentration);
    return c;
}

static void NAME_destroy(NAME *c) { delete c; }

/* The controls to begin with, in the order in which they were named. */
static void NAME_guess(const NAME *c, double *controls)
{
    controls[0] = 1;
    for (int64_t i = 0; i < c->points; i++) {
        double away = (static_cast<double>(i) * c->spacing - 0.3 * c->length) / (0.05 * c->length);
        controls[1 + i] = std::exp(-away * away);
    }
}

/* The first state. */
static void NAME_initial(const NAME *c, const double *controls, double *state)
{
    for (int64_t i = 0; i < c->points; i++)
        state[i] = controls[1 + i];
}

/* Upwind differences along the flow, explicit Euler in time. */
static void NAME_step(const NAME *c, int64_t, const double *controls, const double *before, double *after)
{
    double courant = controls[0] * c->time_step / c->spacing, spread = c->diffusivity * c->time_step / (c->spacing * c->spacing);
    for (int64_t i = 0; i < c->points; i++) {
        double left = before[i ? i - 1 : c->points - 1], right = before[i + 1 < c->points ? i + 1 : 0];
        after[i] = before[i] - courant * (before[i] - left) + spread * (left - 2 * before[i] + right);
    }
}

/* One number of the last state. */
static double NAME_objective(const NAME *c, const double *, const double *state)
{
    double sum = 0;
    for (int64_t i = 0; i < c->points; i++)
        sum += state[i] * state[i];
    return sum / (2 * static_cast<double>(c->points));
}

ENZYME_RS_APPLICATION(NAME, "a substance in a channel")
