//! What a program says of types and of loop bounds, in a copy to be differentiated.
//!
//! Owns: saying it with instructions: a load tells what lies in memory. Must not: touch the program's own functions.

use super::inline::all_calls;
use crate::frontend::{Assertion, asserts};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, Value};
use enzyme_llvm_shim::transform;

/// Elements that are typed one by one. An array of more, or of as many as the program says when it runs, is one of no known length.
const MOST_ELEMENTS: u64 = 64;

/// Loops run as often as the derivative is to run them: `__enzyme_iter(n, extra)` is their sum.
pub(super) fn iterations(module: Module, copy: Value) {
    for call in all_calls(copy) {
        let args = call.call_args();
        if asserts(call) != Some(Assertion::Iterations) {
            continue;
        }
        let build = Builder::ahead_of(module.context(), call);
        let as_result = |value: &Value| build.int_cast(*value, call.ty(), true);
        let all = args
            .iter()
            .map(as_result)
            .reduce(|sum, more| build.add(sum, more));
        if let Some(all) = all {
            call.replace_all_uses_with(all);
        }
        transform::invoke_to_call(call).erase_instruction();
    }
}

/// Loads in the place of assertions. Nobody uses what they load, so that derivatives are rid of them again.
pub(super) fn contents(module: Module, copy: Value) {
    let context = module.context();
    for call in all_calls(copy) {
        let Some(what) = asserts(call) else {
            continue;
        };
        let ty = match what {
            Assertion::Float => Some(context.float()),
            Assertion::Double => Some(context.double()),
            Assertion::Pointer => Some(context.pointer()),
            // What is only loaded is no integer for that.
            Assertion::Integer | Assertion::Iterations => None,
        };
        if let Some(ty) = ty {
            load_all(module, call, ty);
        }
        if !call.users().is_empty() {
            call.replace_all_uses_with(call.ty().zero());
        }
        transform::invoke_to_call(call).erase_instruction();
    }
}

/// Loads the elements in as many bytes as the second argument says, one without it.
fn load_all(module: Module, call: Value, ty: Type) {
    let args = call.call_args();
    let context = module.context();
    let size = module.alloc_size(ty);
    let bytes = args.get(1).map_or(Some(size), |length| length.as_u64());
    let count = bytes.map(|bytes| (bytes / size).max(1));
    let build = Builder::ahead_of(context, call);
    let load = |place: Value| build.load(ty, place, "").set_memory_alignment(1);
    match count.filter(|count| *count <= MOST_ELEMENTS) {
        Some(count) => {
            for element in 0..count {
                let offset = context.i64((element * size) as i64);
                load(build.ptradd(args[0], offset, ""));
            }
        }
        None => {
            let any = build.freeze(context.int(64).poison());
            load(build.gep(ty, args[0], &[any]));
        }
    }
}
