//! Which integers that are handed on hold the bits of a number.
//!
//! Compilers hand small numbers to what runs elsewhere as integers. Handing on the number instead moves the same bits, so that what is asked here
//! changes no result: it lets the analyses see a number where the source has one.
//!
//! Owns: what those who use an integer, and those who made it, say of it. Must not: rewrite anything, or know a library.

use enzyme_llvm_shim::ir::{Opcode, Type, TypeKind, Value};

/// Choices among values that are followed.
const MOST: usize = 32;

/// The parameters as which a call hands an operand on; nothing if that is not known.
pub(super) type HandedOn<'a> = &'a dyn Fn(Value, Value) -> Option<Vec<Value>>;

/// The type of number that all who use an integer take it for; where nobody says so, what is said of what it was made of, or where that was stored.
pub(super) fn number(
    made: Option<Value>,
    used: Value,
    handed_on: HandedOn<'_>,
    depth: u32,
) -> Option<Type> {
    let mut said = Said {
        handed_on,
        types: Vec::new(),
        chosen: Vec::new(),
    };
    said.by_users(used, depth);
    if let (true, Some(made)) = (said.types.is_empty(), made) {
        said.by_maker(made);
    }
    said.number()
}

/// The type of number that all who access a variable take its content for.
pub(super) fn content(variable: Value, handed_on: HandedOn<'_>, depth: u32) -> Option<Type> {
    let mut said = Said {
        handed_on,
        types: Vec::new(),
        chosen: Vec::new(),
    };
    said.of_content(variable, None, depth);
    said.number()
}

/// What an integer is said to be, each time by its type.
struct Said<'a> {
    handed_on: HandedOn<'a>,
    types: Vec<Type>,
    /// Choices that were followed.
    chosen: Vec<Value>,
}

impl Said<'_> {
    fn number(&self) -> Option<Type> {
        let first = *self.types.first()?;
        let agree = self.types.iter().all(|ty| *ty == first);
        (agree && is_number(first)).then_some(first)
    }

    /// By all that is made of it.
    fn by_users(&mut self, value: Value, depth: u32) {
        if depth == 0 {
            return;
        }
        for user in value.users() {
            match user.opcode() {
                Opcode::LLVMBitCast => self.types.push(user.ty()),
                Opcode::LLVMTrunc => self.by_users(user, depth),
                Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMFreeze => {
                    if !self.chosen.contains(&user) && self.chosen.len() < MOST {
                        self.chosen.push(user);
                        self.by_users(user, depth);
                    }
                }
                Opcode::LLVMCall => match (self.handed_on)(user, value) {
                    Some(inside) => {
                        for param in inside {
                            self.by_users(param, depth - 1);
                        }
                    }
                    None => self.types.push(value.ty()),
                },
                Opcode::LLVMStore if user.operand(0) == Some(value) => {
                    let to = user.operand(1).filter(|to| is_variable(*to));
                    match (stated(user), to) {
                        (Some(stated), _) => self.types.push(stated),
                        (None, Some(to)) => self.of_content(to, Some(user), depth),
                        // Memory of others says nothing.
                        (None, None) => {}
                    }
                }
                // Any other: it is an integer to it.
                _ => self.types.push(value.ty()),
            }
        }
    }

    /// By all that access a variable, but for the store that is asked about.
    fn of_content(&mut self, address: Value, but: Option<Value>, depth: u32) {
        if depth == 0 {
            return;
        }
        for user in address.users().into_iter().filter(|u| Some(*u) != but) {
            match user.opcode() {
                Opcode::LLVMLoad if is_integer(user.ty()) => match stated(user) {
                    Some(stated) => self.types.push(stated),
                    None => self.by_users(user, depth - 1),
                },
                Opcode::LLVMLoad => self.types.push(user.ty()),
                Opcode::LLVMStore if user.operand(0) == Some(address) => {
                    for load in loads_of_slot(user) {
                        self.of_content(load, None, depth - 1);
                    }
                }
                Opcode::LLVMStore => match stated(user) {
                    Some(stated) => self.types.push(stated),
                    None => self.types.extend(user.operand(0).and_then(made_as)),
                },
                Opcode::LLVMCall => {
                    let inside = (self.handed_on)(user, address).into_iter().flatten();
                    for param in inside {
                        self.of_content(param, None, depth - 1);
                    }
                }
                // Any other: it says nothing of what lies there.
                _ => {}
            }
        }
    }

    /// By what it was made of.
    fn by_maker(&mut self, made: Value) {
        let is_store = made.is_instruction() && made.opcode() == Opcode::LLVMStore;
        let said = match is_store {
            true => stated(made).or_else(|| made_as(made.operand(0)?)),
            false => made_as(made),
        };
        self.types.extend(said);
    }
}

/// Whether a number is as long as an integer.
pub(super) fn is_as_long(number: Type, integer: Type) -> bool {
    let bits = match number.kind() {
        TypeKind::LLVMFloatTypeKind => 32,
        _ => 64,
    };
    is_integer(integer) && integer.int_bits() == bits
}

/// What a value is by what made it, if that says so.
fn made_as(value: Value) -> Option<Type> {
    if !is_integer(value.ty()) {
        return Some(value.ty());
    }
    if !value.is_instruction() {
        return None;
    }
    let from = value.operand(0)?;
    match value.opcode() {
        Opcode::LLVMBitCast => Some(from.ty()),
        Opcode::LLVMZExt => made_as(from),
        Opcode::LLVMLoad => stated(value).or_else(|| lying_at(from)),
        // They may have come from anywhere.
        Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMCall => None,
        // Any other: it was computed.
        _ => Some(value.ty()),
    }
}

/// The type of what lies at an address, by the type in which the address is computed or the variable's own.
fn lying_at(address: Value) -> Option<Type> {
    if !address.is_instruction() {
        return None;
    }
    let ty = match address.opcode() {
        Opcode::LLVMAlloca => address.allocated_type(),
        Opcode::LLVMGetElementPtr => address.indexed_type(),
        // Any other: it does not say.
        _ => return None,
    };
    is_number(ty).then_some(ty)
}

/// Where the address that a store writes into a variable is read again.
pub(super) fn loads_of_slot(store: Value) -> Vec<Value> {
    let Some(slot) = store.operand(1).filter(|slot| is_variable(*slot)) else {
        return Vec::new();
    };
    let mut users = slot.users();
    users.retain(|user| user.opcode() == Opcode::LLVMLoad);
    users
}

/// The type of number that the source says of what an access reads or writes.
fn stated(access: Value) -> Option<Type> {
    let context = access.context();
    match access.tbaa_scalar().as_str() {
        "double" => Some(context.double()),
        "float" => Some(context.float()),
        // Any other: it is no number, or its type says nothing.
        _ => None,
    }
}

fn is_variable(value: Value) -> bool {
    value.is_instruction() && value.opcode() == Opcode::LLVMAlloca
}

fn is_integer(ty: Type) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind
}

fn is_number(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMDoubleTypeKind | TypeKind::LLVMFloatTypeKind
    )
}
