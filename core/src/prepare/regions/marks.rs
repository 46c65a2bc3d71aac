//! Loops that the program marks: their iterations are steps that a reverse pass runs again from checkpoints.
//!
//! An iteration becomes a function of its number and a context (`outline.cpp` of the shim), and the loop a call of steps.
//!
//! Owns: which marks can be heeded, and what memory of the function's own the steps may change. Must not: know schedules.

use super::places;
use super::steps;
use crate::prepare::inline::direct_calls;
use enzyme_llvm_shim::analyses::{self, Loop, LoopForest, TripCount};
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Block, Module, Opcode, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{AllocResult, CalleeKind, LoopMark, Registry, SizeExpr};

/// Whether a function has marked loops.
pub(crate) fn has_marks(copy: Value, registry: &Registry) -> bool {
    !marks(copy, registry).is_empty()
}

/// Says of marks that they leave the program's memory alone, so that what they are given is found to be the same in all iterations.
pub(crate) fn leave_memory_alone(copy: Value, registry: &Registry) {
    for (mark, _) in marks(copy, registry) {
        transform::call_leaves_memory_alone(mark);
    }
}

/// Gives marked loops one exit where all lead out of the same iteration. Loops must be in loop-closed form.
pub(crate) fn join_exits(copy: Value, registry: &Registry) {
    for (mark, _) in marks(copy, registry) {
        transform::join_exits(mark);
    }
}

/// Makes a call of steps of one marked loop; says whether there was one that can be. Loops must have canonical counters.
pub(crate) fn as_steps(module: Module, copy: Value, registry: &Registry) -> bool {
    places::ask_at_each_use(module, copy);
    let counts = analyses::trip_counts(copy);
    let marks = marks(copy, registry).into_iter();
    let mut marked = marks.filter_map(|(mark, rule)| marked(module, copy, (mark, rule), &counts));
    marked.any(|marked| outline(module, copy, registry, &marked))
}

/// A mark that can be heeded.
struct Marked {
    /// The loop around it.
    count: TripCount,
    /// The number of steps but one.
    last: Value,
    /// How many states are kept at once.
    states: Value,
    /// Memory and bytes, and so on.
    pairs: Vec<Value>,
}

fn marks(function: Value, registry: &Registry) -> Vec<(Value, LoopMark)> {
    let calls = direct_calls(function).into_iter();
    let marks = calls.filter_map(
        |(call, callee)| match registry.lookup(&callee.name())?.what {
            CalleeKind::LoopMark(rule) => Some((call, rule)),
            // Any other: it is no mark.
            _ => None,
        },
    );
    marks.collect()
}

/// What a mark says of the loop around it, if its iterations are counted before it begins, and what the mark is given is known then.
fn marked(
    module: Module,
    copy: Value,
    (mark, rule): (Value, LoopMark),
    counts: &[TripCount],
) -> Option<Marked> {
    let forest = analyses::loop_forest(copy);
    let blocks = copy.blocks();
    let loop_of = |value: Value| {
        let block = value.block()?;
        forest.loop_of[blocks.iter().position(|b| *b == block)?]
    };
    let around = loop_of(mark)?;
    let inside = |value: Value| value.is_instruction() && holds(&forest, around, loop_of(value));
    let Loop {
        header, preheader, ..
    } = forest.loops[around];
    let count = *counts.iter().find(|count| count.header == header)?;
    let build = Builder::ahead_of(module.context(), preheader?.terminator()?);
    let given = mark.call_args().into_iter();
    let given: Option<Vec<Value>> = given
        .map(|value| at_entry(&build, header, &inside, value))
        .collect();
    let given = given?;
    let mut pairs = given[usize::from(rule.kept)..].to_vec();
    steps::widen_sizes(module, preheader?.terminator()?, &mut pairs);
    Some(Marked {
        count,
        last: count.last?,
        states: given[usize::from(rule.states)],
        pairs,
    })
}

/// The value that the first iteration of a loop gives a mark, computed in front of the loop. Pointers are read there: steps that move
/// them are refused. Numbers may change.
fn at_entry(
    build: &Builder,
    header: Block,
    inside: &dyn Fn(Value) -> bool,
    value: Value,
) -> Option<Value> {
    if !inside(value) {
        return Some(value);
    }
    let address = match value.opcode() {
        Opcode::LLVMGetElementPtr => true,
        // What stands in the header is read whether there is a second iteration or not.
        Opcode::LLVMLoad => {
            value.block() == Some(header)
                && value.ty() == value.operand(0)?.ty()
                && !value.is_volatile()
        }
        // Any other: it may differ from iteration to iteration.
        _ => false,
    };
    if !address {
        return None;
    }
    let before = value.operands().into_iter();
    let before: Option<Vec<Value>> = before
        .map(|operand| at_entry(build, header, inside, operand))
        .collect();
    let before = before?;
    let copy = value.clone_instruction();
    for (position, operand) in (0..).zip(before) {
        copy.set_operand(position, operand);
    }
    build.insert(copy);
    Some(copy)
}

/// Whether a loop is another one or lies in it.
fn holds(forest: &LoopForest, outer: usize, inner: Option<usize>) -> bool {
    let up = |l: &usize| forest.loops[*l].parent;
    std::iter::successors(inner, up).any(|l| l == outer)
}

fn outline(module: Module, copy: Value, registry: &Registry, marked: &Marked) -> bool {
    let mut pairs = marked.pairs.clone();
    let Some((step, context, end)) = transform::outline_iterations(copy, marked.count) else {
        return false;
    };
    for (mark, _) in marks(step, registry) {
        mark.erase_instruction();
    }
    step.add_function_attribute(module.context().string_attribute(steps::STEP, ""));
    step.set_name(&step.name().replace(crate::view::names::COPY, ""));
    let build = Builder::ahead_of(module.context(), end);
    // A loop around this one gives the steps another context each time.
    steps::add_variable(module, &mut pairs, context);
    for pointer in given_to(context, end).into_iter().map(start_of) {
        steps::add_variable(module, &mut pairs, pointer);
        add_heap(module, registry, &build, &mut pairs, pointer);
    }
    let steps = build.add(marked.last, module.context().i64(1));
    steps::run(module, end, step, [steps, marked.states, context], &pairs);
    true
}

/// Pointers that are put into the context, in the block of its end.
fn given_to(context: Value, end: Value) -> Vec<Value> {
    let insts = end.block().map(|block| block.instructions());
    let stores = insts.into_iter().flatten();
    let stores = stores.filter(|inst| inst.opcode() == Opcode::LLVMStore);
    let into = |pointer: Value| {
        let member = pointer.is_instruction() && pointer.opcode() == Opcode::LLVMGetElementPtr;
        pointer == context || member && pointer.operand(0) == Some(context)
    };
    let given = stores.filter_map(|store| {
        store
            .operand(0)
            .filter(|_| store.operand(1).is_some_and(into))
    });
    let is_pointer = |v: &Value| v.ty() == context.ty();
    given.filter(is_pointer).collect()
}

/// What address arithmetic starts from.
fn start_of(pointer: Value) -> Value {
    let made_from = |value: &Value| {
        let arithmetic = value.is_instruction() && value.opcode() == Opcode::LLVMGetElementPtr;
        arithmetic.then(|| value.operand(0)).flatten()
    };
    let chain = std::iter::successors(Some(pointer), made_from);
    chain.last().unwrap_or(pointer)
}

/// Adds heap memory that the function obtained, as large as it asked for.
fn add_heap(
    module: Module,
    registry: &Registry,
    build: &Builder,
    pairs: &mut Vec<Value>,
    pointer: Value,
) {
    let made = pointer.is_instruction() && pointer.opcode() == Opcode::LLVMCall;
    let callee = made.then(|| pointer.callee()).flatten();
    let entry = callee.and_then(|callee| registry.lookup(&callee.name()));
    let Some(CalleeKind::Allocator(spec)) = entry.map(|entry| &entry.what) else {
        return;
    };
    let i64 = module.context().int(64);
    let operand = |at: u8| build.int_cast(pointer.call_args()[usize::from(at)], i64, false);
    if spec.result == AllocResult::Returned && !pairs.contains(&pointer) {
        let bytes = match spec.size {
            SizeExpr::Arg(at) => operand(at),
            SizeExpr::Product(a, b) => build.mul(operand(a), operand(b)),
        };
        pairs.extend([pointer, bytes]);
    }
}
