//! Names of copies and of the run-time library, and places in the source for messages at run time.
//!
//! Owns: what these are called. Must not: make copies.

use enzyme_llvm_shim::ir::Value;

/// The name of a copy is that of the function and this.
pub(crate) const COPY: &str = ".prepared";

/// Metadata of an atomic maximum or minimum behind which its thread says whose number it is (`prepare::extremes`).
pub(crate) const SETTLED: &str = "enzyme_rs.settled";

/// How the names of functions begin that only generated code calls.
pub(crate) const RUN_TIME: &str = "enzyme_rs_";

/// Where a call stands, for a message at run time.
pub(crate) fn place_of(call: Value) -> String {
    match (call.source_location(), call.block()) {
        (Some(place), _) => format!("{}:{}", place.file, place.line),
        (None, Some(block)) => block.function().name().replace(COPY, ""),
        (None, None) => String::new(),
    }
}
