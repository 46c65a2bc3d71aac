/* enzyme_rs/checkpoint_run.h - a model's run under a schedule: settings, events, stops, journal
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_RUN_H
#define ENZYME_RS_CHECKPOINT_RUN_H

#include <stdint.h>
#include "checkpoint_schedule.h"
#include "checkpoint_model.h"
#include "checkpoint_store.h"
#include "checkpoint_report.h"

/**
 * Exit code for "not finished; run the same command again": EX_TEMPFAIL of sysexits.h. Job scripts requeue
 * on it.
 */
#define ENZYME_RS_CP_RESUME_EXIT_CODE 75

/** Which recomputed states are compared with their first computation. */
typedef enum enzyme_rs_cp_check {
    /** None. */
    ENZYME_RS_CP_CHECK_OFF = 0,
    /**
     * Each checkpoint of the first forward run, and its end, when the steps that led there are run for the
     * second time. This is so unless something else is set.
     */
    ENZYME_RS_CP_CHECK_FIRST = 1,
    /** Every checkpoint ever taken, each time that the run comes by again. */
    ENZYME_RS_CP_CHECK_EVERY = 2,
} enzyme_rs_cp_check;

/** What happens in a run. */
typedef enum enzyme_rs_cp_event_kind {
    /** The run goes on from its journal; `again` checkpoints are computed again. Has progress. */
    ENZYME_RS_CP_EVENT_KIND_RESUMED = 0,
    /** The checkpoint of `step` should have survived and did not; it is computed again. */
    ENZYME_RS_CP_EVENT_KIND_LOST = 1,
    /** Comes regularly, if asked for. Has progress. */
    ENZYME_RS_CP_EVENT_KIND_PROGRESS = 2,
    /** The final state is reached. Has progress. */
    ENZYME_RS_CP_EVENT_KIND_END_FORWARD = 3,
    /** Adjoint number `adjoint` is complete. */
    ENZYME_RS_CP_EVENT_KIND_END_ADJOINT = 4,
    /** The journal is written, which took `seconds`: from here the run can be resumed. */
    ENZYME_RS_CP_EVENT_KIND_SAVED = 5,
    /** The last save is damaged; the run goes on from the one before. */
    ENZYME_RS_CP_EVENT_KIND_JOURNAL_DAMAGED = 6,
} enzyme_rs_cp_event_kind;

/** A model's run under a schedule: settings first, then enzyme_rs_cp_run_execute(), once. */
typedef struct enzyme_rs_cp_run enzyme_rs_cp_run;

/** A request to stop cleanly, and when it comes by itself. */
typedef struct enzyme_rs_cp_stop enzyme_rs_cp_stop;

/** An event. Members that it does not have are -1. */
typedef struct enzyme_rs_cp_event {
    /** Of enum enzyme_rs_cp_event_kind. */
    int32_t kind;
    /** Number of the adjoint, from 0. */
    int32_t adjoint;
    /** Progress: steps of the run, or ENZYME_RS_CP_UNKNOWN. */
    int64_t steps;
    /** Progress: steps run forward so far, in all processes, repetitions included. */
    int64_t forward;
    /** Progress: adjoint steps so far. */
    int64_t reverse;
    /** Checkpoints that are computed again. */
    int64_t again;
    /** The step of a checkpoint. */
    int64_t step;
    /** Progress: time since this process began; else time that it took. */
    double seconds;
} enzyme_rs_cp_event;

/** Is told what happens. */
typedef void (*enzyme_rs_cp_event_callback)(void *user, const struct enzyme_rs_cp_event *event);

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Opens a run under a schedule. On an error `*out` is NULL.
 * The lists of `spec` have the lengths that it says.
 */
int32_t enzyme_rs_cp_run_open(const struct enzyme_rs_cp_spec *spec, struct enzyme_rs_cp_run **out);

/**
 * The same from a specification as text, as enzyme_rs_cp_schedule_spec() and the JSON of a plan have it.
 * `spec` ends in a zero byte.
 */
int32_t enzyme_rs_cp_run_open_text(const char *spec, struct enzyme_rs_cp_run **out);

/** Frees a run, executed or not, with the stores that it was given. NULL is allowed. */
void enzyme_rs_cp_run_free(struct enzyme_rs_cp_run *run);

/** Gives the run the store of its next storage level; the first is that of level 0. */
int32_t enzyme_rs_cp_run_store(struct enzyme_rs_cp_run *run, struct enzyme_rs_cp_store *store);

/**
 * Makes the run resumable: every so many seconds (60 is a good value; 0 is at every possible point) it writes
 * into `folder` where it stands. A run with such a journal goes on from there, and gives the same bits; if
 * it was finished, the adjoint is loaded and nothing is run. `rank` tells processes apart that share a
 * folder.
 * `folder` ends in a zero byte.
 */
int32_t enzyme_rs_cp_run_journal(struct enzyme_rs_cp_run *run,
                                 const char *folder,
                                 double every,
                                 int32_t rank);

/** Which recomputed states are compared with their first computation, of enum enzyme_rs_cp_check. */
int32_t enzyme_rs_cp_run_check(struct enzyme_rs_cp_run *run, int32_t check);

/**
 * Before the first step of a new run, tests the adjoint of step `step` by the dot-product test, and refuses to begin
 * with ENZYME_RS_CP_STATUS_WRONG_ADJOINT if the error is above `tolerance` (1e-6 suits most models): a long run would
 * compute a wrong gradient. The model is run to that step and back. `state` names a field of doubles of the state,
 * `adjoint` that of the adjoint with the adjoints of its numbers, which may have more behind them; several calls name
 * several fields, and the last says which step and tolerance. NULL for both: all fields for which the adjoint has one of
 * the same size and name, or of that name behind "adjoint_". All numbers of the fields must be some that the adjoint is
 * for. A run that goes on from a journal is not tested again, one of several ranks cannot be.
 * `state` and `adjoint` are NULL or end in a zero byte.
 */
int32_t enzyme_rs_cp_run_test_adjoint(struct enzyme_rs_cp_run *run,
                                      const char *state,
                                      const char *adjoint,
                                      int64_t step,
                                      double tolerance);

/** What makes the run stop before its end, as `stop` is set at this time; requests come through later, too. */
int32_t enzyme_rs_cp_run_stop(struct enzyme_rs_cp_run *run, const struct enzyme_rs_cp_stop *stop);

/**
 * Has `callback` told what happens; NULL for nobody. If `every` is above 0, every so many seconds how far
 * the run has come.
 * The callback may be called with `user` until the run has ended, and returns.
 */
int32_t enzyme_rs_cp_run_on_event(struct enzyme_rs_cp_run *run,
                                  enzyme_rs_cp_event_callback callback,
                                  void *user,
                                  double every);

/**
 * Tells the run of the other ranks: they stop, save, resume and fail together. The number of the rank goes
 * to the journal, too; files have theirs in enzyme_rs_cp_file_options.
 * The callbacks may be called with `user` until the run has ended, and return.
 */
int32_t enzyme_rs_cp_run_peers(struct enzyme_rs_cp_run *run, const struct enzyme_rs_cp_peers *peers);

/**
 * Runs the model, whose working state is the initial one, forward and back; afterwards its adjoint is the
 * result. ENZYME_RS_CP_STATUS_OK, or ENZYME_RS_CP_STATUS_STOPPED if it was asked to stop before: then end
 * the program with the report's exit code. After an error `*report` is NULL, and the journal is as it was
 * written last. `report` may be NULL.
 *
 * If `model` is refused, the run is as it was; else it cannot be executed again.
 * The model's lists and texts are as its structure says, and its callbacks may be called with its `user`
 * until this function returns. The run is not freed meanwhile by another thread.
 */
int32_t enzyme_rs_cp_run_execute(struct enzyme_rs_cp_run *run,
                                 const struct enzyme_rs_cp_model *model,
                                 struct enzyme_rs_cp_report **report);

/** Opens a request: none yet. */
int32_t enzyme_rs_cp_stop_open(struct enzyme_rs_cp_stop **out);

/** Frees a request; runs that it was given to stay as they are. NULL is allowed. */
void enzyme_rs_cp_stop_free(struct enzyme_rs_cp_stop *stop);

/** Stops on SIGTERM and SIGUSR1, as batch systems send them before they kill (sbatch --signal=B:USR1@120). */
int32_t enzyme_rs_cp_stop_on_signals(struct enzyme_rs_cp_stop *stop);

/** Stops in so many seconds from now. */
int32_t enzyme_rs_cp_stop_after(struct enzyme_rs_cp_stop *stop, double time);

/**
 * Stops `margin` seconds before the end of the Slurm job this is part of (SLURM_JOB_END_TIME); elsewhere,
 * not.
 */
int32_t enzyme_rs_cp_stop_before_job_end(struct enzyme_rs_cp_stop *stop, double margin);

/**
 * Stops now. This function alone may be called at any time, from callbacks, other threads and signal
 * handlers, as long as the request is not freed.
 */
int32_t enzyme_rs_cp_stop_request(const struct enzyme_rs_cp_stop *stop);

/**
 * Forgets the finished run whose journal is in `folder`, so that the same program starts another one.
 * Call it when the gradient is safe.
 * `folder` ends in a zero byte.
 */
int32_t enzyme_rs_cp_journal_clear(const char *folder, int32_t rank);

#ifdef __cplusplus
}
#endif

#endif /* ENZYME_RS_CHECKPOINT_RUN_H */
