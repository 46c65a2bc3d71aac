//! Functions of numbers write `errno`. In a program that never asks where that is, they write nothing that it reads: LLVM may then move what the
//! program reads past them, the length of a row out of the loop in which sines are computed.
//!
//! Owns: what LLVM is told of such calls. Must not: let calls disappear, for whoever calls the derivative may read `errno`.

use super::inline::named;
use crate::view::ints;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_rules::{CalleeKind, Registry};

/// Tells LLVM so in a prepared copy.
pub(super) fn as_elsewhere(module: Module, copy: Value, registry: &Registry) {
    if ints::may_be_read(module) {
        return;
    }
    let elsewhere = module.context().writes_elsewhere();
    let blocks = copy.blocks().into_iter();
    let insts = blocks.flat_map(|block| block.instructions());
    for call in insts.filter(|inst| is_of_numbers(*inst, registry)) {
        call.add_call_attribute(elsewhere);
    }
}

/// Whether a function of numbers is called, which may write `errno`.
fn is_of_numbers(inst: Value, registry: &Registry) -> bool {
    if inst.opcode() != Opcode::LLVMCall {
        return false;
    }
    let Some(name) = named(inst).map(|callee| callee.name()) else {
        return false;
    };
    let entry = registry.lookup(&name);
    let is_scalar = matches!(entry.map(|entry| &entry.what), Some(CalleeKind::Scalar(_)));
    let is_pointer = |value: &Value| value.ty().kind() == TypeKind::LLVMPointerTypeKind;
    let operands = inst.operands();
    let arguments = operands
        .split_last()
        .map_or(&[][..], |(_, arguments)| arguments);
    // What LLVM declares itself says more of what it accesses.
    is_scalar && !name.starts_with("llvm.") && !arguments.iter().any(is_pointer)
}
