/* What runs promise: a model of callbacks under schedules with and without tapes, of known and unknown length,
 * with data that change their size; stops, journals, events and reports; and what becomes of wrong input. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"
#include <math.h>

enum { STEPS = 40, MOST = 64 };

/* x' = x + h x^2, and as many more numbers, all zero, as the size says; the objective is x at the end. */
typedef struct toy {
    double x[MOST], tape, adjoint, objective;
    int64_t count;      /* numbers in the state */
    int adaptive;       /* one more or less of them each step */
    const char *bad;    /* the callback that returns 7 ... */
    int64_t bad_at;     /* ... at this step */
    int64_t now;        /* the step that runs or ran last */
    int grows_in_save, flaky;
    int wrong;          /* the adjoint of a step is not that of the step */
    enzyme_rs_cp_stop *stop;
    int64_t stop_at;
    enzyme_rs_cp_run *run;
    const char *damage; /* shell command, at stop_at */
    int64_t calls, events[7];
} toy;

static const double H = 0.01;

static int fails(toy *my, const char *name)
{
    my->calls++;
    return my->bad && strcmp(my->bad, name) == 0 && my->now >= my->bad_at ? 7 : 0;
}

static void advance(toy *my, int64_t step)
{
    my->now = step;
    my->x[0] += H * my->x[0] * my->x[0];
    if (my->flaky && step == 20)
        my->x[0] += 1e-9 * my->flaky++;
    if (my->adaptive)
        my->count = 3 + (step + 1) % 5;
    if (step == my->stop_at && my->stop)
        REQUIRE(enzyme_rs_cp_stop_request(my->stop) == 0);
    if (step == my->stop_at && my->run) {
        enzyme_rs_cp_store *store; /* the run is under way: it takes nothing more */
        REQUIRE(enzyme_rs_cp_store_memory(&store) == 0);
        REQUIRE(enzyme_rs_cp_run_store(my->run, store) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("executed"));
        REQUIRE(enzyme_rs_cp_run_execute(my->run, NULL, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
        enzyme_rs_cp_store_free(store);
    }
    if (step == my->stop_at && my->damage)
        REQUIRE(system(my->damage) == 0);
}

static int32_t run_step(void *user, int64_t step)
{
    advance(user, step);
    return fails(user, "step");
}

static int32_t record(void *user, int64_t step)
{
    toy *my = user;
    my->tape = my->x[0];
    advance(my, step);
    return fails(my, "record");
}

static int32_t seed(void *user, int32_t number)
{
    toy *my = user;
    REQUIRE(number == 0);
    my->adjoint = 1.0;
    my->objective = my->x[0];
    return fails(my, "seed");
}

static int32_t reverse(void *user, int64_t step)
{
    toy *my = user;
    (void)step;
    my->adjoint *= (my->wrong ? 3.0 : 1.0) + 2.0 * H * my->tape;
    return fails(my, "reverse");
}

static int32_t complete(void *user, int32_t number)
{
    REQUIRE(number == 0);
    return fails(user, "complete");
}

static int32_t done(void *user, int64_t step, int32_t *done)
{
    *done = step == STEPS;
    return fails(user, "done");
}

static int32_t state_now(void *user, enzyme_rs_cp_layout *layout)
{
    static enzyme_rs_cp_field field = {"x", NULL, 1, ENZYME_RS_CP_NUMBER_F64};
    toy *my = user;
    field.extents = &my->count;
    layout->fields = &field;
    layout->field_count = 1;
    return fails(my, "state.current");
}

static int32_t save_state(void *user, void *bytes, int64_t size)
{
    toy *my = user;
    REQUIRE((uintptr_t)bytes % 8 == 0 && size == 8 * my->count);
    memcpy(bytes, my->x, (size_t)size);
    if (my->grows_in_save)
        my->count++;
    return fails(my, "state.save");
}

static int32_t load_state(void *user, const void *bytes, int64_t size)
{
    toy *my = user;
    REQUIRE((uintptr_t)bytes % 8 == 0 && size % 8 == 0 && size <= (int64_t)sizeof my->x);
    my->count = size / 8;
    memcpy(my->x, bytes, (size_t)size);
    return fails(my, "state.load");
}

/* 13 bytes: a number, and some that make what lies behind it unaligned. */
static int32_t save_tape(void *user, void *bytes, int64_t size)
{
    toy *my = user;
    REQUIRE((uintptr_t)bytes % 8 == 0 && size == 13);
    memset(bytes, 5, (size_t)size);
    memcpy(bytes, &my->tape, 8);
    return fails(my, "tape.save");
}

static int32_t load_tape(void *user, const void *bytes, int64_t size)
{
    toy *my = user;
    REQUIRE((uintptr_t)bytes % 8 == 0 && size == 13);
    memcpy(&my->tape, bytes, 8);
    return fails(my, "tape.load");
}

static int32_t save_adjoint(void *user, void *bytes, int64_t size)
{
    toy *my = user;
    REQUIRE(size == 16);
    memcpy(bytes, &my->adjoint, 16);
    return fails(my, "adjoint.save");
}

static int32_t load_adjoint(void *user, const void *bytes, int64_t size)
{
    toy *my = user;
    REQUIRE(size == 16);
    memcpy(&my->adjoint, bytes, 16);
    return fails(my, "adjoint.load");
}

static void on_event(void *user, const enzyme_rs_cp_event *event)
{
    toy *my = user;
    REQUIRE(event->kind >= 0 && event->kind < 6);
    my->events[event->kind]++;
}

static toy fresh(void) { return (toy){.x = {1.0}, .count = 3, .stop_at = -1}; }

static enzyme_rs_cp_model model_of(toy *my)
{
    enzyme_rs_cp_model model = {.size = sizeof model,
                                .user = my,
                                .identity = "toy",
                                .steps = STEPS,
                                .step = run_step,
                                .record = record,
                                .seed = seed,
                                .reverse = reverse,
                                .complete = complete,
                                .state = {{NULL, 0, 24}, NULL, save_state, load_state},
                                .adjoint = {{NULL, 0, 16}, NULL, save_adjoint, load_adjoint}};
    if (my->adaptive)
        model.state.current = state_now;
    return model;
}

static void with_tape(enzyme_rs_cp_model *model)
{
    model->tape = (enzyme_rs_cp_part){{NULL, 0, 13}, NULL, save_tape, load_tape};
}

/* A run under this schedule with `levels` stores in memory. */
static enzyme_rs_cp_run *run_of(const char *spec, int levels)
{
    enzyme_rs_cp_run *run;
    REQUIRE(enzyme_rs_cp_run_open_text(spec, &run) == 0);
    for (int k = 0; k < levels; k++) {
        enzyme_rs_cp_store *store;
        REQUIRE(enzyme_rs_cp_store_memory(&store) == 0);
        REQUIRE(enzyme_rs_cp_run_store(run, store) == 0);
        enzyme_rs_cp_store_free(store);
    }
    return run;
}

#define REVOLVE "{\"revolve\":{\"slots\":4,\"adjoints\":1}}"

static int execute(const char *spec, int levels, const enzyme_rs_cp_model *model)
{
    enzyme_rs_cp_run *run = run_of(spec, levels);
    enzyme_rs_cp_report *report;
    int status = enzyme_rs_cp_run_execute(run, model, &report);
    REQUIRE((report != NULL) == (status >= 0));
    enzyme_rs_cp_report_free(report);
    enzyme_rs_cp_run_free(run);
    return status;
}

/* Derivative of the final x by the first. */
static double expected(void)
{
    double x = 1.0, derivative = 1.0;
    for (int k = 0; k < STEPS; k++) {
        derivative *= 1.0 + 2.0 * H * x;
        x += H * x * x;
    }
    return derivative;
}

static int right(const toy *my) { return fabs(my->adjoint / expected() - 1.0) < 1e-14; }

static void schedules(void)
{
    static const struct {
        const char *spec;
        int levels, tape, unknown;
    } cases[] = {{REVOLVE, 1, 0, 0},
                 {"{\"multistage\":{\"ram\":2,\"disk\":3,\"write\":1.0,\"read\":1.0}}", 2, 0, 0},
                 {"{\"online\":{\"slots\":5}}", 1, 0, 1},
                 {"{\"store-all\":{\"adjoints\":1}}", 1, 1, 1},
                 {"{\"periodic\":{\"period\":6,\"level\":1,\"adjoints\":1}}", 2, 1, 0},
                 {"{\"mixed\":{\"units\":5}}", 1, 1, 0},
                 {"{\"stages\":{\"units\":9,\"stage_units\":2}}", 1, 1, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int adaptive = 0; adaptive < 2; adaptive++) {
            toy my = fresh();
            my.adaptive = adaptive;
            enzyme_rs_cp_model model = model_of(&my);
            if (cases[k].tape)
                with_tape(&model);
            if (cases[k].unknown) {
                model.steps = ENZYME_RS_CP_UNKNOWN;
                model.done = done;
            }
            REQUIRE(execute(cases[k].spec, cases[k].levels, &model) == 0);
            REQUIRE(right(&my));
        }
}

static void refused(enzyme_rs_cp_model model, const char *words)
{
    REQUIRE(execute(REVOLVE, 1, &model) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(says(words));
}

static void wrong_models(void)
{
    toy my = fresh();
    const enzyme_rs_cp_model good = model_of(&my);
    enzyme_rs_cp_model model = good;
    const int64_t extents[] = {3, 1}, huge[] = {INT64_MAX, INT64_MAX}, negative[] = {-3}, zero[] = {0};
    const int64_t large[] = {(int64_t)1 << 57};
    enzyme_rs_cp_field fields[] = {{"x", extents, 2, ENZYME_RS_CP_NUMBER_F64}, {"y", NULL, 0, ENZYME_RS_CP_NUMBER_I64}};
    enzyme_rs_cp_run *run;

    REQUIRE(execute(REVOLVE, 1, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`model`"));
    model.size = 8;
    refused(model, "sizeof(enzyme_rs_cp_model)");
    model.size = -1;
    refused(model, "-1");
    model.size = INT64_MAX;
    refused(model, "sizeof");
#define WITHOUT(member, words) (model = good, model.member = NULL, refused(model, words))
    WITHOUT(identity, "`identity`");
    WITHOUT(step, "`step`");
    WITHOUT(record, "`record`");
    WITHOUT(seed, "`seed`");
    WITHOUT(reverse, "`reverse`");
    WITHOUT(state.save, "`state.save`");
    WITHOUT(state.load, "`state.load`");
    WITHOUT(adjoint.save, "`adjoint.save`");
    WITHOUT(adjoint.load, "`adjoint.load`");
    model = good;
    model.identity = "\xff";
    refused(model, "UTF-8");
    model = good;
    model.steps = -5;
    refused(model, "-5");
    model.steps = ENZYME_RS_CP_UNKNOWN;
    refused(model, "`done`");
    model = good;
    with_tape(&model);
    model.tape.load = NULL;
    refused(model, "`tape.load`");

    model = good;
#define LAYOUT(...) model.state.layout = (enzyme_rs_cp_layout){__VA_ARGS__}
    LAYOUT(NULL, 0, 0);
    refused(model, "no bytes");
    LAYOUT(NULL, 0, -24);
    refused(model, "no bytes");
    LAYOUT(NULL, 0, (int64_t)1 << 60);
    refused(model, "no memory");
    LAYOUT(NULL, 0, INT64_MAX);
    refused(model, "no memory");
    LAYOUT(NULL, 2, 0);
    refused(model, "`fields` is NULL");
    LAYOUT(fields, -2, 0);
    refused(model, "`fields` has -2");
    LAYOUT(fields, 2, 32);
    refused(model, "`bytes` is 32");
    LAYOUT(fields, 2, 0);
#define FIELD(name, extents, count, kind, words) \
    (fields[0] = (enzyme_rs_cp_field){name, extents, count, kind}, refused(model, words))
    FIELD(NULL, extents, 2, 3, "`name` is NULL");
    FIELD("", extents, 2, 3, "no name");
    FIELD("a/b", extents, 2, 3, "`a/b`");
    FIELD("..", extents, 2, 3, "no name");
    FIELD("y", extents, 2, 3, "two fields");
    FIELD("x", NULL, 2, 3, "`extents`");
    FIELD("x", extents, -1, 3, "`extents`");
    FIELD("x", negative, 1, 3, "-3");
    FIELD("x", zero, 1, 3, "1 or more");
    FIELD("x", huge, 2, 3, "more bytes");
    FIELD("x", large, 1, 3, "no memory");
    FIELD("x", extents, 2, 4, "`kind` is 4");
    FIELD("x", extents, 2, -1, "`kind` is -1");
    REQUIRE(my.calls == 0);

    /* A refused model leaves the run as it was. */
    run = run_of(REVOLVE, 1);
    REQUIRE(enzyme_rs_cp_run_execute(run, &model, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_run_execute(run, &good, NULL) == 0 && right(&my));
    REQUIRE(enzyme_rs_cp_run_execute(run, &good, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("before"));
    enzyme_rs_cp_run_free(run);
    REQUIRE(enzyme_rs_cp_run_execute(NULL, &good, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`run`"));

    /* What the schedule needs. */
    REQUIRE(execute(REVOLVE, 0, &good) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("enzyme_rs_cp_run_store"));
    REQUIRE(execute("{\"mixed\":{\"units\":5}}", 1, &good) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`tape`"));
    model = good;
    model.steps = ENZYME_RS_CP_UNKNOWN;
    model.done = done;
    REQUIRE(execute(REVOLVE, 1, &model) == ENZYME_RS_CP_STATUS_NO_SCHEDULE);
}

/* A callback that fails ends the run at once, and its number is told. */
static void failing(const char *name, const char *folder)
{
    /* The adjoint ends where the step run last is one of the first. */
    const int64_t last = strcmp(name, "complete") == 0 ? 1 : STEPS - 10;
    for (int64_t at = folder ? 13 : 0; at < last; at += folder ? STEPS : 13) {
        toy my = fresh();
        enzyme_rs_cp_error error;
        enzyme_rs_cp_report *report;
        my.bad = name;
        my.bad_at = at;
        my.adaptive = 1;
        enzyme_rs_cp_model model = model_of(&my);
        with_tape(&model);
        if (strcmp(name, "done") == 0) {
            model.steps = ENZYME_RS_CP_UNKNOWN;
            model.done = done;
        }
        const char *spec = "{\"periodic\":{\"period\":6,\"level\":1,\"adjoints\":1}}";
        enzyme_rs_cp_run *run = run_of(spec, 2);
        if (folder)
            REQUIRE(enzyme_rs_cp_run_journal(run, folder, 0.0, 3) == 0);
        REQUIRE(enzyme_rs_cp_run_execute(run, &model, &report) == ENZYME_RS_CP_STATUS_MODEL_FAILED && !report);
        REQUIRE(says(name) && says("returned 7"));
        REQUIRE(enzyme_rs_cp_last_error(&error) == 0);
        REQUIRE(error.status == ENZYME_RS_CP_STATUS_MODEL_FAILED && error.callback_result == 7 && error.step >= 0);
        REQUIRE(strcmp(error.message, enzyme_rs_cp_last_message()) == 0 && strcmp(error.file, "") == 0);
        enzyme_rs_cp_run_free(run);
        if (folder) { /* nothing wrong was saved: the rest gives the right gradient */
            my = fresh();
            my.adaptive = 1;
            run = run_of(spec, 2);
            REQUIRE(enzyme_rs_cp_run_journal(run, folder, 0.0, 3) == 0);
            REQUIRE(enzyme_rs_cp_run_execute(run, &model, NULL) == 0 && right(&my));
            enzyme_rs_cp_run_free(run);
            REQUIRE(enzyme_rs_cp_journal_clear(folder, 3) == 0);
        }
    }
}

static void wrong_steps(void)
{
    toy my = fresh();
    my.flaky = 1;
    enzyme_rs_cp_model model = model_of(&my);
    enzyme_rs_cp_error error;
    REQUIRE(execute(REVOLVE, 1, &model) == ENZYME_RS_CP_STATUS_NOT_REPRODUCIBLE && says("reproducible"));
    REQUIRE(enzyme_rs_cp_last_error(&error) == 0 && error.step > 20 && error.callback_result == 0);

    my = fresh();
    my.flaky = 1;
    enzyme_rs_cp_run *run = run_of(REVOLVE, 1);
    REQUIRE(enzyme_rs_cp_run_check(run, 3) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`check`"));
    REQUIRE(enzyme_rs_cp_run_check(run, ENZYME_RS_CP_CHECK_OFF) == 0);
    REQUIRE(enzyme_rs_cp_run_execute(run, &model, NULL) == 0);
    enzyme_rs_cp_run_free(run);

    my = fresh();
    my.adaptive = my.grows_in_save = 1;
    model = model_of(&my);
    REQUIRE(execute(REVOLVE, 1, &model) == ENZYME_RS_CP_STATUS_MODEL_FAILED && says("while it was saved"));
}

/* A number as state, and its adjoint before the value of the objective. */
static enzyme_rs_cp_model named(toy *my)
{
    static const int64_t one = 1;
    static const enzyme_rs_cp_field x = {"x", &one, 1, ENZYME_RS_CP_NUMBER_F64};
    static const enzyme_rs_cp_field adjoint[2] = {{"adjoint_x", &one, 1, ENZYME_RS_CP_NUMBER_F64},
                                                  {"objective", &one, 1, ENZYME_RS_CP_NUMBER_F64}};
    my->count = 1;
    enzyme_rs_cp_model model = model_of(my);
    model.state.layout = (enzyme_rs_cp_layout){&x, 1, 0};
    model.adjoint.layout = (enzyme_rs_cp_layout){adjoint, 2, 0};
    return model;
}

static int tested(toy *my, const char *state, const char *adjoint, int64_t step)
{
    enzyme_rs_cp_model model = named(my);
    enzyme_rs_cp_run *run = run_of(REVOLVE, 1);
    REQUIRE(enzyme_rs_cp_run_test_adjoint(run, state, adjoint, step, 1e-6) == 0);
    int status = enzyme_rs_cp_run_execute(run, &model, NULL);
    enzyme_rs_cp_run_free(run);
    return status;
}

static void wrong_adjoints(void)
{
    enzyme_rs_cp_error error;
    toy my = fresh();
    REQUIRE(tested(&my, NULL, NULL, 5) == 0);
    double right = my.adjoint;
    my = fresh();
    REQUIRE(tested(&my, "x", "adjoint_x", 0) == 0 && my.adjoint == right);

    my = fresh();
    my.wrong = 1;
    REQUIRE(tested(&my, NULL, NULL, 5) == ENZYME_RS_CP_STATUS_WRONG_ADJOINT && says("by differences"));
    REQUIRE(enzyme_rs_cp_last_error(&error) == 0 && error.step == 5);
    my = fresh();
    REQUIRE(tested(&my, "y", "adjoint_x", 0) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`y`"));
    my = fresh();
    my.bad = "step";
    REQUIRE(tested(&my, NULL, NULL, 2) == ENZYME_RS_CP_STATUS_MODEL_FAILED);
    REQUIRE(enzyme_rs_cp_last_error(&error) == 0 && error.callback_result == 7);

    enzyme_rs_cp_run *run = run_of(REVOLVE, 1);
    REQUIRE(enzyme_rs_cp_run_test_adjoint(run, "x", NULL, 0, 1e-6) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`adjoint`"));
    REQUIRE(enzyme_rs_cp_run_test_adjoint(run, NULL, NULL, -1, 1e-6) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`step`"));
    REQUIRE(enzyme_rs_cp_run_test_adjoint(run, NULL, NULL, 0, NAN) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`tolerance`"));
    /* Plain bytes have no fields. */
    my = fresh();
    enzyme_rs_cp_model model = model_of(&my);
    REQUIRE(enzyme_rs_cp_run_test_adjoint(run, NULL, NULL, 0, 1e-6) == 0);
    REQUIRE(enzyme_rs_cp_run_execute(run, &model, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("no field"));
    enzyme_rs_cp_run_free(run);
}

static void wrong_stores(const char *folder)
{
    enzyme_rs_cp_run *run = run_of(REVOLVE, 0);
    enzyme_rs_cp_store *store, *other, *tiers[2], *out = (enzyme_rs_cp_store *)&run;
    enzyme_rs_cp_error error;
    int64_t room[] = {100, -1};

    REQUIRE(enzyme_rs_cp_store_memory(NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_store_memory(&store) == 0);
    REQUIRE(enzyme_rs_cp_run_store(NULL, store) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`run`"));
    REQUIRE(enzyme_rs_cp_run_store(run, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`store`"));
    REQUIRE(enzyme_rs_cp_run_store(run, store) == 0);
    REQUIRE(enzyme_rs_cp_run_store(run, store) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("given away"));
    REQUIRE(enzyme_rs_cp_store_background(store, 9, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && !out);

    REQUIRE(enzyme_rs_cp_store_memory(&other) == 0);
    REQUIRE(enzyme_rs_cp_store_background(other, -1, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`memory`"));
    tiers[0] = tiers[1] = other;
    REQUIRE(enzyme_rs_cp_store_tiered(tiers, room, 2, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`room`"));
    room[1] = 200;
    REQUIRE(enzyme_rs_cp_store_tiered(tiers, room, 2, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("given away"));
    tiers[1] = store;
    REQUIRE(enzyme_rs_cp_store_tiered(tiers, room, 2, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("given away"));
    tiers[1] = NULL;
    REQUIRE(enzyme_rs_cp_store_tiered(tiers, room, 2, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("NULL"));
    REQUIRE(enzyme_rs_cp_store_tiered(tiers, room, 0, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`count`"));
    REQUIRE(enzyme_rs_cp_store_tiered(tiers, room, 1, &out) == 0 && out); /* it was not lost by all that */
    enzyme_rs_cp_store_free(out);

    enzyme_rs_cp_file_options options = {.format = 5};
    REQUIRE(enzyme_rs_cp_store_files(NULL, NULL, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && !out);
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`format`"));
    options = (enzyme_rs_cp_file_options){.filter = 9};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`filter`"));
    options = (enzyme_rs_cp_file_options){.filter = ENZYME_RS_CP_FILTER_DEFLATE, .filter_level = 10};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("0 to 9"));
    options = (enzyme_rs_cp_file_options){.filter = ENZYME_RS_CP_FILTER_ZFP};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`filter_level` is 0"));
    options = (enzyme_rs_cp_file_options){.filter = ENZYME_RS_CP_FILTER_ZFP, .filter_level = -53};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("-52 to 1023"));
    options = (enzyme_rs_cp_file_options){.format = ENZYME_RS_CP_FORMAT_PLAIN, .filter = ENZYME_RS_CP_FILTER_ZFP, .filter_level = -20};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_STORE_FAILED);
    options = (enzyme_rs_cp_file_options){.rank = -1};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`rank`"));
    options = (enzyme_rs_cp_file_options){.chunk = -1};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`chunk`"));
    options = (enzyme_rs_cp_file_options){.format = ENZYME_RS_CP_FORMAT_PLAIN, .filter = ENZYME_RS_CP_FILTER_DEFLATE};
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &out) == ENZYME_RS_CP_STATUS_STORE_FAILED);
    REQUIRE(enzyme_rs_cp_last_error(&error) == 0 && error.fault == ENZYME_RS_CP_FAULT_UNSUPPORTED);
    REQUIRE(enzyme_rs_cp_store_files("/dev/null/x", NULL, &out) == ENZYME_RS_CP_STATUS_STORE_FAILED && !out);
    enzyme_rs_cp_store *first;
    REQUIRE(enzyme_rs_cp_store_files(folder, NULL, &first) == 0);
    REQUIRE(enzyme_rs_cp_store_files(folder, NULL, &out) == ENZYME_RS_CP_STATUS_STORE_FAILED && !out);
    REQUIRE(enzyme_rs_cp_last_error(&error) == 0 && error.fault == ENZYME_RS_CP_FAULT_BUSY);
    REQUIRE(strstr(error.file, folder) && *error.remedy);
    enzyme_rs_cp_store_free(first);

    REQUIRE(enzyme_rs_cp_run_journal(run, folder, NAN, 0) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`every`"));
    REQUIRE(enzyme_rs_cp_run_journal(run, folder, 1e300, 0) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_run_journal(run, folder, 1.0, -1) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_run_journal(run, NULL, 1.0, 0) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`folder`"));
    REQUIRE(enzyme_rs_cp_run_on_event(run, NULL, NULL, -1.0) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    enzyme_rs_cp_run_free(run);
    REQUIRE(enzyme_rs_cp_run_open(NULL, &run) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && !run);
    enzyme_rs_cp_store_free(store);
    enzyme_rs_cp_store_free(other);
    enzyme_rs_cp_store_free(NULL);
    enzyme_rs_cp_run_free(NULL);
    enzyme_rs_cp_report_free(NULL);
    enzyme_rs_cp_stop_free(NULL);
}

/* Files that come to harm under a run: where, and what can be done. */
static void damage(const char *folder)
{
    char command[300];
    toy my = fresh();
    enzyme_rs_cp_model model = model_of(&my);
    enzyme_rs_cp_file_options options = {.format = ENZYME_RS_CP_FORMAT_PLAIN};
    enzyme_rs_cp_run *run = run_of(REVOLVE, 0);
    enzyme_rs_cp_store *store;
    enzyme_rs_cp_error error;

    snprintf(command, sizeof command, "for f in %s/*.ckpt; do truncate -s 30 $f; done", folder);
    my.damage = command;
    my.stop_at = STEPS - 1;
    REQUIRE(enzyme_rs_cp_store_files(folder, &options, &store) == 0);
    REQUIRE(enzyme_rs_cp_run_store(run, store) == 0);
    REQUIRE(enzyme_rs_cp_run_execute(run, &model, NULL) == ENZYME_RS_CP_STATUS_STORE_FAILED);
    REQUIRE(enzyme_rs_cp_last_error(&error) == 0 && error.fault == ENZYME_RS_CP_FAULT_SHORT);
    REQUIRE(strstr(error.file, ".ckpt") && error.step > 0 && strstr(error.remedy, "again"));
    enzyme_rs_cp_store_free(store);
    enzyme_rs_cp_run_free(run);
}

/* Stops from a callback, then from a deadline, and goes on. */
static void stops(const char *folder)
{
    toy my = fresh();
    enzyme_rs_cp_model model = model_of(&my);
    enzyme_rs_cp_stop *stop;
    enzyme_rs_cp_report *report;
    enzyme_rs_cp_summary summary;
    enzyme_rs_cp_level_summary level;
    enzyme_rs_cp_run *run;
    char *text;

    REQUIRE(enzyme_rs_cp_stop_open(&stop) == 0);
    REQUIRE(enzyme_rs_cp_stop_after(stop, -1.0) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`time`"));
    REQUIRE(enzyme_rs_cp_stop_before_job_end(stop, NAN) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_stop_before_job_end(stop, 60.0) == 0 && enzyme_rs_cp_stop_on_signals(stop) == 0);
    for (int journalled = 0; journalled < 2; journalled++) {
        my = fresh();
        my.stop = stop;
        my.stop_at = 25;
        run = my.run = run_of(REVOLVE, 1);
        REQUIRE(enzyme_rs_cp_run_stop(run, stop) == 0);
        if (journalled)
            REQUIRE(enzyme_rs_cp_run_journal(run, folder, 1e6, 0) == 0);
        REQUIRE(enzyme_rs_cp_run_execute(run, &model, &report) == ENZYME_RS_CP_STATUS_STOPPED);
        REQUIRE(enzyme_rs_cp_report_summary(report, &summary) == 0 && summary.resumable == journalled);
        REQUIRE(summary.exit_code == (journalled ? ENZYME_RS_CP_RESUME_EXIT_CODE : 1));
        REQUIRE(summary.count.reverses < STEPS && ENZYME_RS_CP_RESUME_EXIT_CODE == 75);
        enzyme_rs_cp_report_free(report);
        enzyme_rs_cp_run_free(run);
        enzyme_rs_cp_stop_free(stop);
        REQUIRE(enzyme_rs_cp_stop_open(&stop) == 0);
    }
    my = fresh();
    model.identity = "another toy";
    run = run_of(REVOLVE, 1);
    REQUIRE(enzyme_rs_cp_run_journal(run, folder, 1e6, 0) == 0);
    REQUIRE(enzyme_rs_cp_run_execute(run, &model, NULL) == ENZYME_RS_CP_STATUS_BAD_JOURNAL && says("another toy"));
    enzyme_rs_cp_run_free(run);

    model.identity = "toy";
    run = run_of(REVOLVE, 1);
    REQUIRE(enzyme_rs_cp_run_journal(run, folder, 1e6, 0) == 0);
    REQUIRE(enzyme_rs_cp_run_on_event(run, on_event, &my, 0.0) == 0);
    REQUIRE(enzyme_rs_cp_run_stop(run, stop) == 0);
    REQUIRE(enzyme_rs_cp_run_execute(run, &model, &report) == 0 && right(&my));
    REQUIRE(my.events[ENZYME_RS_CP_EVENT_KIND_RESUMED] == 1 && my.events[ENZYME_RS_CP_EVENT_KIND_END_ADJOINT] == 1);
    REQUIRE(my.events[ENZYME_RS_CP_EVENT_KIND_END_FORWARD] == 1 && my.events[ENZYME_RS_CP_EVENT_KIND_SAVED] == 1);
    REQUIRE(enzyme_rs_cp_report_summary(report, &summary) == 0);
    REQUIRE(summary.exit_code == 0 && summary.resumable == 0 && summary.processes == 2 && summary.levels == 1);
    REQUIRE(summary.steps == STEPS && summary.count.reverses == STEPS && summary.count.forward_steps == summary.optimum);
    REQUIRE(enzyme_rs_cp_report_level(report, 0, &level) == 0 && level.reads > 0 && level.peak == 4);
    REQUIRE(level.bytes_read == 24 * level.reads);
    REQUIRE(enzyme_rs_cp_report_level(report, 1, &level) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_report_text(report, &text) == 0 && strstr(text, "process 2"));
    enzyme_rs_cp_text_free(text);
    REQUIRE(enzyme_rs_cp_report_json(report, &text) == 0 && strstr(text, "\"schedule\":\"revolve\""));
    enzyme_rs_cp_text_free(text);
    enzyme_rs_cp_report_free(report);
    enzyme_rs_cp_run_free(run);
    enzyme_rs_cp_stop_free(stop);
    REQUIRE(enzyme_rs_cp_journal_clear(folder, 0) == 0);
}

/* Every store there is, in files of every kind. */
static void stores(const char *folder)
{
    for (int kind = 0; kind < 4; kind++) {
        toy my = fresh();
        enzyme_rs_cp_model model = model_of(&my);
        const int64_t extents[] = {3};
        const enzyme_rs_cp_field field = {"x", extents, 1, ENZYME_RS_CP_NUMBER_F64};
        const int64_t room[] = {48, 10000};
        enzyme_rs_cp_file_options options = {.format = kind == 1 ? ENZYME_RS_CP_FORMAT_PLAIN : ENZYME_RS_CP_FORMAT_HDF5};
        enzyme_rs_cp_store *tiers[2], *tiered, *behind;
        enzyme_rs_cp_run *run = run_of(REVOLVE, 0);
        if (kind >= 2)
            options.filter = ENZYME_RS_CP_FILTER_DEFLATE;
        if (kind == 3)
            options.chunk = 8;
        model.state.layout = (enzyme_rs_cp_layout){&field, 1, 0};
        REQUIRE(enzyme_rs_cp_store_memory(&tiers[0]) == 0);
        if (enzyme_rs_cp_store_files(folder, &options, &tiers[1]) != 0) { /* built without HDF5 */
            enzyme_rs_cp_error error;
            REQUIRE(enzyme_rs_cp_last_error(&error) == 0 && error.fault == ENZYME_RS_CP_FAULT_UNSUPPORTED);
            REQUIRE(options.format == ENZYME_RS_CP_FORMAT_HDF5);
            enzyme_rs_cp_store_free(tiers[0]);
            enzyme_rs_cp_run_free(run);
            continue;
        }
        REQUIRE(enzyme_rs_cp_store_tiered(tiers, room, 2, &tiered) == 0);
        REQUIRE(enzyme_rs_cp_store_background(tiered, 1000, &behind) == 0);
        REQUIRE(enzyme_rs_cp_run_store(run, behind) == 0);
        enzyme_rs_cp_store_free(behind);
        enzyme_rs_cp_store_free(tiered);
        enzyme_rs_cp_store_free(tiers[1]);
        enzyme_rs_cp_store_free(tiers[0]);
        REQUIRE(enzyme_rs_cp_run_execute(run, &model, NULL) == 0 && right(&my));
        enzyme_rs_cp_run_free(run);
    }
}

int main(void)
{
    char folder[] = "/tmp/enzyme_rs_run_XXXXXX", command[100];
    REQUIRE(mkdtemp(folder));
    schedules();
    wrong_models();
    static const char *const callbacks[] = {"step", "record", "seed", "reverse", "complete", "done",
                                            "state.current", "state.save", "tape.save", "tape.load"};
    for (size_t k = 0; k < sizeof callbacks / sizeof *callbacks; k++)
        failing(callbacks[k], NULL);
    failing("state.save", folder);
    failing("state.current", folder);
    failing("adjoint.save", folder);
    wrong_steps();
    wrong_adjoints();
    wrong_stores(folder);
    damage(folder);
    stops(folder);
    stores(folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    REQUIRE(system(command) == 0);
    puts("all is well");
    return 0;
}
