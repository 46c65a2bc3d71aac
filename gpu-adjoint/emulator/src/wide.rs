//! Atomic loads and stores of more bytes than processors have instructions for.
//!
//! They are atomic among each other.
//!
//! Owns: these. Must not: order anything by themselves: fences do.

use crate::shadow::Kind;
use crate::told::told;
use crate::updates::{atomic_access, has_read, will_write};
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

const RELAXED: c_int = 0;

/// One at a time.
static ACCESS: Mutex<()> = Mutex::new(());

unsafe fn copied(to: *mut c_void, from: *const c_void, bytes: usize) {
    let _one = ACCESS.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the callers' promise.
    unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) };
}

unsafe extern "C" fn load(address: *const c_void, to: *mut c_void, bytes: usize, place: usize) {
    atomic_access(Kind::AtomicRead, true, address as usize, bytes, place);
    // SAFETY: the caller's promise.
    unsafe { copied(to, address, bytes) };
    has_read(address as usize);
}

unsafe extern "C" fn store(address: *mut c_void, from: *const c_void, bytes: usize, place: usize) {
    will_write(address as usize, bytes, RELAXED, false, place);
    // SAFETY: the caller's promise.
    unsafe { copied(address, from, bytes) };
}

told! {
    "rcx", "x3";
    enzyme_rs_emulator_wide_load(address: *const c_void, to: *mut c_void, bytes: usize) = load;
    enzyme_rs_emulator_wide_store(address: *mut c_void, from: *const c_void, bytes: usize) = store;
}
