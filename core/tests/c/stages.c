/* Steps of a method with stages: one function of the state is called several times, and inlined. Its loops and those
 * of its derivative are equal at each place, and become one function. */
#include "check.h"

/* Reaction and diffusion on a ring of n points with two fields; `given` is a parameter that the result depends on. */
static void rate(int n, const double *given, const double *state, double *out) {
  const double *u = state, *v = state + n;
  for (int i = 0; i < n; i++) {
    int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
    double exchange = u[i] * u[i] * v[i] / (1 + u[i] * u[i]);
    double wave = sin(u[i] * given[0]) + cos(v[i] * given[1]);
    out[i] = exchange - 0.3 * u[i] + 0.1 * (u[left] + u[right] - 2 * u[i]) + 0.2 * wave * v[i];
    out[n + i] = 0.4 * u[i] - exchange + 0.2 * (v[left] + v[right] - 2 * v[i]) - 0.1 * wave * wave * u[i];
  }
}

static void shift(int n, const double *state, double h, const double *rate, double *out) {
  for (int i = 0; i < 2 * n; i++)
    out[i] = state[i] + h * rate[i];
}

/* The first two numbers are parameters, the others the state. */
static double runge_kutta(double *x, int size) {
  double *given = x, *state = x + 2;
  int n = (size - 2) / 2;
  double *k = malloc(sizeof(double) * 8 * n), *stage = malloc(sizeof(double) * 2 * n);
  double s = 0, h = 0.1;
  for (int step = 0; step < 3; step++) {
    rate(n, given, state, k);
    shift(n, state, h / 2, k, stage);
    rate(n, given, stage, k + 2 * n);
    shift(n, state, h / 2, k + 2 * n, stage);
    rate(n, given, stage, k + 4 * n);
    shift(n, state, h, k + 4 * n, stage);
    rate(n, given, stage, k + 6 * n);
    for (int i = 0; i < 2 * n; i++)
      state[i] += h / 6 * (k[i] + 2 * k[2 * n + i] + 2 * k[4 * n + i] + k[6 * n + i]);
  }
  for (int i = 0; i < 2 * n; i++)
    s += state[i] * state[i] * (1 + i);
  free(k);
  free(stage);
  return s;
}

/* Sums that go on from call to call: what one call gives, the next one is given. */
static double sums(int n, const double *x, double s) {
  for (int i = 0; i < n; i++) {
    double a = x[i] * s, b = sin(a) + x[i] * x[i], c = cos(b) * a + exp(0.1 * b);
    double d = a * b - c * c, e = sqrt(1 + d * d) * b, f = log(1 + e * e) + d * a;
    double g = f * e / (1 + d * d), h = g * a - f * c + sin(e), j = h * h / (1 + g * g) + f * 0.3;
    double k = cos(j) * h + sin(g) * f, l = k * j - h * g + 0.2 * k * k, m = sin(l) * k + cos(k) * j;
    s = 0.5 * s + 0.1 * sin(m) * a + 0.1 * cos(l) * b + 0.05 * sin(k * c);
  }
  return s;
}

static double on_and_on(double *x, int n) {
  double first = sums(n, x, 0.5), second = sums(n / 2, x, first), third = sums(n, x, second);
  return first * second + third;
}

int main(void) {
  double x[12] = {0.5, 0.25, 0.75, 0.3, 0.9, 0.4, 0.6, 0.2, 0.8, 1.1, 0.35, 0.65};
  CHECK_GRADIENT(runge_kutta, x, 12);
  CHECK_GRADIENT(on_and_on, x, 12);
  return failures;
}
