/* Checks the derivatives of a program: those of both modes against each other and against differences, in several directions, and in two launches
 * against one; and where the program has an adjoint that was written by hand, that against ours.
 *
 *     host MODULE INPUTS OUTPUTS N GRID_X GRID_Y BLOCK_X BLOCK_Y KEEPS
 *
 * `KEEPS` are bytes that the host gives each thread to keep. Prints what is wrong, and `passed` otherwise. */
#include "derivatives.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct run run;
static struct numbers on_device;
static double *x;

static double *numbers(size_t count) { return calloc(count, sizeof(double)); }
static void put(double *to, const double *from, size_t count) { machine_put(to, from, count * sizeof(double)); }
static void get(double *to, const double *from, size_t count) { machine_get(to, from, count * sizeof(double)); }

static void primal(const double *at, double *result)
{
    put(on_device.x, at, run.inputs);
    machine_clear(on_device.y, run.outputs * sizeof(double));
    launch_alone(&run, on_device.x, on_device.y);
    machine_wait();
    get(result, on_device.y, run.outputs);
}

static void begin(const double *dx, const double *dy)
{
    put(on_device.x, x, run.inputs), put(on_device.dx, dx, run.inputs), put(on_device.dy, dy, run.outputs);
    machine_clear(on_device.y, run.outputs * sizeof(double));
}

static void end(double *dx, double *y, double *dy)
{
    machine_wait();
    get(dx, on_device.dx, run.inputs), get(y, on_device.y, run.outputs), get(dy, on_device.dy, run.outputs);
}

static void both(const char *name, double *dx, double *y, double *dy)
{
    begin(dx, dy);
    launch_both(name, &run, on_device);
    end(dx, y, dy);
}

/* As `gpu-adjoint/runtime` launches them. */
static void halves(double *dx, double *y, double *dy)
{
    uint64_t each = kept_by_thread(32768);
    void *room = room_of_halves(run.shape, each);
    begin(dx, dy);
    launch_half("primal__enzyme_rs_augmented", &run, on_device, room, each);
    launch_half("primal__enzyme_rs_reverse", &run, on_device, room, each);
    end(dx, y, dy);
    machine_release(room);
}

static double dot(const double *a, const double *b, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
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

static double *random_numbers(size_t count)
{
    double *all = numbers(count);
    for (size_t i = 0; i < count; i++)
        all[i] = random_number();
    return all;
}

static void expect(const char *what, double got, double expected, double tolerance)
{
    if (fabs(got - expected) <= tolerance * (1 + fabs(expected)))
        return;
    printf("wrong: %s: %.17g instead of %.17g\n", what, got, expected);
    exit(1);
}

static void expect_all(const char *what, const double *got, const double *expected, size_t count, double tolerance)
{
    for (size_t i = 0; i < count; i++)
        expect(what, got[i], expected[i], tolerance);
}

static double *moved(const double *by, double step)
{
    double *there = numbers(run.inputs), *result = numbers(run.outputs);
    for (size_t i = 0; i < run.inputs; i++)
        there[i] = x[i] + step * by[i];
    primal(there, result);
    free(there);
    return result;
}

static void direction(void)
{
    const size_t inputs = run.inputs, outputs = run.outputs;
    double *v = random_numbers(inputs), *w = random_numbers(outputs);
    double *tangent = numbers(outputs), *gradient = numbers(inputs), *in_halves = numbers(inputs), *seed = numbers(outputs);
    double *expected = numbers(outputs), *y = numbers(outputs);
    both("tangent", v, y, tangent);
    primal(x, expected);

    memcpy(seed, w, outputs * sizeof(double));
    both("gradient", gradient, y, seed);
    expect_all("what the gradient's own run computes", y, expected, outputs, 1e-13);
    expect("forward against reverse", dot(gradient, v, inputs), dot(w, tangent, outputs), 1e-11);

    memcpy(seed, w, outputs * sizeof(double));
    halves(in_halves, y, seed);
    expect_all("what the augmented kernel computes", y, expected, outputs, 1e-13);
    expect_all("the gradient in two launches", in_halves, gradient, inputs, 1e-11);

    if (machine_has("by_hand")) {
        double *by_hand = numbers(inputs);
        memcpy(seed, w, outputs * sizeof(double));
        both("by_hand", by_hand, y, seed);
        expect_all("the adjoint by hand", by_hand, gradient, inputs, 1e-13);
    }

    const double step = 1e-6;
    double *ahead = moved(v, step), *behind = moved(v, -step);
    for (size_t i = 0; i < outputs; i++)
        expect("tangent against differences", tangent[i], (ahead[i] - behind[i]) / (2 * step), 1e-7);
}

int main(int count, char **arguments)
{
    if (count != 10)
        return 2;
    uint64_t given[8];
    for (int i = 0; i < 8; i++)
        given[i] = strtoull(arguments[i + 2], NULL, 10);
    run.inputs = given[0], run.outputs = given[1], run.n = (int)given[2];
    run.shape = (struct shape){{(uint32_t)given[3], (uint32_t)given[4]}, {(uint32_t)given[5], (uint32_t)given[6]}};
    machine_open(arguments[1]);
    if (given[7] && !give_room(given[7], threads_of(run.shape)))
        return puts("wrong: no derivative asks for memory"), 1;
    on_device.x = machine_obtain(run.inputs * sizeof(double)), on_device.dx = machine_obtain(run.inputs * sizeof(double));
    on_device.y = machine_obtain(run.outputs * sizeof(double)), on_device.dy = machine_obtain(run.outputs * sizeof(double));
    x = random_numbers(run.inputs);
    for (int i = 0; i < 3; i++)
        direction();
    puts("passed");
    return 0;
}
