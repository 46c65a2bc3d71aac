/* Springs, and shadows of them: numbers that are zero, and a virtual table that leads to derivatives. */
#include "shadow_vtable.hpp"
#include <cmath>
#include <cstring>

struct Linear final : Spring {
  double force(double x) const override { return stiffness * x; }
};

struct Stiffening final : Spring {
  double force(double x) const override { return stiffness * std::sinh(x); }
};

/* C++ has no pointer to a virtual function's code; a function of the same type that calls it will do. */
template <class S> static double force_of(const S *spring, double x) { return spring->S::force(x); }

template <class S> static Spring *make() { return new S; }

template <class S> static Spring *make_shadow() {
  static void *const table[] = {__enzyme_virtualreverse((void *)force_of<S>)};
  Spring *shadow = new S;
  void *const *at = table;
  std::memcpy((void *)shadow, &at, sizeof at);
  shadow->stiffness = 0;
  return shadow;
}

std::vector<Kind> kinds() {
  return {{"linear", make<Linear>, make_shadow<Linear>}, {"stiffening", make<Stiffening>, make_shadow<Stiffening>}};
}
