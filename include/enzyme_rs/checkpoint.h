/* enzyme_rs/checkpoint.h - checkpointing for adjoints of long time loops, for C99 and C++
 *
 * Owns: declarations. Link with -lenzyme_rs_checkpoint (pkg-config: enzyme_rs_checkpoint; CMake:
 * find_package(enzyme_rs_checkpoint), target enzyme_rs_checkpoint::enzyme_rs_checkpoint).
 *
 * A run takes a model made of callbacks forward and back, keeps its states in stores, and goes on from its
 * journal after a crash:
 *
 *     enzyme_rs_cp_model model = {.size = sizeof model, .user = &mine, .step = my_step, ...};
 *     enzyme_rs_cp_run *run;
 *     enzyme_rs_cp_store *store;
 *     enzyme_rs_cp_report *report;
 *     enzyme_rs_cp_run_open(&spec, &run);
 *     enzyme_rs_cp_store_files("scratch", NULL, &store);
 *     enzyme_rs_cp_run_store(run, store);
 *     enzyme_rs_cp_run_journal(run, "scratch", 60.0, 0);
 *     int status = enzyme_rs_cp_run_execute(run, &model, &report);
 *
 * Or a schedule alone: it says what to do next, and your code runs the model and moves the data:
 *
 *     enzyme_rs_cp_spec spec = {.kind = ENZYME_RS_CP_KIND_REVOLVE, .slots = 50, .adjoints = 1};
 *     enzyme_rs_cp_schedule *schedule;
 *     enzyme_rs_cp_action action;
 *     int status = enzyme_rs_cp_schedule_open(&spec, 100000, &schedule);
 *     if (status == 0)
 *         while ((status = enzyme_rs_cp_schedule_next(schedule, &action)) == 0)
 *             switch (action.kind) {
 *             case ENZYME_RS_CP_ACTION_KIND_ADVANCE: ...
 *             }
 *     if (status < 0) fputs(enzyme_rs_cp_last_message(), stderr);
 *     enzyme_rs_cp_schedule_free(schedule);
 *
 * Functions that can fail return an enzyme_rs_cp_status; negative ones are errors. Results are written
 * through pointers, which hold nothing of use after an error; handles are NULL then. Every handle is freed
 * by its function, and stays one until then, even when what it held was given away. Any number of threads
 * may work, each on handles of its own.
 *
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_H
#define ENZYME_RS_CHECKPOINT_H

#include <stdint.h>

/**
 * Exit code for "not finished; run the same command again": EX_TEMPFAIL of sysexits.h. Job scripts requeue
 * on it.
 */
#define ENZYME_RS_CP_RESUME_EXIT_CODE 75

/** The number of steps is not known yet. */
#define ENZYME_RS_CP_UNKNOWN -1

/** A storage level without limit. */
#define ENZYME_RS_CP_NO_LIMIT -1

/** What became of a call. Negative numbers are errors, explained by enzyme_rs_cp_last_message(). */
typedef enum enzyme_rs_cp_status {
    /** All went well. */
    ENZYME_RS_CP_STATUS_OK = 0,
    /** The schedule is at its end: there is no further action. Not an error. */
    ENZYME_RS_CP_STATUS_DONE = 1,
    /**
     * The run was asked to stop and did. Not an error: the report says whether the same command goes on
     * from here, and with which code the program is to end.
     */
    ENZYME_RS_CP_STATUS_STOPPED = 2,
    /** An argument is NULL, out of range or no text. */
    ENZYME_RS_CP_STATUS_BAD_ARGUMENT = -1,
    /**
     * There is no such schedule: parameters that make no sense, a length that is needed, tables that
     * would be too large.
     */
    ENZYME_RS_CP_STATUS_NO_SCHEDULE = -2,
    /** The number of steps was announced twice, or more steps were run than there are. */
    ENZYME_RS_CP_STATUS_LENGTH = -3,
    /** The cursor is damaged, or of another version. */
    ENZYME_RS_CP_STATUS_BAD_CURSOR = -4,
    /** No schedule fits the budget. */
    ENZYME_RS_CP_STATUS_NO_PLAN = -5,
    /** The schedule is not valid, at the action that the message names. */
    ENZYME_RS_CP_STATUS_VIOLATION = -6,
    /** A mistake in this library. The handle that the call was given can only be freed. */
    ENZYME_RS_CP_STATUS_INTERNAL = -7,
    /** A checkpoint could not be kept or had back; see enzyme_rs_cp_last_error() for the place. */
    ENZYME_RS_CP_STATUS_STORE_FAILED = -8,
    /** A callback of the model returned something else than 0, or what it said makes no sense. */
    ENZYME_RS_CP_STATUS_MODEL_FAILED = -9,
    /** A state computed again is not what it was: the gradient would be wrong. */
    ENZYME_RS_CP_STATUS_NOT_REPRODUCIBLE = -10,
    /** The journal is damaged, of another version, or that of another run. */
    ENZYME_RS_CP_STATUS_BAD_JOURNAL = -11,
    /** The system refuses a thread or a signal handler. */
    ENZYME_RS_CP_STATUS_SYSTEM_FAILED = -12,
    /** Another rank of the run has failed, or the ranks do not do the same. */
    ENZYME_RS_CP_STATUS_PEER_FAILED = -13,
    /** The adjoint of a step is not that of the step: enzyme_rs_cp_run_test_adjoint(). */
    ENZYME_RS_CP_STATUS_WRONG_ADJOINT = -14,
} enzyme_rs_cp_status;

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

/** What the files of a store are. */
typedef enum enzyme_rs_cp_format {
    /** HDF5, or plain where the library was built without. */
    ENZYME_RS_CP_FORMAT_DEFAULT = 0,
    /** HDF5: a group `checkpoint` with attributes that say what it is, and a dataset for each field. */
    ENZYME_RS_CP_FORMAT_HDF5 = 1,
    /** A header in JSON, then the bytes, with a checksum for each mebibyte. */
    ENZYME_RS_CP_FORMAT_PLAIN = 2,
} enzyme_rs_cp_format;

/** How the numbers in HDF5 files are packed; all but zfp without loss. */
typedef enum enzyme_rs_cp_filter {
    /** As they are. */
    ENZYME_RS_CP_FILTER_NONE = 0,
    /** Bytes shuffled, then deflate (zlib). */
    ENZYME_RS_CP_FILTER_DEFLATE = 1,
    /** Zstandard inside Blosc, with shuffled bytes; where the library was built with it. */
    ENZYME_RS_CP_FILTER_ZSTD = 2,
    /** zfp, with a bound of the error; where the library was built with it. */
    ENZYME_RS_CP_FILTER_ZFP = 3,
} enzyme_rs_cp_filter;

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

/** What is wrong with stored data. */
typedef enum enzyme_rs_cp_fault {
    /** The error was not that of a store. */
    ENZYME_RS_CP_FAULT_NONE = 0,
    /** No room left, or beyond a quota or a limit. */
    ENZYME_RS_CP_FAULT_FULL = 1,
    /** Fewer bytes than there should be. */
    ENZYME_RS_CP_FAULT_SHORT = 2,
    /** The bytes are not those that were written. */
    ENZYME_RS_CP_FAULT_CORRUPT = 3,
    /** Not there. */
    ENZYME_RS_CP_FAULT_MISSING = 4,
    /** No right to do this. */
    ENZYME_RS_CP_FAULT_DENIED = 5,
    /** Not part of this build or of this system's libraries. */
    ENZYME_RS_CP_FAULT_UNSUPPORTED = 6,
    /** A run in another process, or another store of this one, uses the same folder. */
    ENZYME_RS_CP_FAULT_BUSY = 7,
    /** Any other failure of the system or of a library. */
    ENZYME_RS_CP_FAULT_FAILED = 8,
} enzyme_rs_cp_fault;

/** The schedules that fit a budget, the best first. */
typedef struct enzyme_rs_cp_plan enzyme_rs_cp_plan;

/** A machine that replays actions. */
typedef struct enzyme_rs_cp_replay enzyme_rs_cp_replay;

/** What a run has done. */
typedef struct enzyme_rs_cp_report enzyme_rs_cp_report;

/** A model's run under a schedule: settings first, then enzyme_rs_cp_run_execute(), once. */
typedef struct enzyme_rs_cp_run enzyme_rs_cp_run;

/** A schedule: it hands out actions one by one. */
typedef struct enzyme_rs_cp_schedule enzyme_rs_cp_schedule;

/** A request to stop cleanly, and when it comes by itself. */
typedef struct enzyme_rs_cp_stop enzyme_rs_cp_stop;

/**
 * A place for checkpoints. Given to a run or to another store, it leaves an empty handle behind, which
 * takes no further part and is freed as any other.
 */
typedef struct enzyme_rs_cp_store enzyme_rs_cp_store;

/**
 * An error in its parts. Texts are never NULL, and empty where there is nothing to say; they are valid
 * until the next call that fails on this thread.
 */
typedef struct enzyme_rs_cp_error {
    /** Of enum enzyme_rs_cp_status; 0 if nothing failed yet. */
    int32_t status;
    /** Of enum enzyme_rs_cp_fault. */
    int32_t fault;
    /** What the model's callback returned, if that is what ended the run; else 0. */
    int32_t callback_result;
    /** Always 0. */
    int32_t reserved;
    /** The step or state concerned, or -1. */
    int64_t step;
    /** As enzyme_rs_cp_last_message(). */
    const char *message;
    /** The file concerned. */
    const char *file;
    /** The dataset in it. */
    const char *dataset;
    /** What the user can do, where a store failed. */
    const char *remedy;
} enzyme_rs_cp_error;

/** A storage level. */
typedef struct enzyme_rs_cp_level {
    /** Checkpoints that fit, or ENZYME_RS_CP_NO_LIMIT. */
    int64_t slots;
    /** Time to write one checkpoint, in the unit of all costs. */
    double write;
    /** Time to read one. */
    double read;
} enzyme_rs_cp_level;

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

/** The numbers of a run. */
typedef struct enzyme_rs_cp_summary {
    /** What was spent, in all processes that worked on this run. */
    struct enzyme_rs_cp_count count;
    /** Steps of the run, or ENZYME_RS_CP_UNKNOWN if it stopped before that was known. */
    int64_t steps;
    /**
     * Least forward steps for one adjoint with as many states as the schedule has slots, or -1 where
     * slots are without limit or the length is not known yet.
     */
    int64_t optimum;
    /** Steps run in this process to compute lost checkpoints again. */
    int64_t rebuilt_steps;
    /** States compared with their first computation, in this process. */
    int64_t checked;
    /** Saves written by this process. */
    int64_t saves;
    /** Time that they took, in seconds. */
    double save_time;
    /** Time since this process began, in seconds. */
    double elapsed;
    /** Processes that have worked on this run. */
    int32_t processes;
    /** Storage levels. */
    int32_t levels;
    /** Of a run that stopped: whether the same command goes on from here, 0 or 1. */
    int32_t resumable;
    /**
     * With which code the program is to end: 0, ENZYME_RS_CP_RESUME_EXIT_CODE, or 1 if the run stopped and
     * cannot be resumed.
     */
    int32_t exit_code;
} enzyme_rs_cp_summary;

/** What one storage level did in this process. Times are in seconds. */
typedef struct enzyme_rs_cp_level_summary {
    /** Checkpoints written. */
    int64_t writes;
    /** Checkpoints read. */
    int64_t reads;
    /** Bytes written. */
    int64_t bytes_written;
    /** Bytes read. */
    int64_t bytes_read;
    /** Reads that found their data brought in before. */
    int64_t prefetched;
    /** Writes that were not needed any more before they began. */
    int64_t cancelled;
    /** Most units in use at one time, in all processes. */
    int64_t peak;
    /** Time that writing took, whoever did it. */
    double write_time;
    /** Time that reading took, whoever did it. */
    double read_time;
    /** Time that the run waited for writes; not measured where a store is memory alone. */
    double write_wait;
    /** Time that the run waited for reads. */
    double read_wait;
    /**
     * Share of the writing during which the run went on, 0 to 1; -1 if nothing was written in measurable
     * time.
     */
    double write_overlap;
    /** The same for reading. */
    double read_overlap;
    /** Largest absolute difference between a number written and what is read of it; 0 unless the store is lossy. */
    double max_error;
} enzyme_rs_cp_level_summary;

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

/** How files are written. All zeros are good values. */
typedef struct enzyme_rs_cp_file_options {
    /** Of enum enzyme_rs_cp_format. */
    int32_t format;
    /** Of enum enzyme_rs_cp_filter. */
    int32_t filter;
    /** Of deflate and zstd: 0 (fastest) to 9 (smallest). Of zfp: the largest error is 2 to the power of this; -52 or more, not 0. */
    int32_t filter_level;
    /** Which of the processes that share the folder this is, from 0. */
    int32_t rank;
    /** Size of a chunk of HDF5 in bytes; 0 for one piece, or a mebibyte where a filter needs chunks. */
    int64_t chunk;
} enzyme_rs_cp_file_options;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/** The version of the library, as "0.1.0". */
const char *enzyme_rs_cp_version(void);

/**
 * What went wrong in the last call that failed on this thread, in words; valid until the next such
 * call. Never NULL; empty if nothing failed yet.
 */
const char *enzyme_rs_cp_last_message(void);

/**
 * Frees a text that this library handed out. NULL is allowed.
 * As for `free`: the text comes from this library and was not freed before.
 */
void enzyme_rs_cp_text_free(char *text);

/**
 * The period at which writing a state to level 1 and reading it pay best, with `ram` slots in memory
 * (Aupy & Herrmann 2017): for periodic-disk-revolve.
 */
int32_t enzyme_rs_cp_disk_period(int64_t ram, double forward, double write, double read, int64_t *period);

/** The last call that failed on this thread, in its parts. */
int32_t enzyme_rs_cp_last_error(struct enzyme_rs_cp_error *error);

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

/** The numbers of a run. */
int32_t enzyme_rs_cp_report_summary(const struct enzyme_rs_cp_report *report,
                                    struct enzyme_rs_cp_summary *summary);

/** What storage level `level`, from 0, did in this process. */
int32_t enzyme_rs_cp_report_level(const struct enzyme_rs_cp_report *report,
                                  int32_t level,
                                  struct enzyme_rs_cp_level_summary *out);

/** The report for people, some lines; free it with enzyme_rs_cp_text_free(). */
int32_t enzyme_rs_cp_report_text(const struct enzyme_rs_cp_report *report, char **text);

/** The report as JSON; free it with enzyme_rs_cp_text_free(). */
int32_t enzyme_rs_cp_report_json(const struct enzyme_rs_cp_report *report, char **text);

/** Frees a report. NULL is allowed. */
void enzyme_rs_cp_report_free(struct enzyme_rs_cp_report *report);

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

/** Opens a store in memory. A resumed run computes again what was in it. */
int32_t enzyme_rs_cp_store_memory(struct enzyme_rs_cp_store **out);

/**
 * Opens a store of files in `folder`, which is made if it is not there: one file a checkpoint, whole or not
 * there. NULL for `options` is all zeros. On an error `*out` is NULL.
 * `folder` ends in a zero byte.
 */
int32_t enzyme_rs_cp_store_files(const char *folder,
                                 const struct enzyme_rs_cp_file_options *options,
                                 struct enzyme_rs_cp_store **out);

/**
 * Opens a store made of `count` others, fastest first, `room` having the bytes for each: a checkpoint goes to
 * the first that has room for it. The others are given away. On an error `*out` is NULL and they are as they were.
 * `stores` and `room` have `count` elements.
 */
int32_t enzyme_rs_cp_store_tiered(struct enzyme_rs_cp_store *const *stores,
                                  const int64_t *room,
                                  int32_t count,
                                  struct enzyme_rs_cp_store **out);

/**
 * Opens a store that reads and writes another one while the model computes, with at most `memory` bytes
 * of checkpoints waiting (or one checkpoint, if it is larger). The other one is given away. On an error
 * `*out` is NULL.
 */
int32_t enzyme_rs_cp_store_background(struct enzyme_rs_cp_store *store,
                                      int64_t memory,
                                      struct enzyme_rs_cp_store **out);

/** Frees a store, given away or not. NULL is allowed. */
void enzyme_rs_cp_store_free(struct enzyme_rs_cp_store *store);

/**
 * Forgets the finished run whose journal is in `folder`, so that the same program starts another one.
 * Call it when the gradient is safe.
 * `folder` ends in a zero byte.
 */
int32_t enzyme_rs_cp_journal_clear(const char *folder, int32_t rank);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ENZYME_RS_CHECKPOINT_H */
