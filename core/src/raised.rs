//! Atomic maxima and minima of numbers: whether one has put its number in the place of another one.
//!
//! Owns: the comparison, as code. Must not: know who asks.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, FloatPredicate, Value};

/// Whether an operation leaves the larger or the smaller one of two numbers.
pub(crate) fn takes_extreme(op: AtomicOp) -> bool {
    better(op).is_some()
}

/// How a number compares with one that it replaces.
fn better(op: AtomicOp) -> Option<FloatPredicate> {
    Some(match op {
        AtomicOp::LLVMAtomicRMWBinOpFMax | AtomicOp::LLVMAtomicRMWBinOpFMaximum => {
            FloatPredicate::LLVMRealOGT
        }
        AtomicOp::LLVMAtomicRMWBinOpFMin | AtomicOp::LLVMAtomicRMWBinOpFMinimum => {
            FloatPredicate::LLVMRealOLT
        }
        // Any other: it takes no larger or smaller one.
        _ => return None,
    })
}

/// Whether what is no number gives way to one; else it stays.
fn gives_way(op: AtomicOp) -> bool {
    matches!(
        op,
        AtomicOp::LLVMAtomicRMWBinOpFMax | AtomicOp::LLVMAtomicRMWBinOpFMin
    )
}

/// Whether an operation has put its number in the place of another one.
pub(crate) fn replaces(build: &Builder, update: Value, number: Value) -> Value {
    let predicate = better(update.atomic_op()).expect("it takes the larger or the smaller number");
    let is_better = build.fcmp(predicate, number, update);
    if !gives_way(update.atomic_op()) {
        return is_better;
    }
    let none = build.fcmp(FloatPredicate::LLVMRealUNO, update, update);
    let one = build.fcmp(FloatPredicate::LLVMRealORD, number, number);
    build.or(is_better, build.and(none, one))
}
