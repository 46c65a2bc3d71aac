/* Spans of C++20 in the typed helpers: variables, temporaries, and made of containers in differentiated code. */
/* Flags: -I../include -std=c++20 */
#include <enzyme_rs/enzyme.hpp>

#include <array>
#include <span>

#include "differences.hpp"

using namespace enzyme_rs;

static double cubes(std::span<const double> x) {
  double s = 0;
  for (double e : x) s += e * e * e;
  return s;
}
static double fixed(std::span<double, 2> x) {
  x[0] *= 2;
  return x[0] * x[1];
}
static void squares(std::span<const double> x, std::span<double> y) {
  for (size_t i = 0; i < x.size(); i++) y[i] = x[i] * x[i];
}

int main() {
  Numbers v{1, 2}, d(2);
  reverse<cubes>(dup(v, d));
  same("vector for a span", d[1], 12);
  std::array<double, 2> a{1, 2}, da{};
  reverse<cubes>(dup(a, da));
  same("array for a span", da[1], 12);
  std::span<double> s(v), ds(d);
  reverse<cubes>(dup(s, ds));
  same("span", d[1], 24);
  reverse<cubes>(dup(std::span(v), std::span(d)));
  same("temporary", d[1], 36);
  reverse<cubes>(dup(std::span(v).subspan(1), std::span(d).subspan(1)));
  same("part", d[1], 48);
  same("the other part", d[0], 9);
  double b[2] = {2, 3}, db[2] = {0};
  reverse<fixed>(dup(b, db));
  same("of a fixed size", db[0], 6);
  Numbers y(2), dy{1, 2}, dx(2), t{1, 0};
  reverse<squares>(dup(v, dx), dup(y, dy));
  same("results", dx[1], 2 * 4);
  same("tangent", forward<cubes>(dup(std::span<const double>(v), std::span<const double>(t))), 3);
  constexpr auto twice = [](double x) { return 2 * x; };
  same("lambda in angle brackets", reverse<twice>(active(3.0)), 2);
  return failures;
}
