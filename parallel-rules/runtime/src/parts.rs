//! Parts of variables to which tasks add, one for each worker.
//!
//! A primal and its shadow are different variables here. Parts live as long as the team's record: the reverse pass adds to their shadows.
//!
//! Owns: that memory. Must not: know what is added, or how.

use crate::context;
use crate::ending::guarded;
use crate::fatal::no_part;
use crate::words::Words;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

/// All parts of a team, past ones as well.
#[derive(Default)]
pub(crate) struct Parts(Mutex<Known>);

#[derive(Default)]
struct Known {
    memory: Vec<Words>,
    /// Addresses of the last parts of a variable, by worker.
    by_item: BTreeMap<usize, Vec<usize>>,
}

/// Bytes of which LLVM's library makes each part a multiple. Clang 22 says that parts of arrays (`task_reduction(+ : v[0:3])`) have eight bytes, and so
/// programs rely on that.
const LINE: usize = 64;

impl Known {
    fn begin(&mut self, item: usize, worker: usize, bytes: usize) -> usize {
        let words = Words::zeroed(bytes.next_multiple_of(LINE));
        let part = words.as_mut_ptr() as usize;
        self.memory.push(words);
        let parts = self.by_item.entry(item).or_default();
        parts.truncate(worker);
        parts.push(part);
        part
    }

    fn find(&self, item: usize, worker: usize) -> Option<usize> {
        self.by_item.get(&item)?.get(worker).copied()
    }
}

/// Asks about the parts of the calling worker's team, with its number.
fn ask(what: impl FnOnce(&mut Known, usize) -> Option<usize>) -> *mut c_void {
    let found = context::now(|now| {
        let known = now.shared.parts.0.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        now.in_team
            .then(|| what(&mut known, now.worker as usize))
            .flatten()
    });
    found.unwrap_or_else(|| no_part()) as *mut c_void
}

/// A new part of a variable, for a worker: the first one's is asked for first.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_new_part(
    item: *const c_void,
    worker: c_int,
    bytes: u64,
) -> *mut c_void {
    guarded(|| ask(|known, _| Some(known.begin(item as usize, worker as usize, bytes as usize))))
}

/// A worker's part of a variable.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_part(item: *const c_void, worker: c_int) -> *mut c_void {
    guarded(|| ask(|known, _| known.find(item as usize, worker as usize)))
}

/// The calling worker's part of a variable.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_its_part(
    _worker: c_int,
    _group: *const c_void,
    item: *const c_void,
) -> *mut c_void {
    guarded(|| ask(|known, number| known.find(item as usize, number)))
}
