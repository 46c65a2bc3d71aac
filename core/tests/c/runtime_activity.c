/* Pointers that lead to active memory on one path and to inactive memory on another, and derivatives that say of all memory that it may be
 * inactive: inactive memory is its own shadow. */
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

extern int enzyme_runtime_activity;

enum { N = 7 };

static void random_numbers(double *x, unsigned seed) {
  for (int i = 0; i < N; i++)
    x[i] = 0.3 + 0.1 * (double)((seed = seed * 1103515245u + 12345u) >> 16 & 15u);
}

/* --- One path or the other, without a marker. ------------------------------------------------------- */

static double chosen(const double *x, const double *w, int n, int which) {
  const double *p = which ? x : w;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += p[i] * p[(i + 1) % n] * x[i];
  return sum;
}

static void test_chosen(void) {
  double x[N], w[N], dx[N], t[N] = {0};
  random_numbers(x, 1), random_numbers(w, 2);
  for (int which = 0; which < 2; which++) {
    memset(dx, 0, sizeof dx);
    double copy[N];
    memcpy(copy, w, sizeof w);
    __enzyme_autodiff((void *)chosen, enzyme_dup, x, dx, enzyme_const, w, N, which);
    for (int i = 0; i < N; i++) {
      int before = (i + N - 1) % N, after = (i + 1) % N;
      double want = which ? 2 * x[i] * x[after] + x[before] * x[before] : w[i] * w[after];
      same(which ? "the active path" : "the inactive path", dx[i], want);
      same("what is inactive stays", w[i], copy[i]);
      t[i] = 1;
      same("tangent", __enzyme_fwddiff((void *)chosen, enzyme_dup, x, t, enzyme_const, w, N, which), want);
      t[i] = 0;
    }
  }
}

/* --- A table of pointers, below a call that stays one. ---------------------------------------------- */

__attribute__((noinline)) static double weighed(double *const *rows, int count, int n) {
  double sum = 0;
  for (int r = 0; r < count; r++)
    for (int i = 0; i < n; i++)
      sum += rows[r][i] * rows[r][i] * (r + 1) * rows[(r + 1) % count][i];
  return sum;
}

static double table(double *x, double *w, int n) {
  double *rows[3] = {x, w, x};
  return weighed(rows, 3, n);
}

static void test_table(void) {
  double x[N], w[N], dx[N] = {0}, t[N] = {0};
  random_numbers(x, 3), random_numbers(w, 4);
  __enzyme_autodiff((void *)table, enzyme_dup, x, dx, enzyme_const, w, N);
  for (int i = 0; i < N; i++) {
    /* x x w + 2 w w x + 3 x x x */
    double want = 2 * x[i] * w[i] + 2 * w[i] * w[i] + 9 * x[i] * x[i];
    same("table", dx[i], want);
    t[i] = 1;
    same("tangent of table", __enzyme_fwddiff((void *)table, enzyme_dup, x, t, enzyme_const, w, N), want);
    t[i] = 0;
  }
}

/* --- A structure whose members are active or not, as its shadow says. ------------------------------- */

struct state {
  double *u, *coefficient, *out;
  double scale;
};

static void step(struct state *s, int n) {
  double *row = s->u;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < n; i++)
      s->out[i] += s->coefficient[i] * row[i] * s->scale;
    row = pass ? s->u : s->coefficient;
  }
}

static double total(struct state *s, int n) {
  step(s, n);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += s->out[i] * s->out[i];
  return sum;
}

static void test_structure(void) {
  for (int active = 1; active < 4; active++) {
    double u[N], c[N], out[N] = {0}, du[N] = {0}, dc[N] = {0}, dout[N] = {0}, ku[N], kc[N];
    random_numbers(u, 5), random_numbers(c, 6);
    memcpy(ku, u, sizeof u), memcpy(kc, c, sizeof c);
    struct state s = {u, c, out, 0.5};
    struct state ds = {active & 1 ? du : u, active & 2 ? dc : c, dout, 0};
    __enzyme_autodiff_v((void *)total, enzyme_runtime_activity, enzyme_dup, &s, &ds, N);
    double scale = 0;
    for (int i = 0; i < N; i++) {
      double o = 0.5 * (c[i] * u[i] + c[i] * c[i]);
      if (active & 1)
        same("structure, u", du[i], 2 * o * 0.5 * c[i]);
      if (active & 2)
        same("structure, coefficient", dc[i], 2 * o * 0.5 * (u[i] + 2 * c[i]));
      scale += 2 * o * (c[i] * u[i] + c[i] * c[i]);
      same("u stays", u[i], ku[i]);
      same("coefficient stays", c[i], kc[i]);
    }
    same("structure, scale", ds.scale, scale);

    memset(out, 0, sizeof out), memset(dout, 0, sizeof dout);
    for (int i = 0; i < N; i++)
      du[i] = 1, dc[i] = 1;
    ds.scale = 0;
    double want = 0;
    for (int i = 0; i < N; i++) {
      double o = 0.5 * (c[i] * u[i] + c[i] * c[i]);
      want += 2 * o * 0.5 * ((active & 1 ? c[i] : 0) + (active & 2 ? u[i] + 2 * c[i] : 0));
    }
    same("tangent of structure", __enzyme_fwddiff((void *)total, enzyme_runtime_activity, enzyme_dup, &s, &ds, N), want);
  }
}

/* --- Copies between memory of both sorts, structures with pointers among them. ---------------------- */

struct pair {
  double v[2];
  double *p;
};

static double copied(struct pair *a, const struct pair *b, int which) {
  struct pair local[2];
  memcpy(&local[0], which ? a : b, sizeof local[0]);
  local[1] = *a;
  double sum = 0;
  for (int k = 0; k < 2; k++)
    sum += local[k].v[0] * local[k].v[1] * local[k].p[0] * (k + 1);
  return sum;
}

static void test_copies(void) {
  for (int which = 0; which < 2; which++) {
    double x = 3, y = 5, dx = 0;
    struct pair a = {{2, 7}, &x}, da = {{0, 0}, &dx}, b = {{11, 13}, &y}, kept = b;
    __enzyme_autodiff((void *)copied, enzyme_dup, &a, &da, enzyme_const, &b, which);
    double times = which ? 3 : 2;
    same("copy, v[0]", da.v[0], times * 7 * 3);
    same("copy, v[1]", da.v[1], times * 2 * 3);
    same("copy, behind the pointer", dx, times * 2 * 7);
    same("the source stays", memcmp(&kept, &b, sizeof b), 0);
    da.v[0] = 1, da.v[1] = 0, dx = 0;
    same("tangent of copy", __enzyme_fwddiff((void *)copied, enzyme_dup, &a, &da, enzyme_const, &b, which), times * 7 * 3);
  }
}

/* --- Stores into memory that is active when the function runs. -------------------------------------- */

static double written(double *x, double *w, int n, int which) {
  double *to = which ? x : w;
  to[0] = x[1] * x[2];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += to[i] * x[i];
  return sum;
}

static void test_written(void) {
  double x[N], w[N], dx[N] = {0};
  random_numbers(x, 7), random_numbers(w, 8);
  double first = x[1] * x[2];
  __enzyme_autodiff((void *)written, enzyme_dup, x, dx, enzyme_const, w, N, 1);
  same("overwritten", dx[0], 0);
  same("through the store", dx[1], 2 * first * x[2] + 2 * x[1]);
}

static void lose(void) {
  double x[N], w[N], dx[N] = {0};
  random_numbers(x, 7), random_numbers(w, 8);
  __enzyme_autodiff((void *)written, enzyme_dup, x, dx, enzyme_const, w, N, 0);
}

static void lose_forward(void) {
  double x[N], w[N], dx[N] = {0, 1};
  random_numbers(x, 7), random_numbers(w, 8);
  __enzyme_fwddiff((void *)written, enzyme_dup, x, dx, enzyme_const, w, N, 0);
}

/* Nothing varies along this direction: nothing is lost. */
static void test_nothing_lost(void) {
  double x[N], w[N], dx[N] = {0, 0, 0, 1};
  random_numbers(x, 7), random_numbers(w, 8);
  same("a direction that loses nothing", __enzyme_fwddiff((void *)written, enzyme_dup, x, dx, enzyme_const, w, N, 0), w[3]);
}

static void dies(const char *what, void (*run)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    freopen("/dev/null", "w", stderr);
    run();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  int good = WIFSIGNALED(status);
  failures += !good;
  printf("%s %s\n", good ? "PASS" : "FAIL", what);
}

/* --- Several directions. ----------------------------------------------------------------------------- */

extern int enzyme_width;
struct two {
  double d[2];
};
struct two __enzyme_fwddiff_two(void *, ...);

static void test_width(void) {
  double x[N], w[N], a[N] = {0}, b[N] = {0};
  random_numbers(x, 9), random_numbers(w, 10);
  __enzyme_autodiff_v((void *)chosen, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_const, w, N, 0);
  for (int i = 0; i < N; i++) {
    same("first direction", a[i], w[i] * w[(i + 1) % N]);
    same("second direction", b[i], a[i]);
  }
  memset(a, 0, sizeof a), memset(b, 0, sizeof b);
  a[0] = 1, b[1] = 2;
  struct two r = __enzyme_fwddiff_two((void *)chosen, enzyme_width, 2, enzyme_dup, x, a, b, enzyme_const, w, N, 1);
  same("first tangent", r.d[0], 2 * x[0] * x[1] + x[N - 1] * x[N - 1]);
  same("second tangent", r.d[1], 2 * (2 * x[1] * x[2] + x[0] * x[0]));
}

int main(void) {
  test_chosen();
  test_table();
  test_structure();
  test_copies();
  test_written();
  test_nothing_lost();
  test_width();
  dies("a number is lost in reverse mode", lose);
  dies("a number is lost in forward mode", lose_forward);
  return failures != 0;
}
