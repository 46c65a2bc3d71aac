//! What the library says, and how it ends the program.
//!
//! Owns: the messages' form and codes (README). Must not: unwind.

use std::ffi::CStr;
use std::io::Write;

/// Ends the program: there is no memory for what the reverse pass needs.
pub(crate) fn out_of_memory(bytes: usize) -> ! {
    end(
        "EZ7301",
        &format!("no memory for {bytes} bytes of a copy that a derivative needs"),
    )
}

/// Ends the program: the compiler and this library do not agree.
pub(crate) fn broken(what: &str) -> ! {
    end(
        "EZ7303",
        &format!("{what}: the compiler plugin and libenzyme_rs_blas are of different versions"),
    )
}

/// Says that a factorisation failed, and what becomes of its derivative.
pub(crate) fn failed(routine: &str, place: &str, info: isize) {
    say(
        "EZ7302",
        &format!(
            "{routine}{place} ended with info = {info}: its tangents or adjoints are left as they are"
        ),
    );
}

/// ` at FILE:LINE`, if that is known.
pub(crate) fn place(text: Option<&CStr>) -> String {
    let text = text.map(CStr::to_string_lossy);
    text.map_or_else(String::new, |text| format!(" at {text}"))
}

fn say(code: &str, message: &str) {
    // There is nowhere to report that nothing can be reported.
    let _ = writeln!(std::io::stderr(), "enzyme-rs: {message} [{code}]");
}

fn end(code: &str, message: &str) -> ! {
    say(code, message);
    std::process::abort()
}
