//! Words that are put together of several members and stored, as stores of their own.
//!
//! A structure of a `float` and an `int` is handed over in one register: `or (zext (bitcast float)), (shl (zext int), 32)`, and where it is stored
//! as such a word, one integer would be bits of a number and an integer at once. What lies in memory is known of single accesses, so that each member is
//! stored as what it is, at the same point.
//!
//! Owns: that rewriting. Must not: touch words in which no number is, or machines that put the first byte highest.

use super::pieces::aligned;
use super::slices::is_number;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};

/// Bits of the words that are looked at.
const WORD: u32 = 64;

/// Rewrites the words of a prepared copy.
pub(super) fn as_stores(module: Module, copy: Value) {
    if !module.is_little_endian() {
        return;
    }
    let blocks = copy.blocks().into_iter();
    let insts = blocks.flat_map(|block| block.instructions());
    let words: Vec<(Value, Vec<Part>)> = insts
        .filter(is_word)
        .filter_map(|store| Some((store, members(store.operands()[0])?)))
        .collect();
    for (store, members) in words {
        take_apart(module, store, &members);
    }
}

/// Some bits of a word: how many, from which on, and what they are.
#[derive(Clone, Copy)]
struct Part {
    value: Value,
    from: u32,
    bits: u32,
}

impl Part {
    /// The number whose bits these are.
    fn number(&self) -> Option<Value> {
        let is_cast = self.value.is_instruction() && self.value.opcode() == Opcode::LLVMBitCast;
        let from = is_cast.then(|| self.value.operands()[0])?;
        is_number(from.ty()).then_some(from)
    }
}

fn take_apart(module: Module, store: Value, members: &[Part]) {
    let address = store.operands()[1];
    let alignment = u64::from(store.memory_alignment());
    for member in members {
        let build = Builder::ahead_of(module.context(), store);
        build.set_location(Some(store));
        let bytes = u64::from(member.from / 8);
        let at = build.ptradd(address, module.context().int(64).constant_int(bytes), "");
        let own = build.store(member.number().unwrap_or(member.value), at);
        own.set_memory_alignment(aligned(alignment, bytes) as u32);
    }
    store.erase_instruction();
}

/// The members of a word, from the first one on, if one of them is a number and all are of whole bytes.
fn members(word: Value) -> Option<Vec<Part>> {
    let mut made = Made::default();
    made.collect(word, 0)?;
    if made.overlaps() {
        return None;
    }
    made.parts.sort_by_key(|part| part.from);
    let mut all = Vec::new();
    let mut end = 0;
    for part in &made.parts {
        all.extend(made.constant(word, end, part.from)?);
        all.push(*part);
        end = part.from + part.bits;
    }
    all.extend(made.constant(word, end, WORD)?);
    let whole = |part: &Part| matches!(part.bits, 8 | 16 | 32) && part.from.is_multiple_of(8);
    let is_one = all.iter().any(|part| part.number().is_some());
    (is_one && all.iter().all(whole)).then_some(all)
}

/// What a word is made of.
#[derive(Default)]
struct Made {
    parts: Vec<Part>,
    /// All else of it.
    constant: u64,
}

impl Made {
    /// Adds what a value is made of, moved by some bits; nothing if that is not known.
    fn collect(&mut self, value: Value, by: u32) -> Option<()> {
        if is_constant(value) {
            self.constant |= value.constant_word(0).checked_shl(by)?;
            return Some(());
        }
        if !value.is_instruction() {
            return None;
        }
        let operand = |at: usize| value.operands()[at];
        match value.opcode() {
            Opcode::LLVMOr if value.is_disjoint() => {
                self.collect(operand(0), by)?;
                self.collect(operand(1), by)
            }
            Opcode::LLVMShl if is_constant(operand(1)) => {
                let distance = u32::try_from(operand(1).constant_word(0)).ok()?;
                self.collect(operand(0), by.checked_add(distance)?)
            }
            Opcode::LLVMZExt => {
                let bits = operand(0).ty().int_bits();
                let inside = by.checked_add(bits).is_some_and(|end| end <= WORD);
                self.parts.extend(inside.then_some(Part {
                    value: operand(0),
                    from: by,
                    bits,
                }));
                inside.then_some(())
            }
            _ => None,
        }
    }

    /// The constant bits from one part to the next one, if there are any; nothing if the parts overlap.
    fn constant(&self, word: Value, from: u32, to: u32) -> Option<Option<Part>> {
        let bits = to.checked_sub(from)?;
        let of_part = |bits| {
            let constant = self.constant >> from & (u64::MAX >> (WORD - bits));
            let value = word.context().int(bits).constant_int(constant);
            Part { value, from, bits }
        };
        Some((bits != 0).then(|| of_part(bits)))
    }

    /// Whether constant bits lie where a part is.
    fn overlaps(&self) -> bool {
        let of = |part: &Part| (u64::MAX >> (WORD - part.bits)) << part.from;
        self.parts.iter().any(|part| of(part) & self.constant != 0)
    }
}

fn is_constant(value: Value) -> bool {
    value.kind() == ValueKind::LLVMConstantIntValueKind
}

/// Whether an instruction stores a word of which nothing but its type says what it is.
fn is_word(inst: &Value) -> bool {
    let stored = |store: &Value| store.operands()[0].ty();
    inst.opcode() == Opcode::LLVMStore
        && stored(inst).kind() == TypeKind::LLVMIntegerTypeKind
        && stored(inst).int_bits() == WORD
        && !inst.is_volatile()
        && !inst.is_atomic()
}
