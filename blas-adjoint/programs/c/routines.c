/* Every routine that has a derivative, with random options, sizes, strides and layouts: tangents and adjoints against
 * central differences and against each other.
 *
 * Compiled for one kind of numbers (-DKIND_s, _d, _c or _z), one convention (-DCBLAS, or Fortran's) and one width of integers
 * (-DWIDE: 64 bits). Each routine is a function of three arrays and two scalars that returns a weighted sum of all that is in
 * the arrays behind the call, what is between columns and in the other triangle included: so a derivative that goes where it
 * should not is found, too. Some of these functions overwrite the arrays before they return.
 */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"

extern int enzyme_const, enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

#ifndef DRAWS
#define DRAWS 24
#endif

enum { ROOM = 64, SCALARS = 2, PARTS = sizeof(T) / sizeof(R) };

/* What a routine is called with besides numbers. */
typedef struct {
  char op, op2, uplo, side, diag;
  int by_rows;
  INT m, n, k, lda, ldb, ldc, incx, incy;
} options;

typedef double routine(const options *, R *, R *, R *, R *);

#define A ((T *)a)
#define B ((T *)b)
#define C ((T *)c)
#define ALPHA ((T *)s)
#define BETA ((T *)s + 1)

/* A weight for each number, no two the same. */
static double weight(int i) { return 0.3 + 0.01 * ((i * 37) % 101); }

static double sum(const R *a, const R *b, const R *c, double more) {
  double total = more + 0.1 * more * more;
  for (int i = 0; i < ROOM * PARTS; i++)
    total += weight(i) * a[i] + weight(i + 7) * b[i] + weight(i + 11) * c[i] + 0.05 * c[i] * c[i];
  return total;
}

/* Two functions of a routine: one leaves the arrays as the routine does, the other overwrites them. */
#define ROUTINE(name, call)                                                                        \
  static double name(const options *o, R *a, R *b, R *c, R *s) {                                   \
    double more = 0;                                                                               \
    INT info = 0, pivots[ROOM];                                                                    \
    (void)info, (void)pivots, (void)s;                                                             \
    call;                                                                                          \
    return sum(a, b, c, more);                                                                     \
  }                                                                                                \
  static double name##_over(const options *o, R *a, R *b, R *c, R *s) {                            \
    double more = 0;                                                                               \
    INT info = 0, pivots[ROOM];                                                                    \
    (void)info, (void)pivots, (void)s;                                                             \
    call;                                                                                          \
    more += sum(a, b, c, 0);                                                                       \
    for (int i = 0; i < ROOM * PARTS; i++)                                                         \
      a[i] = sin(a[i]), b[i] = cos(b[i]), c[i] = c[i] * b[i];                                      \
    for (int i = 0; i < ROOM; i++)                                                                 \
      pivots[i] = 1;                                                                               \
    for (int i = 0; i < SCALARS * PARTS; i++)                                                      \
      s[i] = s[i] * s[i];                                                                          \
    return sum(a, b, c, more) + s[0];                                                              \
  }

#include "calls.h"

static unsigned long long state = 88172645463325252ull;

static double uniform(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (double)(state >> 11) / 9007199254740992.0;
}

static int below(int n) { return (int)(uniform() * n); }
static char one_of(const char *letters) { return letters[below((int)strlen(letters))]; }

static options any_options(void) {
  static const INT steps[] = {1, 2, -1, -2, 1};
  options o = {.op = one_of(OPS), .op2 = one_of(OPS), .uplo = one_of("UL"), .side = one_of("LR"), .diag = one_of("NU")};
#ifdef CBLAS
  o.by_rows = below(2);
#endif
  o.m = below(6), o.n = below(6), o.k = below(6);
  /* Some sizes are zero, most are not. */
  int sized = below(3);
#if defined MIXED && defined CBLAS
  /* The reference CBLAS does not come back from a conjugated product by rows without elements. */
  sized |= o.by_rows;
#endif
  if (sized) {
    o.m += !o.m, o.n += !o.n, o.k += !o.k;
  }
  o.lda = 5 + below(3), o.ldb = 5 + below(3), o.ldc = 5 + below(3);
  o.incx = steps[below(5)], o.incy = steps[below(5)];
  return o;
}

/* All numbers that a routine depends on. */
typedef struct {
  R a[ROOM * PARTS], b[ROOM * PARTS], c[ROOM * PARTS], s[SCALARS * PARTS];
} point;

enum { NUMBERS = sizeof(point) / sizeof(R) };

/* Away from zero, where absolute values have a kink. */
static void scatter(point *p) {
  for (int i = 0; i < NUMBERS; i++)
    ((R *)p)[i] = (R)(uniform() < 0.5 ? -0.2 - 0.8 * uniform() : 0.2 + 0.8 * uniform());
}

/* Diagonals are large, so that triangles and factors are far from singular; `positive`: and matrices Hermitian. */
static void dominate(T *x, INT ld, int positive) {
  for (int i = 0; i < 5; i++) {
    for (int j = 0; positive && j < i; j++)
      x[j + i * ld] = CONJ(x[i + j * ld]);
    x[i + i * ld] = (R)(4 + uniform());
#ifdef MIXED
    x[i + i * ld] += positive ? 0 : 0.5f * I;
#endif
  }
}

static double value(routine *f, const options *o, const point *p, const point *v, double h) {
  point q = *p;
  for (int i = 0; i < NUMBERS; i++)
    ((R *)&q)[i] += (R)(h * ((const R *)v)[i]);
  return f(o, q.a, q.b, q.c, q.s);
}

/* Central differences of two steps, extrapolated. */
static double difference(routine *f, const options *o, const point *p, const point *v) {
  double h = STEP;
  double near = value(f, o, p, v, h) - value(f, o, p, v, -h);
  double far = value(f, o, p, v, 2 * h) - value(f, o, p, v, -2 * h);
  return (8 * near - far) / (12 * h);
}

static int failures, checks;

static void check(const char *name, const options *o, double reverse, double forward, double difference) {
  double scale = 1 + fabs(difference);
  int good = fabs(reverse - forward) <= EXACT * scale && fabs(reverse - difference) <= CLOSE * scale;
  checks++;
  if (good)
    return;
  failures++;
  printf("FAIL %s %c%c uplo %c side %c diag %c %s m %d n %d k %d inc %d %d: reverse %.9g forward %.9g differences %.9g\n",
         name, o->op, o->op2, o->uplo, o->side, o->diag, o->by_rows ? "rows" : "columns", (int)o->m, (int)o->n,
         (int)o->k, (int)o->incx, (int)o->incy, reverse, forward, difference);
}

static double along(const point *d, const point *v) {
  double sum = 0;
  for (int i = 0; i < NUMBERS; i++)
    sum += (double)((const R *)d)[i] * ((const R *)v)[i];
  return sum;
}

#define DUP(x, d) enzyme_dup, x, d
#define CONST(x, d) enzyme_const, x
#define ZERO_DUP(x)
#define ZERO_CONST(x) memset(x, 0, sizeof(x))

/* One function with some of its arguments active. */
#define CHECK(f, a_, b_, s_)                                                                       \
  do {                                                                                             \
    point q, d, v = direction;                                                                     \
    ZERO_##a_(v.a);                                                                                \
    ZERO_##b_(v.b);                                                                                \
    ZERO_##s_(v.s);                                                                                \
    q = at, d = v;                                                                                 \
    double forward = __enzyme_fwddiff((void *)f, enzyme_const, &o, a_(q.a, d.a), b_(q.b, d.b),     \
                                      DUP(q.c, d.c), s_(q.s, d.s));                                \
    q = at;                                                                                        \
    memset(&d, 0, sizeof d);                                                                       \
    __enzyme_autodiff((void *)f, enzyme_const, &o, a_(q.a, d.a), b_(q.b, d.b), DUP(q.c, d.c),      \
                      s_(q.s, d.s));                                                               \
    check(#f " " #a_ #b_ #s_, &o, along(&d, &v), forward, difference(f, &o, &at, &v));             \
  } while (0)

/* A routine's checks: with everything active, overwritten, and with some arguments inactive. */
#define EACH(name, positive, ...)                                                                  \
  for (int draw = 0; draw < DRAWS; draw++) {                                                       \
    options o = any_options();                                                                     \
    point at, direction;                                                                           \
    scatter(&at), scatter(&direction);                                                             \
    dominate((T *)at.a, o.lda, positive), dominate((T *)at.c, o.ldc, positive);                    \
    CHECK(name, DUP, DUP, DUP);                                                                    \
    CHECK(name##_over, DUP, DUP, DUP);                                                             \
    __VA_ARGS__                                                                                    \
  }                                                                                                \
  told = tell(#name, told);

/* It writes the third array only; the second as well; the first as well. */
#define TEST(name) EACH(name, 0, CHECK(name, CONST, DUP, DUP); CHECK(name, DUP, CONST, DUP); CHECK(name, DUP, DUP, CONST); CHECK(name, CONST, CONST, CONST);)
#define TEST_BOTH(name) EACH(name, 0, CHECK(name, CONST, DUP, CONST);)
#define TEST_FIRST(name) EACH(name, 0, CHECK(name, DUP, CONST, CONST);)
#define TEST_POSITIVE(name) EACH(name, 1, CHECK(name, CONST, CONST, CONST);)
#define TEST_POSITIVE_BOTH(name) EACH(name, 1, CHECK(name, CONST, DUP, CONST);)

static int tell(const char *name, int told) {
  printf("%s %s: %d checks\n", failures == told ? "PASS" : "FAIL", name, checks);
  checks = 0;
  return failures;
}

int main(void) {
  int told = 0;
#include "list.h"
  return failures != 0;
}
