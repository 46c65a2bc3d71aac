/* Loops over a simulation's own functions, without the driver: what a run and its gradient cost where nothing else is done.
 *
 *     loops LIBRARY steps|whole|SLOTS TIMES NAME=VALUE...
 *
 * `steps` times the run, and the derivatives of its steps from states that are all kept; `whole` the derivative of the run as one function; a number of
 * slots the gradient under the binomial schedule with so many states in memory. Each is done so often; a line `name value` for each figure of each time.
 *
 * Owns: these loops. Must not: check results. */
#include <dlfcn.h>
#include <enzyme_rs/application.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

/* What the driver would read from a case, and what the simulation says of itself. */
static struct {
    char **parameters;
    int64_t steps, controls, state;
} run;

static const enzyme_rs_app *app;
static void *simulation;
static double *controls, *dcontrols;

static const char *given(const char *name)
{
    size_t length = strlen(name);
    for (char **parameter = run.parameters; *parameter; parameter++)
        if (!strncmp(*parameter, name, length) && (*parameter)[length] == '=')
            return *parameter + length + 1;
    return NULL;
}

static double number(void *driver, const char *name, double otherwise, const char *unit, const char *meaning)
{
    return given(name) ? atof(given(name)) : otherwise;
}

static int64_t integer(void *driver, const char *name, int64_t otherwise, const char *meaning)
{
    return given(name) ? atoll(given(name)) : otherwise;
}

static const char *text(void *driver, const char *name, const char *otherwise, const char *meaning)
{
    return given(name) ? given(name) : otherwise;
}

static void steps(void *driver, int64_t steps) { run.steps = steps; }

static void field(void *driver, const enzyme_rs_app_field *field)
{
    int64_t count = 1;
    for (int i = 0; i < field->dimensions; i++)
        count *= field->count[i];
    *(field->role == ENZYME_RS_APP_CONTROL ? &run.controls : &run.state) += count;
}

static void refuse(void *driver, const char *name, const char *why)
{
    fprintf(stderr, "loops: error: %s: %s\n", name ? name : "the case", why);
    exit(2);
}

static double *numbers(int64_t count) { return calloc((size_t)count, sizeof(double)); }

/* Time that goes by, and that of this process alone, which says more where others want the same cores. */
typedef struct clocks {
    double wall, own;
} clocks;

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static clocks now(void) { return (clocks){read_clock(CLOCK_MONOTONIC), read_clock(CLOCK_PROCESS_CPUTIME_ID)}; }

static void say(const char *what, clocks begin)
{
    clocks end = now();
    printf("%s %.9f\n%s_own %.9f\n", what, end.wall - begin.wall, what, end.own - begin.own);
}

static double *state_of(double *states, int64_t step) { return states + step * run.state; }

static void copy(double *to, const double *from) { memcpy(to, from, (size_t)run.state * sizeof(double)); }

/* The run, which counts its steps where nobody knows them before. */
static void primal(double **before, double **after)
{
    int64_t step = 0;
    app->initial(simulation, controls, *before);
    for (; app->done ? !app->done(simulation, step, *before) : step < run.steps; step++) {
        app->step(simulation, step, controls, *before, *after);
        double *last = *before;
        *before = *after, *after = last;
    }
    run.steps = step;
    app->objective(simulation, controls, *before);
}

/* Adjoint of the last state, and room for the others. */
static double *dstate, *dbefore, *room;

static void seed(const double *last)
{
    memset(dcontrols, 0, (size_t)run.controls * sizeof(double));
    memset(dstate, 0, (size_t)run.state * sizeof(double));
    app->objective_adjoint(simulation, controls, dcontrols, last, dstate);
}

static void reverse(int64_t step, const double *before)
{
    memset(dbefore, 0, (size_t)run.state * sizeof(double));
    app->step_adjoint(simulation, step, controls, dcontrols, before, dbefore, room, dstate);
    double *last = dstate;
    dstate = dbefore, dbefore = last;
}

/* A run, and the derivatives of its steps alone. */
static void time_steps(double **before, double **after, double **states)
{
    clocks begin = now();
    primal(before, after);
    say("primal", begin);
    if (!*states)
        *states = numbers((run.steps + 1) * run.state);
    app->initial(simulation, controls, *states);
    for (int64_t step = 0; step < run.steps; step++)
        app->step(simulation, step, controls, state_of(*states, step), state_of(*states, step + 1));
    seed(state_of(*states, run.steps));
    begin = now();
    for (int64_t step = run.steps; step-- > 0;)
        reverse(step, state_of(*states, step));
    say("adjoints", begin);
}

/* For so many steps with so many free slots: where the next state is to be kept. */
static int32_t *splits;

static void plan(int64_t slots)
{
    int64_t rows = run.steps + 1;
    int64_t *least = calloc((size_t)((slots + 1) * rows), sizeof *least);
    splits = calloc((size_t)((slots + 1) * rows), sizeof *splits);
    for (int64_t free = 0; free <= slots; free++) {
        for (int64_t n = 2; n < rows; n++) {
            least[free * rows + n] = n * (n - 1) / 2;
            for (int64_t split = 1; free && split < n; split++) {
                int64_t cost = split + least[(free - 1) * rows + n - split] + least[free * rows + split];
                if (cost < least[free * rows + n])
                    least[free * rows + n] = cost, splits[free * rows + n] = (int32_t)split;
            }
        }
    }
    printf("advances %ld\n", (long)least[(slots - 1) * rows + run.steps]);
    free(least);
}

/* Takes `work[0]` from a step to another. */
static void advance(double **work, int64_t from, int64_t to)
{
    for (int64_t step = from; step < to; step++) {
        app->step(simulation, step, controls, work[0], work[1]);
        double *last = work[0];
        work[0] = work[1], work[1] = last;
    }
}

/* Reverses the steps from `from`, whose state is the last one kept, to `to`; the last of them is seeded behind it. */
static void treeverse(double *kept, double **work, int64_t from, int64_t to, int64_t free)
{
    while (to > from) {
        copy(work[0], kept);
        int64_t split = to - from < 2 ? 0 : splits[free * (run.steps + 1) + to - from];
        if (split) {
            advance(work, from, from + split);
            copy(kept + run.state, work[0]);
            treeverse(kept + run.state, work, from + split, to, free - 1);
            to = from + split;
            continue;
        }
        advance(work, from, to - 1);
        if (to == run.steps) {
            app->step(simulation, to - 1, controls, work[0], work[1]);
            seed(work[1]);
        }
        reverse(--to, work[0]);
    }
}

static void time_schedule(double *kept, double **work, int64_t slots)
{
    clocks begin = now();
    app->initial(simulation, controls, kept);
    treeverse(kept, work, 0, run.steps, slots - 1);
    say("gradient", begin);
}

static void open_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        fprintf(stderr, "loops: error: %s\n", dlerror());
        exit(4);
    }
    void (*fill)(enzyme_rs_app *) = (void (*)(enzyme_rs_app *))dlsym(library, "enzyme_rs_application_fill");
    app = dlsym(library, "enzyme_rs_application");
    if (!app) {
        static enzyme_rs_app table;
        table.size = sizeof table;
        fill(&table);
        app = &table;
    }
}

static void create(void)
{
    enzyme_rs_app_setup setup = {sizeof setup, NULL, number, integer, text, text, steps, field, refuse};
    simulation = app->create(&setup);
    controls = numbers(run.controls), dcontrols = numbers(run.controls);
    dstate = numbers(run.state), dbefore = numbers(run.state), room = numbers(run.state);
    app->guess(simulation, controls);
}

static void measure(const char *what, int times)
{
    double *work[2] = {numbers(run.state), numbers(run.state)}, *states = NULL;
    int64_t slots = atoll(what);
    if (slots) {
        plan(slots);
        states = numbers(slots * run.state);
    }
    for (int time = 0; time < times; time++) {
        clocks begin = now();
        if (slots)
            time_schedule(states, work, slots);
        else if (!strcmp(what, "steps"))
            time_steps(&work[0], &work[1], &states);
        else if (app->whole_adjoint) {
            memset(dcontrols, 0, (size_t)run.controls * sizeof(double));
            app->whole_adjoint(simulation, run.steps, controls, dcontrols, run.state);
            say("whole", begin);
        }
    }
}

int main(int count, char **arguments)
{
    if (count < 4) {
        fprintf(stderr, "loops LIBRARY steps|whole|SLOTS TIMES NAME=VALUE...\n");
        return 2;
    }
    int32_t rank = 0, ranks = 1;
    /* As the driver has it: what steps free stays with the process. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, INT32_MAX);
    run.parameters = arguments + 4;
    open_library(arguments[1]);
    if (app->ranks)
        app->ranks->begin(&rank, &ranks);
    create();
    measure(arguments[2], atoi(arguments[3]));
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("steps %ld\nstate %ld\nresident %ld\nuntil %d\n", (long)run.steps, (long)(8 * run.state), usage.ru_maxrss * 1024, app->done != NULL);
    if (app->ranks)
        app->ranks->end();
    return 0;
}
