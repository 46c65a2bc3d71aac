// Tasks with objects of their own, which are copied when a task is handed in, and destroyed when it is over.
#include "check.h"
#include <array>
#include <utility>
#include <vector>

// Copied and destroyed by the compiler.
static void arrays(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  {
    std::array<double, 3> row{};
    std::pair<double, std::array<double, 2>> both{};
    for (int i = 0; i + 3 <= n; i++) {
      for (int k = 0; k < 3; k++) row[k] = 0.5 * row[k] + x[i + k] * x[k];
      both.first = row[i % 3];
      both.second[i % 2] = x[i];
#pragma omp task firstprivate(row, both)
      {
        for (double &number : row) number *= both.first;
        y[i] = row[0] * row[i % 3] + both.second[0] * both.second[1];
      }
    }
  }
}
MODES(arrays)

// With a copy constructor of its own, and one that says when it goes.
struct Weighted {
  double weight = 1, values[3] = {1, 2, 3};
  Weighted() = default;
  Weighted(const Weighted &other) : weight(0.5 * other.weight) {
    for (int k = 0; k < 3; k++) values[k] = other.values[(k + 1) % 3] * other.weight;
  }
};

struct Counted {
  static int alive;
  double value;
  explicit Counted(double value) : value(value) { count(1); }
  Counted(const Counted &other) : value(other.value * other.value) { count(1); }
  Counted &operator=(const Counted &) = default;
  ~Counted() { count(-1); }
  static void count(int by) {
#pragma omp atomic
    alive += by;
  }
};
int Counted::alive = 0;

static void copied(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i + 3 <= n; i++) {
    Weighted object;
    object.weight = x[i];
    for (int k = 0; k < 3; k++) object.values[k] *= x[i + k];
#pragma omp task firstprivate(object)
    {
      object.values[0] += object.weight;
      for (int k = 0; k < 3; k++) y[i] += object.values[k] * object.values[(k + i) % 3];
    }
  }
}
MODES(copied)

static void destroyed(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
    Counted object(x[i]);
#pragma omp task firstprivate(object)
    {
      object.value *= x[0];
      y[i] = object.value;
    }
  }
}
MODES(destroyed)

// Memory that the task obtains by copying, and gives back.
static void vectors(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i + 4 <= n; i++) {
    std::vector<double> row(x + i, x + i + 4);
    row[i % 4] *= x[0];
#pragma omp task firstprivate(row)
    {
      for (int k = 1; k < 4; k++) row[k] *= row[k - 1];
      y[i] = row[3] + row[i % 4];
    }
    row[1] = 0;
  }
}
MODES(vectors)

int main() {
  CHECK(arrays);
  CHECK(copied);
  CHECK(destroyed);
  CHECK(vectors);
  judge("destroyed", 0, "as many objects as were made", Counted::alive == 0, Counted::alive, 0);
  return failures > 0;
}
