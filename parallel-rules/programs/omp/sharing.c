// What workers do to the same memory: reductions, critical sections, atomic updates.
#include "check.h"

static void sum(const double *x, double *y, int n) {
  double s = x[0];
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) s += sin(x[i]) * x[(i + 5) % n];
  for (int i = 0; i < n; i++) y[i] = s * x[i];
}
MODES(sum)

static void difference(const double *x, double *y, int n) {
  double s = x[0];
#pragma omp parallel for reduction(- : s) schedule(dynamic)
  for (int i = 0; i < n; i++) s -= x[i] * x[i];
  y[0] = s;
}
MODES(difference)

static void product(const double *x, double *y, int n) {
  double p = x[1];
#pragma omp parallel for reduction(* : p)
  for (int i = 0; i < n; i++) p *= 0.5 + x[i];
  y[0] = p;
}
MODES(product)

// A factor is zero: the derivative by that factor is not.
static void product_with_zero(const double *x, double *y, int n) {
  double p = 1;
#pragma omp parallel for reduction(* : p)
  for (int i = 0; i < n; i++) p *= i == 7 ? x[i] - number(7) : x[i] + 0.3;
  y[0] = p;
}
MODES(product_with_zero)

static void maximum(const double *x, double *y, int n) {
  double most = -1e300, least = 1e300;
#pragma omp parallel for reduction(max : most) reduction(min : least)
  for (int i = 0; i < n; i++) {
    double value = x[i] * x[n - 1 - i] + x[i];
    if (value > most) most = value;
    if (value < least) least = value;
  }
  y[0] = most * x[0], y[1] = least * most;
}
MODES(maximum)

static void several(const double *x, double *y, int n) {
  double a = 0, b = 1, c = 0;
  int count = 0;
#pragma omp parallel for reduction(+ : a, c, count) reduction(* : b)
  for (int i = 0; i < n; i++) {
    a += x[i];
    b *= 1 + 0.01 * x[i];
    c += x[i] * x[i];
    count += x[i] > 0.8;
  }
  y[0] = a * b, y[1] = c / (1 + count), y[2] = a * c;
}
MODES(several)

static void wide(const double *x, double *y, int n) {
  float f = 0;
  double l = 0;
#pragma omp parallel for reduction(+ : f, l)
  for (int i = 0; i < n; i++) {
    f += (float)i;
    l += x[i] * x[i];
  }
  y[0] = l * f;
}
MODES(wide)

static void array(const double *x, double *y, int n) {
  double bins[7] = {0};
#pragma omp parallel for reduction(+ : bins)
  for (int i = 0; i < n; i++) bins[i % 7] += x[i] * x[i];
  for (int k = 0; k < 7; k++) y[k] = bins[k] * bins[(k + 1) % 7];
}
MODES(array)

static void part_of_an_array(const double *x, double *y, int n) {
  double *bins = calloc(9, sizeof *bins);
#pragma omp parallel for reduction(+ : bins[2 : 5])
  for (int i = 0; i < n; i++) bins[2 + i % 5] += sin(x[i]);
  for (int k = 0; k < 9; k++) y[k] = bins[k] * bins[k];
  free(bins);
}
MODES(part_of_an_array)

typedef struct {
  double sum, weight;
} mean;

#pragma omp declare reduction(join : mean : omp_out.sum += omp_in.sum, omp_out.weight *= omp_in.weight) \
    initializer(omp_priv = (mean){0, 1})

static void declared(const double *x, double *y, int n) {
  mean m = {x[0], 2};
#pragma omp parallel for reduction(join : m)
  for (int i = 0; i < n; i++) {
    m.sum += x[i] * x[i];
    m.weight *= 1 + 0.02 * x[i];
  }
  y[0] = m.sum / m.weight;
}
MODES(declared)

// A reduction of a loop within a region, twice, and one of a region.
static void of_loops(const double *x, double *y, int n) {
  double s = 0, t = 1;
#pragma omp parallel
  {
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++) s += x[i];
#pragma omp for reduction(* : t)
    for (int i = 0; i < n; i++) t *= 1 + 0.01 * s * x[i];
#pragma omp for reduction(+ : s) nowait
    for (int i = 0; i < n; i++) s += t * x[i];
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = s * x[i] + t;
  }
}
MODES(of_loops)

static void of_regions(const double *x, double *y, int n) {
  double s = 1;
  for (int step = 0; step < 4; step++) {
    double next = 0;
#pragma omp parallel for reduction(+ : next)
    for (int i = 0; i < n; i++) next += sin(s * x[i]) / n;
    s = next;
  }
  y[0] = s;
}
MODES(of_regions)

static void by_workers(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel reduction(+ : s) num_threads(3)
  s += x[omp_get_thread_num()] * x[0];
  y[0] = s * s;
}
MODES(by_workers)

static void critical(const double *x, double *y, int n) {
  double s = 0, p = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double value = x[i] * x[i];
#pragma omp critical
    s += value;
#pragma omp critical(other)
    p *= 1 + 0.1 * value;
  }
  y[0] = s, y[1] = p * s;
}
MODES(critical)

// What the section computes depends on who came before, but for the result.
static void critical_chain(const double *x, double *y, int n) {
  double s = 0.1, c = 1;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) {
    double angle = 0.1 * x[i];
#pragma omp critical
    {
      double next = s * cos(angle) + c * sin(angle);
      c = c * cos(angle) - s * sin(angle);
      s = next;
    }
  }
  y[0] = s, y[1] = c * c;
}
MODES(critical_chain)

static void critical_maximum(const double *x, double *y, int n) {
  double most = -1;
  int where = -1;
#pragma omp parallel
  {
    double own = -1;
    int at = -1;
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      if (x[i] * x[i] > own) own = x[i] * x[i], at = i;
#pragma omp critical
    if (own > most) most = own, where = at;
  }
  y[0] = most + x[where];
}
MODES(critical_maximum)

// The order of iterations.
static void ordered(const double *x, double *y, int n) {
  double s = 0.1;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < n; i++) {
    double value = sin(x[i]);
#pragma omp ordered
    {
      s = s * value + x[i];
      y[i] = s;
    }
  }
}
MODES(ordered)

static void locked(const double *x, double *y, int n) {
  omp_lock_t lock, other;
  omp_init_lock(&lock);
  omp_init_lock(&other);
  double s = 1, c = 0.5;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) {
    omp_set_lock(&lock);
    s *= 1 + 0.1 * x[i];
    omp_set_lock(&other);
    c += x[i] * x[i];
    omp_unset_lock(&lock);
    c -= 0.1 * x[i];
    omp_unset_lock(&other);
  }
  omp_destroy_lock(&lock);
  omp_destroy_lock(&other);
  y[0] = s, y[1] = c;
}
MODES(locked)

static void twice(omp_nest_lock_t *lock, double *s, double by) {
  omp_set_nest_lock(lock);
  *s *= by;
  omp_unset_nest_lock(lock);
}

static void locked_twice(const double *x, double *y, int n) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  double s = 1;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) {
    omp_set_nest_lock(&lock);
    twice(&lock, &s, 1 + 0.1 * x[i]);
    s *= 1 - 0.01 * x[i];
    omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
  y[0] = s;
}
MODES(locked_twice)

static void atomic_sum(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double value = x[i] * x[i];
#pragma omp atomic
    s += value;
#pragma omp atomic update
    y[i % 5] += value * x[0];
  }
  y[6] = s;
}
MODES(atomic_sum)

// Neighbours: what several workers read and one writes.
static void stencil(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++) y[i] = x[i - 1] * x[i] + x[i] * x[i + 1];
}
MODES(stencil)

// Two arrays that overlap: what one worker reads of the one, another one reads of the other.
__attribute__((noinline)) static void two_arrays(const double *a, const double *b, double *y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) y[i] = a[i] * a[i] * b[i];
}

static void overlapping(const double *x, double *y, int n) { two_arrays(x, x + 1, y, n - 1); }
MODES(overlapping)

static void apart(const double *x, double *y, int n) { two_arrays(x, x + n / 2, y, n / 2); }
MODES(apart)

static void the_same(const double *x, double *y, int n) { two_arrays(x, x, y, n); }
MODES(the_same)

// An iteration's own: several numbers, rows, chunks, loops that run again.
static void triples(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n / 3; i++) y[i] = x[3 * i] * x[3 * i + 1] + x[3 * i + 2] * x[3 * i];
}
MODES(triples)

static void pairs_that_overlap(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n / 2 - 1; i++) y[i] = x[2 * i] * x[2 * i + 1] + x[2 * i + 2] * x[2 * i];
}
MODES(pairs_that_overlap)

static void rows(const double *x, double *y, int n) {
  int width = n / 10;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 10; i++) {
    double sum = 0;
    for (int k = 0; k < width; k++) sum += x[i * width + k] * x[i * width + k];
    y[i] = sum;
  }
}
MODES(rows)

static void again_and_again(const double *x, double *y, int n) {
  double own[SIZE];
  for (int i = 0; i < n; i++) own[i] = x[i];
#pragma omp parallel
  for (int step = 0; step < 4; step++) {
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = step; i < n; i += 4) y[i] = own[i] * own[i] + own[(i + step) % n];
  }
}
MODES(again_and_again)

static void two_loops(const double *x, double *y, int n) {
  double z[SIZE];
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
#pragma omp for schedule(dynamic, 1) nowait
    for (int i = 0; i < n; i++) z[i] = x[i] * x[i] * x[i];
  }
  for (int i = 0; i < n; i++) y[i] += z[i];
}
MODES(two_loops)

static void scatter(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int to = (i * 7) % n;
    y[to] = x[i] * x[(i * i) % n];
  }
}
MODES(scatter)

static void all_read(const double *x, double *y, int n) {
  double a[3] = {x[0], x[1] * x[2], x[3]};
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = a[0] * x[i] * x[i] + a[1] * x[i] + a[2];
}
MODES(all_read)

// A worker's own variable that others come to by a pointer.
static void published(const double *x, double *y, int n) {
  const double *shared = 0;
#pragma omp parallel
  {
    double own[2] = {0, 0};
#pragma omp master
    {
      own[0] = x[0] * x[1];
      shared = own;
    }
#pragma omp barrier
    const double *other = shared;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 0; k < 50; k++) sum += (i % 2 ? other : omp_get_thread_num() ? other : own)[0] * 0.01;
      y[i] = sum * x[i];
    }
  }
}
MODES(published)

// Each worker of one team starts another one, and all read the same.
static void nested_readers(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static, 1) num_threads(4)
  for (int k = 0; k < 4; k++) {
#pragma omp parallel for
    for (int i = 0; i < n / 4; i++) y[k * (n / 4) + i] = x[i] * x[i];
  }
}
MODES(nested_readers)

// `restrict` lets arrays overlap that are only read.
__attribute__((noinline)) static void promised(const double *restrict a, const double *restrict b, double *restrict y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) y[i] = a[i] * b[i];
}

static void overlapping_restrict(const double *x, double *y, int n) { promised(x, x + 1, y, n - 1); }
MODES(overlapping_restrict)

// Firstprivate numbers, however the compiler moves their bits.
static void given_bits(const double *x, double *y, int n) {
  double s = x[0];
  float f = 0.25f;
#pragma omp parallel for firstprivate(s, f)
  for (int i = 0; i < n; i++) y[i] = s * x[i] + f;
}
MODES(given_bits)

// The same in regions that are inside of each other: what the inner one reads is the outer one's own.
static void given_further(const double *x, double *y, int n) {
  double s = x[0];
  float f = 0.25f;
#pragma omp parallel num_threads(2) firstprivate(s, f)
  {
#pragma omp masked
    {
#pragma omp parallel for
      for (int i = 0; i < n; i++) y[i] = s * s * x[i] + f * s;
    }
  }
}
MODES(given_further)

// And which they change, or not.
static void given_changed(const double *x, double *y, int n) {
  for (int k = 0; k < 3; k++) {
    double s = x[k];
#pragma omp parallel firstprivate(s)
    {
      switch (k) {
        case 1: s = 0.4375; break;
        case 2: s = s * x[0]; break;
      }
      while (s > 4) s = 2;
#pragma omp for
      for (int i = 0; i < n; i++) y[i] += s * s * x[i];
    }
  }
}
MODES(given_changed)

// Each worker's own copy, which it only reads where its address was kept.
static void by_address(const double *x, double *y, int n) {
  double scale = x[0] * x[1];
#pragma omp parallel firstprivate(scale)
  {
    const double *from = &scale;
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = *from * x[i];
  }
}
MODES(by_address)

// A variable that workers are given under two names: by itself, and by a pointer of their own.
static void two_names(const double *x, double *y, int n) {
  double v = x[0] * x[1], u[4] = {x[2], x[3], x[4], x[5]}, s = 0;
  double *at = &v, *behind = u + 1;
#pragma omp parallel firstprivate(at, behind)
  {
#pragma omp single
    {
      *at = *at * x[6];
      behind[0] = u[0] * behind[1];
      u[2] = v * u[1];
    }
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++) s += (v + behind[i % 3] * u[i % 4]) * x[i];
  }
  y[0] = s + *at;
}
MODES(two_names)

static void hinted(const double *x, double *y, int n) {
  double p = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical(hinted) hint(omp_sync_hint_uncontended)
    p *= 1 + 0.1 * x[i];
  }
  y[0] = p;
}
MODES(hinted)

static void atomic_difference(const double *x, double *y, int n) {
  double s = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double value = x[i] * x[i];
#pragma omp atomic
    s -= value;
  }
  y[0] = s;
}
MODES(atomic_difference)

// A region that comes to itself.
static void halves(const double *x, double *y, int low, int high) {
  if (high - low == 1) {
    y[low] = x[low] * x[0];
    return;
  }
  int middle = (low + high) / 2;
#pragma omp parallel for
  for (int k = 0; k < 2; k++) {
    if (k)
      halves(x, y, middle, high);
    else
      halves(x, y, low, middle);
  }
}

static void recursive(const double *x, double *y, int n) { halves(x, y, 0, n); }
MODES(recursive)

static inline void meet(void) {
#pragma omp barrier
}

// Two workers come to one barrier by two ways, on each of which stands a copy: what one reads before it, the other one overwrites behind it.
static void two_ways(const double *x, double *y, int n) {
  double shared = x[0] * x[1], out = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    out = shared * shared;
    meet();
  } else {
    meet();
    shared = n * x[2];
  }
  y[0] = out + shared;
}
MODES(two_ways)

// Workers overwrite behind a barrier what another one reads before it, in steps that all of them make.
static void in_turn(const double *x, double *y, int n) {
  double *now = malloc(n * sizeof *now);
  memcpy(now, x, n * sizeof *now);
#pragma omp parallel
  for (int step = 0; step < 5; step++) {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++) y[i] = now[i] * now[(i + 1) % n] + 0.1 * y[i] * y[i];
#pragma omp for schedule(static, 7)
    for (int i = 0; i < n; i++) now[i] = sin(y[i]);
  }
  free(now);
}
MODES(in_turn)

// What one worker reads before the only barrier, another one overwrites behind it.
static void once(const double *x, double *y, int n) {
  double *now = malloc(n * sizeof *now);
  memcpy(now, x, n * sizeof *now);
#pragma omp parallel
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++) y[i] = now[i] * now[i];
#pragma omp for schedule(static, 7)
    for (int i = 0; i < n; i++) now[i] = 0.5 * x[n - 1 - i];
  }
  for (int i = 0; i < n; i++) y[i] += now[i];
  free(now);
}
MODES(once)

// Workers are in the second loop while others still are in the first.
static void two_orders(const double *x, double *y, int n) {
  double a = x[0], b = x[1];
#pragma omp parallel
  {
#pragma omp for ordered nowait
    for (int i = 0; i < n; i++) {
#pragma omp ordered
      y[i] = a = 0.5 * a * x[i] + 0.3;
    }
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < n; i++) {
#pragma omp ordered
      b = b * (0.4 + 0.5 * x[i]) + 0.1;
    }
  }
  y[0] = b, y[1] = a * b;
}
MODES(two_orders)

// In each iteration of a team's loop a team of one runs iterations in order.
static void orders_in_teams(const double *x, double *y, int n) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) {
    double t = x[i];
#pragma omp parallel for ordered
    for (int j = 0; j < 3; j++) {
#pragma omp ordered
      t = 0.5 * t * t + x[j];
    }
#pragma omp critical
    y[i % 3] += t;
  }
}
MODES(orders_in_teams)

// The same inside of what runs in order.
static void order_in_order(const double *x, double *y, int n) {
  double t = x[0];
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 6; i++) {
#pragma omp ordered
#pragma omp parallel for ordered num_threads(3)
    for (int j = 0; j < 9; j++) {
#pragma omp ordered
      t = 0.5 * t * x[i] + sin(t) * x[j];
    }
  }
  y[0] = t;
}
MODES(order_in_order)

// What nobody reads, and what is handed on to a team within.
static void given_on(const double *x, double *y, int n) {
  double unused = x[0] * x[1], factor = x[2] * x[3];
#pragma omp parallel for firstprivate(unused, factor) if (n > 6)
  for (int i = 0; i < n; i++) {
    double own = factor * x[i];
#pragma omp parallel num_threads(2) if (i % 2) firstprivate(factor)
#pragma omp single
    y[i] = own * factor;
  }
  y[0] += unused;
}
MODES(given_on)

int main(void) {
  omp_set_max_active_levels(2);
  CHECK(order_in_order);
  CHECK(given_on);
  omp_set_max_active_levels(1);
  CHECK(two_orders);
  CHECK(orders_in_teams);
  CHECK(given_on);
  CHECK(two_ways);
  CHECK(in_turn);
  CHECK(once);
  CHECK(published);
  CHECK(nested_readers);
  CHECK(overlapping_restrict);
  CHECK(given_bits);
  CHECK(given_further);
  CHECK(given_changed);
  CHECK(by_address);
  CHECK(two_names);
  CHECK(hinted);
  CHECK(atomic_difference);
  CHECK(recursive);
  CHECK(sum);
  CHECK(difference);
  CHECK(product);
  CHECK(product_with_zero);
  CHECK(maximum);
  CHECK(several);
  CHECK(wide);
  CHECK(array);
  CHECK(part_of_an_array);
  CHECK(declared);
  CHECK(of_loops);
  CHECK(of_regions);
  CHECK(by_workers);
  CHECK(critical);
  CHECK(critical_chain);
  CHECK(critical_maximum);
  CHECK(ordered);
  CHECK(locked);
  CHECK(locked_twice);
  CHECK(atomic_sum);
  CHECK(stencil);
  CHECK(overlapping);
  CHECK(apart);
  CHECK(the_same);
  CHECK(triples);
  CHECK(pairs_that_overlap);
  CHECK(rows);
  CHECK(again_and_again);
  CHECK(two_loops);
  CHECK(scatter);
  CHECK(all_read);
  return failures != 0;
}
