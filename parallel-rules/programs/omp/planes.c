// Grids whose planes, rows or blocks workers share out: what an iteration reads is known by numbers that the program has when it runs. ThreadSanitizer
// sees it if two workers add to one number plainly.
#define NUMBERS 360
#include "check.h"

// A grid of `deep` planes of `high` rows of `wide` numbers.
typedef struct grid {
  int deep, high, wide;
} grid;
static grid usual = {24, 5, 3};

static void planes(const double *x, double *y, int n) {
  int deep = usual.deep, high = usual.high, wide = usual.wide;
#pragma omp parallel for
  for (int k = 1; k < deep - 1; k++)
    for (int j = 0; j < high; j++)
      for (int i = 0; i < wide; i++)
        y[(k * high + j) * wide + i] = x[(k * high + j) * wide + i] * (x[((k - 1) * high + j) * wide + i] + x[((k + 1) * high + j) * wide + i]);
  y[0] = x[n - 1];
}
MODES(planes)

// Neighbours in all directions, across the ends of rows and planes.
static void neighbours(const double *x, double *y, int n) {
  grid g = usual;
  int plane = g.high * g.wide;
#pragma omp parallel for
  for (int k = 1; k < g.deep - 1; k++)
    for (int j = 0; j < g.high; j++)
      for (int i = 0; i < g.wide; i++) {
        double sum = 0;
        for (int dk = -1; dk <= 1; dk++)
          for (int dj = -1; dj <= 1; dj++)
            for (int di = -1; di <= 1; di++) {
              int of = k * plane + j * g.wide + i + dk * plane + dj * g.wide + di;
              if (of >= 0 && of < n) sum += x[of] * (1 + 0.1 * (dk + 2 * dj + 3 * di));
            }
        y[(k * g.high + j) * g.wide + i] = sum * sum;
      }
}
MODES(neighbours)

static void inside(const double *x, double *y, int n) {
  int deep = usual.deep, high = usual.high, wide = usual.wide;
#pragma omp parallel for
  for (int k = 1; k < deep - 1; k++)
    for (int j = 1; j < high - 1; j++)
      for (int i = 1; i < wide - 1; i++) {
        int at = (k * high + j) * wide + i;
        double sum = 0;
        for (int dk = -1; dk <= 1; dk++)
          for (int dj = -1; dj <= 1; dj++)
            for (int di = -1; di <= 1; di++) sum += x[at + (dk * high + dj) * wide + di] * (1 + 0.1 * (dk + 2 * dj + 3 * di));
        y[at] = sum * sum;
      }
  y[0] = x[n - 1];
}
MODES(inside)

static void in_chunks(const double *x, double *y, int n) {
  int deep = usual.deep, plane = usual.high * usual.wide;
#pragma omp parallel
  {
#pragma omp for schedule(static, 4)
    for (int k = 2; k < deep - 2; k++)
      for (int i = 0; i < plane; i++) y[k * plane + i] = x[(k - 2) * plane + i] * x[(k + 2) * plane + i];
#pragma omp for schedule(dynamic, 7)
    for (int k = 1; k < deep; k++)
      for (int i = 0; i < plane; i++) y[k * plane + i] += x[(k - 1) * plane + i] * x[k * plane + i];
#pragma omp for schedule(guided)
    for (long k = deep - 1; k > 0; k--)
      for (int i = 0; i < plane; i++) y[k * plane + i] += sin(x[(k - 1) * plane + i]);
  }
  y[0] = x[n - 1];
}
MODES(in_chunks)

// Rows that overlap by a few numbers, as they are longer than the distance between them.
static void long_rows(const double *x, double *y, int n) {
  int apart = usual.wide, length = 2 * usual.wide + 1, rows = (n - length) / apart;
#pragma omp parallel for
  for (int k = 0; k < rows; k++)
    for (int i = 0; i < length; i++) y[k] += x[k * apart + i] * x[k * apart + i];
}
MODES(long_rows)

// The distance between rows is 0 in some: all iterations read the same.
static int none;
static void one_row(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 3; i++) y[k] += x[k * none + i] * x[k * none + i + 1];
}
MODES(one_row)

// From the last plane to the first, and with a distance that is negative.
static void backwards(const double *x, double *y, int n) {
  int deep = usual.deep, plane = -usual.high * usual.wide, last = n + plane;
#pragma omp parallel for
  for (int k = 0; k < deep - 1; k++)
    for (int i = 0; i < -plane; i++) y[last + k * plane + i] = x[last + k * plane + i] * x[last + (k + 1) * plane + i];
}
MODES(backwards)

static void blocks(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int first = 0; first < n; first += 8)
    for (int i = 0; i < 8; i++) y[first + i] = x[first + i] * x[first + i];
}
MODES(blocks)

// Three arrays, one behind the other.
static void lanes(const double *x, double *y, int n) {
  int third = n / 3;
#pragma omp parallel for
  for (int first = 0; first < third; first += 4)
    for (int i = 0; i < 4; i++) y[first + i] = x[first + i] * x[third + first + i] * x[2 * third + first + i];
}
MODES(lanes)

// Rows that begin within each other.
static void lanes_within(const double *x, double *y, int n) {
  int apart = usual.deep;
#pragma omp parallel for
  for (int first = 0; first < n - 2 * apart; first += 4)
    for (int i = 0; i < 4; i++) y[first + i] = x[first + i] * x[apart + first + i] * x[2 * apart + first + i];
}
MODES(lanes_within)

// Rows apart from each other, of each of which neighbours read the same numbers.
static void lanes_shared(const double *x, double *y, int n) {
  int third = n / 3;
#pragma omp parallel for
  for (int first = 0; first < third - 4; first += 4)
    for (int i = 0; i < 6; i++) y[first + i % 4] += x[first + i] * x[third + first + i] * x[2 * third + first + i];
}
MODES(lanes_shared)

// Rows from the last to the first, which follow each other without a gap, and do not but for the last number.
static void lanes_downwards(const double *x, double *y, int n) {
  int apart = -usual.deep;
#pragma omp parallel for
  for (int i = 0; i < -apart; i++) y[i] = x[n - 1 + apart - i] * x[n - 1 - i] * x[n - 1 + 3 * apart - i];
#pragma omp parallel for
  for (int i = 0; i <= -apart; i++) y[n - 1 - i] = x[n - 1 + apart - i] * x[n - 1 - i] * x[n - 1 + 3 * apart - i];
}
MODES(lanes_downwards)

// Two arrays with different distances, of which nothing says that they are two: they overlap in one of three cases.
static void uneven(const double *a, const double *x, double *y, int rows) {
#pragma omp parallel for
  for (int k = 0; k < rows; k++)
    for (int i = 0; i < 9; i++) y[k] += a[9 * k + i] * x[k + i % 3];
}
static void uneven_apart(const double *x, double *y, int n) { uneven(x, x + 9 * (n / 12), y, n / 12 - 2); }
MODES(uneven_apart)
static void uneven_before(const double *x, double *y, int n) { uneven(x + n / 12 + 2, x, y, n / 12 - 2); }
MODES(uneven_before)
static void uneven_overlapping(const double *x, double *y, int n) { uneven(x, x + n / 2, y, n / 12); }
MODES(uneven_overlapping)

// One access moves on inside of the iteration, and one back: neighbouring iterations read a common number where these ends meet.
static void opposite(const double *x, double *y, int n) {
  int length = usual.wide + usual.high, apart = length + 1;
#pragma omp parallel for
  for (int k = 1; k < n / apart; k++)
    for (int i = 0; i <= length && k * apart + i < n; i++) y[k] += x[k * apart + i] * x[k * apart - i];
}
MODES(opposite)
static void opposite_plain(const double *x, double *y, int n) {
  int length = usual.wide + usual.high, apart = length + 1, most = n / apart - 1;
#pragma omp parallel for
  for (int k = 1; k < most; k++)
    for (int i = 0; i <= length; i++) y[k] += x[k * apart + i] * x[k * apart - i];
}
MODES(opposite_plain)

// Two loops inside of the iteration that move the access on and back, equally often.
static void to_and_fro(const double *x, double *y, int n) {
  int length = usual.wide, apart = 2, most = n / apart - length;
#pragma omp parallel for
  for (int k = length; k < most; k++)
    for (int i = 0; i < length; i++)
      for (int j = 0; j < length; j++) y[k] += x[k * apart + i - j] * x[k * apart + i - j];
}
MODES(to_and_fro)
static void fro_beside(const double *a, const double *b, double *y, int n) {
  int length = usual.wide, apart = 2, most = n / apart - length;
#pragma omp parallel for
  for (int k = length; k < most; k++)
    for (int i = 0; i < length; i++)
      for (int j = 0; j < length; j++) y[k] += a[k * apart + i - j] * b[k];
}
static void fro_and_before(const double *x, double *y, int n) { fro_beside(x + n / 2, x + n / 2 - n / 8, y, n / 4); }
MODES(fro_and_before)

// What lies before a constant distance, and has no constant length.
static void long_before(const double *x, double *y, int n) {
  int length = usual.wide + 11;
#pragma omp parallel for
  for (int k = 1; k < n / 8 - 2; k++)
    for (int i = 0; i < length; i++) y[k] += x[8 * k] * x[8 * k - 2 + i];
}
MODES(long_before)

// A step that is no sum of products.
static unsigned twice = 6;
static void half_steps(const double *x, double *y, int n) {
  unsigned step = twice;
  int apart = usual.wide;
#pragma omp parallel for
  for (int k = 1; k < n / apart - 5; k++)
    for (unsigned i = 0; i < 4; i++) y[k] += x[k * apart] * x[k * apart + i * (step / 2)];
}
MODES(half_steps)

// Two loops between which workers do not meet, over planes and over rows.
static void two_loops(const double *x, double *y, int n) {
  int plane = usual.high * usual.wide;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int k = 0; k < usual.deep / 2; k++)
      for (int i = 0; i < plane; i++) y[k * plane + i] = x[k * plane + i] * x[k * plane + i];
#pragma omp for
    for (int k = 0; k < usual.deep * usual.high / 4; k++)
      for (int i = 0; i < usual.wide; i++) y[n / 2 + k * usual.wide + i] = cos(x[k * usual.wide + i]);
  }
}
MODES(two_loops)

int main(void) {
  CHECK(planes);
  CHECK(neighbours);
  CHECK(inside);
  CHECK(in_chunks);
  CHECK(long_rows);
  CHECK(one_row);
  CHECK(backwards);
  CHECK(blocks);
  CHECK(lanes);
  CHECK(lanes_within);
  CHECK(lanes_shared);
  CHECK(lanes_downwards);
  CHECK(uneven_apart);
  CHECK(uneven_before);
  CHECK(uneven_overlapping);
  CHECK(opposite);
  CHECK(opposite_plain);
  CHECK(to_and_fro);
  CHECK(fro_and_before);
  CHECK(long_before);
  CHECK(half_steps);
  CHECK(two_loops);
  return failures != 0;
}
