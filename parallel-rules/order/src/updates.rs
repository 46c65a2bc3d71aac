//! Locks of single numbers in memory, for what the program does atomically to them.
//!
//! Numbers share a fixed number of locks. A worker holds one at a time: nothing else begins in between.
//!
//! Owns: these locks. Must not: know in which order workers came.

use crate::passages::wait_until;
use crate::sanitizer;
use std::sync::atomic::{AtomicBool, Ordering};

/// One lock a cache line, so that workers at different numbers do not slow each other down.
#[repr(align(64))]
struct Lock(AtomicBool);

const LOCKS: usize = 256;

static ALL: [Lock; LOCKS] = [const { Lock(AtomicBool::new(false)) }; LOCKS];

fn of(number: usize) -> &'static Lock {
    // Numbers are 4 or 8 bytes apart, arrays often powers of two.
    const SPREAD: usize = 0x9e37_79b9_7f4a_7c15;
    &ALL[(number >> 2).wrapping_mul(SPREAD) >> (usize::BITS - LOCKS.ilog2())]
}

/// The address of a number's lock.
pub fn lock(number: usize) -> usize {
    std::ptr::from_ref(of(number)) as usize
}

/// Waits until nobody else is at the number.
pub fn begin(number: usize) {
    let Lock(taken) = of(number);
    wait_until(|| !taken.load(Ordering::Relaxed) && !taken.swap(true, Ordering::Acquire));
    sanitizer::acquired(taken);
}

/// Lets others to it.
pub fn end(number: usize) {
    let Lock(taken) = of(number);
    sanitizer::released(taken);
    taken.store(false, Ordering::Release);
}
