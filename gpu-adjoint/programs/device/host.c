/* Checks the derivatives of a program on the emulator: those of both modes against each other and against differences, in several directions.
 *
 *     host INPUTS OUTPUTS N GRID_X GRID_Y BLOCK_X BLOCK_Y KEEPS
 *
 * `KEEPS` are bytes that the host gives each thread to keep. Prints what is wrong, and `passed` otherwise. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*kernel)(const void *const *);
kernel enzyme_rs_emulator_kernel(const char *module, const char *name);
void *enzyme_rs_emulator_variable(const char *module, const char *name, uint64_t *bytes);
int enzyme_rs_emulator_launch(kernel, const char *, const uint32_t *, const uint32_t *, uint64_t, const void *const *, uint32_t);

static int inputs, outputs, n;
static uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
static double *x, *y;

static void launch_on(const uint32_t *blocks, const uint32_t *threads, const char *name, const void *const *arguments)
{
    kernel run = enzyme_rs_emulator_kernel("program", name);
    if (!run)
        printf("wrong: there is no kernel `%s`\n", name), exit(1);
    int code = enzyme_rs_emulator_launch(run, name, blocks, threads, 0, arguments, WARP);
    if (code)
        printf("wrong: %s ends with code %d\n", name, code), exit(1);
}

static void launch(const char *name, const void *const *arguments) { launch_on(grid, block, name, arguments); }

static double *numbers(int count) { return calloc((size_t)count, sizeof(double)); }

static void primal(const double *at, double *result)
{
    memset(result, 0, (size_t)outputs * sizeof(double));
    launch("primal", (const void *[]){&at, &result, &n});
}

static void both(const char *name, double *dx, double *dy)
{
    memset(y, 0, (size_t)outputs * sizeof(double));
    launch(name, (const void *[]){&x, &dx, &y, &dy, &n});
}

/* The derivatives beside the kernel, as `gpu-adjoint/runtime` launches them: what threads keep lies in memory between the two. */
static void halves(double *dx, double *dy)
{
    static uint64_t facts[64];
    uint64_t *words = facts, threads = (uint64_t)grid[0] * grid[1] * block[0] * block[1];
    launch_on((const uint32_t[]){1, 1, 1}, (const uint32_t[]){1, 1, 1}, "primal__enzyme_rs_facts", (const void *[]){&words});
    uint64_t each = 16 + (facts[1] + 15) / 16 * 16 + (facts[2] ? 32768 : 0);
    void *room = malloc(threads * each);
    memset(y, 0, (size_t)outputs * sizeof(double));
    launch("primal__enzyme_rs_augmented", (const void *[]){&x, &dx, &y, &dy, &n, &room, &each});
    launch("primal__enzyme_rs_reverse", (const void *[]){&x, &dx, &y, &dy, &n, &room, &each});
    free(room);
}

static double dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The same numbers in each run. */
static double random_number(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / (double)(1ull << 52) - 1;
}

static void random_numbers(double *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = random_number();
}

static void expect(const char *what, double got, double expected, double tolerance)
{
    if (fabs(got - expected) <= tolerance * (1 + fabs(expected)))
        return;
    printf("wrong: %s: %.17g instead of %.17g\n", what, got, expected);
    exit(1);
}

static void give_room(uint64_t bytes)
{
    uint64_t size, threads = (uint64_t)grid[0] * grid[1] * block[0] * block[1];
    struct {
        void *memory;
        uint64_t bytes, threads;
    } *tape = enzyme_rs_emulator_variable("program", "enzyme_rs_grid_tape", &size);
    if (!bytes)
        return;
    if (!tape)
        printf("wrong: no derivative asks for memory\n"), exit(1);
    tape->memory = calloc(threads, bytes), tape->bytes = bytes, tape->threads = threads;
}

static void direction(void)
{
    double *v = numbers(inputs), *jv = numbers(outputs), *w = numbers(outputs), *seed = numbers(outputs), *jtw = numbers(inputs);
    random_numbers(v, inputs), random_numbers(w, outputs);
    both("tangent", v, jv);
    memcpy(seed, w, (size_t)outputs * sizeof(double));
    double *expected = numbers(outputs);
    primal(x, expected);
    both("gradient", jtw, seed);
    for (int i = 0; i < outputs; i++)
        expect("what the gradient's own run computes", y[i], expected[i], 1e-13);
    expect("forward against reverse", dot(jtw, v, inputs), dot(w, jv, outputs), 1e-11);
    double *in_halves = numbers(inputs);
    memcpy(seed, w, (size_t)outputs * sizeof(double));
    halves(in_halves, seed);
    for (int i = 0; i < outputs; i++)
        expect("what the augmented kernel computes", y[i], expected[i], 1e-13);
    for (int i = 0; i < inputs; i++)
        expect("the gradient in two launches", in_halves[i], jtw[i], 1e-11);
    const double step = 1e-6;
    double *there = numbers(inputs), *ahead = numbers(outputs), *behind = numbers(outputs);
    for (int i = 0; i < inputs; i++)
        there[i] = x[i] + step * v[i];
    primal(there, ahead);
    for (int i = 0; i < inputs; i++)
        there[i] = x[i] - step * v[i];
    primal(there, behind);
    for (int i = 0; i < outputs; i++)
        expect("tangent against differences", jv[i], (ahead[i] - behind[i]) / (2 * step), 1e-7);
}

int main(int count, char **arguments)
{
    if (count != 9)
        return 2;
    inputs = atoi(arguments[1]), outputs = atoi(arguments[2]), n = atoi(arguments[3]);
    grid[0] = (uint32_t)atoi(arguments[4]), grid[1] = (uint32_t)atoi(arguments[5]);
    block[0] = (uint32_t)atoi(arguments[6]), block[1] = (uint32_t)atoi(arguments[7]);
    give_room((uint64_t)atoll(arguments[8]));
    x = numbers(inputs), y = numbers(outputs);
    random_numbers(x, inputs);
    for (int i = 0; i < 3; i++)
        direction();
    puts("passed");
    return 0;
}
