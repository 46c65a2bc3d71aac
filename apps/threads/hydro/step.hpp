// Lagrangian hydrodynamics on a staggered mesh: velocities at nodes that move with the material, energies in elements.
//
// A step finds the forces at nodes (pressure, artificial viscosity, resistance against hourglass modes), moves the nodes, and brings the elements up to
// date: volumes, viscosity from limited slopes of the velocity, energy and pressure by a predictor and a corrector, and how long the next step may be. Each
// loop is over elements or over nodes and writes what is its own; forces are kept for each corner of each element, and summed node by node.
#pragma once
#include "exchange.hpp"
#include "loops.hpp"
#include <enzyme_rs/parallel.h>

constexpr double GAMMA = 5.0 / 3, HOURGLASS = 0.03, LINEAR = 0.5, QUADRATIC = 2.0 / 3, STEEPEST = 2.0, TINY = 1e-36;
constexpr double LEAST_SPEED = 1e-7, LEAST_ENERGY = 1e-15, LARGEST_CHANGE = 0.1, COURANT = 0.5, FASTEST_GROWTH = 1.2, SLOWEST_GROWTH = 1.1;

// The modes that a trilinear element does not resist by itself.
constexpr int SHAPES = 4;
constexpr double SHAPE[SHAPES][CORNERS] = {
    {1, 1, -1, -1, -1, -1, 1, 1}, {1, -1, -1, 1, -1, 1, 1, -1}, {1, -1, 1, -1, 1, -1, 1, -1}, {-1, 1, -1, 1, 1, -1, 1, -1}};

inline Corners corners(const Mesh &m, const Numbers &x, const Numbers &y, const Numbers &z, int element) {
  Corners found;
  const int *corner = &m.corner[CORNERS * element];
  for (int c = 0; c < CORNERS; c++) found.at[c] = {x[corner[c]], y[corner[c]], z[corner[c]]};
  return found;
}

inline Corners positions(const Mesh &m, int element) { return corners(m, m.x, m.y, m.z, element); }
inline Corners velocities(const Mesh &m, int element) { return corners(m, m.xd, m.yd, m.zd, element); }

// Sets the forces at corners to those of pressure and viscosity.
inline void push(Mesh &m) {
  forall(m.elements, [&m](int e) {
    Corners areas = corner_areas(positions(m, e));
    double stress = m.pressure[e] + m.viscosity[e];
    for (int c = 0; c < CORNERS; c++) {
      Vector force = stress * areas.at[c];
      m.corner_fx[CORNERS * e + c] = force.x, m.corner_fy[CORNERS * e + c] = force.y, m.corner_fz[CORNERS * e + c] = force.z;
    }
  });
}

// Adds forces against the hourglass modes, each made orthogonal to linear velocities by the volume's derivative.
inline void resist(Mesh &m) {
  forall(m.elements, [&m](int e) {
    Corners at = positions(m, e), moves = velocities(m, e), slope = volume_gradient(at);
    double volume = m.first_volume[e] * m.relative[e];
    double strength = -HOURGLASS * m.sound[e] * m.mass[e] / std::cbrt(volume);
    Corners force = {};
    for (const double(&shape)[CORNERS] : SHAPE) {
      Vector moment = {}, speed = {};
      double mode[CORNERS];
      for (int c = 0; c < CORNERS; c++) moment += shape[c] * at.at[c];
      for (int c = 0; c < CORNERS; c++) mode[c] = shape[c] - dot(slope.at[c], moment) / volume;
      for (int c = 0; c < CORNERS; c++) speed += mode[c] * moves.at[c];
      for (int c = 0; c < CORNERS; c++) force.at[c] += (strength * mode[c]) * speed;
    }
    for (int c = 0; c < CORNERS; c++) {
      m.corner_fx[CORNERS * e + c] += force.at[c].x;
      m.corner_fy[CORNERS * e + c] += force.at[c].y;
      m.corner_fz[CORNERS * e + c] += force.at[c].z;
    }
  });
}

// What one corner is pulled with. Each corner is at one node, so that derivatives need no atomic additions where nodes are shared out.
inline double pull(const Numbers &force, int corner) { return ((const double *)enzyme_rs_exclusive(force.data()))[corner]; }

inline void gather(Mesh &m) {
  forall(m.nodes, [&m](int n) {
    Vector sum = {};
    for (int k = m.meeting_begin[n]; k < m.meeting_begin[n + 1]; k++) {
      int c = m.meeting[k];
      sum += {pull(m.corner_fx, c), pull(m.corner_fy, c), pull(m.corner_fz, c)};
    }
    m.fx[n] = sum.x, m.fy[n] = sum.y, m.fz[n] = sum.z;
  });
}

inline void find_forces(Mesh &m) {
  push(m);
  resist(m);
  gather(m);
  for (Numbers *force : {&m.fx, &m.fy, &m.fz}) add_shared(m, force->data());
}

// Nodes on a mirror do not leave it.
inline void hold(const Indices &still, Numbers &force) {
  forall((int)still.size(), [&still, &force](int k) { force[still[k]] = 0; });
}

inline double faster(double speed, double force, double mass, double dt) {
  double found = speed + dt * force / mass;
  return std::fabs(found) < LEAST_SPEED ? 0 : found;
}

inline void move(Mesh &m) {
  hold(m.still[0], m.fx), hold(m.still[1], m.fy), hold(m.still[2], m.fz);
  double dt = m.time_step;
  forall(m.nodes, [&m, dt](int n) {
    m.xd[n] = faster(m.xd[n], m.fx[n], m.node_mass[n], dt);
    m.yd[n] = faster(m.yd[n], m.fy[n], m.node_mass[n], dt);
    m.zd[n] = faster(m.zd[n], m.fz[n], m.node_mass[n], dt);
  });
  forall(m.nodes, [&m, dt](int n) { m.x[n] += dt * m.xd[n], m.y[n] += dt * m.yd[n], m.z[n] += dt * m.zd[n]; });
}

// Volumes at the end of the step, and their rate of change in its middle.
inline void measure_volumes(Mesh &m) {
  double half = 0.5 * m.time_step;
  forall(m.elements, [&m, half](int e) {
    Corners at = positions(m, e), moves = velocities(m, e);
    double now = volume(at), relative = now / m.first_volume[e];
    m.change[e] = relative - m.relative[e];
    m.relative[e] = relative;
    m.size[e] = characteristic_length(at, now);
    for (int c = 0; c < CORNERS; c++) at.at[c] = at.at[c] - half * moves.at[c];
    Corners slope = volume_gradient(at);
    double sum = 0;
    for (int c = 0; c < CORNERS; c++) sum += dot(slope.at[c], moves.at[c]);
    m.rate[e] = sum / volume(at);
  });
}

// Along each axis of an element: its width, and how the velocity changes from one face to the other.
inline void measure_slopes(Mesh &m) {
  forall(m.elements, [&m](int e) {
    Corners at = positions(m, e), moves = velocities(m, e);
    double volume = m.first_volume[e] * m.relative[e];
    for (int axis = 0; axis < 3; axis++) {
      Vector across_section = cross(across(at, (axis + 1) % 3), across(at, (axis + 2) % 3));
      m.position_slope[axis][e] = volume / length(across_section);
      m.velocity_slope[axis][e] = dot(across_section, across(moves, axis)) / volume;
    }
  });
  for (Numbers &slope : m.velocity_slope) fill_ghosts(m, slope.data());
}

// The slope behind a face, over the own one.
inline double beside(const Numbers &slope, int neighbour, double own) {
  double there = neighbour == MIRROR ? own : neighbour == FREE ? 0 : slope[neighbour];
  return there / (own + TINY);
}

// 1 where the velocity is smooth, which needs no viscosity, 0 at an extremum.
inline double smoothness(double before, double after) {
  double least = std::min(0.5 * (before + after), STEEPEST * std::min(before, after));
  return std::max(0.0, std::min(least, 1.0));
}

inline void find_viscosity(Mesh &m) {
  forall(m.elements, [&m](int e) {
    double density = m.mass[e] / (m.first_volume[e] * m.relative[e]), first = 0, second = 0;
    for (int axis = 0; axis < 3; axis++) {
      const Numbers &slope = m.velocity_slope[axis];
      const int *next = &m.neighbour[FACES * e + 2 * axis];
      double own = slope[e], smooth = smoothness(beside(slope, next[0], own), beside(slope, next[1], own));
      double jump = std::min(0.0, own * m.position_slope[axis][e]);
      first -= jump * (1 - smooth), second += jump * jump * (1 - smooth * smooth);
    }
    bool expands = m.rate[e] > 0;
    m.linear[e] = expands ? 0 : LINEAR * density * first;
    m.quadratic[e] = expands ? 0 : QUADRATIC * density * second;
  });
}

// An ideal gas of density 1 at the start; energies are those of the first volume.
struct Gas {
  double energy, pressure, sound;
};

inline Gas gas(double energy, double relative) {
  double bounded = std::max(energy, LEAST_ENERGY);
  return {bounded, (GAMMA - 1) * bounded / relative, std::sqrt(GAMMA * (GAMMA - 1) * bounded)};
}

// The energy after the volume has changed: to the middle of the step, to its end, and then with the pressures of all three by Simpson's rule.
inline void update_energy(Mesh &m) {
  forall(m.elements, [&m](int e) {
    double change = m.change[e], before = m.relative[e] - change, old = m.energy[e], load = m.pressure[e] + m.viscosity[e];
    auto viscosity = [&](const Gas &g) { return change > 0 ? 0 : m.linear[e] * g.sound + m.quadratic[e]; };
    Gas middle = gas(old - 0.5 * change * load, before + 0.5 * change);
    double middle_load = middle.pressure + viscosity(middle);
    Gas end = gas(old - change * middle_load, m.relative[e]);
    double end_load = end.pressure + viscosity(end);
    Gas now = gas(old - change * (load + 4 * middle_load + end_load) / 6, m.relative[e]);
    m.energy[e] = now.energy, m.pressure[e] = now.pressure, m.sound[e] = now.sound;
    m.viscosity[e] = viscosity(now);
  });
}

// The longest step that sound and change of volume allow.
inline double longest_step(const Mesh &m) {
  double found = least(1e20, m.elements, [&m](int e) {
    double squeeze = m.rate[e] < 0 ? 2 * QUADRATIC * m.size[e] * m.rate[e] : 0;
    double sound = COURANT * m.size[e] / std::sqrt(m.sound[e] * m.sound[e] + squeeze * squeeze);
    return std::min(sound, LARGEST_CHANGE / (std::fabs(m.rate[e]) + TINY));
  });
  return least_of_ranks(found);
}

// Steps may shrink at once, and grow a little if it is worth it.
inline double next_step(double last, double longest) {
  double growth = longest / last;
  if (growth < 1) return longest;
  return growth < SLOWEST_GROWTH ? last : std::min(growth, FASTEST_GROWTH) * last;
}

inline void step(Mesh &m) {
  find_forces(m);
  move(m);
  measure_volumes(m);
  measure_slopes(m);
  find_viscosity(m);
  update_energy(m);
  m.time_step = next_step(m.time_step, longest_step(m));
}

// Masses, volumes and pressures of a mesh at rest, from positions and energies.
inline void start(Mesh &m) {
  forall(m.elements, [&m](int e) {
    Corners at = positions(m, e);
    double all = volume(at);
    m.first_volume[e] = m.mass[e] = all, m.relative[e] = 1, m.size[e] = characteristic_length(at, all);
    Gas g = gas(m.energy[e], 1);
    m.pressure[e] = g.pressure, m.sound[e] = g.sound;
  });
  forall(m.nodes, [&m](int n) {
    double sum = 0;
    for (int k = m.meeting_begin[n]; k < m.meeting_begin[n + 1]; k++) sum += m.mass[m.meeting[k] / CORNERS] / CORNERS;
    m.node_mass[n] = sum;
  });
  add_shared(m, m.node_mass.data());
  m.time_step = 0.1 * longest_step(m);
}

// The kinetic energy of the rank's own nodes.
inline double kinetic_energy(const Mesh &m) {
  return total(m.nodes - m.first_own, [&m](int k) {
    int n = k + m.first_own;
    return 0.5 * m.node_mass[n] * (m.xd[n] * m.xd[n] + m.yd[n] * m.yd[n] + m.zd[n] * m.zd[n]);
  });
}

// The whole simulation, from positions and energies to the kinetic energy after some steps.
inline double simulate(Mesh &m, int steps) {
  start(m);
  for (int k = 0; k < steps; k++) step(m);
  return kinetic_energy(m);
}
