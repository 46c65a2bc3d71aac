// The gradient of a simulation: of the kinetic energy after some steps, with respect to the energy in each element and the position of each node at the start.
//
// The material begins at rest, hot near one corner, on a mesh that is not quite regular. The program checks the gradient; HYDRO_GRADIENT=FILE makes a file of
// it, or compares with it if there is one, so that variants of the loops and numbers of ranks can be compared.
#include "step.hpp"
#include "../harness.h"
#include <enzyme_rs/enzyme.h>
#include <fstream>
#include <string>

static int edge, steps;
static Mesh mesh, shadow;

// Inputs are energies, then x, y and z of all nodes.
static int inputs() { return mesh.elements + 3 * mesh.nodes; }

static void set(Mesh &m, const double *from) {
  clear(m);
  for (Numbers *part : {&m.energy, &m.x, &m.y, &m.z}) {
    std::copy(from, from + part->size(), part->begin());
    from += part->size();
  }
}

static double value(const double *x) {
  set(mesh, x);
  return total_of_ranks(simulate(mesh, steps));
}

static void gradient(const double *x, double *dx) {
  set(mesh, x);
  clear(shadow);
  __enzyme_autodiff_void((void *)simulate, enzyme_dup, &mesh, &shadow, enzyme_const, steps);
  for (const Numbers *part : {&shadow.energy, &shadow.x, &shadow.y, &shadow.z})
    for (double number : *part) *dx++ += number;
}

static double tangent(const double *x, const double *v) {
  set(mesh, x);
  set(shadow, v);
  return total_of_ranks(__enzyme_fwddiff_double((void *)simulate, enzyme_dup, &mesh, &shadow, enzyme_const, steps));
}

// Numbers of the whole block's elements and nodes, so that all ranks have the same material.
static void fill(double *at, double *along) {
  int first_element = mesh.first_layer * plane_elements(mesh), first_node = mesh.first_layer * plane_nodes(mesh), wide = edge + 1;
  double *x = at + mesh.elements, *y = x + mesh.nodes, *z = y + mesh.nodes, *v = along + mesh.elements;
  for (int e = 0; e < mesh.elements; e++) {
    int k = first_element + e;
    double i = (k % edge + 0.5) / edge, j = (k / edge % edge + 0.5) / edge, l = (k / edge / edge + 0.5) / edge;
    at[e] = 0.1 + 3 * std::exp(-6 * (i * i + j * j + l * l)), along[e] = chosen(k) - 0.3;
  }
  for (int n = 0; n < mesh.nodes; n++) {
    int k = first_node + n, i = k % wide, j = k / wide % wide, l = k / wide / wide;
    double wave = 0.1 / edge;
    x[n] = (double)i / edge + wave * std::sin(0.7 * i) * std::cos(1.1 * j + 0.3 * l), v[n] = (chosen(3 * k) - 0.5) / edge;
    y[n] = (double)j / edge + wave * std::sin(0.9 * j) * std::cos(0.8 * l + 0.4 * i), v[mesh.nodes + n] = (chosen(5 * k) - 0.5) / edge;
    z[n] = (double)l / edge + wave * std::sin(1.3 * l) * std::cos(0.6 * i + 0.5 * j), v[2 * mesh.nodes + n] = (chosen(7 * k) - 0.5) / edge;
  }
}

// The gradient of the whole block: of all elements, then of the nodes. What ranks have at a plane that they share is one number.
static Numbers whole(const program &hydro) {
  int element = mesh.first_layer * plane_elements(mesh), node = mesh.first_layer * plane_nodes(mesh);
  int elements = edge * plane_elements(mesh), nodes = (edge + 1) * plane_nodes(mesh);
  Numbers mine(hydro.inputs), all(elements + 3 * nodes);
  gradient(hydro.at, mine.data());
  std::copy_n(mine.begin(), mesh.elements, all.begin() + element);
  for (int axis = 0; axis < 3; axis++)
    std::copy_n(mine.begin() + mesh.elements + axis * mesh.nodes, mesh.nodes, all.begin() + elements + axis * nodes + node);
  add_up(all);
  return all;
}

// Compares the gradient with that of another variant, or leaves it there for others to be compared with.
static void compare(const program &hydro, const char *file) {
  Numbers all = whole(hydro), other(all.size());
  size_t size = all.size() * sizeof(double);
  if (std::ifstream(file, std::ios::binary).read((char *)other.data(), size))
    judge(&hydro, "the gradient of another variant", off_entries(all.data(), other.data(), (int)all.size()), 1e-11);
  else if (!hydro.is_silent)
    std::ofstream(file, std::ios::binary).write((const char *)all.data(), size);
}

int main(int count, char **arguments) {
  Ranks all(&count, &arguments);
  Library library(count, arguments);
  int bench = is_bench(count, arguments);
  edge = bench ? 20 : 6, steps = bench ? 10 : 8;
  int first = edge * rank() / ranks(), end = edge * (rank() + 1) / ranks();
  mesh = make_mesh(edge, first, end - first);
  shadow = mesh;
  std::string name = std::string("hydro") + LOOPS_OF + (ranks() > 1 ? ", " + std::to_string(ranks()) + " ranks" : "");
  program hydro = {name.c_str(), inputs(), numbers(inputs()), numbers(inputs()), value, gradient, tangent, total_of_ranks, rank() > 0, HAS_ONE_TEAM};
  fill(hydro.at, hydro.along);
  bench ? measure(&hydro) : check(&hydro);
  if (const char *file = std::getenv("HYDRO_GRADIENT")) compare(hydro, file);
  return failures > 0;
}
