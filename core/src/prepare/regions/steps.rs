//! Steps that a reverse pass runs again from checkpoints, as a function of their own.
//!
//! The function is marked by an attribute (`Definition::Steps`), and its body is what all analyses see. In reverse mode a call of it has a
//! contribution of its own (`Adjoint::Steps`): the forward sweep calls the driver (`synth/steps.c`), and the reverse pass calls the driver with the
//! step's combined derivative. Nothing is kept of a step but its state.
//!
//! Owns: its signature, `(i64 count, i64 states, ptr context, (ptr memory, i64 bytes)…)`, and its body, a loop of calls of a step
//! `(i64, ptr)`. Must not: know schedules.

use crate::view::steps::{MARKED, STEPS};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Type, TypeKind, Value};
use enzyme_llvm_shim::transform;

/// The attribute of a step that was an iteration of a loop.
pub(super) const STEP: &str = "enzyme_rs_step";

/// Calls such a function in front of an instruction: with the count, the states and the context, and pairs of memory and bytes.
pub(super) fn run(module: Module, at: Value, step: Value, given: [Value; 3], pairs: &[Value]) {
    let args: Vec<Value> = given.iter().chain(pairs).copied().collect();
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let function = made(module, step, &types);
    let build = Builder::ahead_of(module.context(), at);
    build.set_location(Some(at));
    build.call(function.function_type(), function, &args, "");
}

/// Adds what a pointer leads to, if that is a variable of the function and not named already.
pub(super) fn add_variable(module: Module, pairs: &mut Vec<Value>, pointer: Value) {
    if !pairs.contains(&pointer) {
        pairs.extend(variable(module, pointer).into_iter().flatten());
    }
}

/// Bytes as 64 bits, where the program hands over an `int`: nothing declares what follows a call's named arguments.
pub(super) fn widen_sizes(module: Module, at: Value, pairs: &mut [Value]) {
    let i64 = module.context().int(64);
    let build = Builder::ahead_of(module.context(), at);
    for bytes in pairs.iter_mut().skip(1).step_by(2) {
        if bytes.ty().kind() == TypeKind::LLVMIntegerTypeKind {
            *bytes = build.int_cast(*bytes, i64, false);
        }
    }
}

/// Address and bytes of the caller's own variable.
fn variable(module: Module, context: Value) -> Option<[Value; 2]> {
    let is_variable = context.is_instruction() && context.opcode() == Opcode::LLVMAlloca;
    let count = is_variable
        .then(|| context.operand(0)?.as_u64())
        .flatten()?;
    let bytes = count * module.alloc_size(context.allocated_type());
    Some([context, module.context().i64(bytes as i64)])
}

/// The function for a step and so many pieces of memory.
fn made(module: Module, step: Value, types: &[Type]) -> Value {
    let context = module.context();
    let name = format!("{}.steps{}", step.name(), (types.len() - 3) / 2);
    if let Some(known) = module.function(&name) {
        return known;
    }
    let function = module.add_function(&name, context.void().function(types, false));
    function.set_internal();
    let said = match step.has_string_attribute(STEP) {
        true => MARKED,
        false => "",
    };
    function.add_function_attribute(context.string_attribute(STEPS, said));
    transform::copy_environment(function, step);
    let [entry, again, done] = ["entry", "step", "done"].map(|name| function.append_block(name));
    let params = function.params();
    let build = Builder::new(context);
    build.at_end(entry);
    let some = build.icmp(IntPredicate::LLVMIntSGT, params[0], context.i64(0));
    build.cond_br(some, again, done);
    build.at_end(again);
    let i = build.phi(context.int(64), "i");
    let call = build.call(step.function_type(), step, &[i, params[2]], "");
    transform::call_as_declared(call);
    let next = build.add(i, context.i64(1));
    let more = build.icmp(IntPredicate::LLVMIntSLT, next, params[0]);
    build.cond_br(more, again, done);
    i.add_incoming(context.i64(0), entry);
    i.add_incoming(next, again);
    build.at_end(done);
    build.ret(None);
    function
}
