/* Times the derivatives of a program on a device: a row of a table, with medians of ten runs after two, by events. What is slow runs three times at least, and
 * no more when that has taken two seconds.
 *
 *     bench MODULE PROGRAM
 *
 * A program is as large as in the table below; where the device has no room for that, half as large, and so on. The gradient in one launch and in two are
 * compared with each other and with the tangent.
 *
 * Of a program with an adjoint that was written by hand, the row is another one, which sets ours beside it.
 *
 * Owns: how large programs are, and the rows. Must not: know a machine. */
#include "derivatives.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALONG(n, each) n / each, 1, each, 1
#define SQUARE(n, each) n / each, n / each, each, each
#define AT_MOST(a, b) (a < b ? a : b)

/* Name, how large `n` is; then, by `n`: what the program is told, how many numbers go in and come out, grid and block, what a thread keeps at most of which
 * only the run knows the size. */
#define PROGRAMS(X)                                                                                                                                   \
    X(update, 1 << 26, n, n, n, ALONG(n, 256), 0)                                                                                                     \
    X(product, 2048, n, 2 * n * n, n * n, SQUARE(n, 8), 16 * n + 16)                                                                                  \
    X(reduce, 1 << 26, n, n, 1, ALONG(n, 256), 0)                                                                                                     \
    X(scan, 1 << 26, 256, n, n, ALONG(n, 256), 128)                                                                                                   \
    X(histogram, 1 << 26, n, n, 16, n / 16384 + 1, 1, 256, 1, 64 * (n / (n / 16384 + 1) / 256 + 2))                                                   \
    X(shuffles, 1 << 24, 0, n, n, ALONG(n, 128), 0)                                                                                                   \
    X(iterate, 1 << 22, AT_MOST(n / 8, 64), n, n, ALONG(n, 128), AT_MOST(n, 512) + 16)                                                                \
    X(heat, 4096, n, n *n, n *n, SQUARE(n, 8), 0)                                                                                                     \
    X(heat_by_hand, 4096, n, n *n, n *n, SQUARE(n, 8), 0)                                                                                             \
    X(nbody, 1 << 15, n, 4 * n, 3 * n, ALONG(n, 32), 42 * n + 16)                                                                                     \
    X(lattice, 128, n, 19 * n * n * n, 19 * n * n * n, (n * n * n + 127) / 128, 1, 128, 1, 0)                                                         \
    X(lattice_by_hand, 128, n, 19 * n * n * n, 19 * n * n * n, (n * n * n + 127) / 128, 1, 128, 1, 0)                                                 \
    X(lookup, 1 << 24, AT_MOST(n, 4096), 15 * AT_MOST(n, 4096) + 5, 3 * n, ALONG(n, 128), 0)                                                          \
    X(poles, 1 << 20, AT_MOST(n / 16, 64), AT_MOST(n / 4, 256), 2 * n, ALONG(n, 128), AT_MOST(2 * n, 2048) + 16)                                      \
    X(meetings, 1 << 24, 0, n, n, ALONG(n, 128), 0)                                                                                                   \
    X(patterns, 1 << 24, 0, n, n, ALONG(n, 128), 0)                                                                                                    \
    X(tries, 1 << 22, n, n, 5, ALONG(n, 128), 0)                                                                                                      \
    X(slots, 1 << 22, n, n, 2, ALONG(n, 64), 64)                                                                                                      \
    X(peaks, 1 << 20, n, n, n, ALONG(n, 32), 768)                                                                                                     \
    X(calls, 1 << 22, 2, n, n, ALONG(n, 32), 1024)

enum { RUNS = 10, LEAST_RUNS = 3, WARM = 2, LONGEST = 2000 };

static struct run run;
static struct numbers at;
static double *seeds;
static uint64_t size, more, each;
static void *room;

/* Sets what is run; gives whether there is such a program of such a size. */
static int choose(const char *name, uint64_t smaller)
{
#define CHOOSE(NAME, SIZE, TOLD, INPUTS, OUTPUTS, ...) CHOOSE_SHAPE(NAME, SIZE, TOLD, INPUTS, OUTPUTS, __VA_ARGS__)
#define CHOOSE_SHAPE(NAME, SIZE, TOLD, INPUTS, OUTPUTS, GRID_X, GRID_Y, BLOCK_X, BLOCK_Y, MORE)                                                      \
    if (strcmp(name, #NAME) == 0) {                                                                                                                    \
        uint64_t n = (uint64_t)(SIZE) >> smaller;                                                                                                      \
        run = (struct run){(int)(TOLD), {{(uint32_t)(GRID_X), (uint32_t)(GRID_Y)}, {BLOCK_X, BLOCK_Y}}, INPUTS, OUTPUTS};                             \
        size = n, more = MORE;                                                                                                                         \
    }
    size = 0;
    PROGRAMS(CHOOSE)
    return size && run.shape.grid[0] && run.shape.grid[1];
}

static uint64_t needed(void)
{
    uint64_t threads = threads_of(run.shape), each_alone = more ? more + 32 : 0;
    each = kept_by_thread(more);
    return (2 * run.inputs + 3 * run.outputs) * sizeof(double) + threads * (each + each_alone);
}

/* As large as the device has room for. */
static void choose_size(const char *name)
{
    uint64_t unused = machine_free_memory() / 10 * 9;
    for (uint64_t smaller = 0;; smaller++) {
        if (!choose(name, smaller))
            printf("wrong: %s: no such program, or no room for it\n", name), exit(1);
        if (needed() <= unused)
            break;
    }
    if (more)
        give_room(more + 32, threads_of(run.shape));
    room = room_of_halves(run.shape, each);
}

/* Between -1 and 1, the same in each run. */
static double *random_numbers(size_t count)
{
    static uint64_t state = 88172645463325252u;
    double *all = malloc(count * sizeof(double));
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        all[i] = (double)(state >> 11) / (double)(1ull << 52) - 1;
    }
    return all;
}

static double *on_device(const double *numbers, size_t count)
{
    double *there = machine_obtain(count * sizeof(double));
    if (numbers)
        machine_put(there, numbers, count * sizeof(double));
    return there;
}

static double *on_host(const double *numbers, size_t count)
{
    double *here = malloc(count * sizeof(double));
    machine_get(here, numbers, count * sizeof(double));
    return here;
}

static void primal(void) { launch_alone(&run, at.x, at.y); }
static void tangent(void) { launch_both("tangent", &run, at); }
static void gradient(void) { launch_both("gradient", &run, at); }
static void by_hand(void) { launch_both("by_hand", &run, at); }
static void augmented(void) { launch_half("primal__enzyme_rs_augmented", &run, at, room, each); }
static void halves(void)
{
    augmented();
    launch_half("primal__enzyme_rs_reverse", &run, at, room, each);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the milliseconds that launches take. */
static double time_of(void (*launches)(void))
{
    double times[RUNS], all = 0;
    int runs = 0;
    for (int i = -WARM; i < RUNS && (runs < LEAST_RUNS || all < LONGEST); i++) {
        machine_clear(at.y, run.outputs * sizeof(double));
        machine_copy(at.dy, seeds, run.outputs * sizeof(double));
        machine_wait();
        machine_start();
        launches();
        double time = machine_stop();
        all += time;
        if (i >= 0)
            times[runs++] = time;
    }
    qsort(times, (size_t)runs, sizeof *times, by_size);
    return (times[(runs - 1) / 2] + times[runs / 2]) / 2;
}

/* What launches add to the shadows of the inputs. */
static double *gradient_by(void (*launches)(void))
{
    machine_clear(at.y, run.outputs * sizeof(double));
    machine_clear(at.dx, run.inputs * sizeof(double));
    machine_copy(at.dy, seeds, run.outputs * sizeof(double));
    launches();
    machine_wait();
    return on_host(at.dx, run.inputs);
}

static void expect(const char *what, double error, double scale)
{
    if (error <= 1e-10 * (1 + scale))
        return;
    printf("wrong: %s by %g of %g\n", what, error, scale);
    exit(1);
}

static void expect_all(const char *what, const double *got, const double *expected)
{
    double worst = 0, largest = 0;
    for (size_t i = 0; i < run.inputs; i++)
        worst = fmax(worst, fabs(got[i] - expected[i])), largest = fmax(largest, fabs(expected[i]));
    expect(what, worst, largest);
}

static void compare(void)
{
    double *one = gradient_by(gradient);
    expect_all("the gradient in two launches is not that in one", gradient_by(halves), one);
    if (machine_has("by_hand"))
        expect_all("the adjoint by hand is not the gradient", gradient_by(by_hand), one);

    double *v = random_numbers(run.inputs), *w = on_host(seeds, run.outputs), along = 0, back = 0, scale = 0;
    machine_put(at.dx, v, run.inputs * sizeof(double));
    machine_clear(at.y, run.outputs * sizeof(double)), machine_clear(at.dy, run.outputs * sizeof(double));
    tangent();
    machine_wait();
    double *change = on_host(at.dy, run.outputs);
    for (size_t i = 0; i < run.outputs; i++)
        along += w[i] * change[i], scale += fabs(w[i] * change[i]);
    for (size_t i = 0; i < run.inputs; i++)
        back += one[i] * v[i], scale += fabs(one[i] * v[i]);
    expect("the tangent is not that of the gradient", fabs(along - back), scale);
}

static void row(const char *name)
{
    double times[] = {time_of(primal), time_of(tangent), time_of(gradient), time_of(halves)};
    printf("| %s | %llu | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f |\n", name, (unsigned long long)size, times[0], times[1], times[2], times[3],
           times[1] / times[0], times[2] / times[0], times[3] / times[0]);
}

/* The kernel and its adjoint by hand do what the gradient does; the adjoint alone, what the second of two launches does. */
static void row_beside(const char *name)
{
    double kernel = time_of(primal), adjoint = time_of(by_hand), one = time_of(gradient), two = time_of(halves), reverse = two - time_of(augmented);
    printf("| %s | %llu | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f |\n", name, (unsigned long long)size, kernel, adjoint, one, two,
           one / (kernel + adjoint), two / (kernel + adjoint), reverse / adjoint);
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    machine_open(arguments[1]);
    choose_size(arguments[2]);
    at.x = on_device(random_numbers(run.inputs), run.inputs), at.dx = on_device(NULL, run.inputs);
    at.y = on_device(NULL, run.outputs), at.dy = on_device(NULL, run.outputs);
    seeds = on_device(random_numbers(run.outputs), run.outputs);
    compare();
    (machine_has("by_hand") ? row_beside : row)(arguments[2]);
    return 0;
}
