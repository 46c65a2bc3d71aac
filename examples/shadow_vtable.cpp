/* Virtual functions of classes that the differentiated code does not know: their derivatives lie behind the shadow of an object.
 *
 *     export ENZYME_RS_OPTIONS=virtual-calls
 *     enzyme-c++ -O2 shadow_vtable.cpp shadow_vtable_springs.cpp -o shadow_vtable && ./shadow_vtable
 */
#include "shadow_vtable.hpp"
#include <cstdio>

ENZYME_RS_AUTODIFF(double, of_energy);

/* The work that a spring takes to be drawn out to x, by the trapezoidal rule. Which class `spring` is of, only other files know. */
double energy(Spring *spring, double x) {
  const int n = 1000;
  double sum = 0.5 * (spring->force(0) + spring->force(x));
  for (int i = 1; i < n; i++)
    sum += spring->force(x * i / n);
  return sum * x / n;
}

int main() {
  for (const Kind &kind : kinds()) {
    Spring *spring = kind.make(), *shadow = kind.make_shadow();
    double slope = __enzyme_autodiff_of_energy((void *)energy, enzyme_dup, spring, shadow, enzyme_out, 0.5);
    /* The derivative of the work is the force; that with respect to the stiffness lies in the shadow. */
    std::printf("%s: d energy / d x = %.6f (the force: %.6f), d energy / d stiffness = %.6f\n", kind.name, slope,
                spring->force(0.5), shadow->stiffness);
  }
}
