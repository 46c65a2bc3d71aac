// How well a ligand sits in a pocket of a protein, for many poses of it at once: the energy of a pose is a sum over all pairs of their atoms.
//
// Three angles and three shifts are a pose. Poses are independent of each other, and those of a block are computed side by side, so that the innermost loop
// is one of vectors. The objective is a weighted sum of all energies; its gradient has the forces and torques of all poses.
#include "harness.h"
#include <enzyme_rs/enzyme.h>

enum { LANES = 16, FREEDOMS = 6, KINDS = 4 };

// What atoms of a kind are like: where others begin to push, how hard, and how much they like water.
typedef struct kind {
  double radius, hardness, affinity, charge;
} kind;

typedef struct atom {
  double x, y, z;
  int kind;
} atom;

typedef struct deck {
  int ligands, proteins, poses;
  atom *ligand, *protein;
  kind kinds[KINDS];
} deck;

static const double CHARGE_RATE = 1 / 4.0, AFFINITY_RATE = 1 / 2.5, HARDNESS = 38.0;

// The first three rows of the matrix that turns and shifts, for each pose of a block.
typedef double placement[12][LANES];

static void place(const double *pose, int poses, placement out) {
  for (int i = 0; i < LANES; i++) {
    double sx = sin(pose[i]), cx = cos(pose[i]);
    double sy = sin(pose[poses + i]), cy = cos(pose[poses + i]);
    double sz = sin(pose[2 * poses + i]), cz = cos(pose[2 * poses + i]);
    out[0][i] = cy * cz, out[1][i] = sx * sy * cz - cx * sz, out[2][i] = cx * sy * cz + sx * sz;
    out[3][i] = cy * sz, out[4][i] = sx * sy * sz + cx * cz, out[5][i] = cx * sy * sz - sx * cz;
    out[6][i] = -sy, out[7][i] = sx * cy, out[8][i] = cx * cy;
    out[9][i] = pose[3 * poses + i], out[10][i] = pose[4 * poses + i], out[11][i] = pose[5 * poses + i];
  }
}

// What two kinds of atoms are to each other, with the quotients that do not change with their distance.
typedef struct relation {
  double contact, push, charge, affinity;
} relation;

static relation relate(kind a, kind b) {
  double contact = a.radius + b.radius;
  return (relation){contact, HARDNESS * (a.hardness + b.hardness) / contact, a.charge * b.charge, a.affinity + b.affinity};
}

// Falls from 1 at contact to 0 at a distance of which `rate` is the inverse.
static inline double fading(double gap, double rate) {
  double part = 1 - gap * rate;
  part = part > 1 ? 1 : part;
  return part < 0 ? 0 : part;
}

static inline double pair(double distance, relation r) {
  double gap = distance - r.contact, overlap = gap < 0 ? -gap : 0;
  return overlap * r.push + r.charge * fading(gap, CHARGE_RATE) - r.affinity * fading(gap, AFFINITY_RATE);
}

// The energies of the poses of a block.
static void block(const deck *d, const double *pose, double *energy) {
  placement m;
  double sum[LANES] = {0};
  place(pose, d->poses, m);
  for (int l = 0; l < d->ligands; l++) {
    const atom a = d->ligand[l];
    double x[LANES], y[LANES], z[LANES];
    for (int i = 0; i < LANES; i++) {
      x[i] = m[0][i] * a.x + m[1][i] * a.y + m[2][i] * a.z + m[9][i];
      y[i] = m[3][i] * a.x + m[4][i] * a.y + m[5][i] * a.z + m[10][i];
      z[i] = m[6][i] * a.x + m[7][i] * a.y + m[8][i] * a.z + m[11][i];
    }
    for (int p = 0; p < d->proteins; p++) {
      const atom b = d->protein[p];
      const relation r = relate(d->kinds[a.kind], d->kinds[b.kind]);
      for (int i = 0; i < LANES; i++) {
        double dx = x[i] - b.x, dy = y[i] - b.y, dz = z[i] - b.z;
        sum[i] += pair(sqrt(dx * dx + dy * dy + dz * dz), r);
      }
    }
  }
  for (int i = 0; i < LANES; i++) energy[i] = 0.5 * sum[i];
}

static void energies(const deck *d, const double *restrict pose, double *restrict energy) {
#pragma omp parallel for
  for (int first = 0; first < d->poses; first += LANES) block(d, pose + first, energy + first);
}

static deck dock;

static void fill(atom *atoms, int count, double size, int seed) {
  for (int i = 0; i < count; i++) {
    atoms[i].x = size * (chosen(seed + 3 * i) - 0.5);
    atoms[i].y = size * (chosen(seed + 7 * i + 1) - 0.5);
    atoms[i].z = size * (chosen(seed + 11 * i + 2) - 0.5);
    atoms[i].kind = i % KINDS;
  }
}

static void make(int ligands, int proteins, int poses) {
  static const kind kinds[KINDS] = {{1.6, 0.4, 0.1, -0.6}, {1.2, 0.3, 0.6, 0.4}, {1.9, 0.5, -0.2, 0.1}, {1.5, 0.6, 0.3, -0.3}};
  memcpy(dock.kinds, kinds, sizeof kinds);
  dock.ligands = ligands, dock.proteins = proteins, dock.poses = poses;
  dock.ligand = malloc(ligands * sizeof *dock.ligand);
  dock.protein = malloc(proteins * sizeof *dock.protein);
  fill(dock.ligand, ligands, 8, 5);
  fill(dock.protein, proteins, 24, 17);
}

static double weight(int pose) { return 0.5 + chosen(3 * pose); }

static double weighted(const double *energy) {
  double sum = 0;
  for (int i = 0; i < dock.poses; i++) sum += weight(i) * energy[i];
  return sum;
}

static double value(const double *x) {
  double *energy = numbers(dock.poses);
  energies(&dock, x, energy);
  double found = weighted(energy);
  free(energy);
  return found;
}

static void gradient(const double *x, double *dx) {
  double *energy = numbers(dock.poses), *seed = numbers(dock.poses);
  for (int i = 0; i < dock.poses; i++) seed[i] = weight(i);
  __enzyme_autodiff_void((void *)energies, enzyme_const, &dock, enzyme_dup, x, dx, enzyme_dupnoneed, energy, seed);
  free(energy), free(seed);
}

static double tangent(const double *x, const double *v) {
  double *energy = numbers(dock.poses), *change = numbers(dock.poses);
  __enzyme_fwddiff_void((void *)energies, enzyme_const, &dock, enzyme_dup, x, v, enzyme_dup, energy, change);
  double found = weighted(change);
  free(energy), free(change);
  return found;
}

int main(int count, char **arguments) {
  int bench = is_bench(count, arguments);
  bench ? make(26, 300, 2048) : make(6, 30, 96);
  int inputs = FREEDOMS * dock.poses;
  program docking = {"docking", inputs, numbers(inputs), numbers(inputs), value, gradient, tangent};
  for (int i = 0; i < inputs; i++) docking.at[i] = 6 * (chosen(i) - 0.5), docking.along[i] = chosen(5 * i) - 0.3;
  bench ? measure(&docking) : check(&docking);
  return failures > 0;
}
