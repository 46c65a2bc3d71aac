// Variables of which each thread has a copy, in C++: members of classes, templates, objects, in functions.
#include "check.h"
#include <array>
#include <vector>

struct Particle {
  double mass = 1, place[3] = {0, 0, 0};
  double energy() const { return mass * (place[0] * place[0] + place[1] * place[2]); }
  Particle &operator*=(double by) {
    mass *= by;
    return *this;
  }
};

static Particle particle;
#pragma omp threadprivate(particle)

static void objects(const double *x, double *y, int n) {
  particle.mass = x[0];
  particle.place[1] = x[1];
#pragma omp parallel copyin(particle)
  {
    particle *= x[2];
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < n; i++) {
      particle.place[0] = x[i], particle.place[2] = x[(i + 1) % n];
      y[i] = particle.energy();
    }
  }
  y[0] += particle.mass * particle.place[1];
}
MODES(objects)

template <typename T> struct Solver {
  static T last;
  static std::array<T, 4> steps;
#pragma omp threadprivate(last, steps)
  static T next(T by) {
    steps[1] = steps[0] * by;
    steps[0] = std::sin(steps[1]) + by;
    last = last * steps[1] + by;
    return last * steps[0];
  }
};
template <typename T> T Solver<T>::last;
template <typename T> std::array<T, 4> Solver<T>::steps;

static void members(const double *x, double *y, int n) {
  using S = Solver<double>;
#pragma omp parallel
  S::last = x[3], S::steps.fill(x[4]);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) y[i] = S::next(x[i]);
  y[1] += S::next(x[1]);
}
MODES(members)

// A variable of a function.
static double counted(double by) {
  static double sum;
#pragma omp threadprivate(sum)
  sum = sum * 0.5 + by;
  return sum;
}

static void within(const double *x, double *y, int n) {
#pragma omp parallel
  for (int k = 0; k < 80; k++) counted(0);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) y[i] = x[i] * counted(x[(i + 2) % n] * x[i]);
}
MODES(within)

// Written as C++ has it.
static thread_local double own;

static void language(const double *x, double *y, int n) {
#pragma omp parallel
  {
    own = x[0];
#pragma omp for
    for (int i = 0; i < n; i++) own *= 1 + 0.01 * x[i], y[i] = 0;
#pragma omp critical
    y[0] += own * own;
  }
}
MODES(language)

int main() {
  CHECK(objects);
  CHECK(members);
  CHECK(within);
  CHECK(language);
  return failures != 0;
}
