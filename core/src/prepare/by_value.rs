//! Structures passed by value in memory (`byval`).
//!
//! A call copies such an argument before the callee runs. Generated functions take plain pointers,
//! so the copy is made here, where the callee begins: the later phases then see an allocation and a
//! copy, both of which they know, and what the callee writes stays its own.
//!
//! What a kernel is handed is its thread's own already, and is left where it lies if it is only read. Where the front end has copied it there, the copy goes: as one with what
//! it was copied to, a structure with an array that is indexed loses the places of its other members.
//!
//! This is done after the simplification, which would split the copy into integers of no type.
//!
//! Owns: these copies. Must not: change what the function computes.

use super::inline::named;
use super::offsets::marks_life;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::host::{Caller, caller};
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};

/// Copies all arguments passed by value at the start of a prepared copy.
pub(super) fn copy_arguments(module: Module, copy: Value) {
    let Some(first) = copy.blocks().first().and_then(|b| b.first_non_phi()) else {
        return;
    };
    let build = Builder::new(module.context());
    build.before(first);
    let is_kernel = caller(copy) == Caller::Host;
    for (index, param) in copy.params().into_iter().enumerate() {
        let index = index as u32;
        if let Some(ty) = copy.param_type_attribute(index, "byref") {
            copy.remove_param_attribute(index, "byref");
            leave_out_copies(param, module.alloc_size(ty));
        }
        let Some(ty) = copy.param_type_attribute(index, "byval") else {
            continue;
        };
        copy.remove_param_attribute(index, "byval");
        if is_kernel && is_only_looked_at(param) {
            leave_out_copies(param, module.alloc_size(ty));
        }
        if is_kernel && is_only_read(param) {
            continue;
        }
        let own = build.alloca(ty, "by.value");
        // Alignment of the argument may have been used in the body: the largest that ABIs give.
        own.set_memory_alignment(module.alignment(ty).max(64));
        param.replace_all_uses_with(own);
        let bytes = module.context().i64(module.alloc_size(ty) as i64);
        let args = [own, param, bytes, module.context().boolean(false)];
        let memcpy = module.intrinsic("llvm.memcpy", &[own.ty(), param.ty(), bytes.ty()]);
        build.call(memcpy.function_type(), memcpy, &args, "");
    }
}

/// Whether a structure's members are loaded, and nothing else is done with its address.
fn is_only_read(address: Value) -> bool {
    address.users().into_iter().all(is_read)
}

fn is_read(user: Value) -> bool {
    match user.opcode() {
        Opcode::LLVMGetElementPtr => is_only_read(user),
        Opcode::LLVMLoad => true,
        _ => false,
    }
}

/// Whether a structure's members are loaded or copied from there, and nothing else is done with its address.
fn is_only_looked_at(address: Value) -> bool {
    let mut users = address.users().into_iter();
    users.all(|user| is_look(user, address))
}

fn is_look(user: Value, address: Value) -> bool {
    match user.opcode() {
        Opcode::LLVMGetElementPtr | Opcode::LLVMAddrSpaceCast => is_only_looked_at(user),
        Opcode::LLVMLoad => true,
        Opcode::LLVMCall => marks_life(user) || is_copied_from(user, address),
        // Any other: it may write there, or hand the address on.
        _ => false,
    }
}

/// Whether a call copies from an address to somewhere else.
fn is_copied_from(call: Value, address: Value) -> bool {
    let is_copy = named(call).is_some_and(|callee| callee.name().starts_with("llvm.memcpy.p"));
    is_copy && call.call_args()[0] != address
}

/// Has what the front end copies from a structure that is only looked at be read where it lies, and what it copies from there in turn, to hand it on.
fn leave_out_copies(address: Value, bytes: u64) {
    for (copy, variable) in copies(root(address), bytes) {
        let others = || {
            let users = users(variable).into_iter();
            users.filter(|(user, _)| *user != copy)
        };
        if variable.ty() != address.ty() || !others().all(|(user, of)| is_look(user, of)) {
            continue;
        }
        // It is read in the place of its copies, wherever these are.
        let marks = others().filter(|(user, _)| marks_life(*user));
        marks.for_each(|(mark, _)| mark.erase_instruction());
        leave_out_copies(variable, bytes);
        let is_cast = |user: Value| user.opcode() == Opcode::LLVMAddrSpaceCast;
        let casts = others().filter(|(user, _)| is_cast(*user) && user.users().is_empty());
        casts.for_each(|(cast, _)| cast.erase_instruction());
        if others().all(|(user, of)| of == variable && is_read(user)) {
            copy.erase_instruction();
            variable.replace_all_uses_with(address);
        }
    }
}

/// The address of a variable that another one is a cast of, or that one.
fn root(address: Value) -> Value {
    let is_cast = address.is_instruction() && address.opcode() == Opcode::LLVMAddrSpaceCast;
    if is_cast {
        address.operands()[0]
    } else {
        address
    }
}

/// Who uses an address, or that which it is a cast of, each with which of them it uses.
fn users(address: Value) -> Vec<(Value, Value)> {
    let of_root = Some(root(address)).filter(|root| *root != address);
    let all = of_root.into_iter().chain([address]);
    let all = all.flat_map(|of| of.users().into_iter().map(move |user| (user, of)));
    all.filter(|(user, _)| *user != address).collect()
}

/// Copies of the whole structure behind an address and its casts, with the variables that they fill.
fn copies(address: Value, bytes: u64) -> Vec<(Value, Value)> {
    let mut found = Vec::new();
    for user in address.users() {
        match user.opcode() {
            Opcode::LLVMAddrSpaceCast => found.extend(copies(user, bytes)),
            Opcode::LLVMCall => {
                let variable = filled(user, address, bytes);
                found.extend(variable.map(|variable| (user, variable)));
            }
            _ => {}
        }
    }
    found
}

/// The variable that a call fills with so many bytes from an address, as the code knows it.
fn filled(call: Value, from: Value, bytes: u64) -> Option<Value> {
    named(call).filter(|callee| callee.name().starts_with("llvm.memcpy.p"))?;
    let [to, source, length, volatile] = call.call_args()[..] else {
        return None;
    };
    let is_known = |value: Value, word: u64| {
        value.kind() == ValueKind::LLVMConstantIntValueKind && value.constant_word(0) == word
    };
    let variable = root(to);
    let is_variable = variable.is_instruction() && variable.opcode() == Opcode::LLVMAlloca;
    let is_whole = source == from && is_known(length, bytes) && is_known(volatile, 0);
    (is_variable && is_whole).then_some(to)
}
