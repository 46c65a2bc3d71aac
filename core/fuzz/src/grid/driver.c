/* Launches the kernels of each program on the emulator, in two orders of threads, and compares what they give with what is expected. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*kernel)(const void *const *);
kernel enzyme_rs_emulator_kernel(const char *module, const char *name);
void *enzyme_rs_emulator_variable(const char *module, const char *name, uint64_t *bytes);
void enzyme_rs_emulator_options(const char *);
void enzyme_rs_emulator_listen(void (*)(const char *, void *), void *);
int enzyme_rs_emulator_launch(kernel, const char *, const uint32_t *, const uint32_t *, uint64_t, const void *const *, uint32_t);

struct program {
    const char *name;
    uint32_t grid[3], block[3];
    int n, inputs, outputs;
    const double *x, *y, *vx, *vy, *value, *tangent, *wx, *wy, *ax, *ay, *tolerance;
    /* Has a derivative in the reverse of a launch alone; is handed a structure. */
    int of_launch, is_given;
};

/* What a kernel is handed by value. Its numbers are the last ones of x. */
struct given {
    int k;
    double numbers[8];
};
enum { GIVEN = 8 };

static int wrong;
static const char *order;

/* The checker wants memory around what it checks. */
static double *copy(const double *from, int count)
{
    double *to = (double *)calloc((size_t)count + 64, sizeof *to) + 32;
    memcpy(to, from, (size_t)count * sizeof *to);
    return to;
}

static void drop(double *numbers) { free(numbers - 32); }

/* The structure, with the last of these numbers. */
static struct given *give(const struct program *p, const double *from)
{
    struct given g = {2};
    if (p->is_given)
        memcpy(g.numbers, from + p->inputs - GIVEN, sizeof g.numbers);
    double words[sizeof g / sizeof(double)];
    memcpy(words, &g, sizeof g);
    return (struct given *)copy(words, sizeof g / sizeof(double));
}

/* Its numbers go back to where they are compared. */
static void take(const struct program *p, const struct given *g, double *to)
{
    if (p->is_given)
        memcpy(to + p->inputs - GIVEN, g->numbers, sizeof g->numbers);
}

static int launch_on(const struct program *p, const uint32_t *grid, const uint32_t *block, const char *what, const void *const *arguments)
{
    char name[96];
    snprintf(name, sizeof name, "%s_%s", p->name, what);
    kernel run = enzyme_rs_emulator_kernel("program", name);
    int code = run ? enzyme_rs_emulator_launch(run, name, grid, block, 0, arguments, WARP) : -1;
    if (code)
        printf("%s%s ends with code %d\n", what, order, code), wrong++;
    return code;
}

static int launch(const struct program *p, const char *what, const void *const *arguments)
{
    return launch_on(p, p->grid, p->block, what, arguments);
}

static void compare(const char *what, const double *got, const double *want, int count, double tolerance)
{
    double largest = 1;
    for (int i = 0; i < count; i++)
        largest = fmax(largest, fabs(want[i]));
    for (int i = 0; i < count; i++)
        if (!(fabs(got[i] - want[i]) <= tolerance * largest)) {
            printf("%s[%d]%s: got %.17g, want %.17g\n", what, i, order, got[i], want[i]), wrong++;
            return;
        }
}

/* What each thread may keep, if some kernel asks for it. */
static void give_room(void)
{
    enum { THREADS = 1024, BYTES = 1 << 16 };
    uint64_t size;
    struct {
        void *memory;
        uint64_t bytes, threads;
    } *tape = enzyme_rs_emulator_variable("program", "enzyme_rs_grid_tape", &size);
    if (tape && !tape->memory)
        tape->memory = calloc(THREADS, BYTES), tape->bytes = BYTES, tape->threads = THREADS;
}

static void check_primal(const struct program *p)
{
    double *x = copy(p->x, p->inputs), *y = copy(p->y, p->outputs);
    struct given *g = give(p, x);
    if (!launch(p, "primal", (const void *[]){&x, &y, &p->n, g}))
        compare("primal y", y, p->value, p->outputs, p->tolerance[0]);
    drop(x), drop(y), drop((double *)g);
}

/* The numbers of one derivative, and their shadows. */
struct numbers {
    double *x, *dx, *y, *dy;
    struct given *g, *dg;
};

static struct numbers begin(const struct program *p, const double *dx, const double *dy)
{
    struct numbers all = {copy(p->x, p->inputs), copy(dx, p->inputs), copy(p->y, p->outputs), copy(dy, p->outputs)};
    all.g = give(p, p->x), all.dg = give(p, dx);
    return all;
}

static void end(struct numbers all) { drop(all.x), drop(all.dx), drop(all.y), drop(all.dy), drop((double *)all.g), drop((double *)all.dg); }

static void compare_tangent(const struct program *p, struct numbers all)
{
    take(p, all.dg, all.dx);
    compare("forward y", all.y, p->value, p->outputs, p->tolerance[0]);
    compare("forward dx", all.dx, p->vx, p->inputs, 0);
    compare("forward dy", all.dy, p->tangent, p->outputs, p->tolerance[1]);
}

static void check_tangent(const struct program *p)
{
    struct numbers all = begin(p, p->vx, p->vy);
    if (!launch(p, "tangent", (const void *[]){&all.x, &all.dx, &all.y, &all.dy, &p->n, &all.g, &all.dg}))
        compare_tangent(p, all);
    end(all);
}

static void check_gradient(const struct program *p)
{
    struct numbers all = begin(p, p->wx, p->wy);
    if (!launch(p, "gradient", (const void *[]){&all.x, &all.dx, &all.y, &all.dy, &p->n, &all.g, &all.dg})) {
        take(p, all.dg, all.dx);
        compare("reverse y", all.y, p->value, p->outputs, p->tolerance[0]);
        compare("reverse dx", all.dx, p->ax, p->inputs, p->tolerance[1]);
        compare("reverse dy", all.dy, p->ay, p->outputs, p->tolerance[1]);
    }
    end(all);
}

/* What the kernel says of itself; gives whether it does. */
static uint64_t facts[4096];
static int ask(const struct program *p)
{
    static const uint32_t one[3] = {1, 1, 1};
    uint64_t *words = facts;
    return !launch_on(p, one, one, "primal__enzyme_rs_facts", (const void *[]){&words});
}

/* Memory for shadows of what blocks share, of which each has so many bytes; none for the augmented kernel where the facts say that it uses none. */
enum { HANDED = 1, FORWARD_TOO = 2 };
static uint64_t shadow_bytes(void) { return (facts[6] + 255) / 256 * 256; }
static void *shadows_of(const struct program *p, int uses) { return uses ? malloc(p->grid[0] * p->grid[1] * shadow_bytes() + 1) : NULL; }

/* Launches what stands beside the kernel: behind the parameters, of which the structure is handed by value, and its shadow by its address, stands what the halves are handed, of so many
 * arguments; then what is said of shadows. */
static int launch_beside(const struct program *p, const char *what, const struct numbers *all, const void *const *rest, int many, int uses)
{
    const void *arguments[12] = {&all->x, &all->dx, &all->y, &all->dy, &p->n};
    int count = 5;
    if (p->is_given)
        arguments[count++] = all->g, arguments[count++] = &all->dg;
    for (int k = 0; k < many; k++)
        arguments[count++] = rest[k];
    uint64_t each = shadow_bytes();
    void *shadows = shadows_of(p, uses);
    if (facts[5] & HANDED)
        arguments[count++] = &shadows, arguments[count++] = &each;
    int failed = launch(p, what, arguments);
    free(shadows);
    return failed;
}

static void check_launched_tangent(const struct program *p)
{
    struct numbers all = begin(p, p->vx, p->vy);
    if (ask(p) && !launch_beside(p, "primal__enzyme_rs_tangent", &all, NULL, 0, 1))
        compare_tangent(p, all);
    end(all);
}

/* The derivatives beside the kernel: what threads keep lies in memory from one launch to the next. */
static void check_halves(const struct program *p)
{
    uint64_t threads = (uint64_t)p->grid[0] * p->grid[1] * p->block[0] * p->block[1];
    if (!ask(p))
        return;
    uint64_t each = (facts[1] + 15) / 16 * 16 + ((facts[2] & 1) + (facts[2] >> 1)) * (1 << 16);
    struct numbers all = begin(p, p->wx, p->wy);
    void *room = malloc((threads + 31) / 32 * 32 * each), *note = NULL;
    const void *rest[] = {&room, &each, &note};
    if (!launch_beside(p, "primal__enzyme_rs_augmented", &all, rest, 3, facts[5] & FORWARD_TOO))
        compare("augmented y", all.y, p->value, p->outputs, p->tolerance[0]);
    if (facts[4] & 1)
        launch(p, "primal__enzyme_rs_settled", (const void *[]){&room, &each});
    /* What others do to the memory in between is nothing to the reverse. */
    memset(all.y, 0, (size_t)p->outputs * sizeof *all.y);
    if (!launch_beside(p, "primal__enzyme_rs_reverse", &all, rest, 3, 1)) {
        take(p, all.dg, all.dx);
        compare("halves dx", all.dx, p->ax, p->inputs, p->tolerance[1]);
        compare("halves dy", all.dy, p->ay, p->outputs, p->tolerance[1]);
    }
    free(room);
    end(all);
}

/* What the emulator says belongs to what is told here. */
static void tell(const char *message, void *none)
{
    (void)none;
    printf("%s\n", message);
}

static int run(const struct program *programs, int count, int first)
{
    int failed = 0;
    enzyme_rs_emulator_listen(tell, NULL);
    give_room();
    for (int k = first; k < count; k++) {
        printf("@ %d\n", k), fflush(stdout);
        wrong = 0;
        for (int turn = 0; turn < 2; turn++) {
            char options[64];
            snprintf(options, sizeof options, "order=random:%d", 7 * k + 1);
            enzyme_rs_emulator_options(turn ? options : "order=forward");
            order = turn ? " (in random order)" : "";
            check_primal(&programs[k]), check_halves(&programs[k]);
            if (!programs[k].of_launch)
                check_launched_tangent(&programs[k]), check_tangent(&programs[k]), check_gradient(&programs[k]);
        }
        printf("%s %d\n", wrong ? "BAD" : "OK", k), fflush(stdout);
        failed |= wrong != 0;
    }
    return failed;
}
