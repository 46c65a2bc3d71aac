/* What can be differentiated by the typed helpers: lambdas, function objects, member functions, templates. */
/* Flags: -I../include */
#include <enzyme_rs/enzyme.hpp>

#include <functional>
#include <map>
#include <string>

#include "differences.hpp"

using namespace enzyme_rs;

static double square(double x) { return x * x; }
constexpr double cubic(double x) { return x * x * x + 1; }
static double overloaded(double x) { return x * x; }
static float overloaded(float x) { return x; }
template <typename T> T scaled(const std::vector<T> &v, const T &k) {
  T s = 0;
  for (const T &x : v) s += x * x * k;
  return s;
}
template <int N> double power(double x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1>(x);
}
template <auto F> double slope_of(double x) { return reverse<F>(active(x)); }
template <typename F> double slope_at(F &&f, double x) { return reverse(f, active(x)); }

static void templates() {
  Numbers v{1, 2}, dv(2);
  same("template", reverse<scaled<double>>(dup(v, dv), active(3.0)), 5);
  same("its element", dv[1], 12);
  same("recursive template", reverse<power<3>>(active(2.0)), 12);
  same("constexpr", reverse<cubic>(active(2.0)), 12);
  same("within a template", slope_of<cubic>(3), 27);
  same("lambda within a template", slope_at([](double x) { return cubic(x) * x; }, 2), 4 * 8 + 1);
  same("chosen by a cast", reverse<static_cast<double (*)(double)>(overloaded)>(active(3.0)), 6);
  same("chosen by a lambda", reverse([](auto x) { return overloaded(x); }, active(3.0)), 6);
}

static void lambdas() {
  double k = 7;
  same("by value", reverse([k](double x) { return k * x * x; }, active(3.0)), 42);
  same("by reference", reverse([&](double x) { return k * x * x; }, active(3.0)), 42);
  same("generic", reverse([&](auto x, auto n) { return k * x * n; }, active(3.0), constant(2)), 14);
  same("forward", forward([&](double x) { return k * x * x; }, dup(3.0, 2.0)), 84);
  std::map<std::string, double> table{{"a", 2}, {"b", 3}};
  auto looked_up = [&](const Numbers &x) {
    double s = 0;
    for (auto &[name, value] : table) s += value * x[0] * x[1];
    return s * table.at("a");
  };
  Numbers x{1, 2}, dx(2);
  reverse(looked_up, dup(x, dx));
  against("a captured map", looked_up, x, dx);
  int calls = 0;
  same("mutable", reverse([calls](double x) mutable { return x * ++calls; }, active(2.0)), 1);
  std::function<double(double)> f = [k](double x) { return k * square(x); };
  same("std::function", reverse(f, active(2.0)), 28);
}

struct Model {
  double k;
  Numbers weights;
  double energy(const Numbers &x) const {
    double s = 0;
    for (size_t i = 0; i < x.size(); i++) s += k * weights[i] * cos(x[i]);
    return s;
  }
  double grown(double x) { return (k *= 2) * x; }
  double sure(double x) const noexcept { return k * x * x; }
  double kept(double x) const & { return k * x; }
  double spent(double x) && { return k * x; }
  double with_default(double x, double y = 2) const { return k * x * y; }
  static double of_class(double x) { return x * x; }
  Numbers gradient(const Numbers &x) const {
    Numbers dx(x.size());
    reverse([this](const Numbers &y) { return energy(y) + k; }, dup(x, dx));
    return dx;
  }
};

static void members() {
  Model m{2, {1, 3}}, dm{0, {0, 0}};
  Numbers x{0.1, 0.2}, dx(2);
  reverse<&Model::energy>(dup(m, dm), dup(x, dx));
  against("object and argument", [](const Numbers &p) { return Model{p[0], {p[1], p[2]}}.energy({p[3], p[4]}); },
          {2, 1, 3, 0.1, 0.2}, {dm.k, dm.weights[0], dm.weights[1], dx[0], dx[1]});
  same("constant object", forward<&Model::energy>(constant(m), dup(x, Numbers{1, 0})), dx[0]);
  against("this in a lambda", [&](const Numbers &y) { return m.energy(y); }, x, m.gradient(x));
  const Model fixed{5, {}};
  same("const", reverse<&Model::sure>(constant(fixed), active(1.0)), 10);
  same("for variables", reverse<&Model::kept>(constant(m), active(2.0)), 2);
  same("for temporaries", reverse<&Model::spent>(constant(Model{4, {}}), active(2.0)), 4);
  same("default argument", reverse<&Model::with_default>(constant(m), active(2.0), constant(3.0)), 6);
  same("static", reverse<&Model::of_class>(active(2.0)), 4);
  Model dn{0, {0, 0}};
  same("not const", reverse<&Model::grown>(dup(m, dn), active(3.0)), 4);
  same("it changed", m.k, 4);
  same("its member", dn.k, 6);
}

struct Nested {
  double k;
  double operator()(double x, int n) const { return n == 0 ? x : k * sin((*this)(x, n - 1)); }
};
struct Sum {
  double sum = 0;
  void operator()(const Numbers &x) {
    for (double y : x) sum += y * y;
  }
};
struct Cube {
  double a;
  double operator()() const { return a * a * a; }
};

static void objects() {
  Nested f{1.1}, df{0};
  double of_x = reverse(dup(f, df), active(0.5), constant(4));
  against("recursive", [](const Numbers &p) { return Nested{p[1]}(p[0], 4); }, {0.5, 1.1}, {of_x, df.k});
  Numbers x{1, 2};
  Sum s, ds{1};
  Numbers du(2);
  reverse(dup(s, ds), dup(x, du));
  same("state", s.sum, 5);
  same("added to state", du[1], 4);
  Cube c{3}, dc{0};
  reverse(dup(c, dc));
  same("without arguments", dc.a, 27);
}

static double wave(double x, double y) { return sin(x) * y * y; }
static double wave_slope(double x, double y) { return reverse<wave>(active(x), constant(y)); }
static double gradient_sum(const Numbers &v) {
  Numbers d(2);
  reverse([](const Numbers &w) { return w[0] * w[0] * w[0] * w[1]; }, dup(v, d));
  return d[0] + d[1];
}
static double twice(double (*f)(double), double x) { return f(f(x)); }

static void of_derivatives() {
  same("forward over reverse", forward<wave_slope>(constant(1.0), dup(2.0, 1.0)), cos(1) * 4);
  same("reverse over reverse", reverse<wave_slope>(active(1.0), constant(2.0)), -sin(1) * 4);
  same("of a container", forward<gradient_sum>(dup(Numbers{2, 3}, Numbers{1, 0})), 6 * 2 * 3 + 3 * 4);
  same("callback", reverse<twice>(constant(square), active(3.0)), 108);
}

int main() {
  templates();
  lambdas();
  members();
  objects();
  of_derivatives();
  return failures;
}
