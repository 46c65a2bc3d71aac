/* What the functions promise: every kind of schedule, errors and their words, cursors, plans, replays. */
#include "support.h"
#include <math.h>

static int same(const enzyme_rs_cp_action *a, const enzyme_rs_cp_action *b)
{
    return a->kind == b->kind && a->data == b->data && a->step == b->step && a->end == b->end &&
           a->level == b->level && a->slot == b->slot;
}

/* A schedule from a structure is that of its text; it is valid, and its cursor resumes it anywhere. */
static void kind(enzyme_rs_cp_spec spec, int64_t steps, const char *name, const char *text)
{
    enzyme_rs_cp_schedule *schedule, *other, *resumed;
    enzyme_rs_cp_action action, twin;
    enzyme_rs_cp_count count;
    enzyme_rs_cp_info info;
    char *made, *cursor;

    REQUIRE(enzyme_rs_cp_schedule_open(&spec, steps, &schedule) == 0);
    REQUIRE(strcmp(enzyme_rs_cp_schedule_name(schedule), name) == 0);
    REQUIRE(enzyme_rs_cp_schedule_spec(schedule, &made) == 0);
    if (strcmp(made, text) != 0) {
        fprintf(stderr, "%s instead of %s\n", made, text);
        exit(1);
    }
    REQUIRE(enzyme_rs_cp_schedule_open_text(made, steps, &other) == 0);
    enzyme_rs_cp_text_free(made);
    REQUIRE(enzyme_rs_cp_schedule_check(schedule) == 0);
    REQUIRE(enzyme_rs_cp_schedule_info(schedule, &info) == 0);
    REQUIRE(info.steps == steps && info.kind == spec.kind && info.drawn == 0);
    REQUIRE(enzyme_rs_cp_schedule_count(schedule, &count, NULL, 0) == 0);
    REQUIRE(count.reverses == (int64_t)info.adjoints * steps);
    int64_t drawn = 0;
    for (; enzyme_rs_cp_schedule_next(schedule, &action) == 0; drawn++) {
        REQUIRE(enzyme_rs_cp_schedule_next(other, &twin) == 0 && same(&action, &twin));
        if (drawn % 3 == 0) {
            REQUIRE(enzyme_rs_cp_schedule_cursor(other, &cursor) == 0);
            REQUIRE(enzyme_rs_cp_schedule_resume(cursor, &resumed) == 0);
            enzyme_rs_cp_text_free(cursor);
            enzyme_rs_cp_schedule_free(other);
            other = resumed;
        }
    }
    REQUIRE(drawn == count.actions);
    REQUIRE(enzyme_rs_cp_schedule_next(schedule, &action) == ENZYME_RS_CP_STATUS_DONE);
    REQUIRE(enzyme_rs_cp_schedule_next(other, &twin) == ENZYME_RS_CP_STATUS_DONE);
    enzyme_rs_cp_schedule_free(schedule);
    enzyme_rs_cp_schedule_free(other);
}

static void kinds(void)
{
    const enzyme_rs_cp_level levels[] = {{2, 0.0, 0.0}, {3, 0.1, 0.30000000000000004}, {ENZYME_RS_CP_NO_LIMIT, 4.0, 5.0}};
    const double costs[] = {1.0, 2.5, 0.1, 3.0, 1.0, 7.0};

    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_NONE}, 9, "none", "\"none\"");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_STORE_ALL, .adjoints = 2}, 9, "store-all",
         "{\"store-all\":{\"adjoints\":2}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_PERIODIC, .period = 4, .level = 1, .adjoints = 2}, 21,
         "periodic", "{\"periodic\":{\"period\":4,\"level\":1,\"adjoints\":2}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_REVOLVE, .slots = 4, .adjoints = 3}, 50, "revolve",
         "{\"revolve\":{\"slots\":4,\"adjoints\":3}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_MULTISTAGE, .slots = 2, .disk = 3, .write = 1.5, .read = 0.5},
         50, "multistage", "{\"multistage\":{\"ram\":2,\"disk\":3,\"write\":1.5,\"read\":0.5}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_ONLINE, .slots = 4}, 50, "online",
         "{\"online\":{\"slots\":4}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_DYNAMIC, .slots = 4}, 50, "dynamic",
         "{\"dynamic\":{\"slots\":4}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_LEVELS, .levels = levels, .level_count = 2, .forward = 1.0},
         50, "h-revolve",
         "{\"levels\":{\"levels\":[{\"slots\":2,\"write\":0.0,\"read\":0.0},{\"slots\":3,\"write\":0.1,\"read\":"
         "0.30000000000000004}],\"forward\":1.0}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_LEVELS, .levels = levels, .level_count = 3, .forward = 1.0},
         50, "disk-revolve",
         "{\"levels\":{\"levels\":[{\"slots\":2,\"write\":0.0,\"read\":0.0},{\"slots\":3,\"write\":0.1,\"read\":"
         "0.30000000000000004},{\"slots\":null,\"write\":4.0,\"read\":5.0}],\"forward\":1.0}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_PERIODIC_DISK, .slots = 3, .period = 10}, 50,
         "periodic-disk-revolve", "{\"periodic-disk\":{\"ram\":3,\"period\":10}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_MIXED, .slots = 4}, 50, "mixed", "{\"mixed\":{\"units\":4}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_STAGES, .slots = 9, .stage_units = 3}, 50, "stages",
         "{\"stages\":{\"units\":9,\"stage_units\":3}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_TWO_LEVEL, .slots = 2, .period = 10, .adjoints = 2}, 50,
         "two-level", "{\"two-level\":{\"period\":10,\"ram\":2,\"adjoints\":2}}");
    kind((enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_STEP_COSTS, .slots = 2, .step_costs = costs, .step_cost_count = 6},
         6, "step-costs", "{\"step-costs\":{\"costs\":[1.0,2.5,0.1,3.0,1.0,7.0],\"slots\":2}}");
}

/* A run of unknown length, announced when its end shows; replayed action by action. */
static void online(void)
{
    enzyme_rs_cp_spec spec = {.kind = ENZYME_RS_CP_KIND_ONLINE, .slots = 5};
    enzyme_rs_cp_schedule *schedule, *copy;
    enzyme_rs_cp_replay *replay;
    enzyme_rs_cp_action action, wrong;
    enzyme_rs_cp_count count;
    const int64_t limit = 5, steps = 37;

    REQUIRE(enzyme_rs_cp_schedule_open(&spec, ENZYME_RS_CP_UNKNOWN, &schedule) == 0);
    REQUIRE(enzyme_rs_cp_schedule_check(schedule) == ENZYME_RS_CP_STATUS_LENGTH && says("not known"));
    REQUIRE(enzyme_rs_cp_schedule_count(schedule, &count, NULL, 0) == ENZYME_RS_CP_STATUS_LENGTH);
    REQUIRE(enzyme_rs_cp_replay_open(steps, 1, &limit, 1, 1, &replay) == 0);
    while (enzyme_rs_cp_schedule_next(schedule, &action) == 0) {
        REQUIRE(enzyme_rs_cp_replay_apply(replay, &action) == 0);
        if (action.kind == ENZYME_RS_CP_ACTION_KIND_ADVANCE && action.end == steps - 1)
            if (enzyme_rs_cp_schedule_finish(schedule, steps) != 0)
                REQUIRE(says("announced once"));
    }
    REQUIRE(enzyme_rs_cp_replay_end(replay) == 0);
    REQUIRE(enzyme_rs_cp_schedule_finish(schedule, steps) == ENZYME_RS_CP_STATUS_LENGTH);
    enzyme_rs_cp_replay_free(replay);
    enzyme_rs_cp_schedule_free(schedule);

    spec.kind = ENZYME_RS_CP_KIND_REVOLVE;
    spec.adjoints = 1;
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, steps, &schedule) == 0);
    REQUIRE(enzyme_rs_cp_replay_open(steps, 1, &limit, 1, 1, &replay) == 0);
    REQUIRE(enzyme_rs_cp_schedule_clone(schedule, &copy) == 0);
    REQUIRE(enzyme_rs_cp_schedule_next(copy, &action) == 0 && enzyme_rs_cp_replay_apply(replay, &action) == 0);
    wrong = (enzyme_rs_cp_action){.kind = ENZYME_RS_CP_ACTION_KIND_REVERSE, .step = 7, .end = 8};
    REQUIRE(enzyme_rs_cp_replay_apply(replay, &wrong) == ENZYME_RS_CP_STATUS_VIOLATION && says("reverse 7"));
    wrong.kind = 99;
    REQUIRE(enzyme_rs_cp_replay_apply(replay, &wrong) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("99"));
    REQUIRE(enzyme_rs_cp_replay_end(replay) == ENZYME_RS_CP_STATUS_VIOLATION);
    enzyme_rs_cp_replay_free(replay);
    enzyme_rs_cp_schedule_free(copy);
    enzyme_rs_cp_schedule_free(schedule);
}

static void errors(void)
{
    enzyme_rs_cp_spec spec = {.kind = ENZYME_RS_CP_KIND_REVOLVE, .slots = 3, .adjoints = 1};
    enzyme_rs_cp_schedule *schedule = (enzyme_rs_cp_schedule *)&spec, *other;
    enzyme_rs_cp_action action;
    char *cursor;
    int64_t number;

    REQUIRE(enzyme_rs_cp_schedule_open(&spec, 10, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`out`"));
    REQUIRE(enzyme_rs_cp_schedule_open(NULL, 10, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && !schedule);
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, -2, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("-2"));
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, -1, &schedule) == ENZYME_RS_CP_STATUS_NO_SCHEDULE && says("online"));
    spec.slots = -3;
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, 10, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`slots`"));
    spec.slots = 0;
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, 10, &schedule) == ENZYME_RS_CP_STATUS_NO_SCHEDULE && says("at least 1"));
    spec.kind = 77;
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, 10, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("77"));
    spec = (enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_LEVELS, .level_count = 2};
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, 10, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`levels`"));
    enzyme_rs_cp_spec one = {.kind = ENZYME_RS_CP_KIND_MULTISTAGE, .slots = 2, .disk = 3, .adjoints = 3};
    REQUIRE(enzyme_rs_cp_schedule_open(&one, 10, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`adjoints` is 3"));
    REQUIRE(enzyme_rs_cp_schedule_open_text("{\"mixed\":{\"units\":3,\"adjoints\":3}}", 10, &schedule)
            == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("adjoints"));
    REQUIRE(enzyme_rs_cp_schedule_open_text("{}", 10, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_schedule_open_text("\xff", 10, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("UTF-8"));
    REQUIRE(enzyme_rs_cp_schedule_next(NULL, &action) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_disk_period(3, NAN, 1.0, 1.0, &number) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_disk_period(3, 1.0, 1.0, 1.0, &number) == 0 && number >= 1);

    spec = (enzyme_rs_cp_spec){.kind = ENZYME_RS_CP_KIND_REVOLVE, .slots = 3, .adjoints = 1};
    REQUIRE(enzyme_rs_cp_schedule_open(&spec, 10, &schedule) == 0);
    REQUIRE(enzyme_rs_cp_schedule_next(schedule, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT);
    REQUIRE(enzyme_rs_cp_schedule_limit(schedule, 1, &number) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("1 storage"));
    REQUIRE(enzyme_rs_cp_schedule_limit(schedule, 0, &number) == 0 && number == 3);
    REQUIRE(enzyme_rs_cp_schedule_cursor(schedule, &cursor) == 0);
    for (size_t at = 0; at < strlen(cursor); at++) { /* any damage is noticed */
        cursor[at] ^= 1;
        REQUIRE(enzyme_rs_cp_schedule_resume(cursor, &other) == ENZYME_RS_CP_STATUS_BAD_CURSOR && !other);
        cursor[at] ^= 1;
    }
    REQUIRE(enzyme_rs_cp_schedule_resume(cursor, &other) == 0);
    enzyme_rs_cp_text_free(cursor);
    enzyme_rs_cp_schedule_free(other);
    enzyme_rs_cp_schedule_free(schedule);
    enzyme_rs_cp_schedule_free(NULL);
    enzyme_rs_cp_plan_free(NULL);
    enzyme_rs_cp_replay_free(NULL);
    enzyme_rs_cp_text_free(NULL);
    REQUIRE(strcmp(enzyme_rs_cp_schedule_name(NULL), "") == 0 && enzyme_rs_cp_plan_size(NULL) == 0);
}

static void plans(void)
{
    const enzyme_rs_cp_level levels[] = {{10, 0.0, 0.0}, {10, 2.0, 2.0}};
    enzyme_rs_cp_budget budget = {
        .steps = 1000, .steps_known = 1, .adjoints = 1, .levels = levels, .level_count = 2, .forward = 1.0, .adjoint = 1.0};
    enzyme_rs_cp_plan *plan;
    enzyme_rs_cp_candidate best;
    enzyme_rs_cp_level_count spent[3], again[3];
    enzyme_rs_cp_schedule *schedule;
    enzyme_rs_cp_count count;
    char *text;

    REQUIRE(enzyme_rs_cp_plan_open(&budget, &plan) == 0 && enzyme_rs_cp_plan_size(plan) > 1);
    REQUIRE(enzyme_rs_cp_plan_candidate(plan, 0, &best, spent, 3) == 0);
    /* Herrmann & Pallez: the makespan, with disk as dear as two steps. */
    REQUIRE(strcmp(best.name, "h-revolve") == 0 && best.time == 3847.0);
    REQUIRE(best.count.forward_steps == 3797 && spent[1].writes == 10 && spent[1].peak == 10 && spent[2].peak == 0);
    REQUIRE(enzyme_rs_cp_plan_schedule(plan, 0, &schedule) == 0);
    REQUIRE(enzyme_rs_cp_schedule_count(schedule, &count, again, 3) == 0);
    REQUIRE(memcmp(&count, &best.count, sizeof count) == 0 && memcmp(spent, again, sizeof spent) == 0);
    enzyme_rs_cp_schedule_free(schedule);
    REQUIRE(enzyme_rs_cp_plan_reasons(plan, &text) == 0 && strstr(text, "takes least time"));
    enzyme_rs_cp_text_free(text);
    REQUIRE(enzyme_rs_cp_plan_text(plan, &text) == 0 && strstr(text, "\"candidates\""));
    enzyme_rs_cp_text_free(text);
    REQUIRE(enzyme_rs_cp_plan_schedule(plan, 99, &schedule) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("99"));
    REQUIRE(!schedule);
    enzyme_rs_cp_plan_free(plan);
    budget.level_count = 0;
    REQUIRE(enzyme_rs_cp_plan_open(&budget, &plan) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && !plan);
    const enzyme_rs_cp_level none = {0, 0.0, 0.0};
    budget.levels = &none;
    budget.level_count = 1;
    REQUIRE(enzyme_rs_cp_plan_open(&budget, &plan) == ENZYME_RS_CP_STATUS_NO_PLAN && says("no slot"));
}

int main(void)
{
    kinds();
    online();
    errors();
    plans();
    REQUIRE(strlen(enzyme_rs_cp_version()) > 0);
    puts("all is well");
    return 0;
}
