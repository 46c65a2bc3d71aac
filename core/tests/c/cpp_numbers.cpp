/* Numbers in the typed helpers: many active ones, by reference, with shadows, and constants of every kind. */
/* Flags: -I../include */
#include <enzyme_rs/enzyme.hpp>

#include "check.h"

using namespace enzyme_rs;

static double product(double a, float b, double c, float d, double e, double f) { return a * b * c * d * e * f; }
static double three(double a, double b, double c) { return a * b * c; }
static float pair(float a, float b) { return a * a * b; }
static double multiplied(double &x, const double &y) {
  x *= y;
  return x * x;
}
static double plain(double x, const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x * x * a[i];
  return s;
}
static long count(double x) { return long(x); }
static const double &chosen(const double &a, const double &b) { return a > b ? a : b; }
static long double wide(long double x) { return x * x * x; }
static void doubled(double x, double &y) { y = 2 * x * x; }

enum class Kind { A, B };
enum Old { X, Y };
static double constants(double x, Kind k, Old o, bool b, char c, unsigned char u, short s, size_t z, std::nullptr_t, const char *t) {
  return x * (k == Kind::B ? 2 : 1) * (o == Y ? 3 : 1) * (b ? 5 : 1) * c * u * s * double(z) * (t[0] - 'a' + 1);
}

static void many() {
  auto [a, b, c, d, e, f] = reverse<product>(active(1.0), active(2.0f), active(3.0), active(4.0f), active(5.0), active(6.0));
  same("first of six", a, 720);
  same("second", b, 360);
  same("third", c, 240);
  same("fourth", d, 180);
  same("fifth", e, 144);
  same("sixth", f, 120);
  auto five = reverse<product>(active(1.0), active(2.0f), active(3.0), constant(4.0f), active(5.0), active(6.0));
  same("by name", five.fourth, 144);
  same("by number", get<4>(five), 120);
  auto g = reverse<three>(active(2.0), active(3.0), active(4.0));
  same("third of three", g.third, 6);
  auto [s, t] = reverse<pair>(active(2.0f), active(3.0f));
  same("float", s, 12);
  same("second float", t, 4);
}

static void with_shadows() {
  double x = 2, dx = 0, y = 3, dy = 0;
  reverse<multiplied>(dup(x, dx), dup(y, dy));
  same("by reference", dx, 36);
  same("by const reference", dy, 24);
  same("changed", x, 6);
  x = 2, dx = 0;
  same("active for a const reference", reverse<multiplied>(dup(x, dx), active(3.0)), 24);
  double a = 5, da = 1, *p = &a, *dp = &da;
  reverse<three>(dup(a, da), constant(2.0), constant(3));
  same("added to a shadow", da, 1 + 6);
  da = 0;
  same("pointers", reverse<plain>(active(3.0), dup(p, dp), constant(1)), 30);
  same("behind the pointer", da, 9);
  double out = 0, seed = 1;
  same("result by reference", reverse<doubled>(active(3.0), dup_no_need(out, seed)), 12);
  same("largest", reverse<chosen>(active(2.0), constant(1.0)), 1);
  same("long double", double(reverse<wide>(active(2.0L))), 12);
}

static void tangents() {
  same("number", forward<three>(dup(2.0, 1.0), constant(3.0), dup(4.0, 0.5)), 12 + 3);
  same("an integer as a tangent", forward<three>(dup(2.0, 1), constant(3.0), constant(4.0)), 12);
  double x = 2, dx = 1;
  same("by reference", forward<multiplied>(dup(x, dx), constant(3.0)), 36);
  same("changed", dx, 3);
  forward<count>(dup(2.0, 1.0));
  same("reference as a result", forward<chosen>(dup(2.0, 7.0), constant(1.0)), 7);
}

int main() {
  many();
  with_shadows();
  tangents();
  size_t large = size_t(1) << 33;
  double d = reverse<constants>(active(1.0), constant(Kind::B), constant(Y), constant(true), constant(char(2)),
                                constant((unsigned char)200), constant(short(-3)), constant(large), constant(nullptr), constant("b"));
  same("constants", d, 2.0 * 3 * 5 * 2 * 200 * -3 * double(large) * 2);
  return failures;
}
