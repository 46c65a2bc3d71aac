//! What an atomic access moves, where code has it as an integer.
//!
//! Compilers exchange numbers as integers of the same size. LLVM makes integers of the loads and stores around, too, where a number is only
//! moved (`v = *x; *x = from[i]`), and then no instruction says what it is. So bits are followed to where they come from and go to. A number
//! is found by a conversion, or by what the front end says of memory (TBAA). Bits of which nothing says what they are, and which are only
//! moved, stay integers in a section: what they carry is found by flows, as for any other integer. A section keeps out other sections only, and no
//! atomic access of the processor's: so that holds in programs alone which do nothing else to integers of that size ([`are_only_moved`]).
//!
//! Owns: [`Bits`]. Must not: take what the program computes with for moved bits.

use super::sections::{instructions, is_number};
use crate::analysis::memory::{Scalar, named_scalar};
use enzyme_llvm_shim::ir::{AtomicOp, IntPredicate, Opcode, Type, TypeKind, Value};
use enzyme_rules::FloatKind;

/// Values that are looked at; what goes farther is not known.
const MOST: usize = 64;

/// Bits of numbers that are exchanged.
const SIZES: [u32; 2] = [32, 64];

/// What an atomic access reads or writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bits {
    /// A number of this type, or its bits.
    Number(Type),
    /// An integer of which nothing says what it is, and which is only moved from and to memory.
    Moved(Type),
    /// An integer.
    Integer(Type),
}

impl Bits {
    pub(super) fn ty(self) -> Type {
        match self {
            Bits::Number(ty) | Bits::Moved(ty) | Bits::Integer(ty) => ty,
        }
    }
}

/// Whether functions have atomic accesses of integers of this type that only move them, and no others but such as order nothing: then all become sections.
pub(super) fn are_only_moved(functions: impl Iterator<Item = Value>, integer: Type) -> bool {
    let insts = functions.flat_map(instructions);
    let known = insts
        .filter(|inst| inst.is_atomic())
        .filter_map(|inst| Some((inst, of_access(inst)?)));
    let mut any = false;
    for (inst, bits) in known {
        match bits {
            Bits::Moved(ty) => any |= ty == integer,
            Bits::Integer(ty) if ty == integer && !is_relaxed_move(inst) => return false,
            Bits::Integer(_) | Bits::Number(_) => {}
        }
    }
    any
}

/// Whether an access reads, writes or exchanges, and orders nothing else.
fn is_relaxed_move(inst: Value) -> bool {
    let moves = match inst.opcode() {
        Opcode::LLVMLoad | Opcode::LLVMStore => true,
        Opcode::LLVMAtomicRMW => is_exchange(inst),
        // Any other: it computes, or compares.
        _ => false,
    };
    moves && !inst.is_volatile() && !inst.orders_threads()
}

/// What an atomic access reads or writes: nothing if that is no number, and no integer that could be one.
pub(super) fn of_access(inst: Value) -> Option<Bits> {
    let operand = |at| inst.operand(at);
    match inst.opcode() {
        Opcode::LLVMLoad => of(&[inst]),
        Opcode::LLVMStore => of(&[operand(0)?]),
        Opcode::LLVMAtomicRMW if is_exchange(inst) => of(&[operand(1)?, inst]),
        Opcode::LLVMAtomicRMW => whole(inst.ty()),
        Opcode::LLVMAtomicCmpXchg => match of(&[operand(1)?, operand(2)?])? {
            // What it compares with, it takes for an integer.
            Bits::Moved(ty) => Some(Bits::Integer(ty)),
            known => Some(known),
        },
        // Any other: it accesses nothing.
        _ => None,
    }
}

/// What a value of this type is if it is computed with.
fn whole(ty: Type) -> Option<Bits> {
    match is_number(ty) {
        true => Some(Bits::Number(ty)),
        false => is_integer(ty).then_some(Bits::Integer(ty)),
    }
}

fn is_integer(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind && SIZES.contains(&ty.int_bits())
}

/// What these values are or carry, all of them what one access reads or writes.
fn of(values: &[Value]) -> Option<Bits> {
    let own = values.first()?.ty();
    if !is_integer(own) {
        return whole(own);
    }
    let mut web = Moved {
        own,
        values: Vec::new(),
        number: None,
        in_memory: false,
        is_integer: false,
    };
    values.iter().for_each(|value| web.reach(*value));
    let mut next = 0;
    while next < web.values.len() && next < MOST {
        let value = web.values[next];
        web.comes_from(value);
        value
            .users()
            .into_iter()
            .for_each(|user| web.goes_to(value, user));
        next += 1;
    }
    let only_moved = web.in_memory && !web.is_integer && next == web.values.len();
    Some(match web.number {
        Some(number) => Bits::Number(number),
        None if only_moved => Bits::Moved(own),
        None => Bits::Integer(own),
    })
}

/// Values that have the same bits, or that one of several may have, and what is known of them.
struct Moved {
    own: Type,
    values: Vec<Value>,
    number: Option<Type>,
    /// Whether some are read from memory, or written there, by other accesses.
    in_memory: bool,
    /// Whether they are used, or declared, as an integer, or as what nobody follows.
    is_integer: bool,
}

impl Moved {
    fn reach(&mut self, value: Value) {
        if value.is_constant() {
            self.is_integer |= value.as_u64().is_some_and(is_small);
        } else if value.ty() == self.own && !self.values.contains(&value) {
            self.values.push(value);
        }
    }

    /// Follows a value to where it comes from.
    fn comes_from(&mut self, value: Value) {
        if !value.is_instruction() {
            return;
        }
        match value.opcode() {
            Opcode::LLVMLoad => self.lies_in_memory(value),
            Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMFreeze => self.reach_all(value),
            Opcode::LLVMBitCast => self.converts(value.operand(0).map(Value::ty)),
            Opcode::LLVMAtomicRMW if is_exchange(value) => self.reach_all(value),
            Opcode::LLVMExtractValue if found(value).is_some() => {
                found(value)
                    .into_iter()
                    .for_each(|exchange| self.reach_all(exchange));
            }
            // Any other: it computes them, or has them from elsewhere.
            _ => self.is_integer = true,
        }
    }

    /// Follows a value to one of its users.
    fn goes_to(&mut self, value: Value, user: Value) {
        match user.opcode() {
            Opcode::LLVMStore => self.lies_in_memory(user),
            Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMFreeze => self.reach(user),
            Opcode::LLVMBitCast => self.converts(Some(user.ty())),
            Opcode::LLVMAtomicRMW if is_exchange(user) => self.reach(user),
            Opcode::LLVMAtomicCmpXchg => {
                self.reach_all(user);
                let parts = user.users().into_iter();
                parts
                    .filter(|part| found(*part).is_some())
                    .for_each(|part| self.reach(part));
            }
            Opcode::LLVMICmp if asks_for_success(value, user) => {}
            // Any other: what it does with them, it does with an integer.
            _ => self.is_integer = true,
        }
    }

    fn reach_all(&mut self, inst: Value) {
        inst.operands()
            .into_iter()
            .for_each(|operand| self.reach(operand));
    }

    fn converts(&mut self, other: Option<Type>) {
        match other.filter(|ty| is_number(*ty)) {
            Some(number) => self.number = self.number.or(Some(number)),
            None => self.is_integer = true,
        }
    }

    /// What the front end says of the memory that an instruction accesses, and what else is done with it if it is a variable.
    fn lies_in_memory(&mut self, access: Value) {
        self.in_memory |= !access.is_atomic();
        let pointer = access.operand(u32::from(access.opcode() == Opcode::LLVMStore));
        let is_variable = |at: &Value| at.is_instruction() && at.opcode() == Opcode::LLVMAlloca;
        for user in pointer
            .filter(is_variable)
            .into_iter()
            .flat_map(Value::users)
        {
            let also = match user.opcode() {
                Opcode::LLVMLoad => Some(user),
                Opcode::LLVMStore => user.operand(0).filter(|stored| Some(*stored) != pointer),
                // Any other: nothing is read or written there.
                _ => None,
            };
            match also.map(|value| (value, value.ty() == self.own)) {
                Some((value, true)) => self.reach(value),
                Some((value, false)) => self.converts(Some(value.ty())),
                None => {}
            }
        }
        match (named_scalar(&access.tbaa_scalar()), self.own.int_bits()) {
            (Scalar::Unknown, _) => {}
            (Scalar::Float(FloatKind::Double), 64) => {
                self.number = Some(access.context().double());
            }
            (Scalar::Float(FloatKind::Float), 32) => self.number = Some(access.context().float()),
            // Any other: no number of this size.
            _ => self.is_integer = true,
        }
    }
}

/// Whether nobody writes such bits who means a number: it would be a denormal one.
fn is_small(bits: u64) -> bool {
    (1..1 << 20).contains(&bits)
}

fn is_exchange(update: Value) -> bool {
    update.atomic_op() == AtomicOp::LLVMAtomicRMWBinOpXchg
}

/// The exchange whose finding a value is.
fn found(part: Value) -> Option<Value> {
    let is_part = part.opcode() == Opcode::LLVMExtractValue && part.aggregate_indices() == [0];
    let of = part
        .operand(0)
        .filter(|of| is_part && of.is_instruction())?;
    (of.opcode() == Opcode::LLVMAtomicCmpXchg).then_some(of)
}

/// Whether what an exchange has found is compared with what it expected: whether it succeeded.
fn asks_for_success(value: Value, comparison: Value) -> bool {
    let is_equality = matches!(
        comparison.int_predicate(),
        IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE
    );
    let sides = comparison.operands();
    let mut exchanges = sides.iter().filter(|side| side.is_instruction());
    let expected = exchanges.find_map(|side| found(*side)?.operand(1));
    is_equality && sides.contains(&value) && expected.is_some_and(|side| sides.contains(&side))
}
