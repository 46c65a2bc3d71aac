/* enzyme_rs/checkpoint_report.h - what a run has done
 *
 * Part of enzyme_rs/checkpoint.h, which says how its parts go together.
 * Made by cbindgen from checkpoint/capi/src; do not edit.
 */

#ifndef ENZYME_RS_CHECKPOINT_REPORT_H
#define ENZYME_RS_CHECKPOINT_REPORT_H

#include <stdint.h>
#include "checkpoint_schedule.h"

/** What a run has done. */
typedef struct enzyme_rs_cp_report enzyme_rs_cp_report;

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

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif /* ENZYME_RS_CHECKPOINT_REPORT_H */
