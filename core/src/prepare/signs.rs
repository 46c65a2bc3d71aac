//! Questions about the signs of numbers in vectors, asked of their bits, as comparisons of numbers.
//!
//! What tests the signs of all lanes at once (`movmskpd`, `blendvpd`) is a comparison of integers with
//! zero. The numbers are not computed with, but as vectors of integers they would be lost from sight.
//!
//! Owns: that rewriting, and the sign of a number as an `i1`. Must not: touch single numbers.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{FloatPredicate, IntPredicate, Module, Opcode, TypeKind, Value};

/// Rewrites `bits < 0` and `bits > -1` in a prepared copy, and says whether there were any.
pub(super) fn as_comparisons(module: Module, copy: Value) -> bool {
    let mut changed = false;
    let blocks = copy.blocks().into_iter();
    let found: Vec<Value> = blocks
        .flat_map(|b| b.instructions())
        .filter(|inst| inst.opcode() == Opcode::LLVMICmp)
        .collect();
    for compare in found {
        let [bits, with] = [compare.operands()[0], compare.operands()[1]];
        let Some(numbers) = numbers(bits) else {
            continue;
        };
        let build = Builder::ahead_of(module.context(), compare);
        let set = match compare.int_predicate() {
            IntPredicate::LLVMIntSLT if with.is_null() => is_set(module, &build, numbers),
            IntPredicate::LLVMIntSGT if all_ones(with) => {
                let zero = numbers.ty().zero();
                let one = unit(module, &build, numbers);
                build.fcmp(FloatPredicate::LLVMRealOGT, one, zero)
            }
            _ => continue,
        };
        compare.replace_all_uses_with(set);
        compare.erase_instruction();
        changed = true;
    }
    changed
}

/// Whether the sign bit is set: of zeros and NaNs, too.
pub(super) fn is_set(module: Module, build: &Builder, numbers: Value) -> Value {
    let zero = numbers.ty().zero();
    let one = unit(module, build, numbers);
    build.fcmp(FloatPredicate::LLVMRealOLT, one, zero)
}

/// 1 with the sign of each number.
fn unit(module: Module, build: &Builder, numbers: Value) -> Value {
    let one = numbers.ty().constant_float(1.0);
    let callee = module.intrinsic("llvm.copysign", &[numbers.ty()]);
    build.call(callee.function_type(), callee, &[one, numbers], "")
}

/// The numbers whose bits are compared, lane by lane.
fn numbers(bits: Value) -> Option<Value> {
    if !bits.is_instruction() || bits.opcode() != Opcode::LLVMBitCast {
        return None;
    }
    let from = bits.operands()[0];
    let vectors = [from, bits].map(|v| v.ty().kind() == TypeKind::LLVMVectorTypeKind);
    let fits = vectors == [true, true] && from.ty().length() == bits.ty().length();
    let integers = || from.ty().element().kind() == TypeKind::LLVMIntegerTypeKind;
    (fits && !integers()).then_some(from)
}

fn all_ones(value: Value) -> bool {
    let lanes = u32::try_from(value.ty().length()).unwrap_or(0);
    let one = |lane| value.aggregate_element(lane).and_then(Value::as_i64) == Some(-1);
    value.is_constant() && lanes > 0 && (0..lanes).all(one)
}
