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

/// Has what the front end copies from a structure that is only read be read where it lies.
fn leave_out_copies(param: Value, bytes: u64) {
    for (copy, variable) in copies(param, bytes) {
        let is_copied_once = |address: Value| {
            let mut others = address.users().into_iter().filter(|user| *user != copy);
            others.all(is_read)
        };
        if variable.ty() == param.ty() && is_copied_once(variable) {
            copy.erase_instruction();
            variable.replace_all_uses_with(param);
        }
    }
}

/// Copies of the whole structure behind an address, with the variables that they fill.
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
    let is_cast = to.is_instruction() && to.opcode() == Opcode::LLVMAddrSpaceCast;
    let root = if is_cast { to.operands()[0] } else { to };
    let is_variable = root.is_instruction() && root.opcode() == Opcode::LLVMAlloca;
    let is_alone = !is_cast
        || root
            .users()
            .into_iter()
            .all(|user| user == to || marks_life(user));
    let is_whole = source == from && is_known(length, bytes) && is_known(volatile, 0);
    (is_variable && is_alone && is_whole).then_some(to)
}
