//! Replaces calls of libraries by equivalent simpler code, as rules say: other calls, fences, instructions (`plain`), copies (`from_one`), or loops (`task_reductions`).
//!
//! Owns: the exchange. Must not: know a library.

use super::from_one;
use super::inline::{all_calls, named};
use super::plain;
use super::rows;
use super::task_reductions;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Module, Opcode, Type, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Instead, Registry, Said};

/// Puts what rules name in the place of the calls that are said with it.
pub(super) fn exchange(module: Module, copy: Value, registry: &Registry) {
    for call in all_calls(copy) {
        if let Some(rule) = rule(call, registry) {
            // What takes its place throws nothing.
            exchange_call(module, copy, transform::invoke_to_call(call), rule);
        }
    }
}

fn rule(call: Value, registry: &Registry) -> Option<&Instead> {
    let callee = named(call)?;
    let name = callee.name();
    let entry = match callee.is_declaration() {
        true => registry.lookup(&name)?,
        // A library's own body counts for less than what a pack says of it.
        false => match registry.said(&name)? {
            Said::Known(entry) => entry,
            Said::Custom(_) => return None,
        },
    };
    match &entry.what {
        CalleeKind::Instead(rule) => {
            let throws_nothing = matches!(
                rule,
                Instead::Calls { .. }
                    | Instead::Stored { .. }
                    | Instead::Within { .. }
                    | Instead::Rows(_)
                    | Instead::StoredRows { .. }
                    | Instead::Plain(_)
            );
            let is_call = call.opcode() == Opcode::LLVMCall;
            (is_call || throws_nothing).then_some(rule)
        }
        // Any other: it stays.
        _ => None,
    }
}

fn exchange_call(module: Module, copy: Value, call: Value, rule: &Instead) {
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    match rule {
        Instead::Calls { calls, gives } => {
            let given = call.call_args();
            let passed = |operands: &[u8]| -> Option<Vec<Value>> {
                let wanted = operands.iter();
                wanted
                    .map(|at| given.get(usize::from(*at)).copied())
                    .collect()
            };
            let all = calls.iter().map(|(_, operands)| passed(operands));
            let Some(all) = all.collect::<Option<Vec<_>>>() else {
                return;
            };
            for ((symbol, _), args) in calls.iter().zip(all) {
                let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
                let ty = module.context().void().function(&types, false);
                build.call(ty, module.declare(symbol, ty), &args, "");
            }
            if let Some(result) = gives {
                call.replace_all_uses_with(call.ty().constant_int(*result as u64));
            }
        }
        Instead::Stored {
            symbol,
            operands,
            to,
            failure,
        } => {
            let given = call.call_args();
            let args: Vec<Value> = operands.iter().map(|at| given[usize::from(*at)]).collect();
            let to = given[usize::from(*to)];
            stored(module, &build, call, (symbol, &args), (to, *failure));
        }
        Instead::StoredRows {
            symbol,
            of,
            to,
            failure,
        } => {
            let given = call.call_args();
            let bytes = rows::bytes(&build, &given, *of);
            let to = given[usize::from(*to)];
            stored(module, &build, call, (symbol, &[bytes]), (to, *failure));
        }
        Instead::Rows(rule) => {
            let status = rows::each((module, copy), &build, call, rule);
            call.replace_all_uses_with(status);
        }
        Instead::Within {
            finds,
            place,
            offset,
            calls,
        } => {
            let mut args = call.call_args();
            let [place, offset] = [*place, *offset].map(usize::from);
            let pointer = module.context().pointer();
            let ty = pointer.function(&[pointer], false);
            let found = build.call(ty, module.declare(finds, ty), &[args[place]], "place");
            args[place] = build.ptradd(found, args[offset], "");
            args.remove(offset);
            let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
            let ty = call.ty().function(&types, false);
            let made = build.call(ty, module.declare(calls, ty), &args, "");
            call.replace_all_uses_with(made);
        }
        Instead::Fence => {
            build.fence();
        }
        Instead::Plain(rule) => {
            let Some(value) = plain::value(module, &build, call, *rule) else {
                return;
            };
            call.replace_all_uses_with(value);
        }
        Instead::FromOne(rule) => return from_one::exchange(module, call, *rule),
        Instead::TaskReduction(rule) => {
            return task_reductions::exchange(module, copy, call, rule);
        }
        Instead::ByConstant {
            operand,
            functions,
            otherwise,
        } => {
            let constant = call.call_args().get(usize::from(*operand)).copied();
            let constant = constant.and_then(Value::as_u64);
            let mut functions = functions.iter();
            let found = functions.find(|(of, _)| Some(*of) == constant);
            let symbol = found.map_or(*otherwise, |(_, symbol)| *symbol);
            call.set_callee(module.declare(symbol, call.called_type()));
            return;
        }
    }
    call.erase_instruction();
}

/// Calls a function that gives memory of so many bytes as its first operand says, stores where it is, and puts a status in the place of the call's result.
fn stored(
    module: Module,
    build: &Builder,
    call: Value,
    (symbol, args): (&str, &[Value]),
    (to, failure): (Value, i64),
) {
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let pointer = module.context().pointer();
    let ty = pointer.function(&types, false);
    let made = build.call(ty, module.declare(symbol, ty), args, "made");
    build.store(made, to);
    let none = build.icmp(IntPredicate::LLVMIntEQ, made, pointer.zero());
    // Of no bytes there may be none.
    let asked = build.icmp(IntPredicate::LLVMIntNE, args[0], types[0].zero());
    let is_failure = build.and(none, asked);
    let failed = call.ty().constant_int(failure as u64);
    call.replace_all_uses_with(build.select(is_failure, failed, call.ty().zero()));
}
