//! Variables of which each thread has a copy: code that says whose copy it uses.
//!
//! To LLVM such a variable has one address, which is another one in each thread. The reverse pass of a worker may run on another thread than its forward
//! sweep did, and neither the address nor that of a shadow is the same there. So the address becomes the result of a call in front of all code of the
//! function (`enzyme_rules::CopyRule`), which is kept like any other result: a function runs on one thread from its beginning to its end.
//!
//! Owns: these calls. Must not: know a library; do anything in modules that start no team.

use super::inline::direct_calls;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use enzyme_rules::{CopyRule, Peers, Registry};
use indexmap::IndexMap;

/// Puts the result of such a call in the place of each use of a thread-local variable, and says of all results how variables are aligned.
pub(super) fn find(module: Module, copy: Value, registry: &Registry) {
    let started = |starter: &str| module.function(starter).is_some_and(|f| f.is_declaration());
    let peers = registry.peers(started);
    let [
        Peers {
            copies: Some(rule), ..
        },
    ] = peers[..]
    else {
        return;
    };
    let mut found = known(copy, rule);
    let insts = copy.blocks().into_iter().flat_map(|b| b.instructions());
    for inst in insts.collect::<Vec<_>>() {
        if called(inst, rule).is_some() {
            continue;
        }
        for (at, operand) in (0..).zip(inst.operands()) {
            if is_thread_local(operand) {
                let call = *found
                    .entry(operand)
                    .or_insert_with(|| call(module, copy, rule, operand));
                inst.set_operand(at, call);
            }
        }
    }
    for (call, callee) in direct_calls(copy) {
        let entry = registry.lookup(&callee.name());
        let copied = entry.and_then(|entry| entry.what.copied());
        let variable = copied.map(|(at, _)| call.call_args()[usize::from(at)]);
        if let Some(variable) = variable.filter(|of| is_variable(*of)) {
            let natural = module.alignment(variable.global_value_type());
            call.align_result(variable.memory_alignment().max(natural));
        }
    }
}

fn is_variable(value: Value) -> bool {
    let is_variable = value.kind() == ValueKind::LLVMGlobalVariableValueKind;
    is_variable && value.global_value_type().is_sized()
}

/// Whether it is a thread-local variable, of a type that is known here.
fn is_thread_local(value: Value) -> bool {
    is_variable(value) && value.is_thread_local()
}

/// The calls that stand there already, by variable.
fn known(copy: Value, rule: &CopyRule) -> IndexMap<Value, Value> {
    let entry = copy.blocks().into_iter().take(1);
    let insts = entry.flat_map(|block| block.instructions());
    insts
        .filter_map(|inst| Some((called(inst, rule)?, inst)))
        .collect()
}

/// The variable whose copy a call finds.
fn called(inst: Value, rule: &CopyRule) -> Option<Value> {
    let is_call = inst.opcode() == Opcode::LLVMCall;
    let callee = inst.callee().filter(|_| is_call)?;
    (callee.name() == rule.find).then(|| inst.call_args()[0])
}

/// A call that finds the calling thread's copy, behind the function's stack variables.
fn call(module: Module, copy: Value, rule: &CopyRule, variable: Value) -> Value {
    let context = module.context();
    let entry = copy.blocks()[0].instructions().into_iter();
    let mut code = entry.filter(|inst| inst.opcode() != Opcode::LLVMAlloca);
    let first = code.next().expect("a block ends");
    let build = Builder::ahead_of(context, first);
    build.set_location(Some(first));
    let ty = context
        .pointer()
        .function(&[context.pointer(), context.int(64)], false);
    let bytes = module.alloc_size(variable.global_value_type());
    let args = [variable, context.i64(bytes as i64)];
    build.call(ty, module.declare(rule.find, ty), &args, "copy")
}
