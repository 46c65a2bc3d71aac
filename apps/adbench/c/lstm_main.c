// lstm_main.c: the LSTM benchmark. Owns the data file's layout, the packing of the active inputs
// (main, then extra parameters) and the hook calls.
#include "harness.h"
#include "lstm.c"
#include "lstm_hand.c"

#ifndef NO_AD
extern void __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed;
#endif

struct lstm {
  int l, c, b;
  double *state, *sequence;
  double value;     // of the last primal
  double *gradient; // of the last gradient
};

static size_t lstm_extra_at(const struct lstm *p) { return 2 * (size_t)LSTM_GATES * p->l * p->b; }
static size_t lstm_size(const struct lstm *p) { return lstm_extra_at(p) + 3 * (size_t)p->b; }

static double primal(void *context, const double *x) {
  struct lstm *p = context;
  lstm_objective(p->l, p->c, p->b, x, x + lstm_extra_at(p), p->state, p->sequence, &p->value);
  return p->value;
}

static double hand(void *context, const double *x, double *g) {
  struct lstm *p = context;
  memset(g, 0, sizeof(double) * lstm_size(p));
  struct lstm_hand h = {.l = p->l,
                        .c = p->c,
                        .b = p->b,
                        .main_params = x,
                        .extra = x + lstm_extra_at(p),
                        .state = p->state,
                        .sequence = p->sequence,
                        .d_main = g,
                        .d_extra = g + lstm_extra_at(p)};
  return lstm_hand_gradient(&h);
}

// Keeps the gradient where the named derivatives look.
static void keep(void *context, double *g) {
  struct lstm *p = context;
  memcpy(p->gradient, g, sizeof(double) * lstm_size(p));
}

#ifndef NO_AD
static void gradient(void *context, const double *x, double *g) {
  struct lstm *p = context;
  size_t extra = lstm_extra_at(p);
  double loss = 0.0, dloss = 1.0;
  memset(g, 0, sizeof(double) * lstm_size(p));
  __enzyme_autodiff((void *)lstm_objective, enzyme_const, p->l, enzyme_const, p->c, enzyme_const,
                    p->b, enzyme_dup, x, g, enzyme_dup, x + extra, g + extra, enzyme_const,
                    p->state, enzyme_const, p->sequence, enzyme_dupnoneed, &loss, &dloss);
}

static double tangent(void *context, const double *x, const double *v) {
  struct lstm *p = context;
  size_t extra = lstm_extra_at(p);
  double loss = 0.0, dloss = 0.0;
  __enzyme_fwddiff((void *)lstm_objective, enzyme_const, p->l, enzyme_const, p->c, enzyme_const,
                   p->b, enzyme_dup, x, v, enzyme_dup, x + extra, v + extra, enzyme_const, p->state,
                   enzyme_const, p->sequence, enzyme_dupnoneed, &loss, &dloss);
  return dloss;
}
#endif

static double *read_problem(const char *path, struct lstm *p) {
  FILE *file = harness_open(path);
  int sizes[3];
  harness_read_int(file, 3, sizes);
  p->l = sizes[0], p->c = sizes[1], p->b = sizes[2];
  size_t state = 2 * (size_t)p->l * p->b, sequence = (size_t)p->c * p->b;
  double *x = harness_doubles(lstm_size(p));
  harness_read(file, lstm_size(p), x);
  p->state = harness_doubles(state);
  harness_read(file, state, p->state);
  p->sequence = harness_doubles(sequence);
  harness_read(file, sequence, p->sequence);
  fclose(file);
  p->gradient = harness_doubles(lstm_size(p));
  return x;
}

// The entries that reference.json holds.
static void name_numbers(struct problem *problem, const struct lstm *p) {
  const double *g = p->gradient, *extra = g + lstm_extra_at(p);
  harness_value(problem, &p->value, "objective");
  harness_derivative(problem, g, "d/main[0]");
  harness_derivative(problem, extra - 1, "d/main[last]");
  harness_derivative(problem, g + 4 * p->b, "d/main[4b]");
  harness_derivative(problem, extra, "d/extra[0]");
  harness_derivative(problem, extra + p->b, "d/extra[b]");
  harness_derivative(problem, extra + 3 * p->b - 1, "d/extra[3b-1]");
}

int main(int argc, char **argv) {
  const char *path = harness_data_path(argc, argv);
  struct lstm p = {0};
  double *x = read_problem(path, &p);
  struct problem problem = {.name = "lstm",
                            .instance = harness_base_name(path),
                            .context = &p,
                            .n = lstm_size(&p),
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
  free(p.sequence);
  free(p.state);
  free(x);
  return status;
}
