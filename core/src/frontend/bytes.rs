//! Functions of a vendor's headers that copy or set memory by loops over bytes, said with LLVM's own: in the bytes nobody sees numbers.
//!
//! It is done before anything else with a module: later the loops are part of whoever calls them.
//!
//! Owns: the intrinsic. Must not: know what the functions are called (the machine's rule does).

use super::specialise::direct_calls;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value};
use enzyme_rules::{Bytes, Registry};

/// Puts intrinsics in the place of calls of such functions. Says whether there were any.
pub fn say_bytes(module: Module, registry: &Registry) -> bool {
    let registry = registry.clone().on_machine(&module.triple());
    let rules = registry.grid().map_or(&[][..], |rule| rule.bytes);
    let known = rules.iter().filter_map(|(name, bytes)| {
        let function = module.function(name)?;
        is_as_known(function, *bytes).then_some((function, *bytes))
    });
    let calls = known.flat_map(|(function, bytes)| {
        let calls = direct_calls(function).into_iter();
        let calls = calls.filter(|call| call.opcode() == Opcode::LLVMCall);
        calls.map(move |call| (call, bytes))
    });
    let calls: Vec<_> = calls.collect();
    for (call, bytes) in &calls {
        let args = call.call_args();
        let build = Builder::ahead_of(module.context(), *call);
        build.set_location(Some(*call));
        match bytes {
            Bytes::Copied => build.copy_memory(args[0], args[1], args[2]),
            Bytes::Set => build.set_memory(args[0], args[1], args[2]),
        };
        call.replace_all_uses_with(args[0]);
        call.erase_instruction();
    }
    !calls.is_empty()
}

/// Whether a function takes where to, what and how many bytes, and returns the first.
fn is_as_known(function: Value, bytes: Bytes) -> bool {
    let ty = function.function_type();
    let params = ty.params();
    let [to, what, length] = params.as_slice() else {
        return false;
    };
    let is_pointer = |ty: &Type| ty.kind() == TypeKind::LLVMPointerTypeKind;
    let is_integer = |ty: &Type| ty.kind() == TypeKind::LLVMIntegerTypeKind;
    let fits = match bytes {
        Bytes::Copied => is_pointer(what),
        Bytes::Set => is_integer(what) && what.int_bits() == 8,
    };
    !function.is_declaration()
        && is_pointer(to)
        && fits
        && is_integer(length)
        && ty.returned() == *to
}
