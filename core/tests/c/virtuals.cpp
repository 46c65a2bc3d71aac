// C++ without exceptions: std::vector, references, pointers to members, static dispatch (CRTP).
#include "check.h"
#include <cmath>
#include <memory>
#include <vector>

namespace {

double vectors(double *x, int n) {
  std::vector<double> a(x, x + n), b;
  for (int i = 0; i < n; i++)
    b.push_back(a[i] * a[(i + 1) % n]);
  a.resize(2 * n, 0.5);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += b[i] * a[i + n / 2];
  return s;
}

double nested(double *x, int n) {
  std::vector<std::vector<double>> rows(2);
  for (int i = 0; i < n; i++)
    rows[i % 2].push_back(x[i] * x[i]);
  double s = 1;
  for (const auto &row : rows)
    for (double v : row)
      s = s * 0.5 + v * s;
  return s;
}

template <typename Self> struct Shape {
  double area(double s) const { return static_cast<const Self *>(this)->size() * s * s; }
};
struct Round : Shape<Round> {
  double r;
  double size() const { return 3 * r * r; }
};
struct Square : Shape<Square> {
  double a, b;
  double size() const { return a * b; }
};

double dispatch(double *x, int n) {
  Round r;
  r.r = x[0];
  Square q;
  q.a = x[1], q.b = x[n - 1];
  return r.area(x[1]) * q.area(x[0]);
}

struct State {
  double u, v;
};

double members(double *x, int n) {
  State s{x[0], x[1]};
  double State::*field[2] = {&State::u, &State::v};
  for (int i = 0; i < n; i++)
    s.*field[i & 1] += s.*field[(i + 1) & 1] * x[i];
  return s.u * s.v;
}

void refer(double &out, const double &in) { out = out * in + in; }

double references(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    refer(s, x[i]), refer(x[i], s);
  return s + x[0];
}

} // namespace

/* Objects that a function makes by a choice: the compiler looks into one of two constant tables. */
struct Law {
  virtual double at(double x) const = 0;
  virtual ~Law() {}
};
struct Parabola : Law {
  double at(double x) const override { return x * x; }
};
struct Wave : Law {
  double k;
  explicit Wave(double k) : k(k) {}
  double at(double x) const override { return std::sin(k * x); }
};

struct Offset {
  double by = 1.5;
  virtual double shift() const { return by; }
  virtual ~Offset() {}
};
struct Line : Offset, Law {
  double k;
  explicit Line(double k) : k(k) {}
  double at(double x) const override { return by * x * k; }
};

/* The second base lies within the object: each class has its own way to end. */
__attribute__((noinline)) static Law *far(int kind, double k) { return kind ? static_cast<Law *>(new Line(k)) : new Parabola; }

static double ended(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    Law *law = far(i % 2, x[1]);
    sum += law->at(x[i]) * x[0];
    delete law;
  }
  return sum;
}

static Law *chosen(int kind, double k) { return kind > 1 ? static_cast<Law *>(new Parabola) : new Wave(k); }

static std::unique_ptr<Law> owned(int kind, double k) {
  if (kind > 1)
    return std::make_unique<Parabola>();
  return std::make_unique<Wave>(k);
}

static double made(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    Law *law = chosen(i, x[1]);
    sum += law->at(x[i]) * owned(n - i, x[2])->at(x[0]);
    delete law;
  }
  return sum;
}

int main() {
  double x[] = {0.7, -1.2, 0.4, 1.9};
  CHECK_GRADIENT(vectors, x, 4);
  CHECK_GRADIENT(nested, x, 4);
  CHECK_GRADIENT(dispatch, x, 4);
  CHECK_GRADIENT(members, x, 4);
  CHECK_GRADIENT(references, x, 4);
  CHECK_GRADIENT(made, x, 4);
  CHECK_GRADIENT(ended, x, 4);
  return failures;
}
