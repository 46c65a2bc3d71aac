//! Constants in indices: `p + (32 * i + 8)` as `(p + 32 * i) + 8`.
//!
//! LLVM writes the start of what a loop copies so. As one index, all that is known of it is what divides both parts: a member of an array of structures would
//! be an array of numbers.
//!
//! Owns: that rewriting. Must not: look into products.

use crate::analysis::memory::gcd;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};

/// Bits of an address: sums of so many wrap as addresses do.
const WIDTH: u32 = 64;

/// Splits the indices of a prepared copy.
pub(super) fn apart(module: Module, copy: Value) {
    let blocks = copy.blocks().into_iter();
    let all = blocks.flat_map(|block| block.instructions());
    for address in all.collect::<Vec<_>>() {
        let Some((base, [index, constant])) = split(address) else {
            continue;
        };
        let build = Builder::ahead_of(module.context(), address);
        build.set_location(Some(address));
        let near = build.ptradd_anywhere(base, index, "");
        if near.is_instruction() && !says_more(near, constant) {
            near.erase_instruction();
            continue;
        }
        let exact = build.ptradd_anywhere(near, constant, "");
        address.replace_all_uses_with(exact);
        address.erase_instruction();
    }
}

/// Whether a constant is no multiple of what an index moves an address by: else both together say as much of the place.
fn says_more(near: Value, constant: Value) -> bool {
    let by = analyses::gep_offset(near).map(|offset| offset.variable);
    let all = by.into_iter().flatten();
    let stride = all.fold(0, |all, index| {
        gcd(all, (index.stride * index.factor).unsigned_abs())
    });
    let bytes = constant.as_i64().unwrap_or(0).unsigned_abs();
    stride != 0 && bytes % stride != 0
}

/// The base of an address that is counted in bytes, and a sum of which one part is a constant.
fn split(address: Value) -> Option<(Value, [Value; 2])> {
    let is_int =
        |ty: Type, bits: u32| ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_bits() == bits;
    if address.opcode() != Opcode::LLVMGetElementPtr || !is_int(address.indexed_type(), 8) {
        return None;
    }
    let [base, index] = address.operands()[..] else {
        return None;
    };
    if !index.is_instruction() || index.opcode() != Opcode::LLVMAdd || !is_int(index.ty(), WIDTH) {
        return None;
    }
    let [rest, constant] = index.operands()[..] else {
        return None;
    };
    constant.as_i64().map(|_| (base, [rest, constant]))
}
