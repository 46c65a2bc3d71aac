//! Atomic operations for which the host has no instruction, or the ThreadSanitizer pass no function.
//!
//! Owns: these. Must not: order anything by themselves: fences do.

use crate::told::told;
use crate::updates::{has_read, will_write};
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU32, Ordering};

const RELAXED: c_int = 0;

fn update(address: *mut u32, place: usize, next: impl Fn(u32) -> u32) -> u32 {
    will_write(address as usize, size_of::<u32>(), RELAXED, true, place);
    // SAFETY: the callers' promise.
    let number = unsafe { AtomicU32::from_ptr(address) };
    let old = number.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |old| Some(next(old)));
    has_read(address as usize);
    old.unwrap_or_default()
}

/// One more, and 0 behind `limit`.
unsafe extern "C" fn inc(address: *mut u32, limit: u32, place: usize) -> u32 {
    update(address, place, |old| if old >= limit { 0 } else { old + 1 })
}

/// One less, and `limit` behind 0 or from above it.
unsafe extern "C" fn dec(address: *mut u32, limit: u32, place: usize) -> u32 {
    update(address, place, |old| match old {
        0 => limit,
        old if old > limit => limit,
        old => old - 1,
    })
}

/// The host code updates a number.
unsafe extern "C" fn updates(address: *const c_void, bytes: usize, place: usize) {
    will_write(address as usize, bytes, RELAXED, true, place);
    has_read(address as usize);
}

told! {
    "rdx", "x2";
    enzyme_rs_emulator_atomic_inc_u32(address: *mut u32, limit: u32) -> u32 = inc;
    enzyme_rs_emulator_atomic_dec_u32(address: *mut u32, limit: u32) -> u32 = dec;
    enzyme_rs_emulator_atomic_access(address: *const c_void, bytes: usize) = updates;
}
