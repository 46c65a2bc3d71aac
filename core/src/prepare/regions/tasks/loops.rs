//! Loops whose iterations are handed in as tasks.
//!
//! The library would copy the record for each task, and write the task's bounds into the copy. Here the call becomes a loop over the parts
//! (`loops.ll`): it writes the bounds of the next one into the record, whose values are then handed in as those of any task.
//!
//! Owns: that loop. Must not: know a library; hand in tasks.

use super::privates::is_mark;
use crate::prepare::inline::{all_calls, named};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::TaskLoop;

const CODE: &str = include_str!("loops.ll");

const LOOP: &str = "enzyme_rs_task_loop";
const PARTS: &str = "enzyme_rs_task_parts";
const HERE: &str = "enzyme_rs_task_here";

/// All of these.
pub(super) const SHARED: [&str; 3] = [LOOP, PARTS, HERE];

/// Whether a call makes no group of its tasks, and what it writes into copies of the record can be written into the record itself, before each
/// copy is made: objects of C++ are copied by functions that could not tell them apart.
pub(super) fn fits(call: Value, parts: TaskLoop) -> bool {
    let operands = call.call_args();
    let operand = |at: u8| operands.get(usize::from(at)).copied();
    let is_one = |value: Value| value.as_u64() == Some(1);
    let plain = |copy: Value| {
        let function = copy.kind() == ValueKind::LLVMFunctionValueKind;
        let no_calls = || all_calls(copy).into_iter().all(is_mark);
        copy.is_null() || function && !copy.is_declaration() && no_calls()
    };
    operand(parts.alone).is_some_and(is_one) && operand(parts.copy).is_some_and(plain)
}

/// Puts the loop ahead of a call; gives where it hands in a task, and the flags of that.
pub(super) fn expand(
    module: Module,
    copy: Value,
    (call, flags): (Value, Value),
    (record, parts): (Value, TaskLoop),
) -> (Value, Value) {
    if module.function(LOOP).is_none() {
        io::link_text(module, CODE).expect("the code of loops is valid IR");
    }
    let code = module.function(LOOP).expect("it was linked in");
    transform::copy_environment(code, copy);
    let operands = call.call_args();
    let operand = |at: u8| operands[usize::from(at)];
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let deferred = build.icmp(
        IntPredicate::LLVMIntNE,
        operand(parts.deferred),
        operand(parts.deferred).ty().zero(),
    );
    let at_once = build.or(flags, flags.ty().constant_int(parts.at_once.into()));
    let flags = build.select(deferred, flags, at_once);
    let args = [
        operand(parts.lower),
        operand(parts.upper),
        operand(parts.step),
        operand(parts.kind),
        operand(parts.amount),
        exact(&build, &operands, parts),
    ];
    let made = build.call(code.function_type(), code, &args, "");
    transform::inline_call(made, 0);
    say_parts(module, copy, parts);
    let mut all = all_calls(copy).into_iter();
    let here = all
        .find(|call| called(*call, HERE))
        .expect("the loop has it");
    copy_record(&here, (record, operand(parts.copy)));
    (here, flags)
}

/// Whether parts have as many iterations as the amount says.
fn exact(build: &Builder, operands: &[Value], parts: TaskLoop) -> Value {
    let context = operands[0].context();
    let Some((at, kind)) = parts.exact else {
        return context.int(1).zero();
    };
    let is_said = operands[usize::from(at)];
    let is_said = build.icmp(IntPredicate::LLVMIntNE, is_said, is_said.ty().zero());
    let of = operands[usize::from(parts.kind)];
    let kind = of.ty().constant_int(kind.into());
    build.and(is_said, build.icmp(IntPredicate::LLVMIntEQ, of, kind))
}

/// Asks the library where the code asks.
fn say_parts(module: Module, copy: Value, parts: TaskLoop) {
    for call in all_calls(copy) {
        if called(call, PARTS) {
            call.set_callee(module.declare(parts.parts, call.called_type()));
        }
    }
}

/// Writes into the record what the library would have a function write into a copy.
fn copy_record(here: &Value, (record, copy): (Value, Value)) {
    if copy.kind() != ValueKind::LLVMFunctionValueKind {
        return;
    }
    let build = Builder::ahead_of(here.context(), *here);
    let last = build.int_cast(here.call_args()[0], here.context().int(32), false);
    let call = build.call(copy.function_type(), copy, &[record, record, last], "");
    transform::inline_call(call, 0);
}

fn called(call: Value, name: &str) -> bool {
    named(call).is_some_and(|callee| callee.name() == name)
}
