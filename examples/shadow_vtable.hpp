/* What the solver of shadow_vtable.cpp knows of springs. */
#include <enzyme_rs/enzyme.h>
#include <vector>

struct Spring {
  double stiffness = 2;
  virtual double force(double x) const = 0;
};

struct Kind {
  const char *name;
  Spring *(*make)();
  Spring *(*make_shadow)();
};

std::vector<Kind> kinds();
