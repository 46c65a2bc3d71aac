//! Atomic operations for which the host has no instruction.
//!
//! Owns: these two. Must not: tell the checker: the compiler does, as for others.

use std::sync::atomic::{AtomicU32, Ordering};

fn update(address: *mut u32, next: impl Fn(u32) -> u32) -> u32 {
    // SAFETY: the callers' promise.
    let number = unsafe { AtomicU32::from_ptr(address) };
    let old = number.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |old| Some(next(old)));
    old.unwrap_or_default()
}

/// `atomicInc`: one more, and 0 behind `limit`. Gives what was there.
///
/// # Safety
/// `address` is that of an aligned number of which all users know that others change it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_atomic_inc_u32(address: *mut u32, limit: u32) -> u32 {
    update(address, |old| if old >= limit { 0 } else { old + 1 })
}

/// `atomicDec`: one less, and `limit` behind 0 or from above it. Gives what was there.
///
/// # Safety
/// `address` is that of an aligned number of which all users know that others change it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_atomic_dec_u32(address: *mut u32, limit: u32) -> u32 {
    update(address, |old| match old {
        0 => limit,
        old if old > limit => limit,
        old => old - 1,
    })
}
