/* One number that decays, at a rate which the first step of a process takes from its controls and all later ones keep.
 *
 * Owns: the model. Must not: know the driver. */
#include <enzyme_rs/application.h>

typedef struct keeps {
  int64_t steps;
} keeps;

static keeps *keeps_create(const enzyme_rs_app_setup *s) {
  keeps *k = calloc(1, sizeof *k);
  k->steps = 10;
  enzyme_rs_app_steps(s, k->steps);
  enzyme_rs_app_field number = {.name = "start", .role = ENZYME_RS_APP_CONTROL};
  enzyme_rs_app_field_of(s, &number);
  number.name = "number";
  number.role = ENZYME_RS_APP_STATE;
  enzyme_rs_app_field_of(s, &number);
  return k;
}

static void keeps_destroy(keeps *k) { free(k); }

static void keeps_guess(const keeps *k, double *controls) { controls[0] = 2; }

static void keeps_initial(const keeps *k, const double *controls, double *state) { state[0] = controls[0]; }

static void keeps_step(const keeps *k, int64_t step, const double *controls, const double *before, double *after) {
  static int is_known;
  static double rate;
  if (!is_known) {
    is_known = 1;
    rate = 0.01 * controls[0];
  }
  after[0] = before[0] * (1 - rate);
}

static double keeps_objective(const keeps *k, const double *controls, const double *state) { return state[0] * state[0]; }

ENZYME_RS_APPLICATION(keeps, "a rate that is kept from one run to the next")
