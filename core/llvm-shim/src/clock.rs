//! What compile time is made of.
//!
//! Owns: the time that a thread computes, and the part of it that LLVM's passes and analyses of loops take; our phases in the compiler's
//! profile. Must not: run any of them.

use crate::ffi;
use crate::ir::{c_string, llvm};
use std::cell::Cell;

thread_local! {
    /// Nanoseconds that this thread computed in LLVM's passes.
    static IN_PASSES: Cell<u64> = const { Cell::new(0) };
}

/// Nanoseconds that this thread has computed, and those of them in LLVM's passes and analyses of loops: what compile
/// time is made of.
pub fn computed_nanoseconds() -> (u64, u64) {
    (llvm!(ffi::ez_thread_nanoseconds()), IN_PASSES.get())
}

/// Adds to the time in LLVM's passes.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> T {
    let start = llvm!(ffi::ez_thread_nanoseconds());
    let result = work();
    let end = llvm!(ffi::ez_thread_nanoseconds());
    IN_PASSES.set(IN_PASSES.get() + (end - start));
    result
}

/// A phase of ours in the profile that the compiler was asked for (`-ftime-trace`), from its beginning until it is dropped.
#[must_use = "a phase ends where it is dropped"]
pub struct Phase(());

impl Phase {
    /// Begins a phase, which is spent on a function or on all.
    pub fn begin(name: &str, of: &str) -> Self {
        let (name, of) = (c_string(name), c_string(of));
        llvm!(ffi::ez_begin_phase(name.as_ptr(), of.as_ptr()));
        Self(())
    }
}

impl Drop for Phase {
    fn drop(&mut self) {
        llvm!(ffi::ez_end_phase());
    }
}
