// Bodies that attract each other, and the gradient of their kinetic energy after some steps with respect to all masses and positions at the start.
//
// Each pair is visited once and changes both bodies. Tasks halve the bodies: the pairs within each half are found at the same time, and then those between
// the halves, which are halved in turn so that no two tasks that run at the same time touch the same body.
#include "harness.h"
#include <enzyme_rs/enzyme.h>
#include <enzyme_rs/parallel.h>

enum { LEAF = 32 };
static const double STEP = 0.01, SOFTENING = 1e-3;

typedef struct bodies {
  int count;
  double *mass, *x, *y, *z, *vx, *vy, *vz, *ax, *ay, *az;
} bodies;

// No two tasks that run at the same time touch the same body, so that derivatives need no atomic additions.
static const double *alone(const double *of) { return enzyme_rs_exclusive(of); }

// The pairs of body i with those from `from` to `to`.
static void attract(const bodies *b, int i, int from, int to) {
  const double *xs = alone(b->x), *ys = alone(b->y), *zs = alone(b->z), *masses = alone(b->mass);
  double x = xs[i], y = ys[i], z = zs[i], mass = masses[i], ax = 0, ay = 0, az = 0;
  for (int j = from; j < to; j++) {
    double dx = xs[j] - x, dy = ys[j] - y, dz = zs[j] - z;
    double square = dx * dx + dy * dy + dz * dz + SOFTENING, strength = 1 / (square * sqrt(square));
    double pull = masses[j] * strength, other_pull = mass * strength;
    ax += pull * dx, ay += pull * dy, az += pull * dz;
    b->ax[j] -= other_pull * dx, b->ay[j] -= other_pull * dy, b->az[j] -= other_pull * dz;
  }
  b->ax[i] += ax, b->ay[i] += ay, b->az[i] += az;
}

// All pairs of one of the bodies from `first` on and one from `other` on.
static void between(const bodies *b, int first, int count, int other, int others) {
  if (count <= LEAF || others <= LEAF) {
    for (int i = first; i < first + count; i++) attract(b, i, other, other + others);
    return;
  }
  int half = count / 2, other_half = others / 2;
#pragma omp task
  between(b, first, half, other, other_half);
  between(b, first + half, count - half, other + other_half, others - other_half);
#pragma omp taskwait
#pragma omp task
  between(b, first, half, other + other_half, others - other_half);
  between(b, first + half, count - half, other, other_half);
#pragma omp taskwait
}

// All pairs among `count` bodies from `first` on.
static void within(const bodies *b, int first, int count) {
  if (count <= LEAF) {
    for (int i = first; i < first + count; i++) attract(b, i, i + 1, first + count);
    return;
  }
  int half = count / 2;
#pragma omp task
  within(b, first, half);
  within(b, first + half, count - half);
#pragma omp taskwait
  between(b, first, half, first + half, count - half);
}

static void step(const bodies *b) {
#pragma omp parallel for
  for (int i = 0; i < b->count; i++) b->ax[i] = b->ay[i] = b->az[i] = 0;
#pragma omp parallel
#pragma omp single
  within(b, 0, b->count);
#pragma omp parallel for
  for (int i = 0; i < b->count; i++) {
    b->vx[i] += STEP * b->ax[i], b->vy[i] += STEP * b->ay[i], b->vz[i] += STEP * b->az[i];
    b->x[i] += STEP * b->vx[i], b->y[i] += STEP * b->vy[i], b->z[i] += STEP * b->vz[i];
  }
}

static double simulate(const bodies *b, int steps) {
  for (int k = 0; k < steps; k++) step(b);
  double energy = 0;
#pragma omp parallel for reduction(+ : energy)
  for (int i = 0; i < b->count; i++) energy += 0.5 * b->mass[i] * (b->vx[i] * b->vx[i] + b->vy[i] * b->vy[i] + b->vz[i] * b->vz[i]);
  return energy;
}

enum { ARRAYS = 10, INPUTS = 4 };
static int steps;
static bodies cloud, shadow;

static bodies make(int count) {
  double *all = numbers((size_t)ARRAYS * count), *at[ARRAYS];
  for (int k = 0; k < ARRAYS; k++) at[k] = all + (size_t)k * count;
  return (bodies){count, at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9]};
}

// Masses and positions are the first arrays; the bodies are at rest.
static void set(bodies *b, const double *from) {
  memset(b->mass, 0, (size_t)ARRAYS * b->count * sizeof *b->mass);
  if (from) memcpy(b->mass, from, (size_t)INPUTS * b->count * sizeof *from);
}

static double value(const double *x) {
  set(&cloud, x);
  return simulate(&cloud, steps);
}

static void gradient(const double *x, double *dx) {
  set(&cloud, x);
  set(&shadow, NULL);
  __enzyme_autodiff_void((void *)simulate, enzyme_dup, &cloud, &shadow, enzyme_const, steps);
  for (int i = 0; i < INPUTS * cloud.count; i++) dx[i] += shadow.mass[i];
}

static double tangent(const double *x, const double *v) {
  set(&cloud, x);
  set(&shadow, v);
  return __enzyme_fwddiff_double((void *)simulate, enzyme_dup, &cloud, &shadow, enzyme_const, steps);
}

int main(int count, char **arguments) {
  int bench = is_bench(count, arguments), size = bench ? 2000 : 300;
  steps = bench ? 2 : 3;
  cloud = make(size), shadow = make(size);
  program nbody = {"nbody", INPUTS * size, numbers(INPUTS * size), numbers(INPUTS * size), value, gradient, tangent};
  for (int i = 0; i < INPUTS * size; i++) nbody.at[i] = chosen(3 * i), nbody.along[i] = chosen(7 * i) - 0.4;
  for (int i = 0; i < size; i++) nbody.at[i] /= size;
  bench ? measure(&nbody) : check(&nbody);
  return failures > 0;
}
