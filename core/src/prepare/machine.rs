//! The machine that a function is compiled for.
//!
//! Threads of a GPU run the same function at the same time, and what several of them read, all of them would add to: without a word of how they do that, a derivative
//! would lose some of it.
//!
//! Owns: refusing machines that the engine does not know. Must not: know one of them by its name, which LLVM does.

use crate::diag::{Diagnostic, codes};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::Registry;

/// Refuses a function that is compiled for a GPU which no pack knows.
pub(super) fn check(
    module: Module,
    function: Value,
    registry: &Registry,
) -> Result<(), Diagnostic> {
    if !module.is_for_gpu() || registry.grid().is_some() {
        return Ok(());
    }
    let message = format!("this function is compiled for a GPU, {}", module.triple());
    Err(Diagnostic::new(codes::MACHINE, message)
        .note("its threads would add to the same adjoints at the same time, and lose some")
        .help("differentiate the function on the host")
        .at(function, None))
}
