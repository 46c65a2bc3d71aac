/* Heat in a rod with cold ends, x_i' = mu (x_(i-1) - 2 x_i + x_(i+1)): linear steps and a quadratic objective, whose Hessian is known in closed form.
 *
 * Control: the temperatures at the beginning, a sum of waves with so many half periods. Objective: half the sum of squares of the temperatures at the end.
 *
 * Owns: the model. Must not: know its derivatives. */
#include <enzyme_rs/application.h>
#include <math.h>

typedef struct rod {
  int64_t points, waves;
  double mu;
} rod;

static rod *rod_create(const enzyme_rs_app_setup *s) {
  rod *r = calloc(1, sizeof *r);
  r->points = enzyme_rs_app_integer(s, "points", 31, "between the ends");
  r->waves = enzyme_rs_app_integer(s, "waves", 1, "how many waves there are at the beginning");
  r->mu = enzyme_rs_app_number(s, "mu", 0.25, "", "time step over the square of the spacing");
  enzyme_rs_app_steps(s, enzyme_rs_app_integer(s, "steps", 50, "time steps"));
  enzyme_rs_app_field f = {.name = "start", .role = ENZYME_RS_APP_CONTROL, .dimensions = 1};
  f.extent[0] = f.count[0] = r->points;
  enzyme_rs_app_field_of(s, &f);
  f.name = "heat";
  f.role = ENZYME_RS_APP_STATE;
  enzyme_rs_app_field_of(s, &f);
  return r;
}

static void rod_destroy(rod *r) { free(r); }

static void rod_guess(const rod *r, double *controls) {
  for (int64_t i = 0; i < r->points; i++) {
    controls[i] = 0;
    for (int64_t k = 1; k <= r->waves; k++)
      controls[i] += sin(acos(-1.0) * (double)(k * (i + 1)) / (double)(r->points + 1)) / (double)k;
  }
}

static void rod_initial(const rod *r, const double *controls, double *state) {
  for (int64_t i = 0; i < r->points; i++) state[i] = controls[i];
}

static void rod_step(const rod *r, int64_t step, const double *controls, const double *before, double *after) {
  (void)step, (void)controls;
  for (int64_t i = 0; i < r->points; i++) {
    double left = i > 0 ? before[i - 1] : 0, right = i + 1 < r->points ? before[i + 1] : 0;
    after[i] = before[i] + r->mu * (left - 2 * before[i] + right);
  }
}

static double rod_objective(const rod *r, const double *controls, const double *state) {
  double sum = 0;
  (void)controls;
  for (int64_t i = 0; i < r->points; i++) sum += state[i] * state[i] / 2;
  return sum;
}

ENZYME_RS_APPLICATION_TWICE(rod, "heat in a rod")
