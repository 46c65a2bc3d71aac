//! What a run has done, for C. Owns the numbers and the handle.

use crate::boundary::{bad, give_text, given, guarded, quietly, signed};
use crate::schedule::json;
use crate::types::{Count, NO_LIMIT, Status, UNKNOWN};
use enzyme_checkpoint as lib;
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// What a run has done.
pub struct Report(pub(crate) lib::Outcome);

/// The numbers of a run.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// What was spent, in all processes that worked on this run.
    pub count: Count,
    /// Steps of the run, or ENZYME_RS_CP_UNKNOWN if it stopped before that was known.
    pub steps: i64,
    /// Least forward steps for one adjoint with as many states as the schedule has slots, or -1 where
    /// slots are without limit or the length is not known yet.
    pub optimum: i64,
    /// Steps run in this process to compute lost checkpoints again.
    pub rebuilt_steps: i64,
    /// States compared with their first computation, in this process.
    pub checked: i64,
    /// Saves written by this process.
    pub saves: i64,
    /// Time that they took, in seconds.
    pub save_time: f64,
    /// Time since this process began, in seconds.
    pub elapsed: f64,
    /// Processes that have worked on this run.
    pub processes: i32,
    /// Storage levels.
    pub levels: i32,
    /// Of a run that stopped: whether the same command goes on from here, 0 or 1.
    pub resumable: i32,
    /// With which code the program is to end: 0, ENZYME_RS_CP_RESUME_EXIT_CODE, or 1 if the run stopped and
    /// cannot be resumed.
    pub exit_code: i32,
}

/// What one storage level did in this process. Times are in seconds.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LevelSummary {
    /// Checkpoints written.
    pub writes: i64,
    /// Checkpoints read.
    pub reads: i64,
    /// Bytes written.
    pub bytes_written: i64,
    /// Bytes read.
    pub bytes_read: i64,
    /// Reads that found their data brought in before.
    pub prefetched: i64,
    /// Writes that were not needed any more before they began.
    pub cancelled: i64,
    /// Most units in use at one time, in all processes.
    pub peak: i64,
    /// Time that writing took, whoever did it.
    pub write_time: f64,
    /// Time that reading took, whoever did it.
    pub read_time: f64,
    /// Time that the run waited for writes; not measured where a store is memory alone.
    pub write_wait: f64,
    /// Time that the run waited for reads.
    pub read_wait: f64,
    /// Share of the writing during which the run went on, 0 to 1; -1 if nothing was written in measurable
    /// time.
    pub write_overlap: f64,
    /// The same for reading.
    pub read_overlap: f64,
    /// Largest absolute difference between a number written and what is read of it; 0 unless the store is lossy.
    pub max_error: f64,
}

/// The numbers of a run.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_report_summary(
    report: Option<&Report>,
    summary: Option<&mut MaybeUninit<Summary>>,
) -> i32 {
    guarded(|| {
        let outcome = &given("report", report)?.0;
        let report = outcome.report();
        let resumable = matches!(
            outcome,
            lib::Outcome::Stopped {
                resumable: true,
                ..
            }
        );
        given("summary", summary)?.write(Summary {
            count: (&report.count).into(),
            steps: report.steps.map_or(UNKNOWN, signed),
            optimum: report.optimum.map_or(NO_LIMIT, signed),
            rebuilt_steps: signed(report.rebuilt_steps),
            checked: signed(report.checked),
            saves: signed(report.saves),
            save_time: report.save_time.as_secs_f64(),
            elapsed: report.elapsed.as_secs_f64(),
            processes: i32::try_from(report.processes).unwrap_or(i32::MAX),
            levels: i32::try_from(report.levels.len()).unwrap_or(i32::MAX),
            resumable: resumable.into(),
            exit_code: outcome.exit_code().into(),
        });
        Ok(Status::Ok)
    })
}

/// What storage level `level`, from 0, did in this process.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_report_level(
    report: Option<&Report>,
    level: i32,
    out: Option<&mut MaybeUninit<LevelSummary>>,
) -> i32 {
    guarded(|| {
        let report = given("report", report)?.0.report();
        let levels = &report.levels;
        let found = usize::try_from(level)
            .ok()
            .and_then(|k| Some((k, levels.get(k)?)));
        let (k, found) = found.ok_or_else(|| {
            let count = levels.len();
            bad(format!(
                "`level` is {level}: this run had {count} storage levels"
            ))
        })?;
        let traffic = &found.traffic;
        given("out", out)?.write(LevelSummary {
            writes: signed(traffic.writes),
            reads: signed(traffic.reads),
            bytes_written: signed(traffic.bytes_written),
            bytes_read: signed(traffic.bytes_read),
            prefetched: signed(traffic.prefetched),
            cancelled: signed(traffic.cancelled),
            peak: signed(report.count.level(k).peak),
            write_time: traffic.write_time.as_secs_f64(),
            read_time: traffic.read_time.as_secs_f64(),
            write_wait: found.write_wait.as_secs_f64(),
            read_wait: found.read_wait.as_secs_f64(),
            write_overlap: found.write_overlap().unwrap_or(-1.0),
            read_overlap: found.read_overlap().unwrap_or(-1.0),
            max_error: traffic.max_error,
        });
        Ok(Status::Ok)
    })
}

/// The report for people, some lines; free it with enzyme_rs_cp_text_free().
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_report_text(
    report: Option<&Report>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> i32 {
    guarded(|| {
        let report = given("report", report)?.0.report();
        give_text(report.to_string(), given("text", text)?);
        Ok(Status::Ok)
    })
}

/// The report as JSON; free it with enzyme_rs_cp_text_free().
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_report_json(
    report: Option<&Report>,
    text: Option<&mut MaybeUninit<*mut c_char>>,
) -> i32 {
    guarded(|| {
        let report = json(given("report", report)?.0.report())?;
        give_text(report, given("text", text)?);
        Ok(Status::Ok)
    })
}

/// Frees a report. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_report_free(report: Option<Box<Report>>) {
    quietly((), || drop(report));
}
