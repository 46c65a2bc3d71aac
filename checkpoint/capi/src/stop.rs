//! Requests to stop a run, for C.

use crate::boundary::{Fail, given, guarded, quietly, seconds};
use crate::types::Status;
use enzyme_checkpoint as lib;
use std::mem::MaybeUninit;
use std::time::Instant;

/// Exit code for "not finished; run the same command again": EX_TEMPFAIL of sysexits.h. Job scripts requeue
/// on it.
pub const RESUME_EXIT_CODE: i32 = 75;

const _: () = assert!(RESUME_EXIT_CODE == lib::RESUME_EXIT_CODE as i32);

/// A request to stop cleanly, and when it comes by itself.
pub struct Stop(pub(crate) lib::Stop);

/// Opens a request: none yet.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_stop_open(out: Option<&mut MaybeUninit<Option<Box<Stop>>>>) -> i32 {
    guarded(|| {
        given("out", out)?.write(Some(Box::new(Stop(lib::Stop::new()))));
        Ok(Status::Ok)
    })
}

/// Frees a request; runs that it was given to stay as they are. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_stop_free(stop: Option<Box<Stop>>) {
    quietly((), || drop(stop));
}

fn change(
    stop: Option<&mut Stop>,
    how: impl FnOnce(lib::Stop) -> Result<lib::Stop, Fail>,
) -> Result<Status, Fail> {
    let stop = given("stop", stop)?;
    stop.0 = how(stop.0.clone())?;
    Ok(Status::Ok)
}

/// Stops on SIGTERM and SIGUSR1, as batch systems send them before they kill (sbatch --signal=B:USR1@120).
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_stop_on_signals(stop: Option<&mut Stop>) -> i32 {
    let refused = |error| {
        Fail::new(
            Status::SystemFailed,
            format!("cannot catch signals: {error}"),
        )
    };
    guarded(|| change(stop, |stop| stop.on_signals().map_err(refused)))
}

/// Stops in so many seconds from now.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_stop_after(stop: Option<&mut Stop>, time: f64) -> i32 {
    guarded(|| {
        let time = seconds("time", time)?;
        change(stop, |stop| Ok(stop.at(Instant::now() + time)))
    })
}

/// Stops `margin` seconds before the end of the Slurm job this is part of (SLURM_JOB_END_TIME); elsewhere,
/// not.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_stop_before_job_end(stop: Option<&mut Stop>, margin: f64) -> i32 {
    guarded(|| {
        let margin = seconds("margin", margin)?;
        change(stop, |stop| Ok(stop.before_job_end(margin)))
    })
}

/// Stops now. This function alone may be called at any time, from callbacks, other threads and signal
/// handlers, as long as the request is not freed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_stop_request(stop: Option<&Stop>) -> i32 {
    guarded(|| {
        given("stop", stop)?.0.request();
        Ok(Status::Ok)
    })
}
