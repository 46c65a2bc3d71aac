//! Numbers cut out of the bits of a vector, as lanes of that vector.
//!
//! Where a vector was stored and a part of it is loaded, LLVM's passes take the part out of one wide
//! integer: `trunc (lshr (bitcast <4 x double> to i256), 64) to i64` is lane 1.
//!
//! Owns: that rewriting. Must not: touch integers that do not become numbers, or machines that put the
//! first lane into the highest bits.

use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value, ValueKind};

/// Rewrites what becomes a number in a prepared copy, and says whether anything did.
pub(super) fn as_lanes(module: Module, copy: Value) -> bool {
    let mut changed = false;
    if !module.is_little_endian() {
        return changed;
    }
    let blocks = copy.blocks().into_iter();
    let all: Vec<Value> = blocks.flat_map(|b| b.instructions()).collect();
    for inst in &all {
        changed |= inst.opcode() == Opcode::LLVMExtractElement && taken_out(module, *inst);
    }
    for cast in all
        .into_iter()
        .filter(|inst| inst.opcode() == Opcode::LLVMBitCast)
    {
        let ty = cast.ty();
        let (number, lanes) = match ty.kind() {
            TypeKind::LLVMVectorTypeKind => (ty.element(), ty.length()),
            _ => (ty, 1),
        };
        let bits = cast.operands()[0];
        if bits.ty().kind() != TypeKind::LLVMIntegerTypeKind || !is_number(number) {
            continue;
        }
        let each = u64::from(bits.ty().int_bits()) / lanes;
        let Some((vector, first)) = slice(bits, number, each) else {
            continue;
        };
        let build = Builder::ahead_of(module.context(), cast);
        let i32 = module.context().int(32);
        let part = if ty.kind() == TypeKind::LLVMVectorTypeKind {
            let mask: Vec<i32> = (first..first + lanes).map(|lane| lane as i32).collect();
            build.shuffle(vector, vector.ty().poison(), &mask)
        } else {
            build.extract_element(vector, i32.constant_int(first))
        };
        cast.replace_all_uses_with(part);
        cast.erase_instruction();
        changed = true;
    }
    changed
}

/// Numbers that are taken out of a vector as an integer of their size: taken out as numbers, then cast.
fn taken_out(module: Module, extract: Value) -> bool {
    let [from, lane] = [extract.operands()[0], extract.operands()[1]];
    if !from.is_instruction() || from.opcode() != Opcode::LLVMBitCast {
        return false;
    }
    let numbers = from.operands()[0];
    let ty = numbers.ty();
    if ty.kind() != TypeKind::LLVMVectorTypeKind || !is_number(ty.element()) {
        return false;
    }
    let build = Builder::ahead_of(module.context(), extract);
    let (each, rest) = (
        ty.length() / from.ty().length(),
        ty.length() % from.ty().length(),
    );
    let taken = match (each, rest, lane.as_u64()) {
        (1, 0, _) => build.extract_element(numbers, lane),
        (2.., 0, Some(lane)) if lane < from.ty().length() => {
            let mask: Vec<i32> = (lane * each..(lane + 1) * each).map(|l| l as i32).collect();
            build.shuffle(numbers, ty.poison(), &mask)
        }
        _ => return false,
    };
    let bits = build.cast(Opcode::LLVMBitCast, taken, extract.ty());
    extract.replace_all_uses_with(bits);
    true
}

/// Whether it is a number whose bits fill its memory.
pub(super) fn is_number(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMHalfTypeKind
            | TypeKind::LLVMBFloatTypeKind
            | TypeKind::LLVMFloatTypeKind
            | TypeKind::LLVMDoubleTypeKind
            | TypeKind::LLVMFP128TypeKind
    )
}

/// The vector of numbers of `each` bits that some bits come from, and the lane of the lowest.
fn slice(bits: Value, number: Type, each: u64) -> Option<(Value, u64)> {
    let (mut at, mut lane) = (bits, 0);
    let whole = u64::from(bits.ty().int_bits()) / each;
    loop {
        if !at.is_instruction() {
            return None;
        }
        let from = at.operands();
        let one = at.ty().kind() == TypeKind::LLVMIntegerTypeKind;
        match at.opcode() {
            Opcode::LLVMTrunc if one => at = from[0],
            Opcode::LLVMLShr if one => {
                // Shifts are as wide as what they shift, and small.
                let constant = from[1].kind() == ValueKind::LLVMConstantIntValueKind;
                let shift = constant.then(|| from[1].constant_word(0));
                lane += shift.filter(|n| n.is_multiple_of(each))? / each;
                // The zeros that come in at the top are no lanes.
                if (lane + whole) * each > u64::from(at.ty().int_bits()) {
                    return None;
                }
                at = from[0];
            }
            Opcode::LLVMExtractElement => {
                let index = from[1].as_u64()?;
                let width = u64::from(at.ty().int_bits());
                if !width.is_multiple_of(each) || !from[0].is_instruction() {
                    return None;
                }
                lane += index * (width / each);
                at = from[0];
            }
            Opcode::LLVMBitCast => {
                let (vector, ty) = (from[0], from[0].ty());
                let fits = ty.kind() == TypeKind::LLVMVectorTypeKind && ty.element() == number;
                let inside = fits && lane + whole <= ty.length();
                return (inside && at != bits).then_some((vector, lane));
            }
            _ => return None,
        }
    }
}
