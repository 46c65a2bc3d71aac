// Kernels that another file defines, launched in differentiated code: against differences, and the tangent against the gradient.
#include "kernels.hpp"
extern int enzyme_dup, enzyme_const, enzyme_out;
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);

static const int N = 8;

static double simulate(const double *initial, double c, int times, int more) {
  double *u, *v, last[N], sum = 0;
  double *w, given[N];
  float *f, weights[N];
  GPU(Malloc)((void **)&u, sizeof last), GPU(Malloc)((void **)&v, sizeof last), GPU(Malloc)((void **)&f, sizeof weights);
  GPU(Memcpy)(u, initial, sizeof last, 1);
  GPU(Malloc)((void **)&w, sizeof given);
  GPU(Memset)(f, 0, sizeof weights);
  for (int k = 0; k < times; k++) {
    scale<<<1, N>>>(u, c + 0.1 * k, N - 1);
    scale_two<<<1, N>>>({u, 1 + c}, N);
    add_pair<<<1, N>>>(u, {c, 2});
    mix<<<1, N>>>({u, v, {c, 1, c * c}, N}, nullptr);
    count<<<1, N>>>(Counted(v, c));
    inner::last<<<1, N>>>(v, (float)c, u);
  }
  weigh<<<1, N>>>({(float)c, f}, u);
  keep<<<1, N>>>(u);
  give<<<1, N>>>(w);
  GPU(Memcpy)(given, w, sizeof given, 2);
  if (more == 'l') leave<<<1, N>>>(u);
  if (more == 'u') unmarked<<<1, N>>>(u);
  GPU(Memcpy)(last, u, sizeof last, 2), GPU(Memcpy)(weights, f, sizeof weights, 2);
  for (int i = 0; i < N; i++) sum += (i + 1) * last[i] + weights[i] + i * given[i];
  GPU(Free)(u), GPU(Free)(v), GPU(Free)(f), GPU(Free)(w);
  return sum;
}

int main(int count, char **words) {
  double u[N], du[N] = {}, way[N], h = 1e-4;
  for (int i = 0; i < N; i++) u[i] = 1 + 0.1 * ((i * 7) % 5), way[i] = 0.3 * ((i * 5) % 7 - 3);
  int more = count > 1 ? words[1][0] : 0;
  double c = 0.75, dc = __enzyme_autodiff<double>((void *)simulate, enzyme_dup, u, du, enzyme_out, c, enzyme_const, 2, enzyme_const, more);
  double by_c = (simulate(u, c + h, 2, 0) - simulate(u, c - h, 2, 0)) / (2 * h);
  HOLDS(fabs(dc - by_c) < 1e-3 * fabs(by_c));
  double along = 0, up[N], down[N];
  for (int i = 0; i < N; i++) along += du[i] * way[i], up[i] = u[i] + h * way[i], down[i] = u[i] - h * way[i];
  double slope = (simulate(up, c, 2, 0) - simulate(down, c, 2, 0)) / (2 * h);
  HOLDS(fabs(along - slope) < 1e-3 * fabs(slope));
  double tangent = __enzyme_fwddiff<double>((void *)simulate, enzyme_dup, u, way, enzyme_dup, c, 1.0, enzyme_const, 2, enzyme_const, 0);
  HOLDS(fabs(along + dc - tangent) < 1e-6 * fabs(tangent));
  printf("all is well\n");
}
