//! What happens in a run, for C. Owns the structure and how events translate.

use crate::boundary::signed;
use crate::types::UNKNOWN;
use enzyme_checkpoint as lib;
use std::ffi::c_void;

/// What happens in a run.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The run goes on from its journal; `again` checkpoints are computed again. Has progress.
    Resumed = 0,
    /// The checkpoint of `step` should have survived and did not; it is computed again.
    Lost = 1,
    /// Comes regularly, if asked for. Has progress.
    Progress = 2,
    /// The final state is reached. Has progress.
    EndForward = 3,
    /// Adjoint number `adjoint` is complete.
    EndAdjoint = 4,
    /// The journal is written, which took `seconds`: from here the run can be resumed.
    Saved = 5,
    /// The last save is damaged; the run goes on from the one before.
    JournalDamaged = 6,
}

/// An event. Members that it does not have are -1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Of enum enzyme_rs_cp_event_kind.
    pub kind: i32,
    /// Number of the adjoint, from 0.
    pub adjoint: i32,
    /// Progress: steps of the run, or ENZYME_RS_CP_UNKNOWN.
    pub steps: i64,
    /// Progress: steps run forward so far, in all processes, repetitions included.
    pub forward: i64,
    /// Progress: adjoint steps so far.
    pub reverse: i64,
    /// Checkpoints that are computed again.
    pub again: i64,
    /// The step of a checkpoint.
    pub step: i64,
    /// Progress: time since this process began; else time that it took.
    pub seconds: f64,
}

/// Is told what happens.
pub type EventCallback = Option<unsafe extern "C" fn(user: *mut c_void, event: *const Event)>;

impl Event {
    fn of(kind: EventKind) -> Self {
        Self {
            kind: kind as i32,
            adjoint: -1,
            steps: UNKNOWN,
            forward: -1,
            reverse: -1,
            again: -1,
            step: -1,
            seconds: -1.0,
        }
    }

    fn with(kind: EventKind, progress: &lib::Progress) -> Self {
        Self {
            steps: progress.steps.map_or(UNKNOWN, signed),
            forward: signed(progress.forward),
            reverse: signed(progress.reverse),
            seconds: progress.elapsed.as_secs_f64(),
            ..Self::of(kind)
        }
    }
}

impl From<&lib::Event<'_>> for Event {
    fn from(event: &lib::Event<'_>) -> Self {
        match event {
            lib::Event::Resumed { progress, again } => Self {
                again: signed(*again as u64),
                ..Self::with(EventKind::Resumed, progress)
            },
            lib::Event::Lost(entry) => Self {
                step: signed(entry.step),
                ..Self::of(EventKind::Lost)
            },
            lib::Event::Progress(progress) => Self::with(EventKind::Progress, progress),
            lib::Event::EndForward(progress) => Self::with(EventKind::EndForward, progress),
            lib::Event::EndAdjoint(number) => Self {
                adjoint: i32::try_from(*number).unwrap_or(i32::MAX),
                ..Self::of(EventKind::EndAdjoint)
            },
            lib::Event::JournalDamaged(_) => Self::of(EventKind::JournalDamaged),
            lib::Event::Saved { took } => Self {
                seconds: took.as_secs_f64(),
                ..Self::of(EventKind::Saved)
            },
        }
    }
}
