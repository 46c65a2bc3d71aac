//! Calls of `__enzyme_batch`: one function called several times, with some arguments the same each time.
//!
//! They ask for no derivative. They are put in place before any derivative is made, so that differentiated code may hold them.
//!
//! Owns: what is put in the place of such a call. Must not: read the arguments (see `parse`).

use super::calls::calls;
use super::emit::Emitter;
use super::results::{Tape, Target, fit};
use super::site::Site;
use super::{hooks, may_come, parse};
use crate::diag::{Diagnostic, codes};
use crate::request::of_each;
use enzyme_llvm_shim::ir::{Module, TypeKind, Value};
use enzyme_llvm_shim::plugin::LinkFollows;
use enzyme_llvm_shim::transform;

/// Replaces all such calls; whether there were any, and what is wrong with others.
pub(crate) fn expand(module: Module, link_follows: LinkFollows) -> (bool, Vec<Diagnostic>) {
    let (mut changed, mut diagnostics) = (false, Vec::new());
    for (call, caller) in calls(module) {
        let name = call.callee().map(|callee| callee.name());
        if name.and_then(|name| hooks::classify(&name)) != Some(hooks::Hook::Batch) {
            continue;
        }
        match one(module, call, caller) {
            Ok(()) => changed = true,
            Err(diagnostic) if may_come(&diagnostic, link_follows) => {}
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    (changed, diagnostics)
}

fn one(module: Module, call: Value, caller: Value) -> Result<(), Diagnostic> {
    let site = Site::new(module, call, caller)?;
    let batch = parse::batch(&site)?;
    let returned = site.function.function_type().returned();
    let is_void = returned.kind() == TypeKind::LLVMVoidTypeKind;
    let target = Target::of(&site);
    let all = match is_void {
        true => returned,
        false => of_each(returned, batch.len() as u32),
    };
    let Some(fit) = fit(module, all, target, Tape::None) else {
        let (name, count) = (site.function.name(), batch.len());
        let message = format!("the hook does not return the {count} results of `{name}`");
        return Err(site
            .refuse(codes::HOOK_RETURN, message)
            .help("declare a hook that returns a structure of them, in order"));
    };
    let emitter = Emitter::new(module, call);
    let results: Vec<Value> = batch
        .iter()
        .map(|args| {
            let result = emitter.call(site.function, args);
            transform::call_as_declared(result);
            transform::unwind_like(result, call);
            result
        })
        .collect();
    let whole = match is_void {
        true => results[0],
        false => emitter.together(&results),
    };
    emitter.deliver(whole, &fit, target);
    transform::invoke_to_call(call).erase_instruction();
    Ok(())
}
