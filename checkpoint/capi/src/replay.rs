//! The replay machine for C: proves actions valid one by one, wherever they come from.

use crate::boundary::{Fail, bad, count, count32, given, guarded, quietly};
use crate::translate::limits as read_limits;
use crate::types::{Action, Status};
use enzyme_checkpoint as lib;
use std::mem::MaybeUninit;

/// A machine that replays actions.
pub struct Replay(lib::Replay);

/// A machine for `steps` steps and `adjoints` adjoints, within `limits` units on each of `limit_count`
/// storage levels (ENZYME_RS_CP_NO_LIMIT is allowed), a tape taking `tape_units` units and a state one.
/// On an error `*out` is NULL.
///
/// # Safety
/// `limits` has `limit_count` elements, or is NULL with 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_replay_open(
    steps: i64,
    adjoints: i32,
    limits: *const i64,
    limit_count: i32,
    tape_units: i64,
    out: Option<&mut MaybeUninit<Option<Box<Replay>>>>,
) -> i32 {
    guarded(|| {
        let out = given("out", out)?.write(None);
        // SAFETY: promised by the caller.
        let limits = unsafe { read_limits(limits, limit_count) }?;
        if tape_units < 1 {
            return Err(bad(format!(
                "`tape_units` is {tape_units}: a tape takes at least 1 unit"
            )));
        }
        *out = Some(Box::new(Replay(lib::Replay::new(
            count("steps", steps)?,
            count32("adjoints", adjoints)?,
            limits,
            count("tape_units", tape_units)?,
        ))));
        Ok(Status::Ok)
    })
}

/// Frees a machine. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_replay_free(replay: Option<Box<Replay>>) {
    quietly((), || drop(replay));
}

/// Replays one action; ENZYME_RS_CP_STATUS_VIOLATION if it is not valid here, and the message says why.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_replay_apply(
    replay: Option<&mut Replay>,
    action: Option<&Action>,
) -> i32 {
    guarded(|| {
        let action = given("action", action)?.read()?;
        given("replay", replay)?
            .0
            .apply(action)
            .map_err(Fail::from)?;
        Ok(Status::Ok)
    })
}

/// Checks that nothing is left to do: every adjoint complete, every slot freed.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_replay_end(replay: Option<&Replay>) -> i32 {
    guarded(|| {
        given("replay", replay)?.0.end()?;
        Ok(Status::Ok)
    })
}
