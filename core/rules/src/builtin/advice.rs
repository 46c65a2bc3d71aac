//! Calls that compilers make by themselves: what stands in the source, and what to write instead.
//!
//! Owns: what C and C++ have of these. Must not: say what has a derivative.

use super::fortran;

/// How the names of member functions begin that change a text of C++'s library, or make or end one.
const TEXTS: [&str; 2] = ["_ZNSt7__cxx1112basic_string", "_ZNSt3__112basic_string"];

/// Whether a function changes, makes or ends a text. A text may hold the address of characters in itself, so that whatever lies beside it in a structure
/// is taken for a part of it.
pub fn changes_text(symbol: &str) -> bool {
    TEXTS.iter().any(|start| symbol.starts_with(start))
}

/// How names of functions begin, what the source has, and what to write instead.
const ADVICE: &[(&str, &str, &str)] = &[
    (
        "__atomic_",
        "an atomic access to more than 8 bytes: to a `long double`, a complex number, a structure",
        "let one worker at a time access it (`omp critical`, a mutex), or make it a `double`",
    ),
    (
        "__cxa_thread_atexit",
        "a variable of which each thread has its own (`threadprivate`, `thread_local`), of a class with a destructor",
        "declare the object within the parallel region or the function, or keep its numbers in an array of a constant size",
    ),
    (TEXTS[0], TEXT, TEXT_REMEDY),
    (TEXTS[1], TEXT, TEXT_REMEDY),
];

const TEXT: &str =
    "a `std::string` that is made, copied, changed or ended, perhaps as a member of a structure";
const TEXT_REMEDY: &str = "leave texts out of what is copied in differentiated code: take the structure by reference, or copy the numbers alone";

/// What stands in the source of which a compiler made a call of its run-time library, and what to write instead.
pub fn advice(symbol: &str) -> Option<(&'static str, &'static str)> {
    let mut rows = ADVICE.iter();
    match rows.find(|(prefix, ..)| symbol.starts_with(prefix)) {
        Some((_, what, instead)) => Some((what, instead)),
        None => fortran::advice(symbol),
    }
}
