//! Teams: functions of the program that several workers run at the same time.
//!
//! The call that starts a team becomes a call of a function of its own, marked by an attribute (`Definition::Team`). Its body is what one worker
//! does, and what all analyses see. In a derivative a run-time library starts the same team for the body's tangent or its halves
//! (`synth/team.rs`). Where a call of such a function is left as it is, the team of the program is started again ([`start_again`]).
//!
//! Owns: these functions: their parameters are the call's operands, but for the body, each as it is handed on (`variables`). Must not: know a
//! library, or what workers share.

mod variables;

use super::body::Body;
use crate::prepare::inline::{all_calls, named};
use crate::view::names::COPY;
use crate::view::steps::{ALONE, APART, TEAM, starter};
use enzyme_llvm_shim::analyses::Alias;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{Passed, TeamRule};
use variables::{Handed, Start};

/// What the name of the function that starts a program's team ends with.
const START: &str = ".start";

/// What is known of the memory that an operand leads to.
const KNOWN: [&str; 4] = ["align", "dereferenceable", "nonnull", "noundef"];

/// A call that starts a team: the prepared function in which it stands, its body, what the library's function is, and how each operand reaches the workers.
struct Team<'a> {
    module: Module,
    body: &'a Body<'a>,
    caller: Value,
    starter: Value,
    handed: Vec<Handed>,
}

/// Puts a call of such a function in the place of the call that starts a team.
pub(super) fn expand(
    module: Module,
    (caller, call): (Value, Value),
    body: &Body<'_>,
    rule: TeamRule,
) -> bool {
    if body.function.kind() != ValueKind::LLVMFunctionValueKind {
        return false;
    }
    let Some(starter) = named(call) else {
        return false;
    };
    let start = Start {
        starter,
        rule: body.rule,
    };
    let operands = body.operands.iter().enumerate();
    let team = Team {
        module,
        body,
        caller,
        starter,
        handed: operands
            .map(|(at, operand)| start.handed(body.function, at, *operand))
            .collect(),
    };
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let args: Vec<Value> = team
        .positions()
        .map(|at| team.argument(&build, at))
        .collect();
    let function = team.made(&args, rule);
    build.call(function.function_type(), function, &args, "");
    call.erase_instruction();
    true
}

impl Team<'_> {
    /// The operands that workers are given.
    fn positions(&self) -> impl Iterator<Item = usize> + use<> {
        let body = usize::from(self.body.rule.body);
        (0..self.body.operands.len()).filter(move |at| *at != body)
    }

    /// An operand as it is handed on.
    fn argument(&self, build: &Builder, at: usize) -> Value {
        let operand = self.body.operands[at];
        match self.handed[at] {
            Handed::Same | Handed::Alone => operand,
            Handed::Number(number) => number,
            Handed::Content(ty) => build.load(ty, operand, ""),
        }
    }

    /// A function of the team whose workers are given such arguments: each call has its own, for what is known of the arguments is known of that call.
    fn made(&self, args: &[Value], rule: TeamRule) -> Value {
        let (module, context) = (self.module, self.module.context());
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let caller = self.caller.name();
        let caller = caller.split(COPY).next().unwrap_or_default();
        let name = format!("{caller}.team");
        let team = module.add_function(&name, context.void().function(&types, false));
        team.add_function_attribute(context.string_attribute(TEAM, &self.starter.name()));
        let alone = self.positions().enumerate();
        let alone = alone.filter(|(_, at)| self.handed[*at] == Handed::Alone);
        let alone: Vec<String> = alone.map(|(param, _)| param.to_string()).collect();
        team.add_function_attribute(context.string_attribute(ALONE, &alone.join(",")));
        let start = module.add_function(&format!("{}{START}", team.name()), team.function_type());
        for function in [team, start] {
            function.set_internal();
            transform::copy_environment(function, self.body.function);
        }
        transform::keep_out_of_line(team);
        self.work(team, rule);
        self.start_program(start);
        team
    }

    /// What one worker does.
    fn work(&self, team: Value, rule: TeamRule) {
        let context = self.module.context();
        let build = Builder::new(context);
        build.at_end(team.append_block("entry"));
        let int = context.int(32);
        let mut args = Vec::new();
        for passed in &self.body.rule.given {
            match passed {
                Passed::Worker => {
                    let ty = int.function(&[], false);
                    let worker = self.module.declare(rule.worker, ty);
                    let number = build.call(ty, worker, &[], "worker");
                    args.push(variable(&build, number));
                }
                Passed::Zero => args.push(variable(&build, int.zero())),
                Passed::Operand(at) => args.push(self.operand(&build, team, usize::from(*at))),
                Passed::From(first) => {
                    for at in usize::from(*first)..self.body.operands.len() {
                        self.keep_known(team, at, args.len());
                        args.push(self.operand(&build, team, at));
                    }
                }
                Passed::Iteration | Passed::Record(_) => panic!("a worker has neither"),
            }
        }
        let function = self.body.function;
        let call = build.call(function.function_type(), function, &args, "");
        transform::call_as_declared(call);
        build.ret(None);
        // However large it is: what workers share is known in this function alone.
        transform::inline_call(call, 0);
    }

    /// Starts the program's own team.
    fn start_program(&self, start: Value) {
        let build = Builder::new(self.module.context());
        build.at_end(start.append_block("entry"));
        let all = 0..self.body.operands.len();
        let args = all.map(|at| match at == usize::from(self.body.rule.body) {
            true => self.body.function,
            false => self.operand(&build, start, at),
        });
        let args: Vec<Value> = args.collect();
        build.call(self.starter.function_type(), self.starter, &args, "");
        build.ret(None);
    }

    /// The operand of the call again, made of what a function is given.
    fn operand(&self, build: &Builder, function: Value, at: usize) -> Value {
        let param = function.params()[self.position(at)];
        match self.handed[at] {
            Handed::Same | Handed::Alone => param,
            Handed::Number(_) => bits(build, param, self.body.operands[at].ty()),
            Handed::Content(_) => variable(build, param),
        }
    }

    /// Where the parameter stands that is an operand of the call.
    fn position(&self, at: usize) -> usize {
        at - usize::from(at > usize::from(self.body.rule.body))
    }

    /// What the body's parameter promises of memory holds for the operand.
    fn keep_known(&self, team: Value, at: usize, param: usize) {
        if matches!(self.handed[at], Handed::Same | Handed::Alone) {
            for name in KNOWN {
                let to = self.position(at) as u32;
                team.copy_param_attribute(to, self.body.function, param as u32, name);
            }
        }
    }
}

/// A variable with a content.
fn variable(build: &Builder, content: Value) -> Value {
    let variable = build.alloca(content.ty(), "");
    build.store(content, variable);
    variable
}

/// A number as the integer that the compiler makes of it.
fn bits(build: &Builder, number: Value, ty: Type) -> Value {
    let float = number.ty().kind() == TypeKind::LLVMFloatTypeKind;
    let own = number.context().int(if float { 32 } else { 64 });
    let same = build.cast(Opcode::LLVMBitCast, number, own);
    build.int_cast(same, ty, false)
}

/// Says in the functions of teams that a prepared function starts which of their parameters lead to memory that never overlaps.
pub(in crate::prepare) fn say_apart(module: Module, copy: Value, alias: &Alias) {
    for call in all_calls(copy) {
        let Some(team) = named(call).filter(|callee| starter(*callee).is_some()) else {
            continue;
        };
        let args = call.call_args().into_iter().enumerate();
        let pointers: Vec<(usize, Value)> = args
            .filter(|(_, arg)| arg.ty().kind() == TypeKind::LLVMPointerTypeKind)
            .collect();
        let mut pairs = Vec::new();
        for (at, (param, pointer)) in pointers.iter().enumerate() {
            let others = pointers[at + 1..].iter();
            let apart = others.filter(|(_, other)| alias.objects_apart(copy, *pointer, *other));
            pairs.extend(apart.map(|(other, _)| format!("{param}-{other}")));
        }
        let said = module.context().string_attribute(APART, &pairs.join(","));
        team.add_function_attribute(said);
    }
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
