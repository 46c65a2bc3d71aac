//! Functions of numbers write `errno`. In a program that never asks where that is, they write nothing that it reads: LLVM may then move what the
//! program reads past them, the length of a row out of the loop in which sines are computed.
//!
//! Owns: what LLVM is told of such calls. Must not: let calls disappear, for whoever calls the derivative may read `errno`.

use super::inline::{all_calls, named};
use crate::view::ints;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::ir::{Module, TypeKind, Value};
use enzyme_rules::{CalleeKind, Registry};

/// Tells LLVM so in a prepared copy, as long as some passes run. Code that is generated later is what the source says, for LLVM would make vectors of such
/// calls that its back end cannot select (`frexp`, LLVM 22).
pub(super) fn elsewhere_while<T>(
    module: Module,
    copy: Value,
    registry: &Registry,
    passes: impl FnOnce() -> T,
) -> T {
    if ints::may_be_read(module) {
        return passes();
    }
    let elsewhere = module.context().writes_elsewhere();
    for call in all_calls(copy) {
        if is_of_numbers(call, registry) {
            call.add_call_attribute(elsewhere);
        }
    }
    let result = passes();
    for call in all_calls(copy) {
        call.forget_writes_elsewhere(elsewhere);
    }
    result
}

/// Whether a function of numbers is called, which may write `errno`: of some the source says that they do not (`-fno-math-errno`).
fn is_of_numbers(call: Value, registry: &Registry) -> bool {
    if !analyses::call_effects(call).writes {
        return false;
    }
    let Some(name) = named(call).map(|callee| callee.name()) else {
        return false;
    };
    let entry = registry.lookup(&name);
    let is_scalar = matches!(entry.map(|entry| &entry.what), Some(CalleeKind::Scalar(_)));
    let is_pointer = |value: &Value| value.ty().kind() == TypeKind::LLVMPointerTypeKind;
    let operands = call.operands();
    let arguments = operands
        .split_last()
        .map_or(&[][..], |(_, arguments)| arguments);
    is_scalar && !arguments.iter().any(is_pointer)
}
