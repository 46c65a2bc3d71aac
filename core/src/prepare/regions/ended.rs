//! Threads that end in the middle of their function.
//!
//! A thread's function that calls what ends the thread becomes a copy that returns there. Where a function that it calls may end the thread, nothing is
//! known of what runs behind that call.
//!
//! Owns: such copies. Must not: know a library.

use crate::prepare::inline::{all_calls, named};
use crate::view::mentions::mentions;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Registry, ThreadCall};

/// The attribute of such copies that names what they are copies of.
const ENDED: &str = "enzyme_rs_ended";

/// What a thread runs, as a function that ends by its returns alone; nothing if what it calls may end the thread.
pub(super) fn returning(module: Module, function: Value, registry: &Registry) -> Option<Value> {
    let may_end = |function: Value| {
        mentions(function, |named| {
            named.is_declaration() && result(&named.name(), registry).is_some()
        })
    };
    if !may_end(function) {
        return Some(function);
    }
    let name = function.name();
    let known = |f: &Value| f.string_attribute(ENDED).as_deref() == Some(&name);
    let copy = match module.functions().into_iter().find(known) {
        Some(known) => known,
        None => ended(module, function, registry)?,
    };
    (!may_end(copy)).then_some(copy)
}

fn ended(module: Module, function: Value, registry: &Registry) -> Option<Value> {
    let name = function.name();
    let copy = transform::clone_function(function, &format!("{name}.ended"))?;
    copy.set_internal();
    // LLVM promises anything of what a function returns that never does.
    copy.remove_attribute("noreturn");
    copy.forget_result_promises();
    copy.add_function_attribute(module.context().string_attribute(ENDED, &name));
    for call in all_calls(copy) {
        // What may unwind into the function's own code stays, and is refused.
        let callee = named(call).filter(|callee| callee.is_declaration());
        if call.opcode() == Opcode::LLVMCall
            && let Some(result) = callee.and_then(|callee| result(&callee.name(), registry))
        {
            return_instead(module, copy, call, result);
        }
    }
    Some(copy)
}

/// Which operand of a function that ends its thread is the result.
fn result(name: &str, registry: &Registry) -> Option<u8> {
    match &registry.lookup(name)?.what {
        CalleeKind::Thread(rule) => match rule.call {
            ThreadCall::End(result) => Some(result),
            ThreadCall::Start(_) | ThreadCall::Join(_) => None,
        },
        // Any other: the thread goes on.
        _ => None,
    }
}

/// Puts a return into the place of a call, and of what follows it in its block: nothing, but for what LLVM has not cleared away.
fn return_instead(module: Module, function: Value, call: Value, result: u8) {
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let returns = function.function_type().returned() == module.context().pointer();
    let block = call.block().expect("a call is in a block");
    let behind = block.instructions().into_iter().skip_while(|i| *i != call);
    let behind: Vec<Value> = behind.collect();
    let result = call.call_args().get(usize::from(result)).copied();
    build.ret(result.filter(|_| returns));
    for inst in behind.into_iter().rev() {
        if inst.opcode() != Opcode::LLVMUnreachable && !inst.users().is_empty() {
            inst.replace_all_uses_with(inst.ty().zero());
        }
        inst.erase_instruction();
    }
}
