//! Numbers that are rounded by arithmetic: `(x + c) - c`, with a constant so large that the numbers around it are as far apart as is wanted.
//!
//! Libraries round so where a processor has no instruction for it, and find the whole part of an exponent. The result is constant between jumps,
//! as that of `rint`: taken for a sum and a difference, its derivative would be 1. So is the sum, whose bits may be asked for.
//!
//! Constants for this are powers of two whose neighbours are whole numbers, and such powers and a half, which also negative numbers are
//! rounded with, and which some tables' indices are found by. An offset that is no such number is an offset.
//!
//! Owns: telling what is rounded. Must not: know derivatives.

use enzyme_llvm_shim::ir::{Opcode, TypeKind, Value, ValueKind};

/// Whether an instruction is one of the two of such a rounding: the first one, whose lowest bits are the whole number, jumps where the second one does.
pub(super) fn is_rounded(inst: Value) -> bool {
    ends(inst) || (added(inst).is_some() && inst.users().into_iter().any(ends))
}

/// Whether an instruction takes away what has rounded.
fn ends(inst: Value) -> bool {
    taken(inst)
        .is_some_and(|(sum, constant)| added(sum) == Some(constant) && rounds(constant, inst))
}

/// From what an instruction takes a constant away, in either direction, and the constant.
fn taken(inst: Value) -> Option<(Value, f64)> {
    let (opcode, operands) = arithmetic(inst)?;
    let right = || constant(operands[1]).map(|c| (operands[0], c));
    let left = || constant(operands[0]).map(|c| (operands[1], c));
    match opcode {
        Opcode::LLVMFSub => right().or_else(left),
        Opcode::LLVMFAdd => right().or_else(left).map(|(sum, c)| (sum, -c)),
        // Any other: it takes nothing away.
        _ => None,
    }
}

/// The constant that an instruction adds, also to a product.
fn added(inst: Value) -> Option<f64> {
    let (opcode, operands) = arithmetic(inst)?;
    match opcode {
        Opcode::LLVMFAdd => constant(operands[1]).or_else(|| constant(operands[0])),
        Opcode::LLVMFSub => {
            let right = constant(operands[1]).map(|c| -c);
            right.or_else(|| constant(operands[0]))
        }
        Opcode::LLVMCall => {
            let name = inst.callee()?.name();
            let fused = FUSED.iter().any(|start| name.starts_with(start));
            fused.then(|| constant(operands[2])).flatten()
        }
        // Any other: it is no sum.
        _ => None,
    }
}

/// A product and a sum in one.
const FUSED: [&str; 2] = ["llvm.fma.", "llvm.fmuladd."];

/// What an instruction does with which operands, if it may be a sum.
fn arithmetic(inst: Value) -> Option<(Opcode, Vec<Value>)> {
    let opcode = inst.is_instruction().then(|| inst.opcode())?;
    let sums = [Opcode::LLVMFAdd, Opcode::LLVMFSub, Opcode::LLVMCall];
    sums.contains(&opcode).then(|| (opcode, inst.operands()))
}

/// A floating constant, or that of all lanes.
fn constant(value: Value) -> Option<f64> {
    match value.kind() {
        ValueKind::LLVMConstantFPValueKind => value.as_f64(),
        ValueKind::LLVMConstantDataVectorValueKind | ValueKind::LLVMConstantVectorValueKind => {
            let lanes = 0..u32::try_from(value.ty().length()).ok()?;
            let lanes = lanes.map(|k| value.aggregate_element(k)?.as_f64());
            let lanes: Vec<f64> = lanes.collect::<Option<_>>()?;
            let first = *lanes.first()?;
            lanes.iter().all(|lane| *lane == first).then_some(first)
        }
        // Any other: it is not known, or zero.
        _ => None,
    }
}

/// Whether a constant is one that numbers are rounded with.
fn rounds(constant: f64, inst: Value) -> bool {
    let ty = inst.ty();
    let scalar = match ty.kind() {
        TypeKind::LLVMVectorTypeKind => ty.element(),
        _ => ty,
    };
    // Numbers from this power of two on are whole.
    let whole = match scalar.kind() {
        TypeKind::LLVMDoubleTypeKind => 52,
        TypeKind::LLVMFloatTypeKind => 23,
        // Any other: nobody is known to round so.
        _ => return false,
    };
    // Of tables of up to 4096 entries, an index is a fraction of 12 bits.
    const FRACTION: i32 = 12;
    let size = constant.abs();
    let exponent = size.log2().floor();
    let leading = size / exponent.exp2();
    let exponent = exponent as i32;
    (leading == 1.0 && exponent >= whole) || (leading == 1.5 && exponent >= whole - FRACTION)
}
