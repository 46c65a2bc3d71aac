// A block of hexahedra, and what is known at its nodes and in its elements.
//
// Owns: the arrays of a simulation, the tables that say which node is where, the first state. A rank has a slab of the block along z; what it knows of its
// neighbours' outermost elements lies behind its own elements.
#pragma once
#include "hexahedron.hpp"
#include <vector>

using Numbers = std::vector<double>;
using Indices = std::vector<int>;

struct Mesh {
  // Elements in each direction; where the slab begins, of how many layers.
  int edge, layers, first_layer, all_layers;
  int elements, nodes;
  // The nodes before this one are the lower rank's as well, and count as its own.
  int first_own;

  // Eight nodes of each element; the element behind each face, or what `border` says.
  Indices corner, neighbour;
  // The corners of elements that meet at a node, as begin and list.
  Indices meeting_begin, meeting;
  // The nodes of the three planes that the material slides along.
  Indices still[3];

  // At nodes: position, velocity, force, mass.
  Numbers x, y, z, xd, yd, zd, fx, fy, fz, node_mass;
  // In elements: energy, pressure, viscosity with its parts, volume over the first one, its change, mass, speed of sound.
  Numbers energy, pressure, viscosity, linear, quadratic, relative, change, first_volume, mass, sound;
  // In elements: rate of change of the volume, length, and for each axis the gradients of velocity and position.
  Numbers rate, size, velocity_slope[3], position_slope[3];
  // At corners of elements: forces.
  Numbers corner_fx, corner_fy, corner_fz;

  double time_step;
};

// Instead of an element behind a face: the material's end, or the plane that it slides along.
constexpr int FREE = -1, MIRROR = -2;

inline int node_at(const Mesh &m, int i, int j, int k) { return (k * (m.edge + 1) + j) * (m.edge + 1) + i; }
inline int element_at(const Mesh &m, int i, int j, int k) { return (k * m.edge + j) * m.edge + i; }

inline int plane_nodes(const Mesh &m) { return (m.edge + 1) * (m.edge + 1); }
inline int plane_elements(const Mesh &m) { return m.edge * m.edge; }

// Elements, and room for the outermost ones of both neighbours.
inline int with_ghosts(const Mesh &m) { return m.elements + 2 * plane_elements(m); }

inline void connect(Mesh &m, int i, int j, int k) {
  int e = element_at(m, i, j, k), last = m.edge - 1;
  for (int c = 0; c < CORNERS; c++) {
    int round = c % 4;
    m.corner[CORNERS * e + c] = node_at(m, i + (round == 1 || round == 2), j + round / 2, k + c / 4);
  }
  int *next = &m.neighbour[FACES * e];
  int below_ghost = m.elements + j * m.edge + i, above_ghost = below_ghost + plane_elements(m);
  next[0] = i == 0 ? MIRROR : e - 1;
  next[1] = i == last ? FREE : e + 1;
  next[2] = j == 0 ? MIRROR : e - m.edge;
  next[3] = j == last ? FREE : e + m.edge;
  next[4] = k > 0 ? e - plane_elements(m) : m.first_layer > 0 ? below_ghost : MIRROR;
  next[5] = k < m.layers - 1 ? e + plane_elements(m) : m.first_layer + m.layers < m.all_layers ? above_ghost : FREE;
}

// Turns the table of corners round.
inline void list_meetings(Mesh &m) {
  m.meeting_begin.assign(m.nodes + 1, 0);
  m.meeting.resize(CORNERS * m.elements);
  for (int node : m.corner) m.meeting_begin[node + 1]++;
  for (int n = 0; n < m.nodes; n++) m.meeting_begin[n + 1] += m.meeting_begin[n];
  Indices end(m.meeting_begin.begin(), m.meeting_begin.end() - 1);
  for (int c = 0; c < CORNERS * m.elements; c++) m.meeting[end[m.corner[c]]++] = c;
}

inline void list_still(Mesh &m) {
  for (int k = 0; k <= m.layers; k++)
    for (int j = 0; j <= m.edge; j++)
      for (int i = 0; i <= m.edge; i++) {
        if (i == 0) m.still[0].push_back(node_at(m, i, j, k));
        if (j == 0) m.still[1].push_back(node_at(m, i, j, k));
        if (k + m.first_layer == 0) m.still[2].push_back(node_at(m, i, j, k));
      }
}

// All arrays of numbers, for making them and for clearing shadows.
template <class Visitor> void each_array(Mesh &m, Visitor visit) {
  for (Numbers *at_node : {&m.x, &m.y, &m.z, &m.xd, &m.yd, &m.zd, &m.fx, &m.fy, &m.fz, &m.node_mass}) visit(*at_node, m.nodes);
  for (Numbers *in : {&m.energy, &m.pressure, &m.viscosity, &m.linear, &m.quadratic, &m.relative, &m.change, &m.first_volume, &m.mass, &m.sound, &m.rate,
                      &m.size})
    visit(*in, m.elements);
  for (int axis = 0; axis < 3; axis++) visit(m.velocity_slope[axis], with_ghosts(m)), visit(m.position_slope[axis], m.elements);
  for (Numbers *at_corner : {&m.corner_fx, &m.corner_fy, &m.corner_fz}) visit(*at_corner, CORNERS * m.elements);
}

inline void clear(Mesh &m) {
  each_array(m, [](Numbers &array, int size) { array.assign(size, 0.0); });
  m.time_step = 0;
}

// The layers `first` to `first + layers` of a cube with `edge` elements in each direction.
inline Mesh make_mesh(int edge, int first, int layers) {
  Mesh m = {};
  m.edge = edge, m.layers = layers, m.first_layer = first, m.all_layers = edge;
  m.elements = edge * edge * layers;
  m.nodes = plane_nodes(m) * (layers + 1);
  m.first_own = first > 0 ? plane_nodes(m) : 0;
  m.corner.resize(CORNERS * m.elements);
  m.neighbour.resize(FACES * m.elements);
  for (int k = 0; k < layers; k++)
    for (int j = 0; j < edge; j++)
      for (int i = 0; i < edge; i++) connect(m, i, j, k);
  list_meetings(m);
  list_still(m);
  clear(m);
  return m;
}
