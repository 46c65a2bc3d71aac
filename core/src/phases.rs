//! The engine's phases in the profile of the compiler (`-ftime-trace`), for those who ask where compile time goes.
//!
//! Owns: their names, which `enzyme-rs report --time` knows, too. Must not: measure.

use enzyme_llvm_shim::clock::Phase;

/// All that the engine does.
pub const ENGINE: &str = "enzyme-rs";
/// Copies of functions, inlined and simplified.
pub const PREPARE: &str = "enzyme-rs: prepare";
/// What lies in memory, and what it may depend on.
pub const ANALYSE: &str = "enzyme-rs: analyse";
/// What is active, what is kept, what is computed again.
pub const PLAN: &str = "enzyme-rs: plan";
/// The code of derivatives.
pub const EMIT: &str = "enzyme-rs: emit";
/// LLVM's passes over this code.
pub const SIMPLIFY: &str = "enzyme-rs: simplify";

/// The phases within [`ENGINE`], in order.
pub const ALL: [&str; 5] = [PREPARE, ANALYSE, PLAN, EMIT, SIMPLIFY];

/// Begins a phase that is spent on a function, or on all.
pub(crate) fn begin(name: &str, of: &str) -> Phase {
    Phase::begin(name, of)
}

/// Ends a phase and begins the next one.
pub(crate) fn next(before: Phase, name: &str, of: &str) -> Phase {
    drop(before);
    begin(name, of)
}
