//! The checkpointing library for C, C++ and Fortran. Owns the C ABI, and nothing behind it: schedules,
//! planner, replay, stores and executor are those of `enzyme_checkpoint`. The headers `enzyme_rs/checkpoint*.h` are made from
//! these sources, so their comments are written for its readers.
//!
//! - `types`: structures and numbers that cross the boundary;
//! - `boundary`: panics, errors, pointers;
//! - `translate`: from the library's types to those of C and back;
//! - `schedule`, `planner`, `replay`: the functions for schedules;
//! - `callbacks`, `layout`, `model`: a simulation given by callbacks, as the library's `Model`;
//! - `store`, `stop`, `run`, `report`, `event`: the functions to run one;
//! - `error`: errors of a run, and what can be asked about them.
//!
//! A caller in C vouches for what C cannot express: pointers are NULL or valid for the type in the
//! header, handles come from this library and were not freed, no handle is used by two threads at a
//! time, and callbacks return: no exception and no `longjmp` leaves them. Everything else is checked.

mod boundary;
mod callbacks;
mod error;
mod event;
mod layout;
mod model;
mod peers;
mod planner;
mod replay;
mod report;
mod run;
mod schedule;
mod stop;
mod store;
mod translate;
mod types;

pub use callbacks::*;
pub use error::*;
pub use event::*;
pub use peers::*;
pub use planner::*;
pub use replay::*;
pub use report::*;
pub use run::*;
pub use schedule::*;
pub use stop::*;
pub use store::*;
pub use types::*;

use boundary::{message, quietly, take_text};
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// The version of the library, as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// What went wrong in the last call that failed on this thread, in words; valid until the next such
/// call. Never NULL; empty if nothing failed yet.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_last_message() -> *const c_char {
    quietly(c"".as_ptr(), message)
}

/// Frees a text that this library handed out. NULL is allowed.
///
/// # Safety
/// As for `free`: the text comes from this library and was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_cp_text_free(text: *mut c_char) {
    // SAFETY: promised by the caller.
    quietly((), || unsafe { take_text(text) });
}

/// The period at which writing a state to level 1 and reading it pay best, with `ram` slots in memory
/// (Aupy & Herrmann 2017): for periodic-disk-revolve.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_cp_disk_period(
    ram: i64,
    forward: f64,
    write: f64,
    read: f64,
    period: Option<&mut MaybeUninit<i64>>,
) -> i32 {
    boundary::guarded(|| {
        let period = boundary::given("period", period)?;
        let ram = boundary::count("ram", ram)?;
        for (name, cost) in [("forward", forward), ("write", write), ("read", read)] {
            if !(cost.is_finite() && cost >= 0.0) {
                return Err(boundary::bad(format!(
                    "`{name}` is {cost}: costs are finite and not negative"
                )));
            }
        }
        let best = enzyme_checkpoint::disk_period(ram, forward, write, read);
        period.write(boundary::signed(best));
        Ok(Status::Ok)
    })
}
