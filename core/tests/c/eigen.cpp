/* Eigen's vectors and matrices in the typed helpers: as people pass them, by reference, by value, as parts. */
/* Flags: -I../include */
/* Packages: eigen3 */
#include <enzyme_rs/enzyme.hpp>

#include <Eigen/Dense>

#include "differences.hpp"

using namespace enzyme_rs;
using Eigen::Map, Eigen::Matrix3d, Eigen::Ref, Eigen::Vector3d, Eigen::VectorXd;

static double cubes(const VectorXd &x) {
  double s = 0;
  for (int i = 0; i < x.size(); i++) s += x[i] * x[i] * x[i];
  return s;
}
static double squares(const Ref<const VectorXd> &x) { return x.squaredNorm(); }
static double doubled(Ref<VectorXd> x) {
  x *= 2;
  return x.squaredNorm();
}
static double tripled(VectorXd x) {
  x = 3 * x;
  return x.dot(x);
}
static double volume(Matrix3d a) { return a.determinant(); }
static double angle(const Vector3d &a, const Vector3d &b) { return a.cross(b).norm() + a.dot(b); }
template <typename D> static double roots(const Eigen::MatrixBase<D> &x) { return x.array().sqrt().sum(); }
static void results(const VectorXd &x, VectorXd &y) { y = x.array().square().matrix(); }
static Vector3d turned(const Vector3d &x) { return Vector3d(1, 2, 3).cross(x); }
struct Body {
  Vector3d at;
  double mass;
  double energy(const Vector3d &g) const { return mass * g.dot(at); }
};

static VectorXd numbers(const Numbers &v) { return Map<const VectorXd>(v.data(), long(v.size())); }
static Numbers list(const VectorXd &v) { return Numbers(v.data(), v.data() + v.size()); }

static const Numbers AT{0.5, 1.5, 2.5, 0.7, 1.1};

static void vectors() {
  VectorXd x = numbers(AT), zero = VectorXd::Zero(5), dx = zero;
  reverse<cubes>(dup(x, dx));
  against("vector", [](const Numbers &v) { return cubes(numbers(v)); }, AT, list(dx));
  dx = zero;
  reverse<squares>(dup(x, dx));
  against("reference", [](const Numbers &v) { return squares(numbers(v)); }, AT, list(dx));
  dx = zero;
  reverse<tripled>(dup(x, dx));
  against("by value", [](const Numbers &v) { return tripled(numbers(v)); }, AT, list(dx));
  same("the variable stays", x[1], 1.5);
  dx = zero;
  reverse<roots<VectorXd>>(dup(x, dx));
  against("any matrix", [](const Numbers &v) { return roots(numbers(v)); }, AT, list(dx));
  dx = zero;
  VectorXd y(5), dy = VectorXd::Ones(5);
  reverse<results>(dup(x, dx), dup(y, dy));
  same("results", dx[2], 5);
  dx = zero;
  reverse<doubled>(dup(x, dx));
  same("changed", x[1], 3);
  same("by what may change it", dx[1], 8 * 1.5);
}

static void parts() {
  VectorXd x = numbers(AT), dx = VectorXd::Zero(5);
  reverse<squares>(dup(x.segment(1, 2), dx.segment(1, 2)));
  same("segment", dx[2], 5);
  same("outside", dx[3], 0);
  Map<VectorXd> m(x.data(), 5), dm(dx.data(), 5);
  reverse<squares>(dup(m, dm));
  same("map", dx[2], 10);
  reverse<squares>(dup(Map<VectorXd>(x.data(), 5), Map<VectorXd>(dx.data(), 5)));
  same("temporary map", dx[2], 15);
  same("tangent", forward<squares>(dup(x, VectorXd::Ones(5).eval())), 2 * x.sum());
}

static void fixed() {
  Matrix3d a, da = Matrix3d::Zero();
  a << 2, 1, 0, 1, 3, 1, 0, 1, 4;
  reverse<volume>(dup(a, da));
  Matrix3d cofactors = a.inverse().transpose() * a.determinant();
  same("matrix by value", da(1, 2), cofactors(1, 2));
  same("its corner", da(0, 0), cofactors(0, 0));
  Vector3d u(1, 2, 3), v(3, 2, 2), du = Vector3d::Zero();
  reverse<angle>(dup(u, du), constant(v));
  against("fixed", [&](const Numbers &p) { return angle({p[0], p[1], p[2]}, v); }, {1, 2, 3}, {du[0], du[1], du[2]});
  Vector3d t = forward<turned>(dup(u, Vector3d(1, 0, 0)));
  same("result", t[1], 3);
  Body b{u, 2}, db{Vector3d::Zero(), 0};
  du.setZero();
  reverse<&Body::energy>(dup(b, db), dup(v, du));
  same("in a structure", db.at[0], 6);
  same("beside it", db.mass, 13);
  same("argument", du[2], 6);
}

int main() {
  vectors();
  parts();
  fixed();
  return failures;
}
