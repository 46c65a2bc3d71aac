//! Teams: functions of the program that several workers run at the same time.
//!
//! The call that starts a team becomes a call of a function of its own, marked by an attribute (`Definition::Team`). Its body is what one worker
//! does, and what all analyses see. In a derivative a run-time library starts the same team for the body's tangent or its halves
//! (`synth/team.rs`). Where a call of such a function is left as it is, the team of the program is started again ([`start_again`]).
//!
//! A number that the compiler hands to the workers as an integer of the same bits is a number to that function.
//!
//! Owns: these functions: their parameters are the call's operands, but for the body. Must not: know a library, or what workers share.

use super::body::Body;
use crate::prepare::inline::named;
use crate::view::steps::TEAM;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{Passed, TeamRule};

/// What the name of the function that starts a program's team ends with.
const START: &str = ".start";

/// Puts a call of such a function in the place of the call that starts a team.
pub(super) fn expand(module: Module, call: Value, body: &Body<'_>, rule: TeamRule) -> bool {
    if body.function.kind() != ValueKind::LLVMFunctionValueKind {
        return false;
    }
    let Some(starter) = named(call) else {
        return false;
    };
    let first = body.rule.given.iter().find_map(|passed| match passed {
        Passed::From(at) => Some(*at),
        _ => None,
    });
    let own = |at: usize| first.is_some_and(|first| at >= usize::from(first));
    let operands = body.operands.iter().enumerate();
    let args: Vec<Value> = operands
        .filter(|(at, _)| *at != usize::from(body.rule.body))
        .map(|(at, operand)| if own(at) { number(*operand) } else { *operand })
        .collect();
    let team = made(module, starter, body, (rule, &args));
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    build.call(team.function_type(), team, &args, "");
    call.erase_instruction();
    true
}

/// The number of which an integer has the bits, if that is how it was made.
fn number(operand: Value) -> Value {
    let made_by = |value: Value, op: Opcode| {
        let made = value.is_instruction() && value.opcode() == op;
        made.then(|| value.operand(0)).flatten()
    };
    let narrow = made_by(operand, Opcode::LLVMZExt).unwrap_or(operand);
    let is_number = |ty: Type| {
        matches!(
            ty.kind(),
            TypeKind::LLVMDoubleTypeKind | TypeKind::LLVMFloatTypeKind
        )
    };
    let number = made_by(narrow, Opcode::LLVMBitCast);
    number.filter(|n| is_number(n.ty())).unwrap_or(operand)
}

/// The function of a team whose body is given arguments of these types.
fn made(
    module: Module,
    starter: Value,
    body: &Body<'_>,
    (rule, args): (TeamRule, &[Value]),
) -> Value {
    let context = module.context();
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let kinds: Vec<String> = types.iter().map(|ty| ty.print()).collect();
    let name = format!("{}.team({})", body.function.name(), kinds.join(","));
    if let Some(known) = module.function(&name) {
        return known;
    }
    let team = module.add_function(&name, context.void().function(&types, false));
    team.add_function_attribute(context.string_attribute(TEAM, &starter.name()));
    let start = module.add_function(&format!("{name}{START}"), team.function_type());
    for function in [team, start] {
        function.set_internal();
        transform::copy_environment(function, body.function);
    }
    transform::keep_out_of_line(team);
    work(module, team, body, rule);
    start_team(module, start, starter, body);
    team
}

/// What is known of the memory that an operand leads to.
const KNOWN: [&str; 4] = ["align", "dereferenceable", "nonnull", "noundef"];

/// What one worker does.
fn work(module: Module, team: Value, body: &Body<'_>, rule: TeamRule) {
    let context = module.context();
    let build = Builder::new(context);
    build.at_end(team.append_block("entry"));
    let int = context.int(32);
    let place = |what: Value| {
        let place = build.alloca(int, "");
        build.store(what, place);
        place
    };
    let mut args = Vec::new();
    for passed in &body.rule.given {
        match passed {
            Passed::Worker => {
                let ty = int.function(&[], false);
                let worker = module.declare(rule.worker, ty);
                args.push(place(build.call(ty, worker, &[], "worker")));
            }
            Passed::Zero => args.push(place(int.zero())),
            Passed::Operand(at) => args.push(operand(team, body, *at)),
            Passed::From(first) => {
                let all = *first..body.operands.len() as u8;
                let types = body.function.function_type().params();
                let types = types[args.len()..].iter();
                for (behind, at) in all.clone().enumerate() {
                    let (to, from) = (position(body, at) as u32, (args.len() + behind) as u32);
                    for name in KNOWN {
                        team.copy_param_attribute(to, body.function, from, name);
                    }
                }
                let all = all.map(|at| operand(team, body, at)).zip(types);
                args.extend(
                    all.map(|(value, ty)| bits(&build, value, *ty))
                        .collect::<Vec<_>>(),
                );
            }
            Passed::Iteration | Passed::Record(_) => panic!("a worker has neither"),
        }
    }
    let call = build.call(body.function.function_type(), body.function, &args, "");
    transform::call_as_declared(call);
    build.ret(None);
}

/// Starts the program's own team.
fn start_team(module: Module, start: Value, starter: Value, body: &Body<'_>) {
    let build = Builder::new(module.context());
    build.at_end(start.append_block("entry"));
    let operands = body.operands.iter().enumerate();
    let args = operands.map(|(at, of_call)| match at == usize::from(body.rule.body) {
        true => body.function,
        false => bits(&build, operand(start, body, at as u8), of_call.ty()),
    });
    let args: Vec<Value> = args.collect();
    build.call(starter.function_type(), starter, &args, "");
    build.ret(None);
}

/// The parameter that is an operand of the call.
fn operand(function: Value, body: &Body<'_>, at: u8) -> Value {
    function.params()[position(body, at)]
}

/// Where the parameter stands that is an operand of the call.
fn position(body: &Body<'_>, at: u8) -> usize {
    usize::from(at) - usize::from(at > body.rule.body)
}

/// A number as the integer that the compiler makes of it, or another value as it is.
fn bits(build: &Builder, value: Value, ty: Type) -> Value {
    if value.ty() == ty {
        return value;
    }
    let float = value.ty().kind() == TypeKind::LLVMFloatTypeKind;
    let own = value.context().int(if float { 32 } else { 64 });
    let same = build.cast(Opcode::LLVMBitCast, value, own);
    build.int_cast(same, ty, false)
}

/// Puts the start of the program's team in the place of the calls of a team that are left.
pub(super) fn start_again(module: Module, team: Value) {
    let start = module.function(&format!("{}{START}", team.name()));
    let start = start.expect("it was made with the team");
    for call in team.users() {
        call.set_callee(start);
        transform::inline_call(call, 0);
    }
}
