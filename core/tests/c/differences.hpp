// What C++ programs of this folder share: gradients of functions of a vector against central differences.
#ifndef DIFFERENCES_HPP
#define DIFFERENCES_HPP

#include "check.h"

#include <vector>

using Numbers = std::vector<double>;

/// Five-point differences of two steps; the one nearest to `guess`.
template <typename F> double slope(F &&f, Numbers x, std::size_t i, double guess) {
  double best = NAN;
  for (double h : {1e-3, 1e-4}) {
    auto at = [&](double by) {
      Numbers moved = x;
      moved[i] += by;
      return f(moved);
    };
    double d = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    if (!(fabs(best - guess) <= fabs(d - guess)))
      best = d;
  }
  return best;
}

/// The gradient of f: Numbers -> double at x.
template <typename F> void against(const char *name, F &&f, const Numbers &x, const Numbers &gradient) {
  for (std::size_t i = 0; i < x.size(); i++) {
    char what[80];
    snprintf(what, sizeof what, "%s[%zu]", name, i);
    near_to(what, gradient[i], slope(f, x, i, gradient[i]), 1e-8);
  }
}

#endif
