/* Constructors and destructors that are two names of one function each. */
#include "never_wrong.h"
struct S {
  double a;
  S(double v);
  ~S();
  double g(double t);
};
S::S(double v) : a(v * v) {}
S::~S() { a = 0; }
double S::g(double t) { return a * t; }
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    S q(x[i]);
    s += q.g(x[(i + 1) % n]);
  }
  return s;
}
