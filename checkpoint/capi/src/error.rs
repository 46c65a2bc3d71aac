//! Errors of stores and runs for C. Owns how they map to statuses and what can be asked about the last one.

use crate::boundary::{Fail, Last, Place, given, guarded, signed, with_last};
use crate::model::Refusal;
use crate::types::Status;
use enzyme_checkpoint as lib;
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// What is wrong with stored data.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The error was not that of a store.
    None = 0,
    /// No room left, or beyond a quota or a limit.
    Full = 1,
    /// Fewer bytes than there should be.
    Short = 2,
    /// The bytes are not those that were written.
    Corrupt = 3,
    /// Not there.
    Missing = 4,
    /// No right to do this.
    Denied = 5,
    /// Not part of this build or of this system's libraries.
    Unsupported = 6,
    /// A run in another process, or another store of this one, uses the same folder.
    Busy = 7,
    /// Any other failure of the system or of a library.
    Failed = 8,
}

impl From<lib::Fault> for Fault {
    fn from(fault: lib::Fault) -> Self {
        match fault {
            lib::Fault::Full => Self::Full,
            lib::Fault::Short => Self::Short,
            lib::Fault::Corrupt => Self::Corrupt,
            lib::Fault::Missing => Self::Missing,
            lib::Fault::Denied => Self::Denied,
            lib::Fault::Unsupported => Self::Unsupported,
            lib::Fault::Busy => Self::Busy,
            lib::Fault::Failed => Self::Failed,
        }
    }
}

/// An error in its parts. Texts are never NULL, and empty where there is nothing to say; they are valid
/// until the next call that fails on this thread.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Error {
    /// Of enum enzyme_rs_cp_status; 0 if nothing failed yet.
    pub status: i32,
    /// Of enum enzyme_rs_cp_fault.
    pub fault: i32,
    /// What the model's callback returned, if that is what ended the run; else 0.
    pub callback_result: i32,
    /// Always 0.
    pub reserved: i32,
    /// The step or state concerned, or -1.
    pub step: i64,
    /// As enzyme_rs_cp_last_message().
    pub message: *const c_char,
    /// The file concerned.
    pub file: *const c_char,
    /// The dataset in it.
    pub dataset: *const c_char,
    /// What the user can do, where a store failed.
    pub remedy: *const c_char,
}

impl Error {
    /// With pointers that are good as long as what is read stays.
    fn of(last: &Last) -> Self {
        Self {
            status: last.status,
            fault: last.place.fault,
            callback_result: last.place.callback_result,
            reserved: 0,
            step: last.place.step,
            message: last.message.as_ptr(),
            file: last.file.as_ptr(),
            dataset: last.dataset.as_ptr(),
            remedy: last.remedy.as_ptr(),
        }
    }
}

/// The last call that failed on this thread, in its parts.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_last_error(error: Option<&mut MaybeUninit<Error>>) -> i32 {
    guarded(|| {
        given("error", error)?.write(with_last(Error::of));
        Ok(Status::Ok)
    })
}

impl From<lib::StoreError> for Fail {
    fn from(error: lib::StoreError) -> Self {
        let file = error.file().map(|file| file.display().to_string());
        Self {
            status: Status::StoreFailed,
            text: error.to_string(),
            place: Place {
                fault: Fault::from(error.fault()) as i32,
                callback_result: 0,
                step: error.step().map_or(-1, signed),
                file: file.unwrap_or_default(),
                dataset: error.dataset().unwrap_or_default().into(),
                remedy: error.remedy().into(),
            },
        }
    }
}

impl From<lib::JournalError> for Fail {
    fn from(error: lib::JournalError) -> Self {
        let (lib::JournalError::Corrupt { file, .. }
        | lib::JournalError::Version { file, .. }
        | lib::JournalError::Other { file, .. }
        | lib::JournalError::Apart { file, .. }) = &error;
        let file = file.display().to_string();
        let mut fail = Self::new(Status::BadJournal, error.to_string());
        fail.place.file = file;
        fail
    }
}

impl From<lib::RunError> for Fail {
    fn from(error: lib::RunError) -> Self {
        let text = error.to_string();
        let at = |status, step, text| {
            let mut fail = Self::new(status, text);
            fail.place.step = signed(step);
            fail
        };
        match error {
            lib::RunError::Schedule(error) => error.into(),
            lib::RunError::Store(error) => error.into(),
            lib::RunError::Journal(error) => error.into(),
            lib::RunError::Model { step, error, .. } => {
                let mut fail = at(Status::ModelFailed, step, text);
                let refusal = error.downcast_ref::<Refusal>();
                fail.place.callback_result = refusal.map_or(0, Refusal::result);
                fail
            }
            lib::RunError::Adjoint(error) => match error {
                lib::DotProductError::Model { step, error } => {
                    let mut fail = at(Status::ModelFailed, step, text);
                    let refusal = error.downcast_ref::<Refusal>();
                    fail.place.callback_result = refusal.map_or(0, Refusal::result);
                    fail
                }
                lib::DotProductError::Different { step, .. } => {
                    at(Status::WrongAdjoint, step, text)
                }
                lib::DotProductError::Fields { .. }
                | lib::DotProductError::NoFields
                | lib::DotProductError::Ranks => Self::new(Status::BadArgument, text),
            },
            lib::RunError::NotReproducible { state, .. } => {
                at(Status::NotReproducible, state, text)
            }
            lib::RunError::NotResumable(entry) => at(Status::NotReproducible, entry.step, text),
            lib::RunError::NoOrigin(entry) => at(Status::StoreFailed, entry.step, text),
            lib::RunError::NoStore { schedule, level } => Self::new(
                Status::BadArgument,
                format!(
                    "schedule `{schedule}` uses storage level {level}, and no store is there for it\n  help: add \
                     one with enzyme_rs_cp_run_store()"
                ),
            ),
            lib::RunError::NoTapes { schedule } => Self::new(
                Status::BadArgument,
                format!(
                    "schedule `{schedule}` stores tapes, and the model has no `tape`\n  help: give it one, or take a \
                     schedule that stores states only, such as revolve"
                ),
            ),
            lib::RunError::Peer { .. } | lib::RunError::Apart { .. } => {
                Self::new(Status::PeerFailed, text)
            }
            lib::RunError::Clock(_) => Self::new(Status::SystemFailed, text),
        }
    }
}
