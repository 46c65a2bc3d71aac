//! What a function has written into a descriptor that it made itself.
//!
//! Owns: which stores, copies and `memset`s those are, and which of them were the last. Must not: know what descriptors are for.

use crate::prepare::inline::named;
use crate::prepare::offsets::{addresses, last_ahead, marks_life};
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value};
use enzyme_rules::assignment;

/// What lies in the fields of a descriptor that a call is given.
pub(super) struct Fields {
    module: Module,
    call: Value,
    /// Where, how many bytes, and what writes them.
    written: Vec<(u64, u64, Value)>,
    /// How many copies may still be followed: descriptors may be passed around in a circle.
    copies: u32,
}

/// Descriptors are copied from variable to variable a few times.
const COPIES: u32 = 16;

impl Fields {
    /// Nothing if the descriptor is none of the function's variables, or others may write there.
    pub(super) fn of(descriptor: Value, at: (Module, Value)) -> Option<Self> {
        Self::within(descriptor, at, COPIES)
    }

    /// The same of what was copied by a call.
    fn copied(&self, from: Value, by: Value) -> Option<Self> {
        Self::within(from, (self.module, by), self.copies.checked_sub(1)?)
    }

    fn within(descriptor: Value, (module, call): (Module, Value), copies: u32) -> Option<Self> {
        let is_variable = descriptor.is_instruction() && descriptor.opcode() == Opcode::LLVMAlloca;
        let all = addresses(descriptor).filter(|_| is_variable)?;
        let mut written = Vec::new();
        for (address, offset) in all {
            for user in address.users() {
                match user.opcode() {
                    Opcode::LLVMGetElementPtr | Opcode::LLVMLoad => {}
                    Opcode::LLVMStore if user.operand(0) != Some(address) => {
                        let bytes = module.alloc_size(user.operand(0)?.ty());
                        written.push((offset, bytes, user));
                    }
                    Opcode::LLVMCall if leaves_alone(user) => {}
                    Opcode::LLVMCall => {
                        let copied = Copied::of(user).map(|copied| (copied.to, copied.bytes));
                        let set = || Set::of(user).map(|set| (set.to, set.bytes));
                        let (to, bytes) = copied.or_else(set)?;
                        if to == address {
                            written.push((offset, bytes, user));
                        }
                    }
                    // Any other: it may write there.
                    _ => return None,
                }
            }
        }
        Some(Self {
            module,
            call,
            written,
            copies,
        })
    }

    /// The value that was written last over a byte, and which of its bytes that is.
    fn over(&self, offset: u64) -> Option<(Value, u64)> {
        let covers = |(at, bytes, _): &&(u64, u64, Value)| (*at..at + bytes).contains(&offset);
        let all = self.written.iter().filter(covers);
        let stores: Vec<Value> = all.map(|(.., store)| *store).collect();
        let last = last_ahead(self.call, &stores)?;
        let mut all = self.written.iter();
        let (at, ..) = all.find(|(.., store)| *store == last)?;
        match Copied::of(last) {
            None if Set::of(last).is_some() => None,
            None => Some((last.operand(0)?, offset - at)),
            Some(copied) => self.copied(copied.from, last)?.over(offset - at),
        }
    }

    /// A field of eight bytes.
    pub(super) fn whole(&self, offset: u64) -> Option<Value> {
        let (value, at) = self.over(offset)?;
        match value.ty().kind() {
            TypeKind::LLVMVectorTypeKind => value.aggregate_element((at / 8) as u32),
            _ => Some(value).filter(|_| at == 0),
        }
        .filter(|field| {
            let ty = field.ty();
            ty.kind() == TypeKind::LLVMPointerTypeKind
                || ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_bits() == 64
        })
    }

    /// A field of one or eight bytes that is constant: each store there writes the same.
    pub(super) fn constant(&self, offset: u64, bytes: u64) -> Option<u64> {
        let covers = |(at, size, _): &&(u64, u64, Value)| (*at..at + size).contains(&offset);
        let all = self.written.iter().filter(covers);
        let mut all = all.map(|(at, _, by)| self.constant_of(*by, offset - at, bytes));
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    /// What a store or a copy writes so far behind its beginning.
    fn constant_of(&self, by: Value, at: u64, bytes: u64) -> Option<u64> {
        if let Some(copied) = Copied::of(by) {
            return self.copied(copied.from, by)?.constant(at, bytes);
        }
        if let Some(set) = Set::of(by) {
            let all = u64::from_le_bytes([set.byte; 8]);
            return Some(if bytes == 1 { all & 0xff } else { all });
        }
        let value = by.operand(0)?;
        let (value, at) = match value.ty().kind() {
            TypeKind::LLVMVectorTypeKind => {
                let lane = u64::from(value.ty().element().int_bits() / 8).max(1);
                (value.aggregate_element((at / lane) as u32)?, at % lane)
            }
            _ => (value, at),
        };
        let has = self.module.alloc_size(value.ty());
        let bits = value.as_u64().filter(|_| at + bytes <= has)? >> (8 * at);
        Some(if bytes == 1 { bits & 0xff } else { bits })
    }
}

/// A copy of so many bytes, as of a descriptor from one variable to another.
struct Copied {
    to: Value,
    from: Value,
    bytes: u64,
}

impl Copied {
    fn of(inst: Value) -> Option<Self> {
        let is_call = inst.opcode() == Opcode::LLVMCall;
        let callee = is_call.then(|| named(inst)).flatten()?;
        let copies = callee.name().starts_with("llvm.memcpy.");
        let args = inst.call_args();
        let [to, from, bytes, ..] = args[..] else {
            return None;
        };
        let bytes = bytes.as_u64().filter(|_| copies)?;
        Some(Self { to, from, bytes })
    }
}

/// So many bytes that become one and the same.
struct Set {
    to: Value,
    byte: u8,
    bytes: u64,
}

impl Set {
    fn of(inst: Value) -> Option<Self> {
        let is_call = inst.opcode() == Opcode::LLVMCall;
        let callee = is_call.then(|| named(inst)).flatten()?;
        let sets = callee.name().starts_with("llvm.memset.");
        let args = inst.call_args();
        let [to, byte, bytes, ..] = args[..] else {
            return None;
        };
        let bytes = bytes.as_u64().filter(|_| sets)?;
        let byte = byte.as_u64()?.to_le_bytes()[0];
        Some(Self { to, byte, bytes })
    }
}

/// Whether a call that is given a descriptor does not write there.
fn leaves_alone(call: Value) -> bool {
    describes(call) || marks_life(call)
}

/// Whether a call is given descriptors, and keeps none.
pub(in crate::prepare) fn describes(call: Value) -> bool {
    named(call).is_some_and(|callee| assignment(&callee.name()).is_some())
}
