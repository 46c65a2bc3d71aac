//! Calls that compilers make by themselves: what stands in the source, and what to write instead.
//!
//! Owns: what C and C++ have of these. Must not: say what has a derivative.

use super::fortran;

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
];

/// What stands in the source of which a compiler made a call of its run-time library, and what to write instead.
pub fn advice(symbol: &str) -> Option<(&'static str, &'static str)> {
    let mut rows = ADVICE.iter();
    match rows.find(|(prefix, ..)| symbol.starts_with(prefix)) {
        Some((_, what, instead)) => Some((what, instead)),
        None => fortran::advice(symbol),
    }
}
