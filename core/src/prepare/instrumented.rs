//! Code that a sanitizer has been at already.
//!
//! Sanitizers put checks and look-ups of their own tables between the accesses of a function. They do so behind the engine where a compiler runs
//! both, but before it where functions come to the linker: the derivative of such code would be one of the tables, too.
//!
//! Owns: telling it, and the refusal. Must not: look at a function that a sanitizer will only come to.

use crate::diag::{Diagnostic, codes};
use enzyme_llvm_shim::ir::{Value, ValueKind};

/// How the names of what sanitizers call and look up begin, and the compiler's name of each. UndefinedBehaviorSanitizer is not among them: it calls its
/// functions where the program ends only.
const SANITIZERS: [(&str, &str); 5] = [
    ("__asan_", "address"),
    ("__hwasan_", "hwaddress"),
    ("__msan_", "memory"),
    ("__tsan_", "thread"),
    ("__dfsan_", "dataflow"),
];

/// Refuses a function that a sanitizer has been at.
pub(super) fn check(function: Value) -> Result<(), Diagnostic> {
    let blocks = function.blocks().into_iter();
    let found = blocks
        .flat_map(|block| block.instructions())
        .find_map(|inst| of(inst).map(|name| (inst, name)));
    let Some((inst, name)) = found else {
        return Ok(());
    };
    let message = format!("this function holds what -fsanitize={name} has added to it");
    Err(Diagnostic::new(codes::INSTRUMENTED, message)
        .note("sanitizers add to a function when its file is compiled, and here the derivative is made later")
        .help("put the hook and the function into one file, or include the one in the other: derivatives are made first then, and are checked as well")
        .help(format!("or compile what is differentiated with -fno-sanitize={name}"))
        .at(function, Some(inst)))
}

/// The sanitizer that an instruction speaks of.
fn of(inst: Value) -> Option<&'static str> {
    let global = |operand: &Value| {
        matches!(
            operand.kind(),
            ValueKind::LLVMFunctionValueKind | ValueKind::LLVMGlobalVariableValueKind
        )
    };
    // Names are texts to be copied: those of globals only are asked for.
    let globals = inst.operands().into_iter().filter(global);
    globals.map(Value::name).find_map(|name| sanitizer(&name))
}

fn sanitizer(symbol: &str) -> Option<&'static str> {
    let known = SANITIZERS
        .iter()
        .find(|(start, _)| symbol.starts_with(start));
    known.map(|(_, name)| *name)
}
