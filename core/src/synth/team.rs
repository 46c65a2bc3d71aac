//! Teams in derivatives: starting one for a tangent or for the halves of a worker.
//!
//! A run-time library starts the team (`enzyme_rules::TeamRule`). Each worker runs a function that is made here: it takes its arguments from
//! memory, and keeps its tape in its arena, not on the thread's stack, so that another thread may consume it. Adjoints of numbers that all workers
//! were given are added in the order of workers.
//!
//! Owns: that function, and what it is given. Must not: know a library, or choose what is active.

use super::frame::Frame;
use super::tape;
use crate::request::Mode;
use crate::view::steps::starter;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Type, TypeKind, Value};
use enzyme_rules::{CalleeKind, Runs, TeamRule};

/// Bytes of an arena in front of the tape of a worker's augmented primal: what `enzyme_rs_tape_swap` exchanges.
const SWAPPED: i64 = 32;

/// Alignment of what workers are given, in bytes.
const ALIGNMENT: u32 = 16;

/// The derivative that each worker of a team runs.
pub(super) struct Worker<'a> {
    /// The function of the program that the derivative is of.
    pub(super) source: &'a str,
    pub(super) function: Value,
    pub(super) ty: Type,
    pub(super) mode: Mode,
}

/// Starts a team with these arguments for each worker. Gives the record of an augmented primal, or the sums of what reverse halves return;
/// `record` is the former, for the latter.
pub(super) fn start(
    frame: &mut Frame<'_>,
    worker: &Worker<'_>,
    args: &[Value],
    record: Option<Value>,
) -> Value {
    let rule = rule(frame, worker.source);
    let module = frame.source.module;
    let given = Given::of(module, worker);
    let place = given.place(frame);
    given.fill(frame, place, args);
    let work = work(module, worker, &given, Some(rule.turn));
    let started = |name: &str, returned, args: &[Value]| library(frame, name, returned, args);
    let (void, pointer) = (module.context().void(), module.context().pointer());
    match (worker.mode, record) {
        (Mode::Forward, _) => started(rule.run, void, &[work, place]),
        (Mode::Augmented, _) => started(rule.augmented, pointer, &[work, place]),
        (Mode::Reverse, Some(record)) => {
            let done = started(rule.reverse, void, &[record, work, place]);
            given.sums(frame, place).unwrap_or(done)
        }
        (Mode::Reverse | Mode::Gradient, _) => {
            panic!("a team leaves a record, and both halves run")
        }
    }
}

/// Calls a function of the run-time library.
pub(super) fn library(frame: &Frame<'_>, name: &str, returned: Type, args: &[Value]) -> Value {
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let ty = returned.function(&types, false);
    let callee = frame.source.module.declare(name, ty);
    frame.build.call(ty, callee, args, "")
}

/// The library's functions for a team that the program starts for a function.
pub(super) fn rule(frame: &Frame<'_>, source: &str) -> TeamRule {
    let registry = frame.source.facts.registry;
    let symbol = starter(frame.resolve.source(source));
    let entry = symbol.and_then(|symbol| registry.lookup(&symbol));
    match entry.map(|entry| &entry.what) {
        Some(CalleeKind::Region(region)) => match region.runs {
            Runs::Team(rule) => rule,
            Runs::Iterations { .. }
            | Runs::Steps { .. }
            | Runs::Sorting(_)
            | Runs::Searching(_) => {
                panic!("only teams are started")
            }
        },
        // Any other: the preparation made teams of nothing else.
        _ => panic!("a team is started by a function that a rule describes"),
    }
}

/// What workers are given: a structure of the arguments, and of the sums of what they return.
pub(super) struct Given {
    pub(super) ty: Type,
    arguments: Vec<Type>,
    sums: Option<(u32, Type)>,
}

impl Given {
    pub(super) fn of(module: Module, worker: &Worker<'_>) -> Self {
        let mut arguments = worker.ty.params();
        if worker.mode == Mode::Reverse {
            // The tape lies in the arena.
            arguments.pop();
        }
        let returned = worker.ty.returned();
        let sums = worker.mode == Mode::Reverse && returned.kind() != TypeKind::LLVMVoidTypeKind;
        let sums = sums.then_some((arguments.len() as u32, returned));
        let fields: Vec<Type> = arguments
            .iter()
            .copied()
            .chain(sums.map(|(_, ty)| ty))
            .collect();
        Self {
            ty: module.context().structure(&fields),
            arguments,
            sums,
        }
    }

    /// Memory for it.
    pub(super) fn place(&self, frame: &mut Frame<'_>) -> Value {
        let bytes = frame.source.module.alloc_size(self.ty).max(1);
        let place = frame.slot(frame.context().int(8).array(bytes), "given");
        place.set_memory_alignment(ALIGNMENT);
        place
    }

    /// Writes the arguments there, and sums of nothing.
    pub(super) fn fill(&self, frame: &Frame<'_>, place: Value, args: &[Value]) {
        for (index, arg) in args.iter().enumerate() {
            let field = frame.build.field_ptr(self.ty, place, index as u32, "");
            frame.build.store(*arg, field);
        }
        if let Some((index, ty)) = self.sums {
            let field = frame.build.field_ptr(self.ty, place, index, "");
            frame.build.store(ty.zero(), field);
        }
    }

    /// The sums that lie there.
    pub(super) fn sums(&self, frame: &Frame<'_>, place: Value) -> Option<Value> {
        let (index, ty) = self.sums?;
        let field = frame.build.field_ptr(self.ty, place, index, "");
        Some(frame.build.load(ty, field, "sums"))
    }
}

/// The function that each worker runs for a derivative, if it was made.
pub(crate) fn made(module: Module, derivative: Value) -> Option<Value> {
    module.function(&name(derivative))
}

fn name(derivative: Value) -> String {
    format!("{}.work", derivative.name())
}

/// The function that each worker runs: `void (ptr given, ptr arena)`. If several add to the same sums, they do so in turn.
pub(super) fn work(
    module: Module,
    worker: &Worker<'_>,
    given: &Given,
    turn: Option<&str>,
) -> Value {
    let context = module.context();
    if let Some(known) = made(module, worker.function) {
        return known;
    }
    let name = name(worker.function);
    let pointer = context.pointer();
    let work = module.add_function(&name, context.void().function(&[pointer, pointer], false));
    work.set_internal();
    let build = Builder::new(context);
    build.at_end(work.append_block("entry"));
    let [from, arena] = work.params()[..] else {
        panic!("it has two parameters");
    };
    let mut args = Vec::new();
    for (index, ty) in given.arguments.iter().enumerate() {
        let field = build.field_ptr(given.ty, from, index as u32, "");
        args.push(build.load(*ty, field, ""));
    }
    let kept = build.ptradd(arena, context.i64(SWAPPED), "");
    match worker.mode {
        Mode::Forward => {
            build.call(worker.ty, worker.function, &args, "");
        }
        Mode::Augmented => {
            tape::swap(module, &build, arena);
            let all = build.call(worker.ty, worker.function, &args, "");
            build.store(build.extract_value(all, 0), kept);
            tape::swap(module, &build, arena);
        }
        Mode::Reverse => {
            args.push(build.load(pointer, kept, "tape"));
            tape::swap(module, &build, arena);
            let all = build.call(worker.ty, worker.function, &args, "");
            tape::swap(module, &build, arena);
            if let Some((index, _)) = given.sums {
                if let Some(turn) = turn {
                    let ty = context.void().function(&[], false);
                    build.call(ty, module.declare(turn, ty), &[], "");
                }
                let sums = build.field_ptr(given.ty, from, index, "");
                add(&build, all, sums);
            }
        }
        Mode::Gradient => panic!("both halves of a team are never one"),
    }
    build.ret(None);
    work
}

/// Adds numbers to those in memory: a number, or all in a structure or an array.
fn add(build: &Builder, numbers: Value, to: Value) {
    let ty = numbers.ty();
    let parts = match ty.kind() {
        TypeKind::LLVMStructTypeKind => ty.fields().len() as u32,
        TypeKind::LLVMArrayTypeKind => ty.length() as u32,
        _ => {
            let before = build.load(ty, to, "");
            build.store(build.fadd(before, numbers), to);
            return;
        }
    };
    for index in 0..parts {
        let part = build.extract_value(numbers, index);
        add(build, part, build.field_ptr(ty, to, index, ""));
    }
}
