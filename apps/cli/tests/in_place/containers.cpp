// References, containers in containers, a base class, a list with a tail, a number by value; the hook is in a member function.
#include <cmath>
#include <cstdio>
#include <enzyme_rs/enzyme.h>
#include <memory>
#include <vector>

template <typename R, typename... A> R __enzyme_autodiff(A...);

struct Node {
  double value;
  Node *next;
};

struct Scaled {
  double scale = 2;
};

struct Model : Scaled {
  std::vector<double> a;
  std::vector<std::vector<double>> rows;
  std::unique_ptr<double[]> owned;
  Node *list;
  const char *name;
};

static double energy(const Model &m, const std::vector<double> &x, double s) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); i++)
    sum += m.a[i] * std::exp(x[i]) * s + m.owned[i];
  for (const auto &row : m.rows)
    for (double e : row)
      sum += e * e * m.scale;
  for (const Node *node = m.list; node; node = node->next)
    sum *= node->value;
  return sum;
}

struct Study {
  Model m, d;
  double run(std::vector<double> &x, std::vector<double> &dx) {
    return __enzyme_autodiff<double>((void *)energy, enzyme_dup, &m, &d, enzyme_dup, &x, &dx, enzyme_out, 1.5);
  }
};

static Model model(double one, Node *list) {
  Model m;
  m.a = {one, 2 * one, 3 * one};
  m.rows = {{one}, {one, 2 * one}};
  m.owned.reset(new double[3]{one, one, one});
  m.list = list;
  m.name = "model";
  return m;
}

int main() {
  Node tail = {3, nullptr}, head = {2, &tail}, dtail = {0, nullptr}, dhead = {0, &dtail};
  Study study = {model(1, &head), model(0, &dhead)};
  study.d.scale = 0;
  std::vector<double> x = {0.1, 0.2, 0.3}, dx(3);
  double ds = study.run(x, dx);
  std::printf("ds %.6f tail %.6f\n", ds, dtail.value);
}
