//! The end of a program whose derivative cannot go on.
//!
//! Owns: how that looks. Must not: decide when.

/// Says why, and ends the program: nobody gets a number that is not the derivative.
pub(crate) fn fail(why: &str) -> ! {
    eprintln!("enzyme-rs: {why}");
    std::process::abort();
}

/// The same, with what to do.
pub(crate) fn fail_with(why: &str, help: &str) -> ! {
    fail(&format!("{why}\n  help: {help}"));
}
