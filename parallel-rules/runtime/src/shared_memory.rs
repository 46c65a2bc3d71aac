//! Memory that the workers of a team share, for what one of them hands to the others.
//!
//! Each worker asks for it with a key, the same number of times as all others; at the n-th time with a key all get the same memory. A primal and its
//! shadow have different keys. It is zero at first, and lives as long as the team's record.
//!
//! Owns: that memory. Must not: know what lies there.

use crate::context;
use crate::ending::guarded;
use crate::fatal::foreign_team;
use crate::openmp::omp_get_num_threads;
use crate::words::Words;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

/// The memory of a team.
#[derive(Default)]
pub(crate) struct SharedMemory {
    by_key: Mutex<BTreeMap<usize, Vec<Words>>>,
}

impl SharedMemory {
    /// That of the n-th time.
    fn of(&self, key: usize, time: usize, bytes: usize) -> *mut c_void {
        let mut all = self.by_key.lock().unwrap_or_else(PoisonError::into_inner);
        let times = all.entry(key).or_default();
        while times.len() <= time {
            times.push(Words::zeroed(bytes));
        }
        times[time].as_mut_ptr()
    }
}

/// Memory of the calling worker's team; null outside of all teams, where there is nobody to share it with.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_shared(key: *const c_void, bytes: u64) -> *mut c_void {
    guarded(|| {
        context::now(|now| match now.in_team {
            true => {
                let (key, bytes) = (key as usize, bytes as usize);
                now.shared.memory.of(key, now.next_time(key), bytes)
            }
            // SAFETY: it only asks.
            false if unsafe { omp_get_num_threads() } > 1 => foreign_team(),
            false => std::ptr::null_mut(),
        })
    })
}
