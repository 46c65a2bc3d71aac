//! Memory of the device for what threads keep, and for what launches hand over.
//!
//! A piece that a launch is done with waits for the next one of its size: steps of a simulation launch the same kernels again and again.
//!
//! Owns: these pieces, and how much a thread gets. Must not: launch.

use crate::facts::Facts;
use crate::failure::{Why, fail_with};
use crate::vendor::Functions;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a thread gets by itself where only the run knows how much it keeps.
const BY_ITSELF: u64 = 1024;

/// The environment may say another number.
const VARIABLE: &str = "ENZYME_RS_GPU_BYTES_PER_THREAD";

/// In front of what a thread keeps: how much of it is in use.
const HEAD: u64 = 16;

static BYTES: AtomicU64 = AtomicU64::new(0);

/// What a thread gets beyond what its kernel says, from now on.
pub(crate) fn set_bytes_per_thread(bytes: u64) {
    BYTES.store(bytes.max(1), Ordering::Relaxed);
}

fn bytes_per_thread() -> u64 {
    match BYTES.load(Ordering::Relaxed) {
        0 => {
            let said = std::env::var(VARIABLE)
                .ok()
                .and_then(|text| text.trim().parse().ok());
            said.unwrap_or(BY_ITSELF)
        }
        said => said,
    }
}

/// What each thread of a kernel gets.
pub(crate) fn each(facts: &Facts) -> u64 {
    let more = if facts.keeps_more {
        bytes_per_thread()
    } else {
        0
    };
    HEAD + facts.bytes.next_multiple_of(16) + more.next_multiple_of(16)
}

/// Bytes of all threads of a launch: so many of them share a piece each.
pub(crate) fn of_all(each: u64, threads: u64) -> u64 {
    const TOGETHER: u64 = 32;
    each * threads.next_multiple_of(TOGETHER)
}

type Free = BTreeMap<(c_int, u64), Vec<usize>>;

static FREE: Mutex<Free> = Mutex::new(BTreeMap::new());

/// A piece of memory of a device.
#[derive(Debug)]
pub(crate) struct Room {
    device: c_int,
    bytes: u64,
    at: usize,
}

impl Room {
    /// One of the present device.
    pub(crate) fn obtain(functions: &Functions, bytes: u64) -> Self {
        let device = functions.device();
        let bytes = bytes.max(1).next_multiple_of(256);
        let waiting = pieces(|free| free.get_mut(&(device, bytes)).and_then(Vec::pop));
        let at = waiting.unwrap_or_else(|| new(functions, bytes));
        Self { device, bytes, at }
    }

    pub(crate) fn at(&self) -> *mut c_void {
        self.at as *mut c_void
    }

    /// Nothing on the device uses it any more.
    pub(crate) fn give_back(self) {
        pieces(|free| {
            free.entry((self.device, self.bytes))
                .or_default()
                .push(self.at)
        });
    }
}

fn pieces<R>(act: impl FnOnce(&mut Free) -> R) -> R {
    act(&mut FREE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// New memory; where there is none, what waits is given up first.
fn new(functions: &Functions, bytes: u64) -> usize {
    if let Some(at) = functions.malloc(bytes) {
        return at as usize;
    }
    functions.forget_error();
    functions.wait();
    for at in pieces(std::mem::take).into_values().flatten() {
        functions.free(at as *mut c_void);
    }
    match functions.malloc(bytes) {
        Some(at) => at as usize,
        None => fail_with(
            Why::NoRoom,
            &format!(
                "the device has no {bytes} bytes for what the threads of a launch keep until its reverse"
            ),
            "differentiate fewer launches at a time, or launch smaller grids",
        ),
    }
}
