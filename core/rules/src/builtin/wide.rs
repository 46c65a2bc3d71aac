//! What compilers make of accesses that no processor does at once, and other calls of their own: what stands in the source, and what to write instead.
//!
//! Owns: atomic accesses to more than 8 bytes, in C and C++. Must not: say what has a derivative.

use super::fortran;

/// How names of compilers' library for atomic accesses begin.
const ATOMIC: &str = "__atomic_";

const WIDE: (&str, &str) = (
    "an atomic access to more than 8 bytes: to a `long double`, a complex number, a structure",
    "let one worker at a time access it (`omp critical`, a mutex), or make it a `double`",
);

/// What stands in the source of which a compiler made a call of its run-time library, and what to write instead.
pub fn advice(symbol: &str) -> Option<(&'static str, &'static str)> {
    match symbol.starts_with(ATOMIC) {
        true => Some(WIDE),
        false => fortran::advice(symbol),
    }
}
