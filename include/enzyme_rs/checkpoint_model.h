/* enzyme_rs/checkpoint_model.h - what a simulation offers: its data, its callbacks, the ranks that it runs on
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_MODEL_H
#define ENZYME_RS_CHECKPOINT_MODEL_H

#include <stdint.h>
#include "checkpoint_status.h"

/** Kind of the numbers in a field. */
typedef enum enzyme_rs_cp_number {
    /** Bytes without further meaning. */
    ENZYME_RS_CP_NUMBER_U8 = 0,
    /** int64_t. */
    ENZYME_RS_CP_NUMBER_I64 = 1,
    /** float. */
    ENZYME_RS_CP_NUMBER_F32 = 2,
    /** double. */
    ENZYME_RS_CP_NUMBER_F64 = 3,
} enzyme_rs_cp_number;

/**
 * The processes that run one simulation together, each under the same schedule on its part of the model. The
 * callbacks are called by all ranks in the same order, and return when all have called. With MPI both are an
 * MPI_Allreduce of one MPI_UINT64_T, with MPI_BOR and MPI_MIN, on a communicator that nothing else uses.
 *
 * Zero the structure before filling it.
 */
typedef struct enzyme_rs_cp_peers {
    /** sizeof(enzyme_rs_cp_peers). */
    int64_t size;
    /** Handed to the callbacks. */
    void *user;
    /** Number of this rank, from 0. */
    int32_t rank;
    /** How many ranks there are. */
    int32_t ranks;
    /** The bits that any rank has set in `mine`. */
    uint64_t (*any)(void *user, uint64_t mine);
    /** The least of all ranks' `mine`. */
    uint64_t (*least)(void *user, uint64_t mine);
} enzyme_rs_cp_peers;

/** One array among the data of a model. */
typedef struct enzyme_rs_cp_field {
    /** Its name, which becomes that of a dataset: not empty, without '/', different from those beside it. */
    const char *name;
    /** Its extents, slowest first; each 1 or more. */
    const int64_t *extents;
    /** Entries of `extents`; 0 for a single number. */
    int32_t extent_count;
    /** Kind of its numbers, of enum enzyme_rs_cp_number. */
    int32_t kind;
} enzyme_rs_cp_field;

/**
 * Arrays that lie one after the other without gaps, so that files can show them for what they are; or
 * plainly bytes.
 */
typedef struct enzyme_rs_cp_layout {
    /** The fields; NULL for plain bytes. */
    const struct enzyme_rs_cp_field *fields;
    /** Entries of `fields`. */
    int64_t field_count;
    /** Without fields, the number of bytes; else 0. */
    int64_t bytes;
} enzyme_rs_cp_layout;

/**
 * How one part of a model's data (state, tape or adjoint) is copied out and set again. Memory that is
 * handed to `save` and `load` is aligned for doubles and belongs to the library.
 */
typedef struct enzyme_rs_cp_part {
    /** What the data are, if that never changes. */
    struct enzyme_rs_cp_layout layout;
    /**
     * What the data are at this time, where that changes from step to step (adaptive meshes); else NULL.
     * What `layout` points to must stay until the next call of any callback.
     */
    int32_t (*current)(void *user, struct enzyme_rs_cp_layout *layout);
    /** Copies the data into `bytes`; `size` is as the layout says. */
    int32_t (*save)(void *user, void *bytes, int64_t size);
    /** Sets the data from what `save` gave. */
    int32_t (*load)(void *user, const void *bytes, int64_t size);
} enzyme_rs_cp_part;

/**
 * A simulation with its adjoint. It holds one working state, one working tape (of the step recorded or
 * loaded last) and one adjoint. State i is the state before step i. Steps must be reproducible: from equal
 * bytes of a state, step i leads to equal bytes, every time and in every process.
 *
 * Callbacks return 0 if all is well. Anything else ends the run with ENZYME_RS_CP_STATUS_MODEL_FAILED, and the
 * number is in the message and in enzyme_rs_cp_error. They are called by the thread that runs the model,
 * and must return: no longjmp and no C++ exception may leave them.
 *
 * Zero the structure before filling it; members that are NULL are left out. The structure and the texts
 * and lists it names are read when a run begins.
 */
typedef struct enzyme_rs_cp_model {
    /** sizeof(enzyme_rs_cp_model). */
    int64_t size;
    /** Handed to every callback. */
    void *user;
    /**
     * Names the simulation and everything besides the initial state that its result depends on:
     * parameters, resolution, version. A saved run is resumed only under the same name.
     */
    const char *identity;
    /** Number of steps, or ENZYME_RS_CP_UNKNOWN. */
    int64_t steps;
    /**
     * Sets `*done` to 1 if the working state, that before step `step`, is the final one. Needed, and asked,
     * only if `steps` is ENZYME_RS_CP_UNKNOWN: once at each state of the first forward run.
     */
    int32_t (*done)(void *user, int64_t step, int32_t *done);
    /** Runs a step from the working state. */
    int32_t (*step)(void *user, int64_t step);
    /** Runs a step from the working state and keeps in the working tape what its adjoint needs. */
    int32_t (*record)(void *user, int64_t step);
    /**
     * Evaluates the objective at the working state, the final one, and sets the adjoint to its derivative.
     * Of several adjoints of one forward run, `adjoint` counts from 0; from 1 on the working state is not
     * the final one, so the first call keeps what the others need, as part of the adjoint.
     */
    int32_t (*seed)(void *user, int32_t adjoint);
    /** Applies the adjoint of a step, reading the working tape. The working state need not survive. */
    int32_t (*reverse)(void *user, int64_t step);
    /** This adjoint has arrived at state 0: its gradient is at hand. May be NULL. */
    int32_t (*complete)(void *user, int32_t adjoint);
    /** All that later steps depend on, running sums of an objective included. */
    struct enzyme_rs_cp_part state;
    /**
     * What the adjoint of one step needs of the primal; all NULL if the model cannot give tapes away. Needed
     * for store-all, periodic, mixed and stages.
     */
    struct enzyme_rs_cp_part tape;
    /**
     * All that `seed` sets and `reverse` changes: adjoint variables, gradients by parameters, and the value
     * of the objective if it is wanted at the end.
     */
    struct enzyme_rs_cp_part adjoint;
} enzyme_rs_cp_model;

#endif /* ENZYME_RS_CHECKPOINT_MODEL_H */
