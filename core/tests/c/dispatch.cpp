// Virtual functions, std::function, pointers to members and lists of objects in a program that is seen as a whole.
#include "check.h"
#include <functional>
#include <memory>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual void grow(double by) = 0;
  virtual double twice() const { return 2 * area(); }
};

struct Box : Shape {
  double a, b;
  Box(double a, double b) : a(a), b(b) {}
  double area() const override { return a * b; }
  void grow(double by) override { a *= by; }
};

struct Disc : Shape {
  double r;
  explicit Disc(double r) : r(r) {}
  double area() const override { return 3 * r * r; }
  void grow(double by) override { r += by * by; }
  double twice() const override { return area() + 1; }
};

double owned(double *x, int n) {
  std::vector<std::unique_ptr<Shape>> all;
  for (int i = 0; i < n; i++) {
    if (i % 2)
      all.push_back(std::make_unique<Box>(x[i], x[(i + 1) % n]));
    else
      all.push_back(std::make_unique<Disc>(x[i]));
  }
  double sum = 0;
  for (auto &shape : all) {
    shape->grow(x[0]);
    sum += shape->area() * shape->twice();
  }
  return sum;
}

__attribute__((noinline)) double weighed(const Shape &shape, double by) { return shape.area() * by; }

double by_reference(double *x, int n) {
  Box box(x[0], x[1]);
  Disc disc(x[n - 1]);
  box.grow(x[2]);
  return weighed(box, x[0]) * weighed(disc, x[1]);
}

// An expression that evaluates itself.
struct Node {
  virtual ~Node() = default;
  virtual double value(const double *x) const = 0;
};
struct Leaf : Node {
  int k;
  explicit Leaf(int k) : k(k) {}
  double value(const double *x) const override { return x[k]; }
};
struct Sum : Node {
  const Node &a, &b;
  Sum(const Node &a, const Node &b) : a(a), b(b) {}
  double value(const double *x) const override { return a.value(x) + b.value(x); }
};
struct Product : Node {
  const Node &a, &b;
  Product(const Node &a, const Node &b) : a(a), b(b) {}
  double value(const double *x) const override { return a.value(x) * b.value(x); }
};

double expression(double *x, int n) {
  Leaf a(0), b(n - 1), c(1);
  Product p(a, b);
  Sum s(p, c);
  Product all(s, p);
  return all.value(x);
}

double functions(double *x, int n) {
  double by = x[1];
  const std::function<double(double)> steps[] = {
      [&by](double v) { return v * by; },
      [](double v) { return std::sin(v); },
      [x](double v) { return v + x[0]; },
  };
  double s = 1;
  for (int i = 0; i < n; i++)
    s += steps[i % 3](x[i]) * s;
  return s;
}

struct Body {
  double mass, speed;
  double energy() const { return mass * speed * speed / 2; }
  double momentum() const { return mass * speed; }
};

double members(double *x, int n) {
  double (Body::*const what[])() const = {&Body::energy, &Body::momentum};
  double Body::*const which[] = {&Body::mass, &Body::speed};
  double s = 0;
  for (int i = 0; i < n; i++) {
    Body body{x[i], x[(i + 1) % n]};
    s += (body.*what[i % 2])() * body.*which[(i / 2) % 2];
  }
  return s;
}

} // namespace

int main() {
  double x[] = {0.7, 1.3, -0.4, 0.9, 2.1};
  CHECK_GRADIENT(owned, x, 5);
  CHECK_GRADIENT(by_reference, x, 5);
  CHECK_GRADIENT(expression, x, 5);
  CHECK_GRADIENT(functions, x, 5);
  CHECK_GRADIENT(members, x, 5);
  return failures;
}
