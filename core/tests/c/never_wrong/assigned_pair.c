/* Elements of two members are assigned; the compiler moves them as a word, and says no more of what they are. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#define TOLERANCE 1e-3
#include "never_wrong.h"
typedef struct {
  float u, v;
} texture;
typedef struct {
  int kind;
  float weight;
} kind;
typedef struct {
  double position[3];
  texture corners[2];
  kind kinds[2];
} vertex;
__attribute__((noinline)) static double shaded(const vertex *v, int k) {
  return v->position[k] * v->corners[k & 1].u * v->kinds[k & 1].weight +
         v->corners[(k + 1) & 1].v * v->position[(k + 1) % 3] * v->kinds[k & 1].kind;
}
double f(double *x, int n) {
  vertex v[4];
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++)
      v[i].position[k] = x[(i + k) % n];
    for (int k = 0; k < 2; k++) {
      texture corner = {(float)x[i + k + 1], (float)x[i]};
      v[i].corners[k] = corner;
      v[i].kinds[k].kind = i + k;
      v[i].kinds[k].weight = (float)x[k];
    }
  }
  v[0].corners[0] = v[2].corners[1];
  v[1].kinds[1] = v[3].kinds[0];
  double r = 0;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      r += shaded(&v[i], k);
  return r;
}
