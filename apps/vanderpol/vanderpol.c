/* The van der Pol oscillator y' = z, z' = mu ((1 - y^2) z - y), stiff for large mu, by implicit steps with Newton's method in each.
 *
 * Controls: y and z at the beginning, and mu. Objective: y or z at the end. The gradient of a step is had in one of two ways: through Newton's
 * iterations, as any code, or by the implicit function theorem, for which a rule says the adjoint of one linear system.
 *
 * Owns: the equation, and what a solution of a step's equations varies with. Must not: know how the gradient of a run is made or checkpointed. */
#include <math.h>
#include <enzyme_rs/application.h>

/* Where controls and numbers of the state lie. */
enum { Y, Z, MU };

typedef struct vanderpol {
    /* Time step, which part of it the slope at its end has, and to which correction Newton's method goes. */
    double dt, theta, tolerance;
    double y0, z0, mu;
    int by_theorem, is_slow, wanted;
} vanderpol;

static void slope(double mu, const double *at, double *rate)
{
    rate[Y] = at[Z];
    rate[Z] = mu * ((1 - at[Y] * at[Y]) * at[Z] - at[Y]);
}

/* What is left of a step's two equations: zero for the `after` that belongs to `before`. */
static void residual(const vanderpol *v, const double *controls, const double *before, const double *after, double *left)
{
    double first[2], last[2];
    slope(controls[MU], before, first);
    slope(controls[MU], after, last);
    for (int i = 0; i < 2; i++)
        left[i] = after[i] - before[i] - v->dt * ((1 - v->theta) * first[i] + v->theta * last[i]);
}

/* The derivative of the residual by `after`. */
static void matrix(const vanderpol *v, const double *controls, const double *after, double m[2][2])
{
    double weight = v->dt * v->theta, mu = controls[MU];
    m[0][0] = 1;
    m[0][1] = -weight;
    m[1][0] = weight * mu * (2 * after[Y] * after[Z] + 1);
    m[1][1] = 1 - weight * mu * (1 - after[Y] * after[Y]);
}

/* Solves m x = b by Cramer's rule. */
static void solve_linear(double m[2][2], const double *b, double *x)
{
    double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    x[0] = (b[0] * m[1][1] - m[0][1] * b[1]) / determinant;
    x[1] = (m[0][0] * b[1] - b[0] * m[1][0]) / determinant;
}

/* Newton's method from `before`. Where it does not converge, `after` is no number, and so is the objective. */
static void newton(const vanderpol *v, const double *controls, const double *before, double *after)
{
    double m[2][2], left[2], correction[2], size = INFINITY;
    after[Y] = before[Y];
    after[Z] = before[Z];
    for (int iteration = 0; iteration < 50 && size > v->tolerance; iteration++) {
        residual(v, controls, before, after, left);
        matrix(v, controls, after, m);
        solve_linear(m, left, correction);
        after[Y] -= correction[Y];
        after[Z] -= correction[Z];
        size = fabs(correction[Y]) + fabs(correction[Z]);
    }
    if (!(size <= v->tolerance))
        after[Y] = after[Z] = NAN;
}

/* The same, with the rule below in the place of derivatives of its iterations. */
static void root(const vanderpol *v, const double *controls, const double *before, double *after) { newton(v, controls, before, after); }

/* What the second half of the rule needs of the first, since a run that is differentiated as a whole overwrites its states. */
struct kept {
    double before[2], after[2];
};

/* What hangs on `v` is constant and has no shadow. */
static struct kept root_augmented(const vanderpol *v, [[maybe_unused]] const vanderpol *dv, const double *controls,
                                  [[maybe_unused]] double *dcontrols, const double *before, [[maybe_unused]] double *dbefore, double *after,
                                  [[maybe_unused]] double *dafter)
{
    root(v, controls, before, after);
    return (struct kept){{before[Y], before[Z]}, {after[Y], after[Z]}};
}

/* Where R(controls, before, after) = 0, dR = 0: the adjoint of R is minus the solution of the transposed system, and leads to those of all else. */
static void root_gradient(const vanderpol *v, [[maybe_unused]] const vanderpol *dv, const double *controls, double *dcontrols,
                          [[maybe_unused]] const double *before, double *dbefore, [[maybe_unused]] double *after, double *dafter,
                          struct kept kept)
{
    double m[2][2], transposed[2][2], dleft[2], left[2];
    matrix(v, controls, kept.after, m);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            transposed[i][j] = m[j][i];
    solve_linear(transposed, dafter, dleft);
    for (int i = 0; i < 2; i++) {
        dleft[i] = -dleft[i];
        dafter[i] = 0;
    }
    __enzyme_autodiff_void((void *)residual, enzyme_const, v, enzyme_dup, controls, dcontrols, enzyme_dup, kept.before, dbefore, enzyme_const,
                           kept.after, enzyme_dupnoneed, left, dleft);
}

static void root_tangent(const vanderpol *v, [[maybe_unused]] const vanderpol *dv, const double *controls, const double *dcontrols,
                         const double *before, const double *dbefore, double *after, double *dafter)
{
    double m[2][2], left[2], dleft[2];
    root(v, controls, before, after);
    __enzyme_fwddiff_void((void *)residual, enzyme_const, v, enzyme_dup, controls, dcontrols, enzyme_dup, before, dbefore, enzyme_const, after,
                          enzyme_dup, left, dleft);
    matrix(v, controls, after, m);
    solve_linear(m, dleft, dafter);
    dafter[Y] = -dafter[Y];
    dafter[Z] = -dafter[Z];
}

void *__enzyme_register_gradient_root[] = {(void *)root, (void *)root_augmented, (void *)root_gradient};
void *__enzyme_register_derivative_root[] = {(void *)root, (void *)root_tangent};

static void vanderpol_step(const vanderpol *v, int64_t step, const double *controls, const double *before, double *after)
{
    (void)step;
    if (v->by_theorem)
        root(v, controls, before, after);
    else
        newton(v, controls, before, after);
}

/* Where the solution is slow for y = 2: the first terms of a series in 1/mu. */
static double slow(double mu) { return -2.0 / 3 + 10 / (81 * mu) - 292 / (2187 * mu * mu); }

static void vanderpol_initial(const vanderpol *v, const double *controls, double *state)
{
    state[Y] = controls[Y];
    state[Z] = controls[Z] + (v->is_slow ? slow(controls[MU]) : 0);
}

static double vanderpol_objective(const vanderpol *v, const double *controls, const double *state)
{
    (void)controls;
    return state[v->wanted];
}

static void vanderpol_guess(const vanderpol *v, double *controls)
{
    controls[Y] = v->y0;
    controls[Z] = v->z0;
    controls[MU] = v->mu;
}

/* Which of two texts a parameter is: 0 or 1. */
static int choice(const enzyme_rs_app_setup *s, const char *name, const char *first, const char *second, const char *meaning, const char *allowed)
{
    const char *value = enzyme_rs_app_text(s, name, first, meaning);
    if (strcmp(value, first) != 0 && strcmp(value, second) != 0)
        enzyme_rs_app_refuse(s, name, allowed);
    return strcmp(value, second) == 0;
}

static void name_fields(const enzyme_rs_app_setup *s)
{
    static const char *const controls[] = {"y0", "z0", "mu"}, *const state[] = {"y", "z"};
    for (int i = 0; i < 3; i++) {
        enzyme_rs_app_field f = {.name = controls[i], .role = ENZYME_RS_APP_CONTROL};
        if (i == MU) {
            f.least = 1e-3;
            f.greatest = 1e9;
        }
        enzyme_rs_app_field_of(s, &f);
    }
    for (int i = 0; i < 2; i++) {
        enzyme_rs_app_field f = {.name = state[i], .role = ENZYME_RS_APP_STATE};
        enzyme_rs_app_field_of(s, &f);
    }
}

static vanderpol *vanderpol_create(const enzyme_rs_app_setup *s)
{
    vanderpol *v = calloc(1, sizeof *v);
    enzyme_rs_app_steps(s, enzyme_rs_app_integer(s, "steps", 15, "time steps"));
    v->dt = enzyme_rs_app_number(s, "dt", 1e-3, "", "time step");
    v->y0 = enzyme_rs_app_number(s, "y0", 2, "", "control y0 to begin with");
    v->z0 = enzyme_rs_app_number(s, "z0", 0, "", "control z0 to begin with");
    v->mu = enzyme_rs_app_number(s, "mu", 1e5, "", "control mu to begin with");
    v->tolerance = enzyme_rs_app_number(s, "tolerance", 1e-12, "", "correction at which Newton's method ends");
    v->theta = choice(s, "scheme", "crank-nicolson", "euler", "\"crank-nicolson\", of second order, or backward \"euler\", of first",
                      "must be \"crank-nicolson\" or \"euler\"") ? 1 : 0.5;
    v->by_theorem = choice(s, "derivative", "iterations", "theorem",
                           "of a step: through Newton's \"iterations\", or by the implicit function \"theorem\"",
                           "must be \"iterations\" or \"theorem\"");
    v->is_slow = choice(s, "start", "slow", "free", "z0 counts from where the solution is \"slow\", which varies with mu, or from 0: \"free\"",
                        "must be \"slow\" or \"free\"") == 0;
    v->wanted = choice(s, "objective", "y", "z", "\"y\" or \"z\" at the end", "must be \"y\" or \"z\"") ? Z : Y;
    if (!(v->dt > 0))
        enzyme_rs_app_refuse(s, "dt", "must be above 0");
    if (!(v->mu >= 1e-3 && v->mu <= 1e9))
        enzyme_rs_app_refuse(s, "mu", "must be from 0.001 to 1e9");
    if (!(v->tolerance > 0 && v->tolerance < 1))
        enzyme_rs_app_refuse(s, "tolerance", "must be above 0 and below 1");
    name_fields(s);
    return v;
}

static void vanderpol_destroy(vanderpol *v) { free(v); }

ENZYME_RS_APPLICATION_TWICE(vanderpol, "the van der Pol oscillator by implicit steps")
