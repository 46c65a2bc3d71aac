/* Logistic growth at some points, each with its own start and all with one rate: x' = rate x (1 - x), by Euler's explicit steps.
 *
 * Its derivatives are written by hand, so that the driver's tests need no compiler plugin. MISTAKE makes that of a step wrong, and
 * MISTAKE_OF_RATE those by the rate, in both modes. A call that is told to die (LOGISTIC_DIES=n) does so at its n-th step, as a process does
 * that is killed. With TWICE it has second derivatives, with MISTAKE_TWICE wrong ones, and with FIRST_EDITION or OTHER_EDITION its table ends
 * before them, or before that. REMEMBERS is a mistake of a simulation: the rate of the first run is that of all in its process; with UNIQUE it lies where g++ puts variables of templates. With WHOLE it has its whole run in one function. FORGETS=STATE and FORGETS=CONTROL leave a number unnamed, UNSET=n leaves the last n of the first state unset, GREATEST is
 * the upper limit of a start, and with SINGLE steps compute in single precision. With READS_BESIDE it has to lie beside its case. LEAVES says which function reads or writes what it must not.
 *
 * Owns: the model. Must not: know the driver. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <enzyme_rs/application.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#define STATE 1
#define CONTROL 2
#ifndef FORGETS
#define FORGETS 0
#endif
#ifndef UNSET
#define UNSET 0
#endif

enum leaves {
  NOTHING,
  INITIAL_READS_OUTSIDE,
  STEP_READS_OUTSIDE,
  STEP_READS_IN_FRONT,
  STEP_READS_CONTROLS_OUTSIDE,
  OBJECTIVE_READS_OUTSIDE,
  OBJECTIVE_WRITES_OUTSIDE,
  INITIAL_CHANGES_CONTROLS,
  STEP_CHANGES_STATE,
  STEP_WRITES_IN_FRONT,
  LATER_STEP_READS_OUTSIDE,
  LATER_STEP_WRITES_OUTSIDE,
  ADJOINT_WRITES_OUTSIDE,
  ADJOINT_WRITES_FAR,
  ADJOINT_ADDS_OUTSIDE,
};
#ifndef LEAVES
#define LEAVES NOTHING
#endif

#ifdef SINGLE
typedef float number;
#else
typedef double number;
#endif

typedef struct logistic {
  int64_t points;
  double time_step;
} logistic;

#ifdef READS_BESIDE
static int of_this_library;

/* Whether the case lies beside this library. */
static int is_case_beside(void) {
  Dl_info library;
  char path[4096];
  if (!dladdr(&of_this_library, &library)) return 0;
  snprintf(path, sizeof path, "%.*scase.toml", (int)(strrchr(library.dli_fname, '/') + 1 - library.dli_fname), library.dli_fname);
  return access(path, R_OK) == 0;
}
#endif

static logistic *create(const enzyme_rs_app_setup *s) {
  const char *nap = getenv("LOGISTIC_CREATES");
  if (nap) usleep((useconds_t)atol(nap));
#ifdef READS_BESIDE
  if (!is_case_beside()) enzyme_rs_app_refuse(s, "", "its files are not beside the library");
#endif
  logistic *l = calloc(1, sizeof *l);
  l->points = enzyme_rs_app_integer(s, "points", 8, "points of the grid");
  l->time_step = enzyme_rs_app_number(s, "time_step", 0.01, "s", "time from step to step");
  const char *text = enzyme_rs_app_text(s, "method", "euler", "how steps are made");
  enzyme_rs_app_file(s, "data", "", "a file that nobody reads");
  enzyme_rs_app_steps(s, enzyme_rs_app_integer(s, "steps", 100, "time steps"));
  if (l->points < 1) enzyme_rs_app_refuse(s, "points", "must be 1 or more");
  if (strcmp(text, "euler")) enzyme_rs_app_refuse(s, "method", "must be \"euler\"");
  enzyme_rs_app_field start = {.name = "start", .role = ENZYME_RS_APP_CONTROL, .dimensions = 1};
  start.extent[0] = start.count[0] = l->points;
  start.spacing[0] = 0.5;
#ifdef GREATEST
  start.greatest = GREATEST;
#endif
  enzyme_rs_app_field rate = {.name = "rate", .unit = "1/s", .role = ENZYME_RS_APP_CONTROL};
  enzyme_rs_app_field size = start;
  size.name = "size";
  size.role = ENZYME_RS_APP_STATE;
  enzyme_rs_app_field_of(s, &start);
  if (!(FORGETS & CONTROL)) enzyme_rs_app_field_of(s, &rate);
  size.extent[0] = size.count[0] -= FORGETS & STATE;
  enzyme_rs_app_field_of(s, &size);
  return l;
}

static void destroy(void *app) { free(app); }

static void guess(const void *app, double *controls) {
  const logistic *l = app;
  for (int64_t i = 0; i < l->points; i++) controls[i] = 0.1 + 0.05 * (double)i;
  controls[l->points] = 0.7;
}

static void initial(const void *app, const double *controls, double *state) {
  const logistic *l = app;
  memcpy(state, controls, (size_t)(l->points - UNSET) * sizeof *state);
  if (LEAVES == INITIAL_READS_OUTSIDE) state[0] += 0 * controls[l->points + 1];
  if (LEAVES == INITIAL_CHANGES_CONTROLS) ((double *)controls)[0] = 0.5;
}

static void maybe_die(void) {
  static long count;
  const char *when = getenv("LOGISTIC_DIES");
  if (when && ++count == atol(when)) raise(SIGKILL);
  const char *nap = getenv("LOGISTIC_SLEEPS");
  if (nap) usleep((useconds_t)atol(nap));
}

#ifdef UNIQUE
int is_known;
double known;
__asm__(".type is_known, %gnu_unique_object\n.type known, %gnu_unique_object");
#endif

static double rate_of(const logistic *l, const double *controls) {
#ifdef REMEMBERS
#ifndef UNIQUE
  static int is_known;
  static double known;
#endif
  if (!is_known) known = controls[l->points], is_known = 1;
  return known;
#else
  return controls[l->points];
#endif
}

static void step(const void *app, int64_t n, const double *controls, const double *before, double *after) {
  const logistic *l = app;
  int64_t points = l->points;
  maybe_die();
  for (int64_t i = 0; i < l->points; i++)
    after[i] = (number)(before[i] + l->time_step * rate_of(l, controls) * before[i] * (1 - before[i]));
  if (LEAVES == STEP_READS_OUTSIDE || (LEAVES == LATER_STEP_READS_OUTSIDE && n == 9)) after[0] += 0 * before[points];
  if (LEAVES == STEP_READS_IN_FRONT) after[0] = before[-1];
  if (LEAVES == STEP_READS_CONTROLS_OUTSIDE) after[0] += (number)controls[points + 1];
  if (LEAVES == STEP_CHANGES_STATE) ((double *)before)[0] *= 0.9;
  if (LEAVES == STEP_WRITES_IN_FRONT) ((double *)before)[-1] = 0;
  if (LEAVES == LATER_STEP_WRITES_OUTSIDE && n == 9) after[points] = 0;
}

static double objective(const void *app, const double *controls, const double *state) {
  double sum = 0;
  (void)controls;
  for (int64_t i = 0; i < ((const logistic *)app)->points; i++) sum += state[i] * state[i] / 2;
  if (LEAVES == OBJECTIVE_READS_OUTSIDE) sum += state[((const logistic *)app)->points];
  if (LEAVES == OBJECTIVE_WRITES_OUTSIDE) ((double *)state)[((const logistic *)app)->points] = sum;
  return sum;
}

static void initial_adjoint(const void *app, const double *controls, double *dcontrols, double *state, double *dstate) {
  (void)controls, (void)state;
  for (int64_t i = 0; i < ((const logistic *)app)->points; i++) dcontrols[i] += dstate[i], dstate[i] = 0;
}

#if defined MISTAKE_OF_RATE
#define BY_RATE 2
#elif defined REMEMBERS
#define BY_RATE 0
#else
#define BY_RATE 1
#endif

static void step_adjoint(const void *app, int64_t n, const double *controls, double *dcontrols, const double *before, double *dbefore,
                         double *after, double *dafter) {
  const logistic *l = app;
  double rate = rate_of(l, controls), factor = 1;
  (void)n, (void)after;
#ifdef MISTAKE
  factor = 1.001;
#endif
  for (int64_t i = 0; i < l->points; i++) {
    dbefore[i] += factor * dafter[i] * (1 + l->time_step * rate * (1 - 2 * before[i]));
    dcontrols[l->points] += BY_RATE * dafter[i] * l->time_step * before[i] * (1 - before[i]);
    dafter[i] = 0;
  }
  if (LEAVES == ADJOINT_WRITES_OUTSIDE) dbefore[l->points] = 0;
  if (LEAVES == ADJOINT_ADDS_OUTSIDE) dbefore[l->points] += 1;
  if (LEAVES == ADJOINT_WRITES_FAR) memset(dbefore, 0, (size_t)(l->points + 4000) * sizeof *dbefore);
}

static void objective_adjoint(const void *app, const double *controls, double *dcontrols, const double *state, double *dstate) {
  (void)controls, (void)dcontrols;
  for (int64_t i = 0; i < ((const logistic *)app)->points; i++) dstate[i] += state[i];
}

static void initial_tangent(const void *app, const double *controls, const double *dcontrols, double *state, double *dstate) {
  initial(app, controls, state);
  initial(app, dcontrols, dstate);
}

static void step_tangent(const void *app, int64_t n, const double *controls, const double *dcontrols, const double *before,
                         const double *dbefore, double *after, double *dafter) {
  const logistic *l = app;
  double rate = rate_of(l, controls), drate = dcontrols[l->points];
  step(app, n, controls, before, after);
  for (int64_t i = 0; i < l->points; i++)
    dafter[i] = (number)(dbefore[i] * (1 + l->time_step * rate * (1 - 2 * before[i])) +
                         BY_RATE * l->time_step * drate * before[i] * (1 - before[i]));
}

static double objective_tangent(const void *app, const double *controls, const double *dcontrols, const double *state,
                                const double *dstate) {
  double sum = 0;
  (void)controls, (void)dcontrols;
  for (int64_t i = 0; i < ((const logistic *)app)->points; i++) sum += state[i] * dstate[i];
  return sum;
}

#ifdef WHOLE
/* The states of all steps, one behind the other; freed by the caller. */
static double *states(const void *app, int64_t steps, const double *controls, int64_t numbers) {
  double *all = malloc((size_t)((steps + 1) * numbers) * sizeof *all);
  initial(app, controls, all);
  for (int64_t n = 0; n < steps; n++) step(app, n, controls, all + n * numbers, all + (n + 1) * numbers);
  return all;
}

static double whole(const void *app, int64_t steps, const double *controls, int64_t numbers) {
  double *all = states(app, steps, controls, numbers), found = objective(app, controls, all + steps * numbers);
  free(all);
  return found;
}

static void whole_adjoint(const void *app, int64_t steps, const double *controls, double *dcontrols, int64_t numbers) {
  double *all = states(app, steps, controls, numbers);
  double *after = calloc((size_t)numbers, sizeof *after), *before = calloc((size_t)numbers, sizeof *before);
  objective_adjoint(app, controls, dcontrols, all + steps * numbers, after);
  for (int64_t n = steps; n-- > 0;) {
    step_adjoint(app, n, controls, dcontrols, all + n * numbers, before, all + (n + 1) * numbers, after);
    double *zero = after;
    after = before, before = zero;
  }
  initial_adjoint(app, controls, dcontrols, all, after);
  free(all), free(after), free(before);
}
#endif

#ifdef TWICE
/* Arguments in fours: a value, its adjoint, its tangent, the tangent's adjoint. */
static void initial_second(const void *app, const double *c, double *dc, const double *vc, double *dvc, double *u, double *du, double *vu,
                           double *dvu) {
  initial_adjoint(app, c, dc, u, du);
  initial_adjoint(app, vc, dvc, vu, dvu);
}

static void step_second(const void *app, int64_t n, const double *c, double *dc, const double *vc, double *dvc, const double *u, double *du,
                        const double *vu, double *dvu, double *w, double *dw, double *vw, double *dvw) {
  const logistic *l = app;
  double dt = l->time_step, factor = 1;
  int64_t r = l->points;
  (void)n, (void)w, (void)vw;
  maybe_die();
#ifdef MISTAKE_TWICE
  factor = 1.001;
#endif
  for (int64_t i = 0; i < r; i++) {
    double slope = 1 + dt * c[r] * (1 - 2 * u[i]), grown = dt * u[i] * (1 - u[i]), by_rate = dt * (1 - 2 * u[i]);
    du[i] += dw[i] * slope + dvw[i] * (factor * vc[r] * by_rate - 2 * dt * c[r] * vu[i]);
    dvu[i] += dvw[i] * slope;
    dc[r] += dw[i] * grown + dvw[i] * vu[i] * by_rate;
    dvc[r] += dvw[i] * grown;
    dw[i] = dvw[i] = 0;
  }
}

static void objective_second(const void *app, const double *c, double *dc, const double *vc, double *dvc, const double *u, double *du,
                             const double *vu, double *dvu) {
  (void)c, (void)dc, (void)vc, (void)dvc;
  for (int64_t i = 0; i < ((const logistic *)app)->points; i++) du[i] += vu[i], dvu[i] += u[i];
}
#endif

static void *made(const enzyme_rs_app_setup *setup) { return create(setup); }

const enzyme_rs_app enzyme_rs_application = {
#if defined FIRST_EDITION
    .size = offsetof(enzyme_rs_app, initial_second),
#elif defined OTHER_EDITION
    .size = offsetof(enzyme_rs_app, whole),
#else
    .size = sizeof(enzyme_rs_app),
#endif
    .name = "logistic",
    .about = "logistic growth at some points",
    .create = made,
    .destroy = destroy,
    .guess = guess,
    .initial = initial,
    .step = step,
    .objective = objective,
    .initial_adjoint = initial_adjoint,
    .step_adjoint = step_adjoint,
    .objective_adjoint = objective_adjoint,
    .initial_tangent = initial_tangent,
    .step_tangent = step_tangent,
    .objective_tangent = objective_tangent,
#ifdef WHOLE
    .whole = whole,
    .whole_adjoint = whole_adjoint,
#endif
#ifdef TWICE
    .initial_second = initial_second,
    .step_second = step_second,
    .objective_second = objective_second,
#endif
};
