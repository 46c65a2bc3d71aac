/* Containers as arguments of the typed helpers: by reference, by value, nested, in structures, as results. */
/* Flags: -I../include */
#include <enzyme_rs/enzyme.hpp>

#include <array>
#include <complex>
#include <deque>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "differences.hpp"

using namespace enzyme_rs;

static double waves(const Numbers &v, double k) {
  double s = 0;
  for (double x : v) s += sin(k * x) * x;
  return s;
}
static double doubled(Numbers v, double k) {
  for (double &x : v) x *= 2;
  return waves(v, k);
}
static void step(Numbers &u, const double &dt) {
  Numbers next(u.size());
  for (size_t i = 0; i < u.size(); i++) next[i] = u[i] + dt * sin(u[(i + 1) % u.size()]);
  for (size_t i = 0; i < u.size(); i++) u[i] = next[i];
}
static double steps(Numbers u, double dt) {
  for (int k = 0; k < 5; k++) step(u, dt);
  return waves(u, 1);
}
static float squares(const std::vector<float> &v, float k) {
  float s = 0;
  for (float x : v) s += x * x * k;
  return s;
}

static void vectors() {
  Numbers v{0.5, 1.5, -0.3}, dv(3);
  double dk = reverse<waves>(dup(v, dv), active(1.3));
  auto waves_at = [](const Numbers &x) { return waves({x[0], x[1], x[2]}, x[3]); };
  against("const reference", waves_at, {0.5, 1.5, -0.3, 1.3}, {dv[0], dv[1], dv[2], dk});
  Numbers dw(3);
  dk = reverse<doubled>(dup(v, dw), active(1.3));
  auto doubled_at = [](const Numbers &x) { return doubled({x[0], x[1], x[2]}, x[3]); };
  against("by value", doubled_at, {0.5, 1.5, -0.3, 1.3}, {dw[0], dw[1], dw[2], dk});
  same("the variable stays", v[1], 1.5);
  Numbers du(3);
  double dt = reverse<steps>(dup(v, du), active(0.1));
  auto steps_at = [](const Numbers &x) { return steps({x[0], x[1], x[2]}, x[3]); };
  against("changed copy", steps_at, {0.5, 1.5, -0.3, 0.1}, {du[0], du[1], du[2], dt});
  const Numbers fixed{1, 2};
  Numbers shadow(2), tangent{1, 0};
  reverse<waves>(dup(fixed, shadow), constant(1.0));
  same("const variable", shadow[1], cos(2) * 2 + sin(2));
  same("const tangent", forward<waves>(dup(fixed, std::as_const(tangent)), constant(1.0)), cos(1) + sin(1));
  Numbers kept(2);
  reverse<doubled>(dup(Numbers{1, 2}, kept), constant(1.0));
  same("shadow of a temporary", kept.at(1), 2 * (4 * cos(4) + sin(4)));
  reverse([](Numbers w) { return w[0] * w[1]; }, dup(Numbers{3, 4}, kept));
  same("a lambda's", kept.at(0), 2 * (2 * cos(2) + sin(2)) + 4);
  same("temporaries", forward<waves>(dup(Numbers{1, 2}, Numbers{1, 0}), dup(1.0, 0.0)), cos(1) + sin(1));
  std::vector<float> single{1, 2}, dsingle(2);
  same("float", reverse<squares>(dup(single, dsingle), active(3.0f)), 5);
  same("float element", dsingle[1], 12);
}

static void changed_in_place() {
  Numbers u{1, 2, 3}, du{1, 1, 1};
  double dt = 0.1, ddt = 0;
  reverse<step>(dup(u, du), dup(dt, ddt));
  same("changed", u[0], 1 + 0.1 * sin(2));
  same("seeds became adjoints", du[0], 1 + 0.1 * cos(1));
  same("number by reference", ddt, sin(1) + sin(2) + sin(3));
}

static double sum(const std::vector<Numbers> &rows) {
  double s = 0;
  for (const Numbers &row : rows)
    for (double x : row) s += x * x * x;
  return s;
}
static double product(const std::array<double, 3> &a) { return a[0] * a[1] * a[2]; }
static double scaled(std::array<double, 3> a, double k) {
  for (double &x : a) x *= k;
  return product(a);
}
static double plain(const double (&a)[3]) { return a[0] * a[1] + a[2]; }
static double pointer(const double *a, int n) { return a[0] * a[n - 1]; }
static double plane(const double (*m)[2]) { return m[0][1] * m[1][0]; }
static double queue(const std::deque<double> &q) { return q.front() * q.back(); }
static double owned(const std::unique_ptr<double[]> &p, int n) { return p[0] * p[n - 1]; }

static void others() {
  std::vector<Numbers> rows{{1, 2}, {}, {3}}, drows{{0, 0}, {}, {0}};
  reverse<sum>(dup(rows, drows));
  same("rows", drows[2][0], 27);
  std::array<double, 3> a{1, 2, 3}, da{}, db{};
  reverse<product>(dup(a, da));
  same("array", da[0], 6);
  same("its factor", reverse<scaled>(dup(a, db), active(2.0)), 3 * 4 * 6);
  same("array by value", db[2], 8 * 2);
  double c[3] = {2, 3, 4}, dc[3] = {0};
  reverse<plain>(dup(c, dc));
  same("reference to an array", dc[1], 2);
  reverse<pointer>(dup(c, dc), constant(3));
  same("array for a pointer", dc[0], 3 + 4);
  reverse<pointer>(dup(a.data(), da.data()), constant(3));
  same("pointer", da[0], 6 + 3);
  double m[2][2] = {{1, 2}, {3, 4}}, dm[2][2] = {{0}};
  reverse<plane>(dup(m, dm));
  same("two dimensions", dm[1][0], 2);
  std::deque<double> q{2, 3, 4}, dq(3);
  reverse<queue>(dup(q, dq));
  same("deque", dq[2], 2);
  auto p = std::make_unique<double[]>(2), dp = std::make_unique<double[]>(2);
  p[0] = 3, p[1] = 5;
  reverse<owned>(dup(p, dp), constant(2));
  same("unique_ptr", dp[1], 3);
}

struct Layer {
  Numbers weights;
  double bias;
  int n;
};
static double layer(const Layer &l, const Numbers &x) {
  double s = l.bias;
  for (int i = 0; i < l.n; i++) s += exp(l.weights[i] * x[i]);
  return s;
}
static double copied(Layer l, Numbers x) {
  for (double &w : l.weights) w *= 2;
  l.bias *= l.bias;
  return layer(l, x);
}
using Complex = std::complex<double>;
static double power(const Complex &z) { return std::norm(z * z); }
static double part(Complex z) { return std::real(z * z); }
static double mixed(const std::optional<double> &o, std::pair<double, double> p, const std::tuple<double, int> &t) {
  return *o * *o * p.first * p.second * std::get<0>(t) * std::get<1>(t);
}

static void structures() {
  Layer l{{0.1, 0.2}, 3, 2}, dl{{0, 0}, 0, 2}, dm{{0, 0}, 0, 2};
  Numbers x{1, 2}, dx(2), dy(2), at{0.1, 0.2, 3, 1, 2};
  auto all = [](const Layer &d, const Numbers &e) { return Numbers{d.weights[0], d.weights[1], d.bias, e[0], e[1]}; };
  auto put = [](const Numbers &p) { return Layer{{p[0], p[1]}, p[2], 2}; };
  reverse<layer>(dup(l, dl), dup(x, dx));
  against("structure", [&](const Numbers &p) { return layer(put(p), {p[3], p[4]}); }, at, all(dl, dx));
  reverse<copied>(dup(l, dm), dup(x, dy));
  against("by value", [&](const Numbers &p) { return copied(put(p), {p[3], p[4]}); }, at, all(dm, dy));
  Complex z(1, 2), dz = 0, dw = 0;
  reverse<power>(dup(z, dz));
  same("complex", dz.imag(), 4 * 2 * 5);
  reverse<part>(dup(z, dw));
  same("complex by value", dw.imag(), -4);
  std::optional<double> o(2), d(0);
  std::pair<double, double> p(3, 4), dp(0, 0);
  std::tuple<double, int> t(5, 6), dt(0, 0);
  reverse<mixed>(dup(o, d), dup(p, dp), dup(t, dt));
  same("optional", *d, 2 * 2 * 12 * 30);
  same("pair", dp.second, 4 * 3 * 30);
  same("tuple", std::get<0>(dt), 4 * 12 * 6);
}

static std::pair<double, double> both(double x, double y) { return {x * y, x + y}; }
static std::array<double, 3> powers(double x) { return {x, x * x, x * x * x}; }
static Numbers squared(const Numbers &v) {
  Numbers r;
  for (double x : v) r.push_back(x * x);
  return r;
}
static Complex turned(Complex z) { return z * z; }

static void results() {
  auto [product, sum] = forward<both>(dup(2.0, 1.0), constant(3.0));
  same("pair", product, 3);
  same("its second", sum, 1);
  same("array", forward<powers>(dup(2.0, 1.0))[2], 12);
  Numbers v{1, 2}, dv{1, 1};
  Numbers t = forward<squared>(dup(v, dv));
  same("size", double(t.size()), 2);
  same("vector", t[1], 4);
  same("complex", forward<turned>(dup(Complex(1, 2), Complex(1, 0))).imag(), 4);
}

int main() {
  vectors();
  changed_in_place();
  others();
  structures();
  results();
  return failures;
}
