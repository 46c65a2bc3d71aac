//! The machine that a function is compiled for.
//!
//! Threads of a GPU run the same function at the same time, and what several of them read, all of them would add to: without a word of how they do that, a derivative
//! would lose some of it.
//!
//! Owns: refusing machines that the engine does not know, or does not know so. Must not: know one of them by its name, which LLVM does.

use crate::diag::{Diagnostic, codes};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::{Registry, Sign, Unsupported};

/// Refuses a function that is compiled for a GPU which no pack knows, or in a way for which its pack has no library.
pub(super) fn check(
    module: Module,
    function: Value,
    registry: &Registry,
) -> Result<(), Diagnostic> {
    let refusal = match registry.grid() {
        Some(grid) => {
            let mut all = grid.unsupported.iter();
            all.find(|way| is_compiled_so(module, function, way.sign))
                .map(is_unsupported)
        }
        None => module.is_for_gpu().then(|| is_unknown(module)),
    };
    refusal.map_or(Ok(()), |refusal| Err(refusal.at(function, None)))
}

/// A GPU which no pack knows.
fn is_unknown(module: Module) -> Diagnostic {
    let message = format!("this function is compiled for a GPU, {}", module.triple());
    Diagnostic::new(codes::MACHINE, message)
        .note("its threads would add to the same adjoints at the same time, and lose some")
        .help("differentiate the function on the host")
}

fn is_compiled_so(module: Module, function: Value, sign: Sign) -> bool {
    match sign {
        Sign::FlagBelow(name, least) => module.flag(name).is_some_and(|has| has < least),
        Sign::Feature {
            processors,
            feature,
        } => {
            let said = |key| function.string_attribute(key).unwrap_or_default();
            let features = said("target-features");
            let has = features.split(',').any(|one| one == feature);
            said("target-cpu").starts_with(processors) && has
        }
    }
}

/// Code of a known GPU with which the library of derivatives would be wrong.
fn is_unsupported(way: &Unsupported) -> Diagnostic {
    let message = format!("this function is compiled for {}", way.what);
    Diagnostic::new(codes::MACHINE, message)
        .note(way.reason)
        .help(way.remedy)
}
