/* enzyme_rs/checkpoint_replay.h - a machine that proves actions valid
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_REPLAY_H
#define ENZYME_RS_CHECKPOINT_REPLAY_H

#include <stdint.h>
#include "checkpoint_schedule.h"

/** A machine that replays actions. */
typedef struct enzyme_rs_cp_replay enzyme_rs_cp_replay;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A machine for `steps` steps and `adjoints` adjoints, within `limits` units on each of `limit_count`
 * storage levels (ENZYME_RS_CP_NO_LIMIT is allowed), a tape taking `tape_units` units and a state one.
 * On an error `*out` is NULL.
 * `limits` has `limit_count` elements, or is NULL with 0.
 */
int32_t enzyme_rs_cp_replay_open(int64_t steps,
                                 int32_t adjoints,
                                 const int64_t *limits,
                                 int32_t limit_count,
                                 int64_t tape_units,
                                 struct enzyme_rs_cp_replay **out);

/** Frees a machine. NULL is allowed. */
void enzyme_rs_cp_replay_free(struct enzyme_rs_cp_replay *replay);

/** Replays one action; ENZYME_RS_CP_STATUS_VIOLATION if it is not valid here, and the message says why. */
int32_t enzyme_rs_cp_replay_apply(struct enzyme_rs_cp_replay *replay,
                                  const struct enzyme_rs_cp_action *action);

/** Checks that nothing is left to do: every adjoint complete, every slot freed. */
int32_t enzyme_rs_cp_replay_end(const struct enzyme_rs_cp_replay *replay);

#ifdef __cplusplus
}
#endif

#endif /* ENZYME_RS_CHECKPOINT_REPLAY_H */
