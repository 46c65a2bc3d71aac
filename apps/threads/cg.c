// A linear system with a 27-point matrix on a cube of points, solved by conjugate gradients, and the gradient of |x|^2 / 2 with respect to all of the
// matrix and the right-hand side.
//
// There are two forms of the matrix: 27 numbers for each point of a grid with a border, and compressed rows. Both are the same matrix, and so have the
// same gradient.
#include "harness.h"
#include <enzyme_rs/enzyme.h>

enum { POINTS = 27, SELF = 13 };

// A cube of n points in each direction. In the grid's form vectors have a border of zeros; `entry` and `point` say where compressed numbers are in it.
typedef struct matrix {
  int n, rows, steps, *begin, *column, *entry, *point;
} matrix;

static int padded(int n) { return (n + 2) * (n + 2) * (n + 2); }

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// y = a x + b y
static void combine(double a, const double *x, double b, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = a * x[i] + b * y[i];
}

static void multiply_grid(const matrix *m, const double *a, const double *x, double *y) {
  int n = m->n, wide = n + 2;
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        const double *row = a + POINTS * ((k * n + j) * n + i);
        int at = ((k + 1) * wide + j + 1) * wide + i + 1;
        double sum = 0;
        for (int dk = -1; dk <= 1; dk++)
          for (int dj = -1; dj <= 1; dj++)
            for (int di = -1; di <= 1; di++) sum += row[SELF + 9 * dk + 3 * dj + di] * x[at + (dk * wide + dj) * wide + di];
        y[at] = sum;
      }
}

static void multiply_rows(const matrix *m, const double *a, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < m->rows; i++) {
    double sum = 0;
    for (int k = m->begin[i]; k < m->begin[i + 1]; k++) sum += a[k] * x[m->column[k]];
    y[i] = sum;
  }
}

typedef void product(const matrix *m, const double *a, const double *x, double *y);

// Conjugate gradients from zero, with vectors of `size` numbers.
static inline double solve(const matrix *m, product *multiply, const double *a, const double *b, int size) {
  double *x = numbers(size), *r = numbers(size), *p = numbers(size), *q = numbers(size);
  memcpy(r, b, size * sizeof *r);
  memcpy(p, b, size * sizeof *p);
  double rest = dot(r, r, size);
  for (int step = 0; step < m->steps; step++) {
    multiply(m, a, p, q);
    double length = rest / dot(p, q, size);
    combine(length, p, 1, x, size);
    combine(-length, q, 1, r, size);
    double left = dot(r, r, size);
    combine(1, r, left / rest, p, size);
    rest = left;
  }
  double found = 0.5 * dot(x, x, size);
  free(x), free(r), free(p), free(q);
  return found;
}

static double solve_grid(const matrix *m, const double *a, const double *b) { return solve(m, multiply_grid, a, b, padded(m->n)); }
static double solve_rows(const matrix *m, const double *a, const double *b) { return solve(m, multiply_rows, a, b, m->rows); }

static matrix cube;

// The right-hand side is behind the matrix in the inputs.
#define OF(form, a_size)                                                                                                                  \
  static double value_##form(const double *x) { return solve_##form(&cube, x, x + (a_size)); }                                            \
  static void gradient_##form(const double *x, double *dx) {                                                                              \
    __enzyme_autodiff_void((void *)solve_##form, enzyme_const, &cube, enzyme_dup, x, dx, enzyme_dup, x + (a_size), dx + (a_size));        \
  }                                                                                                                                       \
  static double tangent_##form(const double *x, const double *v) {                                                                        \
    return __enzyme_fwddiff_double((void *)solve_##form, enzyme_const, &cube, enzyme_dup, x, v, enzyme_dup, x + (a_size), v + (a_size));  \
  }
OF(grid, POINTS * cube.rows)
OF(rows, cube.begin[cube.rows])

static int is_inside(int i) { return i >= 0 && i < cube.n; }

static void add_row(int row) {
  int n = cube.n, wide = n + 2, i = row % n, j = row / n % n, k = row / n / n, end = cube.begin[row];
  for (int place = 0; place < POINTS; place++) {
    int di = place % 3 - 1, dj = place / 3 % 3 - 1, dk = place / 9 - 1;
    if (!is_inside(i + di) || !is_inside(j + dj) || !is_inside(k + dk)) continue;
    cube.column[end] = row + (dk * n + dj) * n + di;
    cube.entry[end++] = POINTS * row + place;
  }
  cube.begin[row + 1] = end;
  cube.point[row] = ((k + 1) * wide + j + 1) * wide + i + 1;
}

static int *indices(int count) { return calloc(count, sizeof(int)); }

static void make(int n, int steps) {
  int rows = n * n * n;
  cube = (matrix){n, rows, steps, indices(rows + 1), indices(POINTS * rows), indices(POINTS * rows), indices(rows)};
  for (int row = 0; row < rows; row++) add_row(row);
}

// Of the numbers of the grid's form those that compressed rows have.
static void compress(const double *grid, double *rows) {
  int entries = cube.begin[cube.rows];
  for (int k = 0; k < entries; k++) rows[k] = grid[cube.entry[k]];
  for (int i = 0; i < cube.rows; i++) rows[entries + i] = grid[POINTS * cube.rows + cube.point[i]];
}

static void fill(program *grid, program *rows) {
  for (int i = 0; i < cube.rows; i++) {
    int b = POINTS * cube.rows + cube.point[i];
    grid->at[b] = 1 + chosen(i), grid->along[b] = chosen(3 * i) - 0.3;
  }
  for (int k = 0; k < cube.begin[cube.rows]; k++) {
    int at = cube.entry[k];
    grid->at[at] = at % POINTS == SELF ? 27.5 : -1, grid->along[at] = chosen(7 * k) - 0.4;
  }
  compress(grid->at, rows->at);
  compress(grid->along, rows->along);
}

// Both forms have one gradient.
static void compare(const program *grid, const program *rows) {
  double *all = numbers(grid->inputs), *kept = numbers(rows->inputs), *other = numbers(rows->inputs);
  grid->gradient(grid->at, all);
  rows->gradient(rows->at, other);
  compress(all, kept);
  judge(grid, "the gradient of compressed rows", off_entries(kept, other, rows->inputs), 1e-11);
  free(all), free(kept), free(other);
}

int main(int count, char **arguments) {
  int bench = is_bench(count, arguments);
  bench ? make(40, 12) : make(7, 12);
  int whole = POINTS * cube.rows + padded(cube.n), packed = cube.begin[cube.rows] + cube.rows;
  program grid = {"cg, grid", whole, numbers(whole), numbers(whole), value_grid, gradient_grid, tangent_grid};
  program rows = {"cg, rows", packed, numbers(packed), numbers(packed), value_rows, gradient_rows, tangent_rows};
  fill(&grid, &rows);
  if (bench) {
    measure(&grid);
    measure(&rows);
    return 0;
  }
  check(&grid);
  check(&rows);
  compare(&grid, &rows);
  return failures > 0;
}
