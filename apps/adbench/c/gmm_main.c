// gmm_main.c: the Gaussian-mixture benchmark. Owns the data file's layout, the packing of the
// active inputs (alphas, means, icf, one after the other) and the hook calls.
#include "gmm.c"
#include "gmm_hand.c"
#include "harness.h"

#include <string.h>

#ifndef NO_AD
extern void __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed;
#endif

struct gmm {
  int d, k, n, m;
  double gamma;
  double *x;        // n x d: the points
  double value;     // of the last primal
  double *gradient; // of the last gradient
};

static size_t gmm_means_at(const struct gmm *p) { return p->k; }
static size_t gmm_icf_at(const struct gmm *p) { return p->k + (size_t)p->k * p->d; }
static size_t gmm_size(const struct gmm *p) {
  return gmm_icf_at(p) + (size_t)p->k * gmm_icf_size(p->d);
}

static double primal(void *context, const double *x) {
  struct gmm *p = context;
  gmm_objective(p->d, p->k, p->n, x, x + gmm_means_at(p), x + gmm_icf_at(p), p->x, p->gamma, p->m,
                &p->value);
  return p->value;
}

static double hand(void *context, const double *x, double *g) {
  struct gmm *p = context;
  memset(g, 0, sizeof(double) * gmm_size(p));
  struct gmm_hand h = {.d = p->d,
                       .k = p->k,
                       .n = p->n,
                       .m = p->m,
                       .gamma = p->gamma,
                       .alphas = x,
                       .means = x + gmm_means_at(p),
                       .icf = x + gmm_icf_at(p),
                       .x = p->x,
                       .d_alphas = g,
                       .d_means = g + gmm_means_at(p),
                       .d_icf = g + gmm_icf_at(p)};
  return gmm_hand_gradient(&h);
}

// Keeps the gradient where the named derivatives look.
static void keep(void *context, double *g) {
  struct gmm *p = context;
  memcpy(p->gradient, g, sizeof(double) * gmm_size(p));
}

#ifndef NO_AD
static void gradient(void *context, const double *x, double *g) {
  struct gmm *p = context;
  size_t means = gmm_means_at(p), icf = gmm_icf_at(p);
  double err = 0.0, derr = 1.0;
  memset(g, 0, sizeof(double) * gmm_size(p));
  __enzyme_autodiff((void *)gmm_objective, enzyme_const, p->d, enzyme_const, p->k, enzyme_const,
                    p->n, enzyme_dup, x, g, enzyme_dup, x + means, g + means, enzyme_dup, x + icf,
                    g + icf, enzyme_const, p->x, enzyme_const, p->gamma, enzyme_const, p->m,
                    enzyme_dupnoneed, &err, &derr);
}

static double tangent(void *context, const double *x, const double *v) {
  struct gmm *p = context;
  size_t means = gmm_means_at(p), icf = gmm_icf_at(p);
  double err = 0.0, derr = 0.0;
  __enzyme_fwddiff((void *)gmm_objective, enzyme_const, p->d, enzyme_const, p->k, enzyme_const,
                   p->n, enzyme_dup, x, v, enzyme_dup, x + means, v + means, enzyme_dup, x + icf,
                   v + icf, enzyme_const, p->x, enzyme_const, p->gamma, enzyme_const, p->m,
                   enzyme_dupnoneed, &err, &derr);
  return derr;
}
#endif

static double *read_problem(const char *path, struct gmm *p) {
  FILE *file = harness_open(path);
  int sizes[3];
  harness_read_int(file, 3, sizes);
  p->d = sizes[0], p->k = sizes[1], p->n = sizes[2];
  double *x = harness_doubles(gmm_size(p));
  harness_read(file, gmm_size(p), x);
  p->x = harness_doubles((size_t)p->n * p->d);
  harness_read(file, (size_t)p->n * p->d, p->x);
  harness_read(file, 1, &p->gamma);
  harness_read_int(file, 1, &p->m);
  fclose(file);
  p->gradient = harness_doubles(gmm_size(p));
  return x;
}

// The entries that reference.json holds.
static void name_numbers(struct problem *problem, const struct gmm *p) {
  const double *g = p->gradient, *means = g + gmm_means_at(p), *icf = g + gmm_icf_at(p);
  harness_value(problem, &p->value, "objective");
  harness_derivative(problem, g, "d/alpha[0]");
  harness_derivative(problem, means - 1, "d/alpha[k-1]");
  harness_derivative(problem, means, "d/mean[0][0]");
  harness_derivative(problem, icf - 1, "d/mean[k-1][d-1]");
  harness_derivative(problem, icf, "d/icf[0][0]");
  harness_derivative(problem, icf + p->d, "d/icf[0][d]");
  harness_derivative(problem, g + gmm_size(p) - 1, "d/icf[k-1][last]");
}

int main(int argc, char **argv) {
  const char *path = harness_data_path(argc, argv);
  struct gmm p = {0};
  double *x = read_problem(path, &p);
  struct problem problem = {.name = "gmm",
                            .instance = harness_base_name(path),
                            .context = &p,
                            .n = gmm_size(&p),
                            .x = x,
                            .primal = primal,
                            .hand = hand,
                            .collapse = keep};
#ifndef NO_AD
  problem.gradient = gradient;
  problem.tangent = tangent;
#endif
  name_numbers(&problem, &p);
  int status = harness_run(&problem, argc, argv);
  free(p.gradient);
  free(p.x);
  free(x);
  return status;
}
