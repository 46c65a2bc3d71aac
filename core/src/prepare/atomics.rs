//! Atomic differences, as sums of the negative: there is one rule for both.
//!
//! Owns: the exchange. Must not: touch accesses that order threads.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, Module, Opcode, Value};

/// Writes them so in a prepared copy.
pub(super) fn differences_as_sums(module: Module, copy: Value) {
    let insts = copy
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions());
    let is_difference = |inst: &Value| {
        inst.opcode() == Opcode::LLVMAtomicRMW
            && inst.atomic_op() == AtomicOp::LLVMAtomicRMWBinOpFSub
            && !inst.is_volatile()
            && !inst.orders_threads()
    };
    for difference in insts.filter(is_difference).collect::<Vec<_>>() {
        let (Some(pointer), Some(number)) = (difference.operand(0), difference.operand(1)) else {
            continue;
        };
        let build = Builder::ahead_of(module.context(), difference);
        build.set_location(Some(difference));
        let negative = build.fneg(number);
        let sum = build.atomic_rmw(AtomicOp::LLVMAtomicRMWBinOpFAdd, pointer, negative);
        difference.replace_all_uses_with(sum);
        difference.erase_instruction();
    }
}
