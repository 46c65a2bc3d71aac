/* What fmin and fmax chose is asked again in the reverse pass, where fast-math flags compute the arguments with another last bit. */
/* Flags: -ffast-math -fhonor-nans -fhonor-infinities */
#include "never_wrong.h"
/* Density, momentum and energy. */
typedef struct {
  double of[3];
} state;
static double pressure(const state *s, double gamma) {
  return (gamma - 1) * (s->of[2] - 0.5 * s->of[1] * s->of[1] / s->of[0]);
}
/* The flux of Harten, Lax and van Leer. */
__attribute__((noinline)) static state flux(state l, state r, double gamma) {
  double sound_l = sqrt(gamma * pressure(&l, gamma) / l.of[0]);
  double sound_r = sqrt(gamma * pressure(&r, gamma) / r.of[0]);
  double speed_l = l.of[1] / l.of[0], speed_r = r.of[1] / r.of[0];
  double below = fmin(speed_l - sound_l, speed_r - sound_r);
  double above = fmax(speed_l + sound_l, speed_r + sound_r);
  if (below > 0)
    return l;
  if (above < 0)
    return r;
  state s;
  for (int k = 0; k < 3; k++)
    s.of[k] = (below * above * (r.of[k] - l.of[k])) / (above - below);
  return s;
}
double f(double *x, int n) {
  state u[8];
  for (int i = 0; i < n; i++) {
    double density = 1 + 0.3 * x[i], speed = 0.2 * x[(i + 1) % n], p = 1 + 0.1 * x[(i + 3) % n];
    state s = {{density, density * speed, p / 0.4 + 0.5 * density * speed * speed}};
    u[i] = s;
  }
  double r = 0;
  for (int i = 0; i + 1 < n; i++) {
    state s = flux(u[i], u[i + 1], 1.4);
    r += s.of[0] + s.of[1] * s.of[2];
  }
  return r;
}
