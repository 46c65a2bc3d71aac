//! Regions, said with calls of the functions that they run.
//!
//! A region is a library function that runs a function of the program. Its call becomes code that computes the same: a loop, a
//! sort, a search (`regions.ll`), with a direct call of the body, so that no later phase knows regions.
//!
//! Steps that are to be run again from checkpoints become a function of their own (`steps`): its body says what they
//! compute, and the plan finds its calls. So does what a worker of a team does (`teams`).
//!
//! All analyses see through such code. What running one body after the other means is the serial meaning of any region; a rule (`RegionRule`)
//! only says which operand is the body, what its parameters are given, and why it is run.
//!
//! Owns: that code, and what the body's parameters are given. Must not: know a library, or what is done with steps.

mod body;
mod ended;
mod marks;
mod numbers;
mod places;
mod results;
mod steps;
mod tasks;
mod teams;
mod threads;

use body::Body;
pub(super) use marks::{as_steps, has_marks, join_exits, leave_memory_alone};
pub use tasks::mark_variables;
pub(super) use tasks::{forget_marks, has_task_marks, show_records, tasks_as_calls};
pub(super) use teams::say_apart;
pub(super) use threads::threads_as_calls;

use super::inline::{Callees, all_calls, named};
use crate::view::steps::{START, STEPS, TASK, TEAM, TILE};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::io;
use enzyme_llvm_shim::ir::{Module, Value, ValueKind};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Passed, RegionRule, Registry, Runs};

/// The code of all regions.
const CODE: &str = include_str!("regions.ll");

const ITERATIONS: &str = "enzyme_rs_region_iterations";
const SORTING: &str = "enzyme_rs_region_sorting";
const SEARCHING: &str = "enzyme_rs_region_searching";
const RUN: &str = "enzyme_rs_region_run";
const COMPARE: &str = "enzyme_rs_region_compare";

/// Puts code into the place of all calls of regions; says whether there were any.
pub(super) fn as_code(module: Module, copy: Value, registry: &Registry, callees: &Callees) -> bool {
    let mut any = false;
    for call in all_calls(copy) {
        let rule = called(call, registry);
        any |= rule.is_some_and(|rule| expand(module, copy, (call, rule), callees));
    }
    any
}

/// Removes the marks of variables in records of tasks; says whether there were any.
pub(crate) fn forget_all_marks(module: Module) -> bool {
    let mut any = false;
    for function in module.functions() {
        any |= forget_marks(function);
    }
    any
}

/// Erases what all regions share, and functions of parts of others, which nothing calls any more; teams that are still called are
/// those of the program again.
pub(crate) fn forget(module: Module) {
    let functions = module.functions().into_iter();
    for team in functions.filter(|f| f.has_string_attribute(TEAM)) {
        teams::start_again(module, team);
    }
    let all = [ITERATIONS, SORTING, SEARCHING, RUN, COMPARE].into_iter();
    let all = all.chain(tasks::SHARED).chain(results::SHARED);
    let all = all.filter_map(|name| module.function(name));
    transform::erase_functions(&all.collect::<Vec<_>>());
    for made in [TASK, TEAM, START, STEPS, steps::STEP, TILE] {
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
fn expand(
    module: Module,
    copy: Value,
    (call, rule): (Value, &RegionRule),
    callees: &Callees,
) -> bool {
    let operands = call.call_args();
    let Some(body) = Body::of(module, rule, &operands, call) else {
        return false;
    };
    match rule.runs {
        Runs::Steps { kept, .. } => return expand_steps(module, call, &body, kept),
        Runs::Team(team) => {
            let recursive = callees.is_recursive(body.function);
            return teams::expand(module, (copy, call), (&body, recursive), team);
        }
        Runs::Iterations { .. } | Runs::Sorting(_) | Runs::Searching(_) => {}
    }
    if module.function(ITERATIONS).is_none() {
        io::link_text(module, CODE).expect("the code of regions is valid IR");
    }
    let (name, stand_in) = match rule.runs {
        Runs::Iterations { .. } => (ITERATIONS, RUN),
        Runs::Sorting(_) => (SORTING, COMPARE),
        Runs::Searching(_) => (SEARCHING, COMPARE),
        Runs::Steps { .. } | Runs::Team(_) => panic!("they are functions of their own"),
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
    steps::widen_sizes(module, call, &mut pairs);
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
