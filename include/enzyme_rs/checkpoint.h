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

#include "checkpoint_status.h" /* what became of a call, and texts that the library hands out */
#include "checkpoint_schedule.h" /* schedules: what to do next, drawn action by action */
#include "checkpoint_plan.h" /* the schedules that fit a budget, the fastest first */
#include "checkpoint_replay.h" /* a machine that proves actions valid */
#include "checkpoint_model.h" /* what a simulation offers: its data, its callbacks, the ranks that it runs on */
#include "checkpoint_store.h" /* places for checkpoints: memory, files, tiers, the background */
#include "checkpoint_report.h" /* what a run has done */
#include "checkpoint_run.h" /* a model's run under a schedule: settings, events, stops, journal */

#endif /* ENZYME_RS_CHECKPOINT_H */
