//! Which of two numbers takes the place of the other, and what it is in memory.
//!
//! Owns: [`Better`]. Must not: look at a loop.

use crate::prepare::outcome::{content, is};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{AtomicOp, FloatPredicate, Opcode, Type, TypeKind, Value};

/// Which of two numbers replaces the other.
#[derive(Clone, Copy)]
pub(super) enum Better {
    Larger,
    Smaller,
}

impl Better {
    /// By a condition that a number is larger or smaller than the old one; with the number.
    pub(super) fn of(condition: Value, old: Value) -> Option<(Self, Value)> {
        if !is(condition, Opcode::LLVMFCmp) {
            return None;
        }
        let [a, b] = condition.operands()[..] else {
            return None;
        };
        let (by, is_first) = match (content(a) == old, content(b) == old) {
            (false, true) => (a, true),
            (true, false) => (b, false),
            _ => return None,
        };
        let larger = match condition.float_predicate() {
            FloatPredicate::LLVMRealOGT => is_first,
            FloatPredicate::LLVMRealOLT => !is_first,
            // Any other: it holds for what is equal, or for what is no number.
            _ => return None,
        };
        Some((if larger { Self::Larger } else { Self::Smaller }, by))
    }

    /// The operation that leaves in memory what is no number.
    pub(super) fn operation(self) -> AtomicOp {
        match self {
            Self::Larger => AtomicOp::LLVMAtomicRMWBinOpFMaximum,
            Self::Smaller => AtomicOp::LLVMAtomicRMWBinOpFMinimum,
        }
    }

    pub(super) fn predicate(self) -> FloatPredicate {
        match self {
            Self::Larger => FloatPredicate::LLVMRealOGT,
            Self::Smaller => FloatPredicate::LLVMRealOLT,
        }
    }

    /// The number that replaces none.
    pub(super) fn least(self) -> f64 {
        match self {
            Self::Larger => f64::NEG_INFINITY,
            Self::Smaller => f64::INFINITY,
        }
    }
}

/// Whether numbers of this type are exchanged.
pub(super) fn is_number(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMFloatTypeKind | TypeKind::LLVMDoubleTypeKind
    )
}

/// The same bits as another type of the same size.
pub(super) fn as_type(build: &Builder, value: Value, ty: Type) -> Value {
    match value.ty() == ty {
        true => value,
        false => build.cast(Opcode::LLVMBitCast, value, ty),
    }
}
