// brusselator_hand.c: the hand-written discrete adjoint of brusselator.c. Owns the record of every
// Runge-Kutta stage (the states at which the rate was evaluated) and the sweep back over it.
// Included after brusselator.c, whose forward parts it shares.

// One row of the grid while the adjoint of the rate is computed: its inputs (the state, the seed
// and the seed of the rows above and below), its outputs, and one partial sum per column for each
// parameter. Sums per column keep the order of additions fixed, so that the loop can be vectorised
// without leave to reassociate.
struct brusselator_hand_row {
  double b, diffusion;
  const double *u, *v, *d_u, *d_v, *up_u, *up_v, *down_u, *down_v;
  double *out_u, *out_v;
  double *sum_a, *sum_b, *sum_diffusion;
};

// The Laplacian is its own transpose, so that of the seed serves the state, and its product with
// the state serves the diffusion coefficient; nothing has to be scattered.
static inline void brusselator_hand_point(const struct brusselator_hand_row *r, int left, int i,
                                          int right) {
  double d_u = r->d_u[i], d_v = r->d_v[i], u = r->u[i], v = r->v[i];
  double lap_u = r->up_u[i] + r->down_u[i] + r->d_u[left] + r->d_u[right] - 4.0 * d_u;
  double lap_v = r->up_v[i] + r->down_v[i] + r->d_v[left] + r->d_v[right] - 4.0 * d_v;
  double exchange = d_u - d_v;
  r->out_u[i] = (2.0 * u * v - r->b) * exchange - d_u + r->diffusion * lap_u;
  r->out_v[i] = u * u * exchange + r->diffusion * lap_v;
  r->sum_a[i] += d_u;
  r->sum_b[i] -= u * exchange;
  r->sum_diffusion[i] += u * lap_u + v * lap_v;
}

// Adjoint of brusselator_rate for the seed d_rate: writes the adjoint of the state, adds that of
// the parameters to sums, n columns for each.
static void brusselator_hand_rate_adjoint(int n, const double *restrict params,
                                          const double *restrict state,
                                          const double *restrict d_rate, double *restrict d_state,
                                          double *restrict sums) {
  int field = n * n;
  for (int row = 0; row < n; row++) {
    int up = row == 0 ? n - 1 : row - 1, down = row == n - 1 ? 0 : row + 1;
    struct brusselator_hand_row r = {.b = params[BRUSSELATOR_B],
                                     .diffusion = params[BRUSSELATOR_DIFFUSION] * n * n,
                                     .u = state + row * n,
                                     .v = state + field + row * n,
                                     .d_u = d_rate + row * n,
                                     .d_v = d_rate + field + row * n,
                                     .up_u = d_rate + up * n,
                                     .up_v = d_rate + field + up * n,
                                     .down_u = d_rate + down * n,
                                     .down_v = d_rate + field + down * n,
                                     .out_u = d_state + row * n,
                                     .out_v = d_state + field + row * n,
                                     .sum_a = sums + BRUSSELATOR_A * n,
                                     .sum_b = sums + BRUSSELATOR_B * n,
                                     .sum_diffusion = sums + BRUSSELATOR_DIFFUSION * n};
    brusselator_hand_point(&r, n - 1, 0, 1);
#pragma clang loop vectorize(assume_safety)
    for (int i = 1; i < n - 1; i++)
      brusselator_hand_point(&r, i - 1, i, i + 1);
    brusselator_hand_point(&r, n - 2, n - 1, 0);
  }
}

// One step forwards, leaving its four stage states in kept and the new state in next.
static void brusselator_hand_step(int n, double dt, const double *restrict params,
                                  double *restrict kept, double *restrict k,
                                  double *restrict next) {
  static const double reach[3] = {0.5, 0.5, 1.0};
  int size = 2 * n * n;
  for (int stage = 0; stage < 3; stage++) {
    brusselator_rate(n, params, kept + stage * size, k + stage * size);
    brusselator_shift(size, kept, reach[stage] * dt, k + stage * size, kept + (stage + 1) * size);
  }
  brusselator_rate(n, params, kept + 3 * size, k + 3 * size);
  for (int i = 0; i < size; i++)
    next[i] =
        kept[i] + dt / 6.0 * (k[i] + 2.0 * k[size + i] + 2.0 * k[2 * size + i] + k[3 * size + i]);
}

// One step backwards: d_state, the adjoint of the new state, becomes that of the old one.
// work: three field pairs; sums: n columns for each parameter.
static void brusselator_hand_step_adjoint(int n, double dt, const double *restrict params,
                                          const double *restrict kept, double *restrict d_state,
                                          double *restrict work, double *restrict sums) {
  static const double share[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  static const double reach[4] = {0.5, 0.5, 1.0, 0.0}; // how far a stage's rate carries to the next
  int size = 2 * n * n;
  double *restrict d_rate = work, *restrict d_stage = work + size, *restrict sum = work + 2 * size;
  memset(d_stage, 0, sizeof(double) * size);
  memcpy(sum, d_state, sizeof(double) * size);
  for (int stage = 3; stage >= 0; stage--) {
    for (int i = 0; i < size; i++)
      d_rate[i] = dt * (share[stage] * d_state[i] + reach[stage] * d_stage[i]);
    brusselator_hand_rate_adjoint(n, params, kept + stage * size, d_rate, d_stage, sums);
    for (int i = 0; i < size; i++)
      sum[i] += d_stage[i];
  }
  memcpy(d_state, sum, sizeof(double) * size);
}

// Value of the objective; writes the gradient with respect to the initial state and adds that with
// respect to the parameters.
double brusselator_hand_gradient(int n, int steps, double dt, const double *restrict params,
                                 const double *restrict initial, const double *restrict target,
                                 double *restrict d_params, double *restrict d_initial) {
  size_t size = 2 * (size_t)n * n;
  double *kept = malloc(sizeof(double) * size * (4 * (size_t)steps + 1));
  double *work = malloc(sizeof(double) * 4 * size);
  double *sums = calloc(BRUSSELATOR_PARAMS * (size_t)n, sizeof(double));
  memcpy(kept, initial, sizeof(double) * size);
  for (int step = 0; step < steps; step++)
    brusselator_hand_step(n, dt, params, kept + 4 * size * step, work,
                          kept + 4 * size * (step + 1));
  const double *final = kept + 4 * size * steps;
  double sum = 0.0;
  for (size_t i = 0; i < size; i++) {
    d_initial[i] = final[i] - target[i];
    sum += d_initial[i] * d_initial[i];
  }
  for (int step = steps - 1; step >= 0; step--)
    brusselator_hand_step_adjoint(n, dt, params, kept + 4 * size * step, d_initial, work, sums);
  for (int i = 0; i < n; i++) {
    d_params[BRUSSELATOR_A] += sums[BRUSSELATOR_A * n + i];
    d_params[BRUSSELATOR_B] += sums[BRUSSELATOR_B * n + i];
    d_params[BRUSSELATOR_DIFFUSION] += sums[BRUSSELATOR_DIFFUSION * n + i] * n * n;
  }
  free(sums);
  free(work);
  free(kept);
  return 0.5 * sum;
}
