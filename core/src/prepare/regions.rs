//! Regions, said with calls of the functions that they run.
//!
//! A region is a library function that runs a function of the program. Its call becomes code that computes the same: a loop, a
//! sort, a search (`regions.ll`), with a direct call of the body, so that no later phase knows regions.
//!
//! Steps that are to be run again from checkpoints become a function of their own (`steps`): its body says what they
//! compute, and the plan finds its calls.
//!
//! All analyses see through such code. What running one body after the other means is the serial meaning of any region; a rule (`RegionRule`)
//! only says which operand is the body, what its parameters are given, and why it is run.
//!
//! Owns: that code, and what the body's parameters are given. Must not: know a library, or what is done with steps.

mod marks;
mod places;
mod steps;

pub(super) use marks::{as_steps, has_marks, join_exits, leave_memory_alone};

use super::inline::{all_calls, named};
use crate::view::steps::{STEPS, TILE};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Passed, RegionRule, Registry, Runs, Side};

/// The code of all regions.
const CODE: &str = include_str!("regions.ll");

const ITERATIONS: &str = "enzyme_rs_region_iterations";
const SORTING: &str = "enzyme_rs_region_sorting";
const SEARCHING: &str = "enzyme_rs_region_searching";
const RUN: &str = "enzyme_rs_region_run";
const COMPARE: &str = "enzyme_rs_region_compare";

/// Puts code into the place of all calls of regions; says whether there were any.
pub(super) fn as_code(module: Module, copy: Value, registry: &Registry) -> bool {
    let mut any = false;
    for call in all_calls(copy) {
        let rule = called(call, registry);
        any |= rule.is_some_and(|rule| expand(module, copy, call, rule));
    }
    any
}

/// Erases what all regions share, and functions of parts of others, which nothing calls any more.
pub(crate) fn forget(module: Module) {
    let all = [ITERATIONS, SORTING, SEARCHING, RUN, COMPARE];
    let all = all.iter().filter_map(|name| module.function(name));
    transform::erase_functions(&all.collect::<Vec<_>>());
    for made in [STEPS, steps::STEP, TILE] {
        let functions = module.functions().into_iter();
        let made = functions.filter(|f| f.has_string_attribute(made) && f.users().is_empty());
        transform::erase_functions(&made.collect::<Vec<_>>());
    }
}

/// The rule of the region that a call calls, if that is the library's.
fn called(call: Value, registry: &Registry) -> Option<&RegionRule> {
    let callee = named(call)?;
    let name = callee.name();
    if registry.said(&name).is_some() || !(callee.is_declaration() || callee.is_interposable()) {
        return None;
    }
    match &registry.lookup(&name)?.what {
        CalleeKind::Region(rule) => Some(rule),
        // Any other: it runs no function of the program.
        _ => None,
    }
}

/// Puts code in the place of a call, if the body can be called with what the rule says.
fn expand(module: Module, copy: Value, call: Value, rule: &RegionRule) -> bool {
    let operands = call.call_args();
    let Some(body) = Body::of(module, rule, &operands, call) else {
        return false;
    };
    if let Runs::Steps { kept, .. } = rule.runs {
        return expand_steps(module, call, &body, kept);
    }
    if module.function(ITERATIONS).is_none() {
        io::link_text(module, CODE).expect("the code of regions is valid IR");
    }
    let (name, stand_in) = match rule.runs {
        Runs::Iterations { .. } => (ITERATIONS, RUN),
        Runs::Sorting(_) => (SORTING, COMPARE),
        Runs::Searching(_) => (SEARCHING, COMPARE),
        Runs::Steps { .. } => panic!("steps are a function of their own"),
    };
    let code = module.function(name).expect("it was linked in");
    transform::copy_environment(code, copy);
    let build = Builder::ahead_of(module.context(), call);
    build.set_location(Some(call));
    let wanted = rule.runs.operands().into_iter();
    let args: Vec<Value> = wanted.map(|at| operands[usize::from(at)]).collect();
    let made = build.call(code.function_type(), code, &args, "");
    if !call.users().is_empty() {
        call.replace_all_uses_with(made);
    }
    call.erase_instruction();
    transform::inline_call(made, 0);
    let stand_in = module.function(stand_in).expect("it was linked in");
    for run in all_calls(copy) {
        if named(run) == Some(stand_in) {
            body.run(module, run);
        }
    }
    true
}

/// Puts a call of such a function in the place of a region's, if a step is of the type that it is called with.
fn expand_steps(module: Module, call: Value, body: &Body<'_>, kept: u8) -> bool {
    let operands = body.operands;
    let [Passed::Iteration, Passed::Operand(context)] = body.rule.given[..] else {
        return false;
    };
    if body.function.kind() != ValueKind::LLVMFunctionValueKind {
        return false;
    }
    let context = operands[usize::from(context)];
    let wanted = body.rule.runs.operands();
    let given = [wanted[0], wanted[1]].map(|at| operands[usize::from(at)]);
    let mut pairs = operands[usize::from(kept)..].to_vec();
    steps::add_variable(module, &mut pairs, context);
    steps::run(
        module,
        call,
        body.function,
        [given[0], given[1], context],
        &pairs,
    );
    call.erase_instruction();
    true
}

/// The function that a region runs.
struct Body<'a> {
    function: Value,
    ty: Type,
    rule: &'a RegionRule,
    operands: &'a [Value],
}

impl<'a> Body<'a> {
    /// The body of a call; nothing if the call or the function is not of the type that the rule describes.
    fn of(
        module: Module,
        rule: &'a RegionRule,
        operands: &'a [Value],
        call: Value,
    ) -> Option<Self> {
        let context = module.context();
        let operand = |at: u8| operands.get(usize::from(at)).copied();
        let function = operand(rule.body)?;
        let mut params = Vec::new();
        for passed in &rule.given {
            params.push(match passed {
                Passed::Operand(at) => operand(*at)?.ty(),
                Passed::Iteration => context.int(64),
                Passed::Record(_) => context.pointer(),
            });
        }
        let (returned, result) = match rule.runs {
            Runs::Iterations { .. } | Runs::Steps { .. } => (context.void(), context.void()),
            Runs::Sorting(_) => (context.int(32), context.void()),
            Runs::Searching(_) => (context.int(32), context.pointer()),
        };
        let ty = returned.function(&params, false);
        let is_named = function.kind() == ValueKind::LLVMFunctionValueKind;
        let body_fits = !is_named || function.function_type() == ty;
        (body_fits && call.ty() == result && fits(module, &rule.runs, operands)).then_some(Self {
            function,
            ty,
            rule,
            operands,
        })
    }

    /// Calls it in the place of what stands for it.
    fn run(&self, module: Module, stand_in: Value) {
        let given = stand_in.call_args();
        let args = self.rule.given.iter().map(|passed| match passed {
            Passed::Operand(at) => self.operands[usize::from(*at)],
            Passed::Iteration | Passed::Record(Side::First) => given[0],
            Passed::Record(Side::Second) => given[1],
        });
        let args: Vec<Value> = args.collect();
        let build = Builder::ahead_of(module.context(), stand_in);
        build.set_location(Some(stand_in));
        let call = build.call(self.ty, self.function, &args, "");
        if self.function.kind() == ValueKind::LLVMFunctionValueKind {
            transform::call_as_declared(call);
        }
        if !stand_in.users().is_empty() {
            stand_in.replace_all_uses_with(call);
        }
        stand_in.erase_instruction();
    }
}

/// Whether a call has the operands that a rule speaks of: counts are of 64 bits.
fn fits(module: Module, runs: &Runs, operands: &[Value]) -> bool {
    let is = |at: u8, kind: TypeKind| {
        let operand = operands.get(usize::from(at)).map(|v| v.ty());
        let wide =
            |ty: Type| kind != TypeKind::LLVMIntegerTypeKind || ty == module.context().int(64);
        operand.is_some_and(|ty| ty.kind() == kind && wide(ty))
    };
    match runs {
        Runs::Iterations { count, .. } => is(*count, TypeKind::LLVMIntegerTypeKind),
        Runs::Steps {
            count,
            states,
            kept,
        } => {
            let pairs = (*kept..operands.len() as u8).step_by(2);
            let pair = |at: u8| {
                is(at, TypeKind::LLVMPointerTypeKind) && is(at + 1, TypeKind::LLVMIntegerTypeKind)
            };
            is(*count, TypeKind::LLVMIntegerTypeKind)
                && is(*states, TypeKind::LLVMIntegerTypeKind)
                && pairs.into_iter().all(pair)
        }
        Runs::Sorting(records) | Runs::Searching(records) => {
            is(records.base, TypeKind::LLVMPointerTypeKind)
                && is(records.count, TypeKind::LLVMIntegerTypeKind)
                && is(records.size, TypeKind::LLVMIntegerTypeKind)
        }
    }
}
