// Atomic updates, reads and writes of numbers: what workers do to the same number in an order that nobody knows before. What is captured on the way
// depends on that order; sums over all workers do not, where each content is seen once as old and once as new.
#include "check.h"

static void product(const double *x, double *y, int n) {
  double p = x[0], q = 1;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    p *= 0.5 + x[i];
#pragma omp atomic
    q /= 1 + x[i] * x[(i + 3) % n];
  }
  y[0] = p, y[1] = p * q, y[2] = q * q;
}
MODES(product)

// Factors that are zero, and one after which the product no longer depends on the others.
static void product_with_zero(const double *x, double *y, int n) {
  double p = 1;
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    p *= i == 7 ? x[i] - number(7) : x[i] + 0.3;
  }
  y[0] = p;
}
MODES(product_with_zero)

static void extremes(const double *x, double *y, int n) {
  double most = -1e300, least = 1e300;
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < n; i++) {
    double value = x[i] * x[n - 1 - i] + x[i];
#pragma omp atomic compare
    if (most < value) { most = value; }
#pragma omp atomic compare
    if (least > value) { least = value; }
  }
  y[0] = most * x[0], y[1] = least * most;
}
MODES(extremes)

static void captured_sum(const double *x, double *y, int n) {
  double s = x[1], steps = 0;
#pragma omp parallel for reduction(+ : steps)
  for (int i = 0; i < n; i++) {
    double old;
#pragma omp atomic capture
    { old = s; s += x[i] * x[i]; }
    double now = old + x[i] * x[i];
    steps += exp(0.05 * now) - exp(0.05 * old);
  }
  y[0] = steps, y[1] = s;
}
MODES(captured_sum)

static void captured_product(const double *x, double *y, int n) {
  double p = x[1], steps = 0;
#pragma omp parallel for reduction(+ : steps) schedule(dynamic)
  for (int i = 0; i < n; i++) {
    double factor = 0.9 + 0.1 * x[i], now;
#pragma omp atomic capture
    { p *= factor; now = p; }
    double old = now / factor;
    steps += sin(now) - sin(old);
  }
  y[0] = steps, y[1] = p;
}
MODES(captured_product)

// Each number is put there once, and found once by whoever comes next.
static void exchanged(const double *x, double *y, int n) {
  double there = x[0] * x[1], found = 0;
#pragma omp parallel for reduction(+ : found) schedule(dynamic, 2)
  for (int i = 0; i < n; i++) {
    double old;
#pragma omp atomic capture
    { old = there; there = x[i] * x[i]; }
    found += sin(3 * old);
  }
  y[0] = found + sin(3 * there);
}
MODES(exchanged)

// Numbers that are only moved: the compiler exchanges integers, and loads and stores integers around that.
static void passed_on(const double *x, double *y, int n) {
  double there = x[0] * x[1], found = 0;
#pragma omp parallel for reduction(+ : found)
  for (int i = 0; i < n; i++) {
    double old;
#pragma omp atomic capture
    { old = there; there = x[i]; }
    found += sin(3 * old);
  }
  y[0] = found + sin(3 * there);
}
MODES(passed_on)

// Unoptimised, clang makes of this a loop that compares integers of which nothing says what they are: refused.
#ifdef __OPTIMIZE__
static void from_array_to_array(const double *x, double *y, int n) {
  double there = x[1], *before = malloc(n * sizeof *before), *squares = malloc(n * sizeof *squares);
  for (int i = 0; i < n; i++) squares[i] = x[i] * x[i];
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < n; i++) {
#pragma omp atomic capture
    { before[i] = there; there = squares[i]; }
  }
  double sum = cos(there);
  for (int i = 0; i < n; i++) sum += cos(before[i]);
  y[0] = sum;
  free(before), free(squares);
}
MODES(from_array_to_array)
#endif

static void singles_passed_on(const double *x, double *y, int n) {
  float there = 0.5f, weight[SIZE], before[SIZE];
  for (int i = 0; i < n; i++) weight[i] = (float)(i % 8) * 0.25f;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic capture seq_cst
    { before[i] = there; there = weight[i]; }
  }
  double sum = there * x[0];
  for (int i = 0; i < n; i++) sum += before[i] * x[0];
  y[0] = sum * x[1];
}
MODES(singles_passed_on)

// The same with builtins: of numbers, of their bits, of an atomic type.
static void by_builtins(const double *x, double *y, int n) {
  double there = x[0], squares[SIZE], before[SIZE];
  for (int i = 0; i < n; i++) squares[i] = x[i] * x[i] + 0.1;
#pragma omp parallel for schedule(static, 3)
  for (int i = 0; i < n; i++) __atomic_exchange(&there, &squares[i], &before[i], __ATOMIC_ACQ_REL);
  double sum = log(there);
  for (int i = 0; i < n; i++) sum += log(before[i]);
  y[0] = sum;
}
MODES(by_builtins)

static double exchange_bits(double *there, double value) {
  long bits;
  memcpy(&bits, &value, sizeof bits);
  bits = __atomic_exchange_n((long *)there, bits, __ATOMIC_RELAXED);
  memcpy(&value, &bits, sizeof bits);
  return value;
}
static void by_bits(const double *x, double *y, int n) {
  double there[2] = {x[0], x[1]}, found = 0;
#pragma omp parallel for reduction(+ : found) schedule(dynamic)
  for (int i = 0; i < n; i++) found += sin(exchange_bits(&there[i % 2], x[i]));
  y[0] = found + sin(there[0]) + sin(there[1]), y[1] = there[0] - there[0];
}
MODES(by_bits)

static void of_an_atomic_type(const double *x, double *y, int n) {
  _Atomic double there = x[1];
  double before[SIZE];
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; i++) before[i] = __c11_atomic_exchange(&there, x[i], __ATOMIC_RELAXED);
  double sum = exp(-there);
  for (int i = 0; i < n; i++) sum += exp(-before[i]);
  y[0] = sum;
}
MODES(of_an_atomic_type)

// Loads and stores of numbers as builtins.
static void stored_and_loaded(const double *x, double *y, int n) {
  double now[SIZE], again[SIZE];
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) __atomic_store(&now[i], &x[n - 1 - i], __ATOMIC_RELEASE);
#pragma omp for
    for (int i = 0; i < n; i++) __atomic_load(&now[(i + 5) % n], &again[i], __ATOMIC_ACQUIRE);
  }
  for (int i = 0; i < n; i++) y[i] = again[i] * again[i] * x[i];
}
MODES(stored_and_loaded)

// What one access reads, the next one writes.
static void read_and_written(const double *x, double *y, int n) {
  for (int k = 0; k < 3; k++) {
    double now = x[k + 1], value;
    __atomic_load(&x[k], &value, __ATOMIC_ACQUIRE);
    __atomic_store(&now, &value, __ATOMIC_RELEASE);
#pragma omp parallel for
    for (int i = 0; i < n; i++) y[i] += now * now * x[i];
  }
}
MODES(read_and_written)

// Integers that are exchanged stay what they are: a list of all iterations, in an order that is chance.
static void lists(const double *x, double *y, int n) {
  int head = n, next[SIZE];
  long heads[2] = {0, 0}, nexts[SIZE];
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < n; i++) {
#pragma omp atomic capture
    { next[i] = head; head = i; }
    long own = i + 1;
    __atomic_exchange(&heads[i % 2], &own, &nexts[i], __ATOMIC_RELAXED);
  }
  double sum = 0, squares = 0;
  for (int i = head; i != n; i = next[i]) sum += x[i] * x[i];
  for (int k = 0; k < 2; k++)
    for (long i = heads[k]; i != 0; i = nexts[i - 1]) squares += x[i - 1] * sin(x[i - 1]);
  y[0] = sum, y[1] = squares * sum;
}
MODES(lists)

static void written_and_read(const double *x, double *y, int n) {
  double *now = malloc(n * sizeof *now);
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double again;
#pragma omp atomic write
    now[i] = x[i] * x[(i + 1) % n];
#pragma omp atomic read
    again = now[i];
    y[i] = again * again;
  }
  for (int i = 0; i < n; i++) y[i] += now[n - 1 - i];
  free(now);
}
MODES(written_and_read)

// Sums and products at the same places, in phases that barriers part.
static void bins(const double *x, double *y, int n) {
  double all[5] = {1, 1, 1, 1, 1}, sums[5] = {0};
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      all[i % 5] *= x[i] + 0.4;
#pragma omp atomic
      sums[i * 3 % 5] += x[i] * x[i];
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      all[i % 5] += 0.1 * sums[i % 5] * x[i];
    }
  }
  for (int k = 0; k < 5; k++) y[k] = all[k] * all[k];
}
MODES(bins)

static void in_order_for_all(const double *x, double *y, int n) {
  double s = 0, p = 1, v = 0;
#pragma omp parallel for reduction(+ : v)
  for (int i = 0; i < n; i++) {
    double now;
#pragma omp atomic seq_cst
    s += x[i] * x[i];
#pragma omp atomic acq_rel capture
    { p *= 0.8 + 0.2 * x[i]; now = p; }
    v += log(now) - log(now / (0.8 + 0.2 * x[i]));
  }
  y[0] = s * p, y[1] = v;
}
MODES(in_order_for_all)

static void singles(const double *x, double *y, int n) {
  float p = 1, least = 100;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float factor = (float)(0.9 + 0.2 * x[i]);
#pragma omp atomic
    p *= factor;
#pragma omp atomic compare
    if (least > factor) { least = factor; }
  }
  y[0] = 0.001 * p + least;
}
static void singles_tangent(const double *x, double *dx, double *y, double *dy) {
  __enzyme_fwddiff_void((void *)singles, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, SIZE);
}
static void singles_gradient(const double *x, double *dx, double *y, double *dy) {
  __enzyme_autodiff_void((void *)singles, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, SIZE);
}

// Differences of single precision say little: the derivative is known.
static void check_singles(void) {
  for (unsigned k = 0; k < sizeof teams / sizeof *teams; k++) {
    omp_set_num_threads(teams[k]);
    double x[SIZE], y[SIZE] = {0}, dx[SIZE] = {0}, dy[SIZE] = {1}, v[SIZE], jv[SIZE] = {0}, out[SIZE] = {0};
    double p = 1, right = 0;
    int least = 0;
    for (int i = 0; i < SIZE; i++) {
      x[i] = number(i), v[i] = number(i + 7) - 0.8;
      p *= 0.9 + 0.2 * x[i];
      if (x[i] < x[least]) least = i;
    }
    for (int i = 0; i < SIZE; i++) right += v[i] * (0.001 * p / (0.9 + 0.2 * x[i]) * 0.2 + (i == least) * 0.2);
    singles_gradient(x, dx, y, dy);
    singles_tangent(x, v, out, jv);
    judge("singles", teams[k], "reverse mode", fabs(dot(dx, v) - right) < 1e-5 * fabs(right), dot(dx, v), right);
    judge("singles", teams[k], "forward mode", fabs(jv[0] - right) < 1e-5 * fabs(right), jv[0], right);
  }
}

// A loop of one's own that exchanges until it succeeds, and one that ends earlier if there is nothing to do.
static void raise(double *number, double power) {
  union { double d; long i; } old, now;
  __atomic_load((long *)number, &old.i, __ATOMIC_RELAXED);
  do now.d = pow(old.d, power);
  while (!__atomic_compare_exchange_n((long *)number, &old.i, now.i, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
}
static void lift(double *number, double to) {
  union { double d; long i; } old, now = {.d = to};
  __atomic_load((long *)number, &old.i, __ATOMIC_RELAXED);
  while (old.d < to)
    if (__atomic_compare_exchange_n((long *)number, &old.i, now.i, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
}
static void by_hand(const double *x, double *y, int n) {
  double p = x[0] + 1, most = 0;
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < n; i++) {
    raise(&p, 0.9 + 0.1 * x[i]);
    lift(&most, x[i] * (1.5 - x[i]));
  }
  y[0] = p, y[1] = most;
}
MODES(by_hand)

// What the loop reads once more, whether it has succeeded or not.
static double look_again(double *number, double factor) {
  union { double d; long i; } old, now, after;
  int done;
  do {
    __atomic_load((long *)number, &old.i, __ATOMIC_RELAXED);
    now.d = old.d * factor;
    done = __atomic_compare_exchange_n((long *)number, &old.i, now.i, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    __atomic_load((long *)number, &after.i, __ATOMIC_RELAXED);
  } while (!done);
  return after.d;
}
static void looked_at(const double *x, double *y, int n) {
  double p = x[0];
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = 0 * look_again(&p, 0.9 + 0.1 * x[i]);
  y[0] = p * p;
}
MODES(looked_at)

// Much that several workers do to few numbers.
static void often(const double *x, double *y, int n) {
  double p[2] = {1, 1}, steps = 0;
#pragma omp parallel for reduction(+ : steps) schedule(dynamic, 1)
  for (int i = 0; i < 600; i++) {
    double factor = 1 + 0.02 * (x[i % n] - 0.8), now;
#pragma omp atomic capture
    { p[i % 2] *= factor; now = p[i % 2]; }
    steps += now * now - now / factor * (now / factor);
  }
  y[0] = p[0], y[1] = p[1], y[2] = steps;
}
MODES(often)

int main(void) {
  CHECK(product);
  CHECK(product_with_zero);
  CHECK(extremes);
  CHECK(captured_sum);
  CHECK(captured_product);
  CHECK(exchanged);
  CHECK(passed_on);
#ifdef __OPTIMIZE__
  CHECK(from_array_to_array);
#endif
  CHECK(singles_passed_on);
  CHECK(by_builtins);
  CHECK(by_bits);
  CHECK(of_an_atomic_type);
  CHECK(stored_and_loaded);
  CHECK(read_and_written);
  CHECK(lists);
  CHECK(written_and_read);
  CHECK(bins);
  CHECK(in_order_for_all);
  check_singles();
  CHECK(by_hand);
  CHECK(looked_at);
  CHECK(often);
  return failures != 0;
}
