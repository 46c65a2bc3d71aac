//! Calls that are said to have no derivative: `__enzyme_call_inactive(f, …)`, and calls marked `enzyme_inactive`.
//!
//! What is said of one call is said of a function that does nothing else: a copy of the callee's signature that calls it, marked
//! inactive. They are put in place before any derivative is made, so that differentiated code may hold them.
//!
//! Owns: these functions, and what is put in the place of such calls. Must not: know what an inactive function may do.
//! Tests: `core/tests/c/inactive_calls.c`.

use super::calls::calls;
use super::emit::Emitter;
use super::results::{Tape, Target, fit};
use super::site::Site;
use super::{hooks, may_come, parse};
use crate::diag::{Diagnostic, codes};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;

/// The mark, as an attribute and as metadata.
const MARK: &str = "enzyme_inactive";

/// Replaces all such calls; whether there were any, and what is wrong with others.
pub(crate) fn expand(module: Module, link_follows: LinkFollows) -> (bool, Vec<Diagnostic>) {
    let (mut changed, mut diagnostics) = (false, Vec::new());
    for (call, caller) in calls(module) {
        let name = call.callee().map(|callee| callee.name());
        let hook = name.and_then(|name| hooks::classify(&name));
        let done = match hook {
            Some(hooks::Hook::CallInactive) => one(module, call, caller),
            None if is_marked(call) => marked(module, call, caller),
            // Any other: a hook of another sort, or a call of which nothing is said.
            _ => continue,
        };
        match done {
            Ok(()) => changed = true,
            Err(diagnostic) if may_come(&diagnostic, link_follows) => {}
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    (changed, diagnostics)
}

fn is_marked(call: Value) -> bool {
    call.call_has_string_attribute(MARK) || call.has_metadata(MARK)
}

fn marked(module: Module, call: Value, caller: Value) -> Result<(), Diagnostic> {
    let callee = call.callee();
    let function = callee.filter(|callee| callee.kind() == ValueKind::LLVMFunctionValueKind);
    let fits =
        |f: &Value| !f.function_type().is_variadic() && f.function_type() == call.called_type();
    let Some(function) = function.filter(fits) else {
        let message = format!("a call is marked `{MARK}` that names no function of a fixed type");
        return Err(Diagnostic::new(codes::UNSUPPORTED_HOOK, message)
            .at(caller, Some(call))
            .help("call a function that is marked `enzyme_inactive` itself"));
    };
    call.set_callee(alone(module, function));
    Ok(())
}

fn one(module: Module, call: Value, caller: Value) -> Result<(), Diagnostic> {
    let site = Site::of_any(module, call, caller)?;
    let function = site.function;
    if function.function_type().is_variadic() {
        let message = format!("`{}` takes a variable number of arguments", function.name());
        return Err(site
            .refuse(codes::HOOK_ARGUMENTS, message)
            .help("call a function of your own that calls it"));
    }
    let args = parse::plain(&site)?;
    let target = Target::of(&site);
    let returned = function.function_type().returned();
    let Some(fit) = fit(module, returned, target, Tape::None) else {
        let message = format!(
            "the hook does not return what `{}` returns",
            function.name()
        );
        return Err(site
            .refuse(codes::HOOK_RETURN, message)
            .help("declare a hook of this result type: any name that begins with `__enzyme_call_inactive`"));
    };
    let emitter = Emitter::new(module, call);
    let result = emitter.call(alone(module, function), &args);
    transform::call_as_declared(result);
    emitter.deliver(result, &fit, target);
    transform::unwind_like(result, call);
    transform::invoke_to_call(call).erase_instruction();
    Ok(())
}

/// The function that does nothing but call another one, and is inactive.
fn alone(module: Module, function: Value) -> Value {
    let name = format!("{}.inactive", function.name());
    if let Some(made) = module.function(&name) {
        return made;
    }
    let (context, ty) = (module.context(), function.function_type());
    let made = module.add_function(&name, ty);
    made.set_internal();
    made.copy_attributes(function);
    made.add_function_attribute(context.string_attribute(MARK, ""));
    transform::keep_out_of_line(made);
    let build = Builder::new(context);
    build.at_end(made.append_block(""));
    let call = build.call(ty, function, &made.params(), "");
    transform::call_as_declared(call);
    let is_void = ty.returned().kind() == TypeKind::LLVMVoidTypeKind;
    build.ret((!is_void).then_some(call));
    made
}
