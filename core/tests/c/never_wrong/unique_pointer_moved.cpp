/* A unique pointer is moved to and fro. */
/* May be refused: EZ0201 EZ0302. */
#include "never_wrong.h"
#include <memory>
struct Nd {
  double v;
  std::unique_ptr<Nd> l;
  Nd(double v) : v(v) {}
};
static double sum(const Nd *t) {
  return t ? t->v * (1 + sum(t->l.get())) : 0.1;
}
double f(double *x, int n) {
  std::unique_ptr<Nd> r(new Nd(x[0]));
  r->l.reset(new Nd(x[1] * x[2]));
  auto q = std::move(r->l);
  double s = sum(q.get());
  r->l = std::move(q);
  s += sum(r.get());
  return s;
}
