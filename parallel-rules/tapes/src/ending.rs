//! How a program ends where a library of workers cannot go on.
//!
//! Owns: the form of the message. Must not: know the reasons.

use std::io::Write as _;

/// Ends the program with a message and the code by which `enzyme-rs explain` knows it.
pub fn end(code: &str, message: &str) -> ! {
    // There is nowhere to report that nothing can be reported.
    let _ = writeln!(std::io::stderr(), "enzyme-rs: {message} [{code}]");
    std::process::abort()
}

/// A panic is a mistake of ours, and must not unwind into generated code.
pub fn guarded<R>(run: impl FnOnce() -> R) -> R {
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    caught.unwrap_or_else(|_| std::process::abort())
}
