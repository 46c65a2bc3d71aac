//! Copies of structures on a grid, member by member.
//!
//! Threads hand each other structures through memory that they share (`tile[t] = bodies[i]`). As numbers that are written there, they can be kept and
//! written again in the reverse pass (`plan::exchange`), which a copy of bytes cannot.
//!
//! Owns: which copies these are. Must not: touch a copy of which the front end does not say what each byte is.

use crate::analysis::memory::{Scalar, named_scalar, named_size};
use enzyme_llvm_shim::analyses::{TbaaField, tbaa_struct};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, Value, ValueKind};
use enzyme_rules::FloatKind;

/// Bytes of the largest copies: more is rather a copy of arrays.
const MOST: u64 = 128;

/// Rewrites the copies of a prepared function.
pub(super) fn one_by_one(module: Module, copy: Value) {
    let all = copy.blocks().into_iter().flat_map(|b| b.instructions());
    let copies: Vec<Value> = all.filter(|inst| is_copy(*inst)).collect();
    for call in copies {
        if let Some(members) = members(module, call) {
            take_apart(module, call, &members);
        }
    }
}

fn is_copy(inst: Value) -> bool {
    let callee = Some(inst).filter(|i| i.opcode() == Opcode::LLVMCall);
    let callee = callee.and_then(Value::callee);
    callee.is_some_and(|callee| callee.name().starts_with("llvm.memcpy.p"))
}

/// The types of the members and where they lie, if they are all that is copied.
fn members(module: Module, call: Value) -> Option<Vec<(u64, Type)>> {
    let [_, _, bytes, volatile] = call.call_args()[..] else {
        return None;
    };
    let is_known = |v: Value| v.kind() == ValueKind::LLVMConstantIntValueKind;
    let bytes = is_known(bytes).then(|| bytes.constant_word(0))?;
    if bytes > MOST || volatile.constant_word(0) != 0 {
        return None;
    }
    let mut end = 0;
    let mut members = Vec::new();
    for field in tbaa_struct(call) {
        if field.offset < end {
            return None;
        }
        end = field.offset + field.size;
        members.push((field.offset, member(module, &field)?));
    }
    // Behind the last one there may be bytes that belong to none.
    (end <= bytes && !members.is_empty()).then_some(members)
}

/// The type of a member.
fn member(module: Module, field: &TbaaField) -> Option<Type> {
    let context = module.context();
    let whole = named_size(&field.name).is_none_or(|bytes| bytes == field.size);
    let ty = match named_scalar(&field.name) {
        Scalar::Float(FloatKind::Double) => context.double(),
        Scalar::Float(FloatKind::Float) => context.float(),
        Scalar::Pointer => context.pointer(),
        Scalar::Int if matches!(field.size, 1 | 2 | 4 | 8) => context.int(8 * field.size as u32),
        // Any other: what it is, or how much of it there is, is not said.
        _ => return None,
    };
    whole.then_some(ty)
}

/// Reads all members, then writes them: the two places may be one.
fn take_apart(module: Module, call: Value, members: &[(u64, Type)]) {
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let [to, from] = [0, 1].map(|index| call.call_args()[index]);
    let at = |pointer, offset: u64| match offset {
        0 => pointer,
        _ => build.ptradd(pointer, module.context().i64(offset as i64), ""),
    };
    let aligned = |access: Value, index: u32, offset: u64| {
        let whole = u64::from(call.argument_alignment(index));
        let own = match offset {
            0 => whole,
            _ => whole.min(1 << offset.trailing_zeros()),
        };
        access.set_memory_alignment(own as u32);
    };
    let mut read = Vec::new();
    for (offset, ty) in members {
        let value = build.load(*ty, at(from, *offset), "member");
        aligned(value, 1, *offset);
        read.push(value);
    }
    for ((offset, _), value) in members.iter().zip(read) {
        aligned(build.store(value, at(to, *offset)), 0, *offset);
    }
    call.erase_instruction();
}
