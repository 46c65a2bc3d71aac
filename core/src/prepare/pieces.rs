//! Members cut out of a loaded word, as loads of their own.
//!
//! Where a word of several members was copied and one of them is read, LLVM cuts that out of the word in a register:
//! `bitcast (trunc (lshr (load i64), 32) to i32) to float` is the second of two `float`s. What lies in memory is known of
//! single accesses, so that each member is loaded as what it is, at the same point.
//!
//! Owns: that rewriting. Must not: touch words of which no number is cut, or machines that put the first byte highest.

use super::slices::is_number;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};

/// Rewrites the words of a prepared copy.
pub(super) fn as_loads(module: Module, copy: Value) {
    if !module.is_little_endian() {
        return;
    }
    // Taking one apart erases instructions behind it, but no other load.
    let blocks = copy.blocks().into_iter();
    let words: Vec<Value> = blocks
        .flat_map(|b| b.instructions())
        .filter(is_word)
        .collect();
    for load in words {
        take_apart(module, load);
    }
}

/// A member of a word: its value in a register, and how many bytes lie before it.
type Piece = (Value, u64);

fn take_apart(module: Module, load: Value) {
    let pieces = pieces(load);
    if !pieces.iter().any(|(value, _)| is_number(value.ty())) {
        return;
    }
    for (value, offset) in pieces {
        let build = Builder::ahead_of(module.context(), load);
        let bytes = module.context().int(64).constant_int(offset);
        let at = build.ptradd(load.operands()[0], bytes, "");
        let own = build.load(value.ty(), at, "");
        let alignment = u64::from(load.memory_alignment());
        own.set_memory_alignment(aligned(alignment, offset) as u32);
        value.replace_all_uses_with(own);
        erase_unused(value, load);
    }
    if load.users().is_empty() {
        load.erase_instruction();
    }
}

/// What is known of the alignment of what lies some bytes behind an aligned place.
pub(super) fn aligned(alignment: u64, offset: u64) -> u64 {
    match offset {
        0 => alignment,
        _ => alignment.min(1 << offset.trailing_zeros()),
    }
}

/// The members that are cut out of a word.
fn pieces(load: Value) -> Vec<Piece> {
    let mut found = Vec::new();
    for user in load.users() {
        match user.opcode() {
            Opcode::LLVMTrunc => found.extend(cut(user, 0)),
            Opcode::LLVMLShr => {
                let constant = user.operands()[1].kind() == ValueKind::LLVMConstantIntValueKind;
                let shift = constant.then(|| user.operands()[1].constant_word(0));
                let whole = shift.filter(|bits| bits.is_multiple_of(8));
                let fits = |cut: &Value, bits: u64| {
                    bits + u64::from(cut.ty().int_bits()) <= u64::from(load.ty().int_bits())
                };
                let cuts = user.users().into_iter();
                let cuts = cuts.filter(|c| c.opcode() == Opcode::LLVMTrunc);
                if let Some(bits) = whole {
                    let inside = cuts.filter(|c| fits(c, bits));
                    found.extend(inside.flat_map(|c| cut(c, bits / 8)));
                }
            }
            _ => {}
        }
    }
    found
}

/// What is made of bits that were cut out: a number, or an integer of whole bytes.
fn cut(trunc: Value, offset: u64) -> Vec<Piece> {
    let is_whole = |bits: u32| matches!(bits, 8 | 16 | 32 | 64);
    if trunc.ty().kind() != TypeKind::LLVMIntegerTypeKind || !is_whole(trunc.ty().int_bits()) {
        return Vec::new();
    }
    let users = trunc.users();
    let numbers = users.iter().copied();
    let numbers: Vec<Value> = numbers
        .filter(|user| user.opcode() == Opcode::LLVMBitCast && is_number(user.ty()))
        .collect();
    let mut found: Vec<Piece> = numbers.iter().map(|number| (*number, offset)).collect();
    if numbers.len() < users.len() {
        found.push((trunc, offset));
    }
    found
}

/// Erases what a member was cut out by, up to the word.
fn erase_unused(value: Value, load: Value) {
    let mut at = value;
    while at != load && at.users().is_empty() {
        let from = at.operands()[0];
        at.erase_instruction();
        at = from;
    }
}

/// Whether an instruction loads an integer as it lies in memory.
fn is_word(inst: &Value) -> bool {
    inst.opcode() == Opcode::LLVMLoad
        && inst.ty().kind() == TypeKind::LLVMIntegerTypeKind
        && matches!(inst.ty().int_bits(), 32 | 64 | 128)
        && !inst.is_volatile()
        && !inst.is_atomic()
}
