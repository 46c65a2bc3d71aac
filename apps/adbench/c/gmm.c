// gmm.c: the ADBench Gaussian-mixture objective as a user would write it. Owns the maths of the
// negative log posterior only; knows nothing of derivatives. Included by gmm_main.c so that the
// objective is visible where the differentiation hooks are called.
#include <math.h>
#include <stdlib.h>

// Number of parameters per mixture component in icf: d log-diagonals and the strict lower triangle.
static int gmm_icf_size(int d) { return d * (d + 1) / 2; }

// log(sum(exp(v))), shifted by the maximum so that nothing overflows.
static double gmm_logsumexp(int n, const double *restrict v) {
  double max = v[0];
  for (int i = 1; i < n; i++)
    if (v[i] > max)
      max = v[i];
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += exp(v[i] - max);
  return max + log(sum);
}

// y = L xc with L lower triangular: diagonal exp(q), strict lower triangle l column by column.
static void gmm_scale(int d, const double *restrict diagonal, const double *restrict l,
                      const double *restrict xc, double *restrict y) {
  for (int i = 0; i < d; i++)
    y[i] = diagonal[i] * xc[i];
  for (int j = 0; j < d; j++)
    for (int i = j + 1; i < d; i++)
      y[i] += *l++ * xc[j];
}

static double gmm_squared_norm(int n, const double *restrict v) {
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sum;
}

// Logarithm of the multivariate gamma function of dimension d.
static double gmm_log_gamma(double a, int d) {
  double sum = 0.25 * d * (d - 1) * log(M_PI);
  for (int j = 1; j <= d; j++)
    sum += lgamma(a + 0.5 * (1 - j));
  return sum;
}

// Logarithm of the Wishart prior over all components, with its normalising constant.
static double gmm_log_wishart_prior(int d, int k, double gamma, int m, const double *restrict sum_q,
                                    const double *restrict diagonal, const double *restrict icf) {
  int freedom = d + m + 1;
  int icf_size = gmm_icf_size(d);
  double constant = freedom * d * (log(gamma) - 0.5 * log(2.0)) - gmm_log_gamma(0.5 * freedom, d);
  double sum = 0.0;
  for (int c = 0; c < k; c++) {
    double frobenius = gmm_squared_norm(d, diagonal + c * d) +
                       gmm_squared_norm(icf_size - d, icf + c * icf_size + d);
    sum += 0.5 * gamma * gamma * frobenius - m * sum_q[c];
  }
  return sum - k * constant;
}

// Negative log posterior of the mixture; writes it to *err. alphas: k, means: k x d,
// icf: k x d(d+1)/2, x: n x d, prior: Wishart (gamma, m).
void gmm_objective(int d, int k, int n, const double *restrict alphas, const double *restrict means,
                   const double *restrict icf, const double *restrict x, double gamma, int m,
                   double *restrict err) {
  int icf_size = gmm_icf_size(d);
  double *diagonal = malloc(sizeof(double) * d * k);
  double *sum_q = malloc(sizeof(double) * k);
  double *xc = malloc(sizeof(double) * d);
  double *y = malloc(sizeof(double) * d);
  double *term = malloc(sizeof(double) * k);

  for (int c = 0; c < k; c++) {
    sum_q[c] = 0.0;
    for (int j = 0; j < d; j++) {
      double q = icf[c * icf_size + j];
      sum_q[c] += q;
      diagonal[c * d + j] = exp(q);
    }
  }

  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++)
        xc[j] = x[i * d + j] - means[c * d + j];
      gmm_scale(d, diagonal + c * d, icf + c * icf_size + d, xc, y);
      term[c] = alphas[c] + sum_q[c] - 0.5 * gmm_squared_norm(d, y);
    }
    sum += gmm_logsumexp(k, term);
  }

  *err = -n * d * 0.5 * log(2.0 * M_PI) + sum - n * gmm_logsumexp(k, alphas) +
         gmm_log_wishart_prior(d, k, gamma, m, sum_q, diagonal, icf);

  free(term);
  free(y);
  free(xc);
  free(sum_q);
  free(diagonal);
}
