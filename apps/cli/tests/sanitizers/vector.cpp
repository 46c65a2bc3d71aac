// Objects that go away before the reverse pass reads what they held.
#include <enzyme_rs/enzyme.h>
#include <cmath>
#include <vector>

struct Table {
  std::vector<double> entries;
  double scale;
  Table(const double *x, int n, double scale) : scale(scale) {
    for (int i = 0; i < n; i++)
      entries.push_back(x[i] * scale);
    entries.pop_back();
  }
  ~Table() { scale = 0; }
  double squares() const {
    double sum = 0;
    for (double entry : entries)
      sum += entry * entry * scale;
    return sum;
  }
};

static double energy(const double *x, int n) {
  double sum = 0;
  for (int k = 1; k < 3; k++) {
    Table table(x, n, x[0] * k);
    sum += table.squares();
  }
  return sum;
}

int main() {
  // The sum of 9 x0^3 xi^2 over all but the last: (1 + 2^3) from both scales.
  double x[20], dx[20] = {}, squares = 0;
  for (int i = 0; i < 20; i++)
    x[i] = 1 + i;
  for (int i = 0; i < 19; i++)
    squares += x[i] * x[i];
  __enzyme_autodiff_void((void *)energy, enzyme_dup, x, dx, enzyme_const, 20);
  double first = 27 * squares + 18;
  return std::fabs(dx[0] - first) < 1e-9 && std::fabs(dx[3] - 18 * 4) < 1e-9 && dx[19] == 0 ? 0 : 1;
}
