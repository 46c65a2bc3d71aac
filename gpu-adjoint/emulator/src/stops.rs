//! Kernels that stop themselves, and threads that leave them.
//!
//! Owns: the C functions of traps, assertions and exits. Must not: know how a launch ends.

use crate::current::{leave, stop, with};
use crate::failure::Failure;
use crate::site::Site;
use std::ffi::{CStr, c_char};

/// A thread of a kernel ends the launch; elsewhere the program is over.
fn stops(why: Failure, message: &str) -> ! {
    with(|block, thread| stop(block, thread, why, message));
    std::process::abort()
}

/// The thread ends, wherever it is: `exit` of PTX. The others of its block go on.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_exit() -> ! {
    with(|_, thread| leave(thread));
    std::process::abort()
}

/// `__trap`.
///
/// # Safety
/// `site` is null or a constant C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_trap(site: *const c_char) -> ! {
    let place = Site(site).text();
    let misses = with(|block, _| block.misses_others.get()).unwrap_or_default();
    let why = match misses {
        true => {
            "\n  it has a barrier of the grid: launch it by cudaLaunchCooperativeKernel, or hipLaunchCooperativeKernel"
        }
        false => "",
    };
    stops(
        Failure::Trap,
        &format!("the kernel stops itself, {place}{why}"),
    )
}

/// `assert`, where what it asserts does not hold.
///
/// # Safety
/// The texts are null or C strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_emulator_assertion(
    asserted: *const c_char,
    file: *const c_char,
    line: u32,
    function: *const c_char,
) -> ! {
    let text = |text: *const c_char| match text.is_null() {
        true => "?".to_owned(),
        // SAFETY: the caller's promise.
        false => unsafe { CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned(),
    };
    let message = format!(
        "{}:{line}: {}: the assertion `{}` does not hold",
        text(file),
        text(function),
        text(asserted)
    );
    stops(Failure::Assertion, &message)
}
