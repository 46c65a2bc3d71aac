/* What a program says of its own functions: rules of reverse and of forward mode with every shape of tape and result, functions and
 * globals without derivative, functions that are like known ones, allocators. Some rules are wrong on purpose: what comes
 * out shows that they were used. */
#include "check.h"

#define APART __attribute__((noinline)) static
#define WEAK __attribute__((weak, noinline))

static int augmented_calls, gradient_calls, tangent_calls;

/* --- Numbers by value: a rule that is not the derivative of the body. --------------------------- */

APART double stairs(double x) { return floor(x); }
static double stairs_aug(double x) { augmented_calls++; return floor(x); }
static double stairs_grad(double x, double seed) { gradient_calls++; return seed; }
typedef struct { double primal, tangent; } two;
static two stairs_fwd(double x, double dx) { tangent_calls++; return (two){floor(x), dx}; }
void *__enzyme_register_gradient_stairs[] = {(void *)stairs, (void *)stairs_aug, (void *)stairs_grad};
void *__enzyme_register_derivative_stairs[] = {(void *)stairs, (void *)stairs_fwd};

static double climb(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += stairs(x[i] * x[i]) * (i + 1);
  return s;
}

static void test_straight_through(void) {
  double x[3] = {1.3, 2.2, -0.7}, dx[3] = {0};
  __enzyme_autodiff_v((void *)climb, enzyme_dup, x, dx, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    same("straight through", dx[i], 2 * x[i] * (i + 1));
  same("augmented calls", augmented_calls, 3);
  same("gradient calls", gradient_calls, 3);
  double v[3] = {0, 1, 0};
  same("tangent", __enzyme_fwddiff((void *)climb, enzyme_dup, x, v, enzyme_const, 3), 4 * x[1]);
  same("tangent calls", tangent_calls, 3);
  same("at the hook", __enzyme_autodiff((void *)stairs, 2.5), 1);
  same("at the hook, forward", __enzyme_fwddiff((void *)stairs, 2.5, 3.0), 3);
}

/* --- What the function does not use itself, or returns unchanged: its rule counts. --------------- */

/* Optimised before the plugin sees it, a program must hide what such functions do. */
#ifdef AS_BITCODE
#define KEPT WEAK
#else
#define KEPT APART
#endif

KEPT double scaled_by(double x, long factor) { return sin(x); }
static two scaled_by_aug(double x, long factor) { return (two){x, sin(x)}; }
static double scaled_by_grad(double x, long factor, double seed, double tape) { return seed * cos(tape) * factor; }
static two scaled_by_fwd(double x, double dx, long factor) { return (two){sin(x), dx * cos(x) * factor}; }
void *__enzyme_register_gradient_scaled_by[] = {(void *)scaled_by, (void *)scaled_by_aug, (void *)scaled_by_grad};
void *__enzyme_register_derivative_scaled_by[] = {(void *)scaled_by, (void *)scaled_by_fwd};

KEPT double reversed(double x) { return x; }
static double reversed_aug(double x) { return x; }
static double reversed_grad(double x, double seed) { return -seed; }
void *__enzyme_register_gradient_reversed[] = {(void *)reversed, (void *)reversed_aug, (void *)reversed_grad};

KEPT double level(double x) { return 2; }
static double level_aug(double x) { return 2; }
static double level_grad(double x, double seed) { return 5 * seed; }
void *__enzyme_register_gradient_level[] = {(void *)level, (void *)level_aug, (void *)level_grad};

static double by_scaled(double x, long factor) { return scaled_by(x, factor); }
static double by_reversed(double x) { return 3 * reversed(x); }
static double by_level(double x) { return x * level(x); }

static void test_unused(const char *unknown) {
  long factor = unknown[0] + 4;
  same("an argument for the rule alone", __enzyme_autodiff((void *)by_scaled, enzyme_out, 0.5, enzyme_const, factor), 4 * cos(0.5));
  same("the same, forward", __enzyme_fwddiff((void *)by_scaled, enzyme_dup, 0.5, 2.0, enzyme_const, factor), 8 * cos(0.5));
  same("what it returns is its argument", __enzyme_autodiff((void *)by_reversed, 0.5), -3);
  same("what it returns is a constant", __enzyme_autodiff((void *)by_level, 0.5), 2 + 5 * 0.5);
}

/* --- Memory to memory, as in the known tool's manual. ------------------------------------------ */

APART void square(const double *from, double *to) { *to = *from * *from; }
static void *square_aug(const double *from, const double *dfrom, double *to, double *dto) {
  *to = 7;
  *dto = 11;
  return NULL;
}
static void square_grad(const double *from, double *dfrom, const double *to, const double *dto, void *tape) {
  *dfrom = 13 + *dto;
}
static void square_fwd(const double *from, const double *dfrom, double *to, double *dto) {
  *to = *from * *from;
  *dto = 100;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_aug, (void *)square_grad};
void *__enzyme_register_derivative_square[] = {(void *)square, (void *)square_fwd};

static double by_square(double x) {
  double y;
  square(&x, &y);
  return 2 * y;
}

static void test_memory(void) {
  /* The augmented primal leaves 11 in the shadow of y: the seed 2 is added to that. */
  same("memory to memory", __enzyme_autodiff((void *)by_square, 3.0), 26);
  same("memory to memory, forward", __enzyme_fwddiff((void *)by_square, 3.0, 1.0), 200);
}

/* --- A tape: what is overwritten later is kept. ------------------------------------------------- */

static int alive;

APART double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
typedef struct { double *tape; double primal; } kept_dot;
static kept_dot dot_aug(int n, const double *x, double *dx, const double *y, double *dy) {
  double *tape = malloc(2 * n * sizeof *tape);
  alive++;
  memcpy(tape, x, n * sizeof *x);
  memcpy(tape + n, y, n * sizeof *y);
  return (kept_dot){tape, dot(n, x, y)};
}
static void dot_grad(int n, const double *x, double *dx, const double *y, double *dy, double seed, double *tape) {
  for (int i = 0; i < n; i++) {
    dx[i] += seed * tape[n + i];
    dy[i] += seed * tape[i];
  }
  free(tape);
  alive--;
}
static two dot_fwd(int n, const double *x, const double *dx, const double *y, const double *dy) {
  double t = 0;
  for (int i = 0; i < n; i++)
    t += x[i] * dy[i] + dx[i] * y[i];
  return (two){dot(n, x, y), t};
}
void *__enzyme_register_gradient_dot[] = {(void *)dot, (void *)dot_aug, (void *)dot_grad};
void *__enzyme_register_derivative_dot[] = {(void *)dot, (void *)dot_fwd};

static double powers(double *x, int n) {
  double y[MOST], s = 0;
  for (int i = 0; i < n; i++)
    y[i] = sin(x[i]) + i;
  for (int k = 0; k < 4; k++) {
    double d = dot(n, x, y);
    for (int i = 0; i < n; i++) {
      y[i] = y[i] * 0.5 + cos(d + i);
      x[i] *= 1 + 0.01 * d;
    }
    s += d * d;
  }
  return s;
}

APART double deep(double *x, int n, int depth) {
  if (depth == 0)
    return dot(n, x, x);
  x[depth % n] *= 1.5;
  double below = deep(x, n, depth - 1);
  return below + dot(n, x, x) * sin(0.01 * below);
}
static double recursive(double *x, int n) { return deep(x, n, 5); }

/* --- Numbers beside memory, several adjoints, other kinds of tape. ------------------------------ */

APART double mix(double a, double b) { return a * exp(b); }
typedef struct { double value; double primal; } kept_mix;
static kept_mix mix_aug(double a, double b) { return (kept_mix){exp(b), a * exp(b)}; }
static two mix_grad(double a, double b, double seed, double tape) {
  return (two){seed * tape, seed * a * tape};
}
static double mix_fwd(double a, double da, double b, double db) { return exp(b) * (da + a * db); }
void *__enzyme_register_gradient_mix[] = {(void *)mix, (void *)mix_aug, (void *)mix_grad};
void *__enzyme_register_derivative_mix[] = {(void *)mix, (void *)mix_fwd};

static double mixes(double *x, int n) {
  double s = mix(x[0], 2.0) + mix(3.0, x[1]);
  for (int i = 0; i + 1 < n; i++)
    s += mix(x[i], x[i + 1] * 0.1) * mix(s * 0.01, x[i]);
  return s;
}

typedef struct { double da, db, dc; } three;
typedef struct { double a, b, c, d, e; } large;
typedef struct { large tape; double primal; } kept_large;
APART double volume(double a, double b, double c) { return a * b * c; }
static kept_large volume_aug(double a, double b, double c) {
  return (kept_large){{b * c, a * c, a * b, 0, 0}, a * b * c};
}
static three volume_grad(double a, double b, double c, double seed, large tape) {
  return (three){seed * tape.a, seed * tape.b, seed * tape.c};
}
static two volume_fwd(double a, double da, double b, double db, double c, double dc) {
  return (two){a * b * c, da * b * c + a * db * c + a * b * dc};
}
void *__enzyme_register_gradient_volume[] = {(void *)volume, (void *)volume_aug, (void *)volume_grad};
void *__enzyme_register_derivative_volume[] = {(void *)volume, (void *)volume_fwd};

static double volumes(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s += volume(x[i], s, x[(i + 1) % n]);
  return s;
}

/* A tape of two numbers, and one that is an integer; nothing is returned. */
typedef struct { double a, b; } pair;
APART void scale(double a, double *x, long n) {
  for (long i = 0; i < n; i++)
    x[i] *= a;
}
static pair scale_aug(double a, double *x, double *dx, long n) {
  pair tape = {a, 0};
  for (long i = 0; i < n; i++)
    tape.b += x[i];
  scale(a, x, n);
  return tape;
}
static double scale_grad(double a, double *x, double *dx, long n, pair tape) {
  /* All of x are equal in what is tested. */
  double da = 0;
  for (long i = 0; i < n; i++) {
    da += dx[i] * tape.b / n;
    dx[i] *= tape.a;
  }
  return da;
}
/* Integers twice, as the known tool passes them. */
static void scale_fwd(double a, double da, double *x, double *dx, long n, long again) {
  for (long i = 0; i < n && n == again; i++) {
    dx[i] = da * x[i] + a * dx[i];
    x[i] *= a;
  }
}
void *__enzyme_register_gradient_scale[] = {(void *)scale, (void *)scale_aug, (void *)scale_grad};
void *__enzyme_register_derivative_scale[] = {(void *)scale, (void *)scale_fwd};

static double scaled(double *x, int n) {
  double y[4];
  for (int i = 0; i < 4; i++)
    y[i] = x[0] * x[0];
  scale(x[1], y, 4);
  scale(2, y, 4);
  return y[0] * y[1] + y[2] + y[3] * x[1];
}

/* Single precision, which is returned two in a register. */
APART float blend(float a, float b) { return a * b; }
typedef struct { float tape, primal; } kept_blend;
typedef struct { float da, db; } two_floats;
static kept_blend blend_aug(float a, float b) { return (kept_blend){b, a * b}; }
static two_floats blend_grad(float a, float b, float seed, float tape) {
  return (two_floats){seed * tape, seed * a};
}
static two_floats blend_fwd(float a, float da, float b, float db) {
  return (two_floats){a * b, da * b + a * db};
}
void *__enzyme_register_gradient_blend[] = {(void *)blend, (void *)blend_aug, (void *)blend_grad};
void *__enzyme_register_derivative_blend[] = {(void *)blend, (void *)blend_fwd};

static double blended(double *x, int n) { return blend((float)x[0], (float)x[1]) * x[1]; }

static void test_blend(void) {
  double x[2] = {1.5, 2.5}, dx[2] = {0}, v[2] = {1, 0};
  __enzyme_autodiff_v((void *)blended, enzyme_dup, x, dx, enzyme_const, 2);
  same("floats: first", dx[0], 2.5 * 2.5);
  same("floats: second", dx[1], 2 * 1.5 * 2.5);
  same("floats: tangent", __enzyme_fwddiff((void *)blended, enzyme_dup, x, v, enzyme_const, 2), 6.25);
}

/* --- A pointer that is returned. ---------------------------------------------------------------- */

typedef struct { double *primal, *shadow; } pointers;
APART double *element(double *x, int i) { return x + i; }
static pointers element_aug(double *x, double *dx, int i) { return (pointers){x + i, dx + i}; }
static void element_grad(double *x, double *dx, int i) { gradient_calls++; }
void *__enzyme_register_gradient_element[] = {(void *)element, (void *)element_aug, (void *)element_grad};
void *__enzyme_register_derivative_element[] = {(void *)element, (void *)element_aug};

static double elements(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *element(x, i) * x[(i + 2) % n];
  *element(x, 1) *= s;
  return s * x[1];
}

/* --- Functions whose body is not to be relied on: another may take their place. ------------------ */

WEAK double outside(double x, const double *p) { return x * p[0] + p[1]; }
typedef struct { double *tape; double primal; } kept_outside;
static kept_outside outside_aug(double x, const double *p, double *dp) {
  double *tape = malloc(sizeof *tape);
  *tape = p[0];
  return (kept_outside){tape, outside(x, p)};
}
static double outside_grad(double x, const double *p, double *dp, double seed, double *tape) {
  double dx = seed * *tape;
  dp[0] += seed * x;
  dp[1] += seed;
  free(tape);
  return dx;
}
static two outside_fwd(double x, double dx, const double *p, const double *dp) {
  return (two){outside(x, p), dx * p[0] + x * dp[0] + dp[1]};
}
void *__enzyme_register_gradient_outside[] = {(void *)outside, (void *)outside_aug, (void *)outside_grad};
void *__enzyme_register_derivative_outside[] = {(void *)outside, (void *)outside_fwd};

/* What goes from one to the next in memory that nothing else looks at. */
WEAK void put(void *box, double x) { *(double *)box = x * x; }
static void put_aug(void *box, void *dbox, double x) { put(box, x); }
static double put_grad(void *box, void *dbox, double x) {
  double seed = *(double *)dbox;
  *(double *)dbox = 0;
  return 2 * x * seed;
}
static void put_fwd(void *box, void *dbox, double x, double dx) {
  put(box, x);
  *(double *)dbox = 2 * x * dx;
}
WEAK double get(void *box) { return *(double *)box; }
static double get_aug(void *box, void *dbox) { return get(box); }
static void get_grad(void *box, void *dbox, double seed) { *(double *)dbox += seed; }
static two get_fwd(void *box, void *dbox) { return (two){*(double *)box, *(double *)dbox}; }
void *__enzyme_register_gradient_put[] = {(void *)put, (void *)put_aug, (void *)put_grad};
void *__enzyme_register_gradient_get[] = {(void *)get, (void *)get_aug, (void *)get_grad};
void *__enzyme_register_derivative_put[] = {(void *)put, (void *)put_fwd};
void *__enzyme_register_derivative_get[] = {(void *)get, (void *)get_fwd};

static double outsides(double *x, int n) {
  double p[2] = {x[0] * x[1], x[2]}, s = outside(x[0], p);
  char box[16];
  for (int i = 0; i < n; i++) {
    put(box, x[i] * s);
    s = s * 0.1 + get(box) + outside(s * 0.01, x);
  }
  return s;
}

/* --- What has no derivative. ---------------------------------------------------------------------- */

static double largest;
__attribute__((noinline, annotate("enzyme_inactive"))) static double watch(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  return x[0];
}
APART double frozen(double x) { return x * x; }
void *__enzyme_inactivefn[] = {(void *)frozen};

static double gain = 1;
void *__enzyme_inactive_global[] = {(void *)&gain};

APART void tune(const double *x) { gain = x[1] * 2; }

static double watched(double *x, int n) {
  double w = watch(x, n);
  tune(x);
  return w * x[0] + frozen(x[1]) * x[1] + gain * x[2];
}

static void test_inactive(void) {
  double x[3] = {2, 3, 5}, dx[3] = {0}, v[3] = {1, 0, 0};
  __enzyme_autodiff_v((void *)watched, enzyme_dup, x, dx, enzyme_const, 3);
  same("inactive function", dx[0], 2);
  same("inactive by list", dx[1], 9);
  same("inactive global", dx[2], 6);
  same("what it writes is written", largest, 5);
  same("inactive, forward", __enzyme_fwddiff((void *)watched, enzyme_dup, x, v, enzyme_const, 3), 2);
}

/* --- Like known functions. ------------------------------------------------------------------------ */

APART double my_sine(double x) {
  double term = x, s = x;
  for (int k = 1; k < 12; k++)
    s += term *= -x * x / ((2 * k) * (2 * k + 1));
  return s;
}
void *__enzyme_function_like[] = {(void *)my_sine, (void *)"sin"};
__attribute__((noinline, annotate("enzyme_function_like=exp"))) static double my_exp(double x) { return exp(x); }

static double likes(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += my_sine(x[i]) * my_exp(x[i] * 0.5);
  return s;
}

static double pool[256];
static int used;
APART double *obtain(int kind, unsigned long bytes) { return pool + (used += (int)(bytes / 8)) - bytes / 8; }
APART void release(double *p, int kind) { used = p ? used : 0; }
void *__enzyme_allocation_like[4] = {(void *)obtain, (void *)1, (void *)"-1,0", (void *)release};

static double pooled(double *x, int n) {
  used = 0;
  double *y = obtain(7, n * sizeof *y), s = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    s += y[i] * y[(i + 1) % n];
  release(y, 7);
  return s;
}

/* --- An equation that is solved: the implicit function theorem. ------------------------------------ */

APART double solved(double p) {
  double y = p;
  for (int k = 0; k < 50; k++)
    y -= (y + 0.1 * y * y * y - p) / (1 + 0.3 * y * y);
  return y;
}
static kept_mix solved_aug(double p) { double y = solved(p); return (kept_mix){y, y}; }
static double solved_grad(double p, double seed, double y) { return seed / (1 + 0.3 * y * y); }
static double solved_fwd(double p, double dp) { double y = solved(p); return dp / (1 + 0.3 * y * y); }
void *__enzyme_register_gradient_solved[] = {(void *)solved, (void *)solved_aug, (void *)solved_grad};
void *__enzyme_register_derivative_solved[] = {(void *)solved, (void *)solved_fwd};

static double equations(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += solved(x[i] * x[i] + s) * x[i];
  return s;
}

/* --- Several directions: a rule runs once for each. Differences judge the gradient of one, above. ------ */

extern int enzyme_width;
typedef struct { double of[3]; } tangents;
tangents __enzyme_fwddiff_three(void *, ...);

static void directions(const char *what, int n, double (*directions)[MOST], const double *seeds, tangents t, double (*g)[MOST],
                       const double *gradient) {
  for (int k = 0; k < 3; k++) {
    double tangent = 0;
    for (int i = 0; i < n; i++) {
      tangent += directions[k][i] * gradient[i];
      same(what, g[k][i], seeds[k] * gradient[i]);
    }
    same(what, t.of[k], tangent);
  }
}

/* The adjoints of the output differ, so that none of the directions is another's. */
#define SEVERAL(f) \
  static void to_memory_##f(double *x, int n, double *y) { *y = f(x, n); } \
  static void several_##f(const double *x, int n) { \
    double d[3][MOST] = {{1, -2, 0.5, 0, 3}, {0, 1, 1, -1, 2}, {2, 0, -1, 1, 1}}, e[3][MOST], g[3][MOST] = {{0}}; \
    double one[MOST] = {0}, copy[MOST], y, s[3] = {1, -2, 0.5}, seeds[3] = {1, -2, 0.5}; \
    memcpy(e, d, sizeof d); \
    memcpy(copy, x, n * sizeof *x); \
    __enzyme_autodiff_v((void *)f, enzyme_dup, copy, one, enzyme_const, n); \
    memcpy(copy, x, n * sizeof *x); \
    tangents t = __enzyme_fwddiff_three((void *)f, enzyme_width, 3, enzyme_dup, copy, e[0], e[1], e[2], enzyme_const, n); \
    memcpy(copy, x, n * sizeof *x); \
    __enzyme_autodiff_v((void *)to_memory_##f, enzyme_width, 3, enzyme_dup, copy, g[0], g[1], g[2], enzyme_const, n, \
                        enzyme_dup, &y, s, s + 1, s + 2); \
    directions("several directions of " #f, n, d, seeds, t, g, one); \
  }
SEVERAL(climb)
SEVERAL(powers)
SEVERAL(recursive)
SEVERAL(mixes)
SEVERAL(volumes)
SEVERAL(elements)
SEVERAL(equations)

static void test_several(const double *x) {
  several_climb(x, 5);
  several_powers(x, 5);
  several_recursive(x, 5);
  same("each tape of each direction is given back", alive, 0);
  several_mixes(x, 5);
  several_volumes(x, 5);
  several_elements(x, 5);
  several_equations(x, 5);
  /* Of a hook's own function. */
  tangents t = __enzyme_fwddiff_three((void *)mix, enzyme_width, 3, 2.0, 1.0, 0.0, 3.0, 0.5, 0.0, 1.0, -1.0);
  same("at the hook", t.of[0], exp(0.5));
  same("at the hook", t.of[1], 2 * exp(0.5));
  same("at the hook", t.of[2], exp(0.5));
  /* From memory to memory: by the rule's own numbers. */
  t = __enzyme_fwddiff_three((void *)by_square, enzyme_width, 3, 3.0, 1.0, 2.0, 3.0);
  for (int k = 0; k < 3; k++)
    same("memory to memory", t.of[k], 200);
}

int main(void) {
  double x[5] = {0.7, -1.2, 0.4, 1.9, -0.3};
  test_straight_through();
  char *unknown = getenv("NOBODY_SETS_THIS");
  test_unused(unknown ? unknown : "");
  test_memory();
  CHECK_GRADIENT(powers, x, 5);
  CHECK_GRADIENT(recursive, x, 5);
  same("each tape is given back", alive, 0);
  CHECK_GRADIENT(mixes, x, 5);
  CHECK_GRADIENT(volumes, x, 5);
  CHECK_GRADIENT(scaled, x, 2);
  test_blend();
  CHECK_GRADIENT(elements, x, 5);
  CHECK_GRADIENT(outsides, x, 5);
  test_inactive();
  CHECK_GRADIENT(likes, x, 5);
  CHECK_GRADIENT(pooled, x, 5);
  CHECK_GRADIENT(equations, x, 5);
  test_several(x);
  return failures;
}
