//! What an argument is once copies that change nothing are looked through.
//!
//! Owns: the shapes that front ends produce around constants, at -O0 in particular. Must not:
//! follow values that depend on the path taken.
//! Tests: `frontend/tests.rs`.

use enzyme_llvm_shim::ir::{Opcode, Value, ValueKind};
use enzyme_rules::Registry;

/// More copies in a row than this no front end makes; values of unreachable code may be cyclic.
pub(super) const DEPTH: usize = 16;

/// Whether a value is an instruction of this opcode.
pub(super) fn is_instruction(value: Value, opcode: Opcode) -> bool {
    value.is_instruction() && value.opcode() == opcode
}

/// The function that a value stands for, or the value at which the search ended.
pub(super) fn function_of(value: Value) -> Result<Value, Value> {
    let mut value = value;
    for _ in 0..DEPTH {
        if value.kind() == ValueKind::LLVMFunctionValueKind {
            return Ok(value);
        }
        value = step(value).ok_or(value)?;
    }
    Err(value)
}

/// The global variable into which a pointer leads, if it says so.
pub(super) fn global_of(value: Value) -> Option<Value> {
    let mut value = value;
    for _ in 0..DEPTH {
        if value.kind() == ValueKind::LLVMGlobalVariableValueKind {
            return Some(value);
        }
        value = step(value).or_else(|| moved(value))?;
    }
    None
}

/// The global variable into which a pointer leads, or into a thread's copy of which, if it says so.
pub(super) fn variable_of(value: Value, registry: &Registry) -> Option<Value> {
    let mut value = value;
    for _ in 0..DEPTH {
        match global_of(value) {
            Some(global) => return Some(global),
            None => value = start_of(value),
        }
        value = copied_by_call(value, registry)?;
    }
    None
}

/// What a pointer is a copy of, or the base from which it is counted.
fn start_of(value: Value) -> Value {
    let next = |value: &Value| step(*value).or_else(|| moved(*value));
    let all = std::iter::successors(Some(value), next);
    all.take(DEPTH).last().unwrap_or(value)
}

/// The variable of which a call finds the calling thread's copy.
fn copied_by_call(call: Value, registry: &Registry) -> Option<Value> {
    let callee = call
        .callee()
        .filter(|_| is_instruction(call, Opcode::LLVMCall))?;
    let name = callee.name();
    let at = match name.starts_with("llvm.threadlocal.address") {
        true => 0,
        false => registry.lookup(&name)?.what.copied()?.0,
    };
    call.call_args().get(usize::from(at)).copied()
}

/// The base of address arithmetic.
fn moved(value: Value) -> Option<Value> {
    let expression = value.kind() == ValueKind::LLVMConstantExprValueKind;
    let address = expression || is_instruction(value, Opcode::LLVMGetElementPtr);
    address.then(|| value.operand(0)).flatten()
}

/// The value that this one is a copy of.
pub(super) fn step(value: Value) -> Option<Value> {
    match value.kind() {
        ValueKind::LLVMGlobalAliasValueKind if !value.is_interposable() => value.aliasee(),
        ValueKind::LLVMConstantExprValueKind => cast_operand(value),
        ValueKind::LLVMInstructionValueKind => copied(value),
        _ => None,
    }
}

/// Of constant expressions, those with one operand are the casts.
fn cast_operand(expression: Value) -> Option<Value> {
    match expression.operands()[..] {
        [operand] => Some(operand),
        _ => None,
    }
}

fn copied(instruction: Value) -> Option<Value> {
    match instruction.opcode() {
        Opcode::LLVMBitCast
        | Opcode::LLVMAddrSpaceCast
        | Opcode::LLVMPtrToInt
        | Opcode::LLVMIntToPtr
        | Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMSExt
        | Opcode::LLVMFreeze => instruction.operand(0),
        Opcode::LLVMLoad => loaded(instruction),
        _ => None,
    }
}

/// What a load reads, if its memory only ever holds one value.
fn loaded(load: Value) -> Option<Value> {
    let pointer = load.operand(0)?;
    let value = if is_instruction(pointer, Opcode::LLVMAlloca) {
        only_stored(pointer)?
    } else if pointer.kind() == ValueKind::LLVMGlobalVariableValueKind {
        pointer
            .is_global_constant()
            .then(|| pointer.initializer())
            .flatten()?
    } else {
        return None;
    };
    (value.ty() == load.ty()).then_some(value)
}

/// The one value stored into stack memory whose address goes nowhere else.
fn only_stored(slot: Value) -> Option<Value> {
    let mut stored = None;
    for user in slot.users() {
        match user.opcode() {
            Opcode::LLVMLoad => {}
            Opcode::LLVMStore => {
                let value = user.operand(0).filter(|value| *value != slot)?;
                if stored.replace(value).is_some() {
                    return None;
                }
            }
            Opcode::LLVMCall if is_lifetime_mark(user) => {}
            _ => return None,
        }
    }
    stored
}

fn is_lifetime_mark(call: Value) -> bool {
    call.callee()
        .is_some_and(|callee| callee.name().starts_with("llvm.lifetime."))
}
