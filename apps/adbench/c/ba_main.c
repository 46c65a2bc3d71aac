// ba_main.c: the bundle-adjustment benchmark. Owns the data file's layout, the packing of the
// active inputs (cameras, points, weights), the loop over all observations and the hook calls: two
// reverse sweeps per observation and one per weight make the whole sparse Jacobian.
#include "ba.c"
#include "ba_hand.c"
#include "harness.h"

#include <stdlib.h>
#include <string.h>

#ifndef NO_AD
extern void __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed;
#endif

enum { BA_ROW = BA_CAMERA_SIZE + BA_POINT_SIZE + 1 };

struct ba {
  int n, m, p;               // cameras, points, observations
  double *features;          // p x 2
  double *err;               // p x {2 reprojection errors, weight error}
  double *covector;          // p x 3: makes the objective of the checks, covector . err
  double (*rows)[2][BA_ROW]; // p Jacobians of the reprojection error
  double *weight_row;        // p derivatives of the weight error
};

static size_t ba_points_at(const struct ba *b) { return (size_t)b->n * BA_CAMERA_SIZE; }
static size_t ba_weights_at(const struct ba *b) {
  return ba_points_at(b) + (size_t)b->m * BA_POINT_SIZE;
}
static size_t ba_size(const struct ba *b) { return ba_weights_at(b) + b->p; }

// Where the camera, the point and the weight of an observation lie in the packed inputs.
struct ba_places {
  size_t camera, point, weight;
};

static struct ba_places ba_places(const struct ba *b, int observation) {
  return (struct ba_places){(size_t)(observation % b->n) * BA_CAMERA_SIZE,
                            ba_points_at(b) + (size_t)(observation % b->m) * BA_POINT_SIZE,
                            ba_weights_at(b) + observation};
}

// All errors; the value returned is of no use but to keep the work alive.
static double primal(void *context, const double *x) {
  struct ba *b = context;
  for (int i = 0; i < b->p; i++) {
    struct ba_places at = ba_places(b, i);
    double *err = b->err + 3 * (size_t)i;
    ba_reproj_error(x + at.camera, x + at.point, x + at.weight, b->features + 2 * (size_t)i, err);
    ba_weight_error(x + at.weight, err + 2);
  }
  return b->err[0];
}

static double objective(void *context, const double *x) {
  struct ba *b = context;
  primal(context, x);
  double sum = 0.0;
  for (size_t i = 0; i < 3 * (size_t)b->p; i++)
    sum += b->covector[i] * b->err[i];
  return sum;
}

static double hand(void *context, const double *x, double *g) {
  struct ba *b = context;
  (void)g; // filled by collapse
  for (int i = 0; i < b->p; i++) {
    struct ba_places at = ba_places(b, i);
    double *err = b->err + 3 * (size_t)i;
    ba_hand_jacobian(x + at.camera, x + at.point, x + at.weight, b->features + 2 * (size_t)i, err,
                     b->rows[i]);
    ba_weight_error(x + at.weight, err + 2);
    b->weight_row[i] = -2.0 * x[at.weight];
  }
  return b->err[0];
}

// g = covector^T Jacobian
static void collapse(void *context, double *g) {
  struct ba *b = context;
  memset(g, 0, sizeof(double) * ba_size(b));
  for (int i = 0; i < b->p; i++) {
    struct ba_places at = ba_places(b, i);
    const double *seed = b->covector + 3 * (size_t)i;
    for (int e = 0; e < 2; e++) {
      const double *row = b->rows[i][e];
      for (int j = 0; j < BA_CAMERA_SIZE; j++)
        g[at.camera + j] += seed[e] * row[j];
      for (int j = 0; j < BA_POINT_SIZE; j++)
        g[at.point + j] += seed[e] * row[BA_CAMERA_SIZE + j];
      g[at.weight] += seed[e] * row[BA_ROW - 1];
    }
    g[at.weight] += seed[2] * b->weight_row[i];
  }
}

#ifndef NO_AD
// Both rows of one observation.
static void reproj_jacobian(const double *camera, const double *point, const double *weight,
                            const double *feature, double rows[2][BA_ROW]) {
  memset(rows, 0, sizeof(double) * 2 * BA_ROW);
  for (int e = 0; e < 2; e++) {
    double err[2] = {0.0, 0.0}, derr[2] = {e == 0, e == 1};
    double *row = rows[e];
    __enzyme_autodiff((void *)ba_reproj_error, enzyme_dup, camera, row, enzyme_dup, point,
                      row + BA_CAMERA_SIZE, enzyme_dup, weight, row + BA_ROW - 1, enzyme_const,
                      feature, enzyme_dupnoneed, err, derr);
  }
}

static void gradient(void *context, const double *x, double *g) {
  struct ba *b = context;
  (void)g; // filled by collapse
  for (int i = 0; i < b->p; i++) {
    struct ba_places at = ba_places(b, i);
    double err = 0.0, derr = 1.0;
    reproj_jacobian(x + at.camera, x + at.point, x + at.weight, b->features + 2 * (size_t)i,
                    b->rows[i]);
    b->weight_row[i] = 0.0;
    __enzyme_autodiff((void *)ba_weight_error, enzyme_dup, x + at.weight, b->weight_row + i,
                      enzyme_dupnoneed, &err, &derr);
  }
}

static double tangent(void *context, const double *x, const double *v) {
  struct ba *b = context;
  double sum = 0.0;
  for (int i = 0; i < b->p; i++) {
    struct ba_places at = ba_places(b, i);
    const double *seed = b->covector + 3 * (size_t)i;
    double err[3] = {0.0, 0.0, 0.0}, derr[3] = {0.0, 0.0, 0.0};
    __enzyme_fwddiff((void *)ba_reproj_error, enzyme_dup, x + at.camera, v + at.camera, enzyme_dup,
                     x + at.point, v + at.point, enzyme_dup, x + at.weight, v + at.weight,
                     enzyme_const, b->features + 2 * (size_t)i, enzyme_dupnoneed, err, derr);
    __enzyme_fwddiff((void *)ba_weight_error, enzyme_dup, x + at.weight, v + at.weight,
                     enzyme_dupnoneed, err + 2, derr + 2);
    sum += seed[0] * derr[0] + seed[1] * derr[1] + seed[2] * derr[2];
  }
  return sum;
}
#endif

// The file holds one camera, one point, one weight and one feature; all others are its copies.
static double *read_problem(const char *path, struct ba *b) {
  FILE *file = harness_open(path);
  int sizes[3];
  double one[BA_ROW], feature[2];
  harness_read_int(file, 3, sizes);
  b->n = sizes[0], b->m = sizes[1], b->p = sizes[2];
  harness_read(file, BA_ROW, one);
  harness_read(file, 2, feature);
  fclose(file);

  double *x = harness_doubles(ba_size(b));
  for (int i = 0; i < b->n; i++)
    memcpy(x + (size_t)i * BA_CAMERA_SIZE, one, sizeof(double) * BA_CAMERA_SIZE);
  for (int i = 0; i < b->m; i++)
    memcpy(x + ba_points_at(b) + (size_t)i * BA_POINT_SIZE, one + BA_CAMERA_SIZE,
           sizeof(double) * BA_POINT_SIZE);
  for (int i = 0; i < b->p; i++)
    x[ba_weights_at(b) + i] = one[BA_ROW - 1];
  b->features = harness_doubles(2 * (size_t)b->p);
  for (int i = 0; i < b->p; i++)
    memcpy(b->features + 2 * (size_t)i, feature, sizeof feature);
  return x;
}

static void allocate_results(struct ba *b) {
  b->err = harness_doubles(3 * (size_t)b->p);
  b->covector = harness_doubles(3 * (size_t)b->p);
  harness_random(11, 3 * (size_t)b->p, -1.0, 1.0, b->covector);
  b->weight_row = harness_doubles(b->p);
  b->rows = (double (*)[2][BA_ROW])harness_doubles((size_t)b->p * 2 * BA_ROW);
}

// The last observation stands for all: it is as good as any and is reached by every stride.
static void name_numbers(struct problem *problem, const struct ba *b) {
  const double *err = b->err + 3 * (size_t)(b->p - 1);
  harness_value(problem, err, "err[0]");
  harness_value(problem, err + 1, "err[1]");
  harness_value(problem, err + 2, "w_err");
  for (int j = 0; j < BA_ROW; j++)
    for (int e = 0; e < 2; e++)
      harness_derivative(problem, &b->rows[b->p - 1][e][j], "J[%d][%d]", j, e);
}

int main(int argc, char **argv) {
  const char *path = harness_data_path(argc, argv);
  struct ba b = {0};
  double *x = read_problem(path, &b);
  allocate_results(&b);
  struct problem problem = {.name = "ba",
                            .instance = harness_base_name(path),
                            .context = &b,
                            .n = ba_size(&b),
                            .x = x,
                            .primal = primal,
                            .objective = objective,
                            .hand = hand,
                            .collapse = collapse};
#ifndef NO_AD
  problem.gradient = gradient;
  problem.tangent = tangent;
#endif
  name_numbers(&problem, &b);
  int status = harness_run(&problem, argc, argv);
  free(b.rows);
  free(b.weight_row);
  free(b.covector);
  free(b.err);
  free(b.features);
  free(x);
  return status;
}
