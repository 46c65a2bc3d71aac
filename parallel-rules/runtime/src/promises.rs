//! What the program promises that only one worker of a team reads.
//!
//! Owns: [`Promises`], who has read what of it. Must not: know who asks for it.

use crate::context;
use crate::ending::guarded;
use crate::fatal::broken_promise;
use crate::tasks;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_long};
use std::sync::{Mutex, PoisonError};

/// No number is smaller, in bytes, than what is looked at.
const GRAIN: usize = 4;

/// The worker that has read at an address, of a team's.
#[derive(Default)]
pub(crate) struct Promises(Mutex<BTreeMap<usize, u64>>);

impl Promises {
    /// Remembers who reads there; gives an address where another worker has read.
    fn read(&self, worker: u64, address: usize, bytes: usize) -> Option<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut grains = (address..address + bytes).step_by(GRAIN);
        grains.find(|at| *all.entry(*at).or_insert(worker) != worker)
    }
}

/// Ends the program if another worker of the team has read there. Tasks may, one after the other. `place` is "file:line" or null.
///
/// # Safety
/// `place` is a text, if it is not null.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_promised(
    address: usize,
    bytes: c_long,
    place: *const c_char,
) {
    guarded(|| {
        if tasks::in_task() {
            return;
        }
        let broken = context::now(|now| {
            let promises = &now.shared.promises;
            promises.read(now.worker, address, bytes as usize)
        });
        if let Some(address) = broken {
            let place = match place.is_null() {
                true => String::new(),
                // SAFETY: the caller's promise.
                false => format!("{}: ", unsafe { CStr::from_ptr(place) }.to_string_lossy()),
            };
            broken_promise(&place, address);
        }
    });
}
