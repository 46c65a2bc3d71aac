/* enzyme_rs/checkpoint_status.h - what became of a call, and texts that the library hands out
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_STATUS_H
#define ENZYME_RS_CHECKPOINT_STATUS_H

#include <stdint.h>

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

#ifdef __cplusplus
extern "C" {
#endif

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

/** The last call that failed on this thread, in its parts. */
int32_t enzyme_rs_cp_last_error(struct enzyme_rs_cp_error *error);

#ifdef __cplusplus
}
#endif

#endif /* ENZYME_RS_CHECKPOINT_STATUS_H */
