/* enzyme_rs/checkpoint_plan.h - the schedules that fit a budget, the fastest first
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_PLAN_H
#define ENZYME_RS_CHECKPOINT_PLAN_H

#include <stdint.h>
#include "checkpoint_schedule.h"

/** The schedules that fit a budget, the best first. */
typedef struct enzyme_rs_cp_plan enzyme_rs_cp_plan;

/** What there is to spend. */
typedef struct enzyme_rs_cp_budget {
    /** Steps of the run; if their number is not known before, those expected. */
    int64_t steps;
    /** Whether `steps` is known to be right: 0 or 1. */
    int32_t steps_known;
    /** Adjoints to compute of one forward run. */
    int32_t adjoints;
    /** Storage levels, memory first; slots count checkpoints of one state each. */
    const struct enzyme_rs_cp_level *levels;
    /** Entries of `levels`. */
    int32_t level_count;
    /** Always 0. */
    int32_t reserved;
    /** Cost of a step forward that keeps nothing, in the unit of all costs. */
    double forward;
    /** Cost of recording one step and reversing it. */
    double adjoint;
    /** Room that the tape of one step takes, in states; 0 if tapes cannot be stored. */
    int64_t tape_units;
} enzyme_rs_cp_budget;

/** A schedule that fits a budget, with what it spends. */
typedef struct enzyme_rs_cp_candidate {
    /** The schedule's name; lives as long as the program. */
    const char *name;
    /** The time it takes, in the budget's unit. */
    double time;
    /** That time over the time with nothing repeated or moved. */
    double slowdown;
    /** How often each step runs forward, on average. */
    double recomputation;
    /** What it spends. */
    struct enzyme_rs_cp_count count;
} enzyme_rs_cp_candidate;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Finds the schedules that fit a budget; number 0 takes least time. On an error `*out` is NULL.
 * The list of `budget` has the length that it says.
 */
int32_t enzyme_rs_cp_plan_open(const struct enzyme_rs_cp_budget *budget, struct enzyme_rs_cp_plan **out);

/** Frees a plan. NULL is allowed. */
void enzyme_rs_cp_plan_free(struct enzyme_rs_cp_plan *plan);

/** How many schedules fit: at least 1, or 0 for NULL. */
int32_t enzyme_rs_cp_plan_size(const struct enzyme_rs_cp_plan *plan);

/**
 * What schedule number `index` of a plan spends. `levels` has room for `level_room` storage levels; those
 * that it does not use are set to zero.
 * `levels` has that room, or is NULL with `level_room` 0.
 */
int32_t enzyme_rs_cp_plan_candidate(const struct enzyme_rs_cp_plan *plan,
                                    int32_t index,
                                    struct enzyme_rs_cp_candidate *candidate,
                                    struct enzyme_rs_cp_level_count *levels,
                                    int32_t level_room);

/** Opens schedule number `index` of a plan. On an error `*out` is NULL. */
int32_t enzyme_rs_cp_plan_schedule(const struct enzyme_rs_cp_plan *plan,
                                   int32_t index,
                                   struct enzyme_rs_cp_schedule **out);

/** Why number 0 is the best, a line each; free it with enzyme_rs_cp_text_free(). */
int32_t enzyme_rs_cp_plan_reasons(const struct enzyme_rs_cp_plan *plan, char **text);

/**
 * The whole plan as JSON, with the schedules that do not fit and why; free it with
 * enzyme_rs_cp_text_free().
 */
int32_t enzyme_rs_cp_plan_text(const struct enzyme_rs_cp_plan *plan, char **text);

#ifdef __cplusplus
}
#endif

#endif /* ENZYME_RS_CHECKPOINT_PLAN_H */
