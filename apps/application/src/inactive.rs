//! Code that derivatives leave alone.
//!
//! Owns: the way around them. Must not: let numbers come back.

use std::ffi::c_void;

unsafe extern "C" {
    fn __enzyme_call_inactive_application(function: *const c_void, ...);
}

extern "C" fn call<F: Fn()>(function: *const c_void) {
    // SAFETY: `inactive` gives the address of such a function.
    unsafe { (*function.cast::<F>())() };
}

/// Does what has no derivative and changes no number, such as printing, in the middle of differentiated code. What it prints is copied into it:
///
/// ```no_run
/// # let (step, state) = (0, [0.0]);
/// let first = state[0];
/// enzyme_rs_application::inactive(move || eprintln!("step {step}: {first}"));
/// ```
///
/// Derivatives run steps again, and print again.
pub fn inactive<F: Fn() + 'static>(function: F) {
    let place: *const F = &function;
    // SAFETY: the hook calls the function with the address, which is valid meanwhile.
    unsafe { __enzyme_call_inactive_application(call::<F> as *const c_void, place) };
}
