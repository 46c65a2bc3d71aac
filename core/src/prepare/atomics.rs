//! Atomic sums and differences whose result nobody uses, as sums without order: there is one rule for all of them. Counts of machines that let them
//! order nothing, as such.
//!
//! Who never looks at the number orders nothing by adding to it. So neither an ordering nor a fence directly behind it (OpenMP's `seq_cst` is
//! both) tells the reverse pass anything.
//!
//! Owns: the exchange. Must not: touch sums of numbers whose result is used.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host;
use enzyme_llvm_shim::ir::{AtomicOp, Module, Opcode, TypeKind, Value};
use enzyme_rules::Registry;

const SUM: AtomicOp = AtomicOp::LLVMAtomicRMWBinOpFAdd;

/// Writes them so in a prepared copy.
pub(super) fn as_sums(module: Module, copy: Value) {
    let insts = copy
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions());
    for sum in insts.filter(|inst| is_other_sum(*inst)).collect::<Vec<_>>() {
        let (Some(pointer), Some(number)) = (sum.operand(0), sum.operand(1)) else {
            continue;
        };
        let build = Builder::ahead_of(module.context(), sum);
        build.set_location(Some(sum));
        let number = match sum.atomic_op() {
            SUM => number,
            _ => build.fneg(number),
        };
        build.atomic_rmw(SUM, pointer, number);
        let behind = sum.next_instruction();
        if let Some(fence) = behind.filter(|next| next.opcode() == Opcode::LLVMFence) {
            fence.erase_instruction();
        }
        sum.erase_instruction();
    }
}

/// Takes the order from atomic operations in a prepared copy, if its machine has them order nothing. Locks keep theirs: what is exchanged and
/// looked at, or compared.
pub(super) fn relax_counts(copy: Value, registry: &Registry) {
    if !registry
        .grid()
        .is_some_and(|grid| grid.counts_order_nothing)
    {
        return;
    }
    let insts = copy
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions());
    insts
        .filter(|inst| counts(*inst))
        .for_each(host::make_atomic);
}

fn counts(inst: Value) -> bool {
    inst.opcode() == Opcode::LLVMAtomicRMW
        && inst.ty().kind() != TypeKind::LLVMPointerTypeKind
        && !inst.is_volatile()
        && (inst.atomic_op() != AtomicOp::LLVMAtomicRMWBinOpXchg || inst.users().is_empty())
}

/// Whether an instruction is a difference, or a sum that orders threads.
fn is_other_sum(inst: Value) -> bool {
    if inst.opcode() != Opcode::LLVMAtomicRMW || inst.is_volatile() || !inst.users().is_empty() {
        return false;
    }
    match inst.atomic_op() {
        SUM => inst.orders_threads(),
        op => op == AtomicOp::LLVMAtomicRMWBinOpFSub,
    }
}
