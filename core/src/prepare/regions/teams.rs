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
use crate::view::steps::{ALONE, APART, DISTINCT, REGION, START, TEAM, starter};
use enzyme_llvm_shim::analyses::{Alias, are_distinct};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{Passed, TeamRule};
use variables::{Handed, Start};

/// The attribute of such functions that several calls share.
const SHARED: &str = "enzyme_rs_shared_team";

/// What is known of the memory that an operand leads to.
const KNOWN: [&str; 4] = ["align", "dereferenceable", "nonnull", "noundef"];

/// A call that starts a team: the prepared function in which it stands, its body, what the library's function is, and how each operand reaches the workers.
struct Team<'a> {
    module: Module,
    body: &'a Body<'a>,
    /// The body may come to itself.
    recursive: bool,
    caller: Value,
    starter: Value,
    handed: Vec<Handed>,
}

/// Puts a call of such a function in the place of the call that starts a team.
pub(super) fn expand(
    module: Module,
    (caller, call): (Value, Value),
    (body, recursive): (&Body<'_>, bool),
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
    let positions = 0..body.operands.len();
    let team = Team {
        module,
        body,
        recursive,
        caller,
        starter,
        handed: positions
            .map(|at| start.handed(body.function, body.operands, at))
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
            Handed::Number(ty) => as_number(build, operand, ty),
            Handed::Content(ty) => build.load(ty, operand, ""),
            Handed::Unused => operand.ty().zero(),
        }
    }

    /// A function of the team whose workers are given such arguments: each call has its own, for what is known of the arguments is known of that
    /// call; but for bodies that come to themselves.
    fn made(&self, args: &[Value], rule: TeamRule) -> Value {
        let (module, context) = (self.module, self.module.context());
        let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
        let words = self.words(&types);
        if let Some(known) = self.known(&words) {
            return known;
        }
        let caller = self.caller.name();
        let caller = caller.split(COPY).next().unwrap_or_default();
        let name = format!("{caller}.team");
        let team = module.add_function(&name, context.void().function(&types, false));
        team.add_function_attribute(context.string_attribute(TEAM, &self.starter.name()));
        let region = self.body.function.name();
        team.add_function_attribute(context.string_attribute(REGION, &region));
        let alone = self.positions().enumerate();
        let alone = alone.filter(|(_, at)| self.handed[*at] == Handed::Alone);
        let alone: Vec<String> = alone.map(|(param, _)| param.to_string()).collect();
        team.add_function_attribute(context.string_attribute(ALONE, &alone.join(",")));
        if self.recursive {
            team.add_function_attribute(context.string_attribute(SHARED, &words));
        }
        let start = module.add_function(&format!("{}.start", team.name()), team.function_type());
        start.add_function_attribute(context.string_attribute(START, &team.name()));
        for function in [team, start] {
            function.set_internal();
            transform::copy_environment(function, self.body.function);
        }
        transform::keep_out_of_line(team);
        self.work(team, rule);
        self.start_program(start);
        team
    }

    /// What is handed on, and how.
    fn words(&self, types: &[Type]) -> String {
        let positions = self.positions().zip(types);
        let words = positions.map(|(at, ty)| {
            let how = match self.handed[at] {
                Handed::Same => "",
                Handed::Number(_) => "number ",
                Handed::Content(_) => "content ",
                Handed::Alone => "alone ",
                Handed::Unused => "unused ",
            };
            format!("{how}{}", ty.print())
        });
        let words: Vec<String> = words.collect();
        format!("{}: {}", self.body.function.name(), words.join(", "))
    }

    /// The function of another call that does the same, if the body may come to itself: it would have others without end.
    fn known(&self, words: &str) -> Option<Value> {
        let mut all = self.module.functions().into_iter();
        all.find(|function| {
            self.recursive && function.string_attribute(SHARED).as_deref() == Some(words)
        })
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
        if self.module.function(rule.tasks).is_some() {
            let ty = context.void().function(&[], false);
            build.call(ty, self.module.declare(rule.join, ty), &[], "");
        }
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
            Handed::Same | Handed::Alone | Handed::Unused => param,
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

/// The number whose bits an integer has.
fn as_number(build: &Builder, bits: Value, ty: Type) -> Value {
    let float = ty.kind() == TypeKind::LLVMFloatTypeKind;
    let own = build.int_cast(bits, bits.context().int(if float { 32 } else { 64 }), false);
    build.cast(Opcode::LLVMBitCast, own, ty)
}

/// A number as the integer that the compiler makes of it.
fn bits(build: &Builder, number: Value, ty: Type) -> Value {
    let float = number.ty().kind() == TypeKind::LLVMFloatTypeKind;
    let own = number.context().int(if float { 32 } else { 64 });
    let same = build.cast(Opcode::LLVMBitCast, number, own);
    build.int_cast(same, ty, false)
}

/// Says in the functions of teams that a prepared function starts which of their parameters lead to memory that never overlaps: as far as it is
/// written (`restrict` promises no more), and whatever is done with it.
pub(in crate::prepare) fn say_apart(module: Module, copy: Value, alias: &Alias) {
    for call in all_calls(copy) {
        let Some(team) = named(call).filter(|callee| starter(*callee).is_some()) else {
            continue;
        };
        if team.has_string_attribute(SHARED) {
            continue;
        }
        let args = call.call_args().into_iter().enumerate();
        let pointers: Vec<(usize, Value)> = args
            .filter(|(_, arg)| arg.ty().kind() == TypeKind::LLVMPointerTypeKind)
            .collect();
        let pairs = |is: &dyn Fn(Value, Value) -> bool| {
            let mut found = Vec::new();
            for (at, (param, pointer)) in pointers.iter().enumerate() {
                let others = pointers[at + 1..].iter();
                let others = others.filter(|(_, other)| is(*pointer, *other));
                found.extend(others.map(|(other, _)| format!("{param}-{other}")));
            }
            found.join(",")
        };
        let apart = pairs(&|one, other| alias.objects_apart(copy, one, other));
        let distinct = pairs(&|one, other| are_distinct(one, other));
        for (key, value) in [(APART, apart), (DISTINCT, distinct)] {
            team.add_function_attribute(module.context().string_attribute(key, &value));
        }
    }
}

/// Puts the start of the program's team in the place of the calls of a team that are left.
pub(super) fn start_again(module: Module, team: Value) {
    let mut all = module.functions().into_iter();
    let name = team.name();
    let start = all.find(|function| function.string_attribute(START).as_ref() == Some(&name));
    let start = start.expect("it was made with the team");
    for call in team.users() {
        call.set_callee(start);
        transform::inline_call(call, 0);
    }
}
