//! Checks of derivatives in the program that asks for them: the option `check-hooks`.
//!
//! In front of a hook call stands a call of a function that hands everything to a run-time library: the arguments, what their types say
//! ([`types`]), and the function, its tangent and its adjoint behind one shape each ([`emit`]). The library compares them where the program
//! stands, in copies of the process or so that all is put back; then the hook call runs as ever.
//!
//! Owns: which hooks are checked, and what is said of others. Must not: compare anything.

mod emit;
mod requests;
mod types;

use super::asked::{Hook, Wants};
use super::order;
use crate::diag::{Diagnostic, codes};
use crate::request::{Activity, Mode};
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use indexmap::IndexSet;

/// Puts a check in front of each hook call in reverse mode, and adds the hooks of both derivatives that it calls.
pub(crate) fn add(module: Module, hooks: &mut Vec<Hook>) {
    let functions: IndexSet<Value> = hooks.iter().map(|hook| hook.request.function).collect();
    let differentiated: IndexSet<Value> =
        functions.into_iter().flat_map(order::reachable).collect();
    let mut added = Vec::new();
    for hook in hooks.iter_mut() {
        match why_not(hook, &differentiated) {
            Some(why) => hook.warnings.push(unchecked(hook, why)),
            None if hook.request.mode == Mode::Gradient => added.extend(emit::check(module, hook)),
            // A tangent is what an adjoint is compared with.
            None => {}
        }
    }
    hooks.extend(added);
}

/// Why a hook is not checked, if it cannot be.
fn why_not(hook: &Hook, differentiated: &IndexSet<Value>) -> Option<&'static str> {
    let request = &hook.request;
    let function = request.function;
    let types = function.function_type().params();
    let mut params = (0..).zip(types.iter().zip(&request.params));
    let by_value = |index| function.param_type_attribute(index, "byval").is_some();
    let is_whole = matches!(hook.wants, Wants::Call(..)) && !hook.repeats;
    if !is_whole || matches!(request.mode, Mode::Augmented | Mode::Reverse) {
        Some("it asks for a part of a derivative")
    } else if request.mode == Mode::Forward {
        None
    } else if request.width > 1 {
        Some("it asks for several directions at once")
    } else if params.any(|(index, (ty, activity))| {
        by_value(index) || (*activity == Activity::Out && !is_number(*ty))
    }) {
        Some("the function takes a structure by value")
    } else if differentiated.contains(&hook.caller) {
        Some("it stands in a function that is differentiated itself")
    } else {
        None
    }
}

fn unchecked(hook: &Hook, why: &str) -> Diagnostic {
    let message = format!("this derivative is not compared with anything: {why}");
    let warning = hook.refuse(codes::UNSUPPORTED_HOOK, message).as_warning();
    warning.help(
        "compare that of a call of `__enzyme_autodiff` with pointers and numbers, if there is one",
    )
}

/// The library knows numbers of these types.
fn is_number(ty: Type) -> bool {
    matches!(
        ty.kind(),
        TypeKind::LLVMFloatTypeKind | TypeKind::LLVMDoubleTypeKind | TypeKind::LLVMX86_FP80TypeKind
    )
}
