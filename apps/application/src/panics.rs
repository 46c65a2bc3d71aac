//! Panics of a simulation: they end the process.
//!
//! Derivatives do not unwind, and the driver, whose Rust is another one, could catch nothing.
//!
//! Owns: what happens when the simulation's code panics. Must not: hide what it says.

use std::panic;
use std::process::abort;
use std::sync::Once;

/// The exit code that Rust's programs have when they panic.
#[cfg(feature = "mpi")]
const CODE: i32 = 101;

/// Has a panic end the process as soon as its message, and a backtrace where it is asked for, are written.
pub(crate) fn end_the_process() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            report(panic);
            eprintln!("error: the simulation panicked, and its run ends");
            #[cfg(feature = "mpi")]
            crate::ranks::end_all(CODE);
            abort();
        }));
    });
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by it")]
mod tests {
    use super::end_the_process;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    /// This test in a process of its own: it panics where the variable is set, and is killed by SIGABRT instead of unwinding.
    #[test]
    fn a_panic_is_told_and_ends_the_process() {
        const VARIABLE: &str = "ENZYME_RS_APPLICATION_PANICS";
        if std::env::var_os(VARIABLE).is_some() {
            end_the_process();
            let _ = std::panic::catch_unwind(|| panic!("too cold"));
            return;
        }
        let name = "panics::tests::a_panic_is_told_and_ends_the_process";
        let this = std::env::current_exe().unwrap();
        let mut child = Command::new(this);
        child
            .args(["--exact", name, "--nocapture"])
            .env(VARIABLE, "");
        let ended = child.output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.signal(), Some(6), "{said}");
        assert!(said.contains("too cold"), "{said}");
        assert!(said.contains("the simulation panicked"), "{said}");
    }
}
