//! The machine that a function is compiled for.
//!
//! Threads of a GPU run the same function at the same time, and what several of them read, all of them would add to: without a word of how they do that, a derivative
//! would lose some of it.
//!
//! Owns: refusing machines that the engine does not know. Must not: know what else is special about them.

use crate::diag::{Diagnostic, codes};
use enzyme_llvm_shim::ir::{Module, Value};

/// How triples begin, and what the machines are called.
const MACHINES: [(&str, &str); 3] = [
    ("nvptx", "a GPU of NVIDIA"),
    ("amdgcn", "a GPU of AMD"),
    ("spirv", "a GPU, by SPIR-V"),
];

/// Refuses a function that is compiled for one of them.
pub(super) fn check(module: Module, function: Value) -> Result<(), Diagnostic> {
    let triple = module.triple();
    let known = MACHINES.iter().find(|(begin, _)| triple.starts_with(begin));
    let Some((_, machine)) = known else {
        return Ok(());
    };
    let message = format!("this function is compiled for {machine}");
    Err(Diagnostic::new(codes::MACHINE, message)
        .note("its threads would add to the same adjoints at the same time, and lose some")
        .help("differentiate the function on the host")
        .at(function, None))
}
