// gmm_hand.c: the hand-written adjoint of gmm.c, the yardstick for the engine. Owns one fused
// sweep: every point is visited once, its k scaled residuals are kept just until its
// responsibilities are known, and its adjoint contribution is added at once. So no tape grows with
// n. Included after gmm.c, whose helpers it shares.

// What the sweep needs of the problem and of its work space.
struct gmm_hand {
  int d, k, n, m;
  double gamma;
  const double *alphas, *means, *icf, *x;
  double *d_alphas, *d_means, *d_icf; // accumulated
  double *diagonal, *sum_q;           // k x d, k
  double *y;                          // k x d: scaled residuals of the current point
  double *xc;                         // k x d: centred points of the current point
  double *term, *weight;              // k
};

// softmax(v) into weight; returns logsumexp(v). One exponential per entry serves both.
static double gmm_hand_softmax(int n, const double *restrict v, double *restrict weight) {
  double max = v[0];
  for (int i = 1; i < n; i++)
    max = v[i] > max ? v[i] : max;
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    weight[i] = exp(v[i] - max);
    sum += weight[i];
  }
  double scale = 1.0 / sum;
  for (int i = 0; i < n; i++)
    weight[i] *= scale;
  return max + log(sum);
}

// Adds -w y as the adjoint of y = L xc: to q (through the diagonal), l and the mean. y becomes the
// adjoint of y, scaled.
static void gmm_hand_scale_adjoint(int d, double w, const double *restrict diagonal,
                                   const double *restrict l, const double *restrict xc,
                                   double *restrict y, double *restrict d_icf,
                                   double *restrict d_mean) {
  double *restrict d_l = d_icf + d;
  for (int i = 0; i < d; i++)
    y[i] *= -w;
  for (int j = 0; j < d; j++) {
    double d_xc = diagonal[j] * y[j];
    // d/dq of exp(q) xc is exp(q) xc; the w on top is the derivative of the sum of the q.
    d_icf[j] += d_xc * xc[j] + w;
    for (int i = j + 1; i < d; i++) {
      d_xc += *l++ * y[i];
      *d_l++ += xc[j] * y[i];
    }
    d_mean[j] -= d_xc;
  }
}

// One point: its log density, and its contribution to every adjoint.
static double gmm_hand_point(struct gmm_hand *p, const double *restrict x) {
  int d = p->d, icf_size = gmm_icf_size(d);
  for (int c = 0; c < p->k; c++) {
    double *restrict xc = p->xc + c * d;
    for (int j = 0; j < d; j++)
      xc[j] = x[j] - p->means[c * d + j];
    gmm_scale(d, p->diagonal + c * d, p->icf + c * icf_size + d, xc, p->y + c * d);
    p->term[c] = p->alphas[c] + p->sum_q[c] - 0.5 * gmm_squared_norm(d, p->y + c * d);
  }
  double density = gmm_hand_softmax(p->k, p->term, p->weight);
  for (int c = 0; c < p->k; c++) {
    p->d_alphas[c] += p->weight[c];
    gmm_hand_scale_adjoint(d, p->weight[c], p->diagonal + c * d, p->icf + c * icf_size + d,
                           p->xc + c * d, p->y + c * d, p->d_icf + c * icf_size,
                           p->d_means + c * d);
  }
  return density;
}

// Adjoint of the prior and of -n logsumexp(alphas).
static void gmm_hand_prior(struct gmm_hand *p) {
  int d = p->d, icf_size = gmm_icf_size(d);
  double gamma2 = p->gamma * p->gamma;
  for (int c = 0; c < p->k; c++) {
    double *restrict d_icf = p->d_icf + c * icf_size;
    const double *restrict diagonal = p->diagonal + c * d;
    for (int j = 0; j < d; j++)
      d_icf[j] += gamma2 * diagonal[j] * diagonal[j] - p->m;
    for (int j = d; j < icf_size; j++)
      d_icf[j] += gamma2 * p->icf[c * icf_size + j];
  }
  gmm_hand_softmax(p->k, p->alphas, p->weight);
  for (int c = 0; c < p->k; c++)
    p->d_alphas[c] -= p->n * p->weight[c];
}

// exp(q) and the sum of the q of every component.
static void gmm_hand_prepare(struct gmm_hand *p) {
  int d = p->d, icf_size = gmm_icf_size(d);
  for (int c = 0; c < p->k; c++) {
    p->sum_q[c] = 0.0;
    for (int j = 0; j < d; j++) {
      p->sum_q[c] += p->icf[c * icf_size + j];
      p->diagonal[c * d + j] = exp(p->icf[c * icf_size + j]);
    }
  }
}

// Value of the objective; adds the gradient to p->d_alphas, p->d_means and p->d_icf.
double gmm_hand_gradient(struct gmm_hand *p) {
  int d = p->d, k = p->k;
  double *work = malloc(sizeof(double) * (3 * (size_t)d * k + 3 * (size_t)k));
  p->diagonal = work;
  p->y = p->diagonal + d * k;
  p->xc = p->y + d * k;
  p->sum_q = p->xc + d * k;
  p->term = p->sum_q + k;
  p->weight = p->term + k;

  gmm_hand_prepare(p);
  double sum = 0.0;
  for (int i = 0; i < p->n; i++)
    sum += gmm_hand_point(p, p->x + (size_t)i * d);
  double value = -p->n * d * 0.5 * log(2.0 * M_PI) + sum - p->n * gmm_logsumexp(k, p->alphas) +
                 gmm_log_wishart_prior(d, k, p->gamma, p->m, p->sum_q, p->diagonal, p->icf);
  gmm_hand_prior(p);
  free(work);
  return value;
}
