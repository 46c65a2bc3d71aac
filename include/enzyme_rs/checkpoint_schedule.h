/* enzyme_rs/checkpoint_schedule.h - schedules: what to do next, drawn action by action
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_SCHEDULE_H
#define ENZYME_RS_CHECKPOINT_SCHEDULE_H

#include <stdint.h>
#include "checkpoint_status.h"

/** The number of steps is not known yet. */
#define ENZYME_RS_CP_UNKNOWN -1

/** A storage level without limit. */
#define ENZYME_RS_CP_NO_LIMIT -1

/**
 * The schedules there are. The fields of enzyme_rs_cp_spec that each one reads are listed here; "known"
 * are those that need the number of steps from the beginning. Slots count the one for the initial state.
 */
typedef enum enzyme_rs_cp_kind {
    /** Forward only, no adjoint. Reads nothing. */
    ENZYME_RS_CP_KIND_NONE = 0,
    /** The tape of every step is kept. Reads adjoints. */
    ENZYME_RS_CP_KIND_STORE_ALL = 1,
    /**
     * A state every period steps on storage level `level`; recorded period by period. Reads period,
     * level, adjoints.
     */
    ENZYME_RS_CP_KIND_PERIODIC = 2,
    /**
     * Binomial checkpointing, known: fewest forward steps, and fewest writes among those (Griewank &
     * Walther 2000). Reads slots, adjoints.
     */
    ENZYME_RS_CP_KIND_REVOLVE = 3,
    /**
     * The steps of Revolve with slots + disk checkpoints, those accessed most in memory, known (Stumm &
     * Walther 2009). Reads slots, disk, write, read.
     */
    ENZYME_RS_CP_KIND_MULTISTAGE = 4,
    /** Unknown length, few writes (the problem of Stumm & Walther 2010). Reads slots. */
    ENZYME_RS_CP_KIND_ONLINE = 5,
    /** Unknown length, minimal repetition (Wang, Moin & Iaccarino 2009). Reads slots. */
    ENZYME_RS_CP_KIND_DYNAMIC = 6,
    /**
     * The cheapest schedule for any number of storage levels, the last one perhaps without limit, known:
     * H-Revolve (Herrmann & Pallez 2020), Disk-Revolve (Aupy et al. 2016). Reads levels, level_count,
     * forward.
     */
    ENZYME_RS_CP_KIND_LEVELS = 7,
    /**
     * A state on level 1 every period steps, each period reversed by Revolve, known (Aupy & Herrmann
     * 2017). Reads slots, period; see enzyme_rs_cp_disk_period().
     */
    ENZYME_RS_CP_KIND_PERIODIC_DISK = 8,
    /** A slot keeps a state or the tape of a step, known (Maddison 2024). Reads slots. */
    ENZYME_RS_CP_KIND_MIXED = 9,
    /**
     * Multistage time steppers: states and stages, known (Zhang & Constantinescu 2021). Reads slots,
     * stage_units.
     */
    ENZYME_RS_CP_KIND_STAGES = 10,
    /**
     * A state on level 1 every period steps, kept for all adjoints, Revolve in between. Reads slots,
     * period, adjoints.
     */
    ENZYME_RS_CP_KIND_TWO_LEVEL = 11,
    /** Steps of different costs, known. Reads slots, step_costs, step_cost_count. */
    ENZYME_RS_CP_KIND_STEP_COSTS = 12,
} enzyme_rs_cp_kind;

/** What to do next. State i is the state before step i; step i leads from state i to state i + 1. */
typedef enum enzyme_rs_cp_action_kind {
    /**
     * Run the steps step, ..., end - 1 and keep nothing. The working state is `step` before and `end`
     * after.
     */
    ENZYME_RS_CP_ACTION_KIND_ADVANCE = 0,
    /** Run step `step` and keep its tape: what its adjoint will need. */
    ENZYME_RS_CP_ACTION_KIND_RECORD = 1,
    /** Run the adjoint of `step`, which consumes the tape. The working state is undefined then. */
    ENZYME_RS_CP_ACTION_KIND_REVERSE = 2,
    /** Copy the working state or tape (see `data`) number `step` into the free slot (level, slot). */
    ENZYME_RS_CP_ACTION_KIND_STORE = 3,
    /**
     * Copy from the slot into the working state or tape; the slot stays as it is. A slot of stages of
     * step i can be restored as tape of i or state i + 1.
     */
    ENZYME_RS_CP_ACTION_KIND_RESTORE = 4,
    /** The slot's content is not needed any more. */
    ENZYME_RS_CP_ACTION_KIND_DISCARD = 5,
    /** The working state is the final one: evaluate the objective, seed the adjoint. */
    ENZYME_RS_CP_ACTION_KIND_END_FORWARD = 6,
    /** The adjoint has arrived at state 0. */
    ENZYME_RS_CP_ACTION_KIND_END_ADJOINT = 7,
} enzyme_rs_cp_action_kind;

/** What a checkpoint holds. */
typedef enum enzyme_rs_cp_data {
    /** Nothing: the action moves no checkpoint. */
    ENZYME_RS_CP_DATA_NOTHING = 0,
    /** The state before a step: enough to run on from. */
    ENZYME_RS_CP_DATA_STATE = 1,
    /** What the adjoint of a step needs of the primal. */
    ENZYME_RS_CP_DATA_TAPE = 2,
    /** The stages of a step and the state after it. */
    ENZYME_RS_CP_DATA_STAGES = 3,
} enzyme_rs_cp_data;

/** A schedule: it hands out actions one by one. */
typedef struct enzyme_rs_cp_schedule enzyme_rs_cp_schedule;

/** A storage level. */
typedef struct enzyme_rs_cp_level {
    /** Checkpoints that fit, or ENZYME_RS_CP_NO_LIMIT. */
    int64_t slots;
    /** Time to write one checkpoint, in the unit of all costs. */
    double write;
    /** Time to read one. */
    double read;
} enzyme_rs_cp_level;

/** What a schedule spends. */
typedef struct enzyme_rs_cp_count {
    /** Steps run without recording. */
    int64_t advances;
    /** Steps run with recording. */
    int64_t records;
    /** Adjoint steps. */
    int64_t reverses;
    /** Steps run forward, recording or not. */
    int64_t forward_steps;
    /** Checkpoints written, on all levels. */
    int64_t writes;
    /** Checkpoints read, on all levels. */
    int64_t reads;
    /** Actions. */
    int64_t actions;
    /** Storage levels that are used. */
    int32_t levels;
    /** Always 0. */
    int32_t reserved;
} enzyme_rs_cp_count;

/** What is spent on one storage level. */
typedef struct enzyme_rs_cp_level_count {
    /** Checkpoints written. */
    int64_t writes;
    /** Checkpoints read. */
    int64_t reads;
    /** Most units in use at one time. */
    int64_t peak;
} enzyme_rs_cp_level_count;

/** One instruction of a schedule. */
typedef struct enzyme_rs_cp_action {
    /** Of enum enzyme_rs_cp_action_kind. */
    int32_t kind;
    /** Of enum enzyme_rs_cp_data; for store and restore. */
    int32_t data;
    /** The (first) step, or the number of the state or tape moved; -1 for discard and both ends. */
    int64_t step;
    /** One past the last step for advance, record and reverse; else equal to `step`. */
    int64_t end;
    /** Storage level of store, restore and discard, 0 being the fastest; else -1. */
    int32_t level;
    /** Always 0. */
    int32_t reserved;
    /** Number of the slot within its level, from 0; else -1. */
    int64_t slot;
} enzyme_rs_cp_action;

/**
 * Which schedule, with its parameters. Zero what `kind` does not read. Pointers are read during the
 * call only.
 */
typedef struct enzyme_rs_cp_spec {
    /** Of enum enzyme_rs_cp_kind. */
    int32_t kind;
    /** Adjoints to compute; usually 1. More are refused where the schedule serves one. */
    int32_t adjoints;
    /** Checkpoints that fit on level 0 (memory); for mixed and stages, units of storage. */
    int64_t slots;
    /** Checkpoints that fit on level 1. */
    int64_t disk;
    /** Steps between two states. */
    int64_t period;
    /** Units that the stages of one step and the state after it take, a state taking one. */
    int64_t stage_units;
    /** Storage level of periodic's states. */
    int32_t level;
    /** Entries of `levels`. */
    int32_t level_count;
    /** Storage levels, the fastest first. */
    const struct enzyme_rs_cp_level *levels;
    /** Cost of each step. */
    const double *step_costs;
    /** Entries of `step_costs`. */
    int64_t step_cost_count;
    /** Cost of a forward step. */
    double forward;
    /** Cost of a write to level 1. */
    double write;
    /** Cost of a read from level 1. */
    double read;
} enzyme_rs_cp_spec;

/** Where a schedule stands. */
typedef struct enzyme_rs_cp_info {
    /** The number of steps, or ENZYME_RS_CP_UNKNOWN. */
    int64_t steps;
    /** Actions drawn so far. */
    int64_t drawn;
    /** Units that a tape or stages take, a state taking one. */
    int64_t tape_units;
    /** Adjoints that follow the forward run. */
    int32_t adjoints;
    /** Of enum enzyme_rs_cp_kind. */
    int32_t kind;
    /** Whether the number of steps may become known in the course of the run only: 0 or 1. */
    int32_t online;
    /** Storage levels that may be used. */
    int32_t levels;
} enzyme_rs_cp_info;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The period at which writing a state to level 1 and reading it pay best, with `ram` slots in memory
 * (Aupy & Herrmann 2017): for periodic-disk-revolve.
 */
int32_t enzyme_rs_cp_disk_period(int64_t ram, double forward, double write, double read, int64_t *period);

/**
 * Opens a schedule for `steps` steps, or ENZYME_RS_CP_UNKNOWN of them. On an error `*out` is NULL.
 * The lists of `spec` have the lengths that it says.
 */
int32_t enzyme_rs_cp_schedule_open(const struct enzyme_rs_cp_spec *spec,
                                   int64_t steps,
                                   struct enzyme_rs_cp_schedule **out);

/**
 * The same from a specification as text, as enzyme_rs_cp_schedule_spec() and the JSON of a plan have it:
 * {"revolve":{"slots":50,"adjoints":1}}.
 * `spec` ends in a zero byte.
 */
int32_t enzyme_rs_cp_schedule_open_text(const char *spec, int64_t steps, struct enzyme_rs_cp_schedule **out);

/** A second schedule that stands where the first one does. */
int32_t enzyme_rs_cp_schedule_clone(const struct enzyme_rs_cp_schedule *schedule,
                                    struct enzyme_rs_cp_schedule **out);

/** Frees a schedule. NULL is allowed. */
void enzyme_rs_cp_schedule_free(struct enzyme_rs_cp_schedule *schedule);

/** The next action: ENZYME_RS_CP_STATUS_OK, or ENZYME_RS_CP_STATUS_DONE if there is none. */
int32_t enzyme_rs_cp_schedule_next(struct enzyme_rs_cp_schedule *schedule,
                                   struct enzyme_rs_cp_action *action);

/**
 * Announces the number of steps of a schedule opened with ENZYME_RS_CP_UNKNOWN. Best before the last
 * step is run, as then that step is recorded at once; if the end shows only after it, announce it then.
 */
int32_t enzyme_rs_cp_schedule_finish(struct enzyme_rs_cp_schedule *schedule, int64_t steps);

/** The schedule's name, as "revolve"; lives as long as the program. Empty for NULL. */
const char *enzyme_rs_cp_schedule_name(const struct enzyme_rs_cp_schedule *schedule);

/** Where the schedule stands. */
int32_t enzyme_rs_cp_schedule_info(const struct enzyme_rs_cp_schedule *schedule,
                                   struct enzyme_rs_cp_info *info);

/**
 * The most units in use on a storage level at any time, or ENZYME_RS_CP_NO_LIMIT: how much room to
 * allocate.
 */
int32_t enzyme_rs_cp_schedule_limit(const struct enzyme_rs_cp_schedule *schedule,
                                    int32_t level,
                                    int64_t *limit);

/**
 * What is left of a schedule spends, without drawing from it. `levels` has room for `level_room` storage
 * levels; those beyond `count->levels` are set to zero. The length must be known.
 * `levels` has that room, or is NULL with `level_room` 0.
 */
int32_t enzyme_rs_cp_schedule_count(const struct enzyme_rs_cp_schedule *schedule,
                                    struct enzyme_rs_cp_count *count,
                                    struct enzyme_rs_cp_level_count *levels,
                                    int32_t level_room);

/**
 * Replays a schedule from its beginning, whose length must be known, and proves it valid: data are there
 * when they are read, limits hold, the order is right, every adjoint is completed and every slot freed.
 * Draws nothing from it.
 */
int32_t enzyme_rs_cp_schedule_check(const struct enzyme_rs_cp_schedule *schedule);

/** The schedule's specification as JSON; free it with enzyme_rs_cp_text_free(). */
int32_t enzyme_rs_cp_schedule_spec(const struct enzyme_rs_cp_schedule *schedule, char **text);

/**
 * Where the schedule stands, as one line of text with a checksum: a schedule resumed from it draws
 * exactly the actions that this one would draw next. Free it with enzyme_rs_cp_text_free().
 */
int32_t enzyme_rs_cp_schedule_cursor(const struct enzyme_rs_cp_schedule *schedule, char **text);

/**
 * The schedule from where a cursor stands; white space around it does no harm. On an error `*out` is
 * NULL.
 * `cursor` ends in a zero byte.
 */
int32_t enzyme_rs_cp_schedule_resume(const char *cursor, struct enzyme_rs_cp_schedule **out);

#ifdef __cplusplus
}
#endif

#endif /* ENZYME_RS_CHECKPOINT_SCHEDULE_H */
