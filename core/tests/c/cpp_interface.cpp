/* The C++ interface of `#include <enzyme/enzyme>`: wrappers, modes, results, function objects. */
/* Flags: -I../include */
#include <enzyme/enzyme>

#include <array>

#include "check.h"

struct Pair { double x, y; };
struct Nested { Pair p; double weights[2]; int n; };

static double square(double x) { return x * x; }
static double area(Pair p) { return p.x * p.x * p.y; }
static Pair both(Pair p, double s) { return {p.x * p.y * s, p.x + s}; }
static double product(const std::array<double, 3> &a) { return a[0] * a[1] * a[2]; }
static void scale(double *x, int n, double by) { for (int i = 0; i < n; i++) x[i] *= by * by; }
static float single(float x) { return x * x * x; }
static int count(double x) { return (int)x; }

static double waves(double x, const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i] * sin(x * i);
  return s;
}
static double advance(double &x, const double &y) {
  x = x * y;
  return x * x;
}
static double nested(const Nested &t) { return t.p.x * t.weights[0] + t.p.y * t.weights[1] * t.n; }

static void reverse() {
  double dx = enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(square, enzyme::Active<double>(3.1))));
  same("adjoint", dx, 6.2);
  auto [adjoints, value] = enzyme::autodiff<enzyme::ReverseWithPrimal>(square, enzyme::active{3.0});
  same("adjoint beside the value", enzyme::get<0>(adjoints), 6);
  same("value", value, 9);
  double a[3] = {1, 2, 3}, da[3] = {0};
  auto [of] = enzyme::autodiff<enzyme::Reverse>(waves, 0.5, enzyme::Duplicated{a, da}, 3);
  same("unmarked number", enzyme::get<0>(of), 2 * cos(0.5) + 6 * cos(1.0));
  same("array", da[2], sin(1.0));
  double x = 2, mx = 0, y = 3, my = 0;
  enzyme::autodiff<enzyme::Reverse>(advance, enzyme::Duplicated{x, mx}, enzyme::Duplicated<double &>(y, my));
  same("by reference, x", mx, 36);
  same("by reference, y", my, 24);
  same("changed", x, 6);
  float ds = enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(single, enzyme::Active{2.0f})));
  same("float", ds, 12);
  auto two = enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>([](double u, double v) { return u * u * v; },
                                                              enzyme::active{2.0}, enzyme::active{5.0}));
  same("first", enzyme::get<0>(two), 20);
  same("second", enzyme::get<1>(two), 4);
  double v[2] = {1, 2}, dv[2] = {3, 5};
  auto out = enzyme::autodiff<enzyme::Reverse>(scale, enzyme::DuplicatedNoNeed{v, dv}, enzyme::Const{2}, enzyme::Active{2.0});
  same("in place", dv[1], 20);
  same("factor", enzyme::get<0>(enzyme::get<0>(out)), 4 * 1 * 3 + 4 * 2 * 5);
}

static void structures() {
  Pair g = enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(area, enzyme::Active<Pair>(Pair{2, 3}))));
  same("member", g.x, 12);
  same("another member", g.y, 4);
  std::array<double, 3> a{1, 2, 3};
  auto da = enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(product, enzyme::Active{a})));
  same("element", da[0], 6);
  Nested t{{2, 3}, {5, 7}, 4};
  auto dt = enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(nested, enzyme::Active{t})));
  same("inner member", dt.p.y, 28);
  same("inner array", dt.weights[1], 12);
  auto [tangent, value] = enzyme::autodiff<enzyme::ForwardWithPrimal>(both, enzyme::Duplicated<Pair>(Pair{2, 3}, Pair{1, 0}),
                                                                      enzyme::Const{5.0});
  same("tangent of a member", tangent.x, 15);
  same("tangent of another", tangent.y, 1);
  same("member of the value", value.x, 30);
}

static void forward() {
  double t = enzyme::autodiff<enzyme::Forward>(square, enzyme::Duplicated{3.0, 2.0});
  same("tangent", t, 12);
  double x = 2, dx = 1, y = 3, dy = 0.5;
  double s = enzyme::autodiff<enzyme::Forward>(advance, enzyme::Duplicated{x, dx}, enzyme::Duplicated{y, dy});
  same("tangent by reference", s, 36 + 24 * 0.5);
  same("tangent of what changed", dx, 3 + 2 * 0.5);
  double v[2] = {1, 2}, dv[2] = {1, 1};
  enzyme::autodiff<enzyme::Forward>(scale, enzyme::Duplicated{v, dv}, 2, enzyme::duplicated{3.0, 1.0});
  same("tangent in memory", dv[1], 9 + 6 * 2);
}

static void objects() {
  double c = 4;
  auto held = [c](double x) { return c * x * x; };
  auto seen = [&c](double x) { return c * x * x; };
  same("captured", enzyme::autodiff<enzyme::Forward>(held, enzyme::Duplicated{3.0, 1.0}), 24);
  same("captured by reference", enzyme::autodiff<enzyme::Forward>(seen, enzyme::Duplicated{3.0, 1.0}), 24);
  same("temporary", enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>([c](double x) { return c * x; }, 3.0))), 4);
  struct Cubic {
    double a;
    double operator()(double x) const { return a * x * x * x; }
  };
  Cubic f{2}, df{0};
  auto [dx] = enzyme::autodiff<enzyme::Reverse>(enzyme::Duplicated{f, df}, enzyme::active{3.0});
  same("function object", enzyme::get<0>(dx), 54);
  same("its member", df.a, 27);
  Cubic g{2};
  same("constant object", enzyme::get<0>(enzyme::get<0>(enzyme::autodiff<enzyme::Reverse>(g, 3.0))), 54);
}

static void without_result() {
  double a[2] = {1, 2}, da[2] = {0};
  enzyme::autodiff<enzyme::Reverse, enzyme::Const<double>>(waves, enzyme::Const{0.5}, enzyme::Duplicated{a, da}, 2);
  same("no seed", da[1], 0);
  auto counted = enzyme::autodiff<enzyme::ForwardWithPrimal>(count, enzyme::Duplicated{3.5, 1.0});
  same("integer result", enzyme::get<0>(counted), 3);
}

int main() {
  reverse();
  structures();
  forward();
  objects();
  without_result();
  return failures;
}
