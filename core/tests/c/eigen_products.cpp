/* Products, inverses, solvers and exponentials of Eigen, optimised: without, what these do is not known to be about numbers. */
/* Flags: -I../include -O2 -msse4.1 */
/* Packages: eigen3 */
#include <enzyme_rs/enzyme.hpp>

#include <Eigen/Dense>

#include "differences.hpp"

using namespace enzyme_rs;
using Eigen::Map, Eigen::Matrix3d, Eigen::MatrixXd, Eigen::VectorXd;

static double quadratic(const MatrixXd &a, const VectorXd &x) { return x.dot(a * x); }
static double trace(const Matrix3d &a) { return a.inverse().trace(); }
static double solved(const MatrixXd &a, const VectorXd &b) {
  VectorXd x = a.ldlt().solve(b);
  return x.squaredNorm();
}
static double exponentials(const VectorXd &x) { return x.array().exp().sum(); }
static double rounded(const VectorXd &x) { return (x.array() - x.array().floor()).square().sum(); }
static VectorXd numbers(const Numbers &v) { return Map<const VectorXd>(v.data(), long(v.size())); }
static MatrixXd square(const Numbers &v, int n) { return Map<const MatrixXd>(v.data(), n, n); }
static Numbers list(const MatrixXd &m) { return Numbers(m.data(), m.data() + m.size()); }

int main() {
  Numbers at{4, 1, 0.5, 1, 5, 0.2, 0.5, 0.2, 6};
  MatrixXd a = square(at, 3), da = MatrixXd::Zero(3, 3);
  VectorXd x = numbers({1, 2, 3}), dx = VectorXd::Zero(3);
  reverse<quadratic>(dup(a, da), dup(x, dx));
  against("matrix", [&](const Numbers &v) { return quadratic(square(v, 3), x); }, at, list(da));
  against("vector", [&](const Numbers &v) { return quadratic(a, numbers(v)); }, {1, 2, 3}, list(dx));
  Matrix3d b = a, db = Matrix3d::Zero();
  reverse<trace>(dup(b, db));
  against("inverse", [&](const Numbers &v) { return trace(square(v, 3)); }, at, list(db));
  da.setZero(), dx.setZero();
  reverse<solved>(dup(a, da), dup(x, dx));
  against("right side", [&](const Numbers &v) { return solved(a, numbers(v)); }, {1, 2, 3}, list(dx));
  against("left side", [&](const Numbers &v) { return solved(square(v, 3), x); }, at, list(da));
  Numbers odd{0.3, 1.2, -0.7, 2.1, 0.9};
  VectorXd y = numbers(odd), dy = VectorXd::Zero(5);
  reverse<exponentials>(dup(y, dy));
  against("exponentials", [](const Numbers &v) { return exponentials(numbers(v)); }, odd, list(dy));
  dy.setZero();
  reverse<rounded>(dup(y, dy));
  against("rounded", [](const Numbers &v) { return rounded(numbers(v)); }, odd, list(dy));
  return failures;
}
