//! Threads that the program starts, and waits for by their handles.
//!
//! Starting a thread becomes a call of a function of its own, marked as a task (`Definition::Task`): what it does is what the thread does, with the one
//! pointer that the thread is given. Waiting for it becomes a call of a run-time library's function, which is told the handle.
//!
//! Where whoever waits wants the result, it goes through a list of the function's own (`results`), if threads are started and joined there.
//!
//! Owns: these functions and calls. Must not: know a library. What does not fit the rule stays, and is refused.

use super::results::{self, Results};
use crate::prepare::inline::{all_calls, named};
use crate::view::names::COPY;
use crate::view::steps::TASK;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{
    CalleeKind, Handle, Registry, ThreadBody, ThreadCall, ThreadJoin, ThreadRule, ThreadStart,
};
use std::sync::Arc;

/// The attribute of such functions that says what they run.
const RUNS: &str = "enzyme_rs_thread_of";

/// Puts such calls in the place of all that start threads or wait for them; says whether there were any.
pub(in crate::prepare) fn threads_as_calls(
    module: Module,
    copy: Value,
    registry: &Registry,
) -> bool {
    let calls = all_calls(copy).into_iter();
    let calls: Vec<_> = calls
        .filter_map(|call| Some((call, called(call, registry)?)))
        .collect();
    let wanted = calls.iter().find_map(|(call, rule)| match &rule.call {
        ThreadCall::Join(rule) => result(*call, rule).map(|_| rule.lost),
        ThreadCall::Start(_) | ThreadCall::End(_) => None,
    });
    let starts = |(_, rule): &(Value, Arc<ThreadRule>)| matches!(rule.call, ThreadCall::Start(_));
    // Threads that were started in an earlier round would not be in the list.
    let results = wanted
        .filter(|_| calls.iter().any(starts) && !all_calls(copy).into_iter().any(is_thread))
        .map(|lost| Results::of(module, copy, lost));
    let mut any = false;
    for (call, rule) in calls {
        let done = match &rule.call {
            ThreadCall::Start(rule) => {
                start(module, (copy, call), (rule, registry), results.as_ref())
            }
            ThreadCall::Join(rule) => join(module, call, rule, results.as_ref()),
            // In a copy of what a thread runs, it is a return already.
            ThreadCall::End(_) => None,
        };
        any |= done.is_some();
    }
    results::inline(all_calls(copy).into_iter());
    any
}

/// Whether a call has been put in the place of one that starts a thread.
fn is_thread(call: Value) -> bool {
    named(call).is_some_and(|callee| callee.has_string_attribute(RUNS))
}

/// Where a call wants the result of the thread for which it waits.
fn result(call: Value, rule: &ThreadJoin) -> Option<Value> {
    let to = call.call_args().get(usize::from(rule.result?)).copied()?;
    (to.kind() != ValueKind::LLVMConstantPointerNullValueKind).then_some(to)
}

/// The rule of a library's function that a call calls. What may unwind into the caller's own code stays.
fn called(call: Value, registry: &Registry) -> Option<Arc<ThreadRule>> {
    let callee = named(call).filter(|callee| callee.is_declaration())?;
    let CalleeKind::Thread(rule) = &registry.lookup(&callee.name())?.what else {
        return None;
    };
    (call.opcode() == Opcode::LLVMCall).then(|| rule.clone())
}

/// What a thread runs, in turn, and the pointer that each is given.
struct Runs {
    functions: Vec<Value>,
    argument: Value,
}

fn start(
    module: Module,
    (copy, call): (Value, Value),
    (rule, registry): (&ThreadStart, &Registry),
    results: Option<&Results>,
) -> Option<()> {
    let operands = call.call_args();
    let operand = |at: u8| operands.get(usize::from(at)).copied();
    let mut runs = match rule.body {
        ThreadBody::Function { function, argument } => Runs {
            functions: vec![operand(function)?],
            argument: operand(argument)?,
        },
        ThreadBody::Object { holder, runs, ends } => {
            let object = held(operand(holder)?)?;
            let table = table(object)?;
            Runs {
                functions: vec![entry(module, table, runs)?, entry(module, table, ends)?],
                argument: object,
            }
        }
    };
    if !runs.functions.iter().all(|function| is_run(*function)) {
        return None;
    }
    for function in &mut runs.functions {
        *function = super::ended::returning(module, *function, registry)?;
    }
    let context = module.context();
    let attributes = match rule.attributes {
        Some(at) => operand(at)?,
        None => context.pointer().zero(),
    };
    let build = Builder::ahead_of(context, call);
    build.set_location(Some(call));
    let handle = operand(rule.handle)?;
    let entry = results.map(|results| results.entry(&build));
    let function = task(module, copy, call, (&runs, entry.is_some()));
    if let ThreadBody::Object { holder, .. } = rule.body {
        build.store(context.pointer().zero(), operand(holder)?);
    }
    let next = [handle, attributes];
    let ty = context.void().function(&next.map(Value::ty), false);
    build.call(ty, module.declare(rule.next, ty), &next, "");
    let given: Vec<Value> = [runs.argument].into_iter().chain(entry).collect();
    build.call(function.function_type(), function, &given, "");
    if let (Some(results), Some(entry)) = (results, entry) {
        results.known(&build, entry, handle);
    }
    end(call);
    Some(())
}

fn join(module: Module, call: Value, rule: &ThreadJoin, results: Option<&Results>) -> Option<()> {
    let operands = call.call_args();
    let operand = |at: u8| operands.get(usize::from(at)).copied();
    let wanted = result(call, rule);
    if wanted.is_some() && results.is_none() {
        return None;
    }
    let context = module.context();
    let word = context.int(64);
    let build = Builder::ahead_of(context, call);
    build.set_location(Some(call));
    let handle = match rule.thread {
        Handle::Given(at) => operand(at)?,
        Handle::At(at) => build.load(word, operand(at)?, "thread"),
    };
    let ty = context.void().function(&[handle.ty()], false);
    build.call(ty, module.declare(rule.by, ty), &[handle], "");
    if let Handle::At(at) = rule.thread {
        build.store(word.zero(), operand(at)?);
    }
    if let (Some(results), Some(to)) = (results, wanted) {
        results.take(&build, handle, to);
    }
    end(call);
    Some(())
}

/// Takes the call away: what it results in says that it was done.
fn end(call: Value) {
    if !call.users().is_empty() {
        call.replace_all_uses_with(call.ty().zero());
    }
    call.erase_instruction();
}

/// Whether a function is known, and takes one pointer; what it results in is nothing or a pointer.
fn is_run(function: Value) -> bool {
    let is_function = function.kind() == ValueKind::LLVMFunctionValueKind;
    if !is_function || function.is_declaration() || function.is_interposable() {
        return false;
    }
    let params = function.function_type().params();
    let returned = function.function_type().returned().kind();
    let returns = [TypeKind::LLVMVoidTypeKind, TypeKind::LLVMPointerTypeKind];
    let takes = params.len() == 1 && params[0].kind() == TypeKind::LLVMPointerTypeKind;
    takes && returns.contains(&returned)
}

/// The function that does what a thread does, and leaves its result if that is wanted: each call of a thread with the same function has the same one.
fn task(module: Module, copy: Value, call: Value, (runs, results): (&Runs, bool)) -> Value {
    let context = module.context();
    let names: Vec<String> = runs.functions.iter().map(|f| f.name()).collect();
    let starter = named(call).map(|starter| starter.name());
    let words = format!(
        "{} {} {results}",
        starter.clone().unwrap_or_default(),
        names.join(" ")
    );
    let mut all = module.functions().into_iter();
    if let Some(known) = all.find(|f| f.string_attribute(RUNS).as_deref() == Some(&words)) {
        return known;
    }
    let caller = copy.name();
    let caller = caller.split(COPY).next().unwrap_or_default();
    let params = vec![context.pointer(); 1 + usize::from(results)];
    let ty = context.void().function(&params, false);
    let function = module.add_function(&format!("{caller}.thread"), ty);
    function.set_internal();
    transform::copy_environment(function, runs.functions[0]);
    transform::keep_out_of_line(function);
    for (key, value) in [(TASK, &starter.unwrap_or_default()), (RUNS, &words)] {
        function.add_function_attribute(context.string_attribute(key, value));
    }
    let build = Builder::new(context);
    build.at_end(function.append_block("entry"));
    let given = function.params()[0];
    for body in &runs.functions {
        let made = build.call(body.function_type(), *body, &[given], "");
        transform::call_as_declared(made);
        if let Some(entry) = function.params().get(1)
            && made.ty() == context.pointer()
        {
            results::leave(&build, *entry, made);
        }
    }
    build.ret(None);
    function
}

/// The object that a pointer in memory leads to, if one is stored there.
fn held(holder: Value) -> Option<Value> {
    let stores = holder.users().into_iter().filter(|user| {
        let is_store = user.opcode() == Opcode::LLVMStore && user.operand(1) == Some(holder);
        let null = ValueKind::LLVMConstantPointerNullValueKind;
        is_store && user.operand(0).is_some_and(|value| value.kind() != null)
    });
    let objects: Vec<Value> = stores.filter_map(|store| store.operand(0)).collect();
    match objects[..] {
        [object] => Some(object),
        _ => None,
    }
}

/// Where in memory an object's table of virtual functions is: the global, and how far behind its begin. The last constructor says so.
fn table(object: Value) -> Option<(Value, u64)> {
    let set = |inst: &Value| {
        inst.opcode() == Opcode::LLVMStore
            && inst.operand(1) == Some(object)
            && inst
                .operand(0)
                .is_some_and(|value| value.ty() == object.ty())
    };
    let stores: Vec<Value> = object.users().into_iter().filter(set).collect();
    let block = stores.first()?.block()?;
    if stores.iter().any(|store| store.block() != Some(block)) {
        return None;
    }
    let last = block.instructions().into_iter().rfind(set)?;
    let mut address = last.operand(0)?;
    let mut behind = 0;
    while address.kind() != ValueKind::LLVMGlobalVariableValueKind {
        let by = analyses::gep_offset(address).filter(|by| by.variable.is_empty())?;
        behind += u64::try_from(by.constant).ok()?;
        address = address.operand(0)?;
    }
    let known = address.is_global_constant() && !address.is_interposable();
    known.then_some((address, behind))
}

/// A function in such a table.
fn entry(module: Module, (table, behind): (Value, u64), offset: u64) -> Option<Value> {
    let tables = table.initializer()?.operands();
    let entries = tables.first()?.operands();
    let bytes = module.alloc_size(entries.first()?.ty());
    entries
        .get(usize::try_from((behind + offset) / bytes).ok()?)
        .copied()
}
