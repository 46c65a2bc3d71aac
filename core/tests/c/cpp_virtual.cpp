/* Virtual member functions in the typed helpers. Alone: without types, functions of one type are told apart by what else there is. */
/* Flags: -I../include */
#include <enzyme_rs/enzyme.hpp>

#include "differences.hpp"

using namespace enzyme_rs;

struct Base {
  double k = 3;
  virtual double energy(const Numbers &x) const { return k * x[0]; }
  virtual ~Base() {}
};
struct Derived : Base {
  double j = 2;
  double energy(const Numbers &x) const override { return k * j * x[0] * x[1]; }
};

int main() {
  Derived m, dm;
  dm.k = dm.j = 0;
  Numbers x{1, 2}, dx(2);
  reverse<&Base::energy>(dup(m, dm), dup(x, dx));
  same("member of the derived class", dm.j, 6);
  same("member of the base", dm.k, 4);
  same("argument", dx[0], 12);
  Numbers t{1, 0};
  same("constant object", forward<&Base::energy>(constant(m), dup(x, t)), 12);
  return failures;
}
