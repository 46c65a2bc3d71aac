//! Tasks in derivatives, and threads: handing in a tangent, or a task of both halves.
//!
//! A run-time library (`enzyme_rules::{TaskRule, ThreadRule}`) has some worker run the tangent or the augmented half, later. The reverse half is run when all that
//! came after it is reversed, with what was given to the augmented one: so the record has both, and where the call is reversed, nothing is left but
//! to wait.
//!
//! Owns: these calls. Must not: know a library; say what a task is given (`team`).

use super::frame::Frame;
use super::team::{Given, Worker, library, work};
use crate::view::steps::hands_in;
use enzyme_llvm_shim::ir::Value;
use enzyme_rules::{CalleeKind, ThreadCall};

/// Hands in a tangent.
pub(super) fn run(frame: &mut Frame<'_>, worker: &Worker<'_>, args: &[Value]) -> Value {
    let rule = rule(frame, worker.source);
    let given = Given::of(frame.source.module, worker);
    let place = given.place(frame);
    given.fill(frame, place, args);
    let work = work(frame.source.module, worker, &given, None);
    let (void, bytes) = (frame.context().void(), bytes(frame, &given));
    library(frame, rule.run, void, &[work, place, bytes])
}

/// Hands in an augmented half, with the reverse half; gives the record.
pub(super) fn augmented(
    frame: &mut Frame<'_>,
    [augmented, reverse]: [&Worker<'_>; 2],
    args: &[Value],
) -> Value {
    let rule = rule(frame, augmented.source);
    let module = frame.source.module;
    let given = Given::of(module, reverse);
    let place = given.place(frame);
    given.fill(frame, place, args);
    let works = [augmented, reverse].map(|worker| work(module, worker, &given, None));
    let (pointer, bytes) = (frame.context().pointer(), bytes(frame, &given));
    let args = [works[0], works[1], place, bytes];
    library(frame, rule.augmented, pointer, &args)
}

/// Waits for the reverse half; gives what it returns.
pub(super) fn reverse(frame: &mut Frame<'_>, worker: &Worker<'_>, record: Value) -> Value {
    let rule = rule(frame, worker.source);
    let given = Given::of(frame.source.module, worker);
    let place = given.place(frame);
    let void = frame.context().void();
    let done = library(frame, rule.reverse, void, &[record, place]);
    given.sums(frame, place).unwrap_or(done)
}

fn bytes(frame: &Frame<'_>, given: &Given) -> Value {
    let bytes = frame.source.module.alloc_size(given.ty);
    frame.context().i64(bytes as i64)
}

/// The functions of a run-time library for a task.
struct Library {
    run: &'static str,
    augmented: &'static str,
    reverse: &'static str,
}

/// The library's functions for a task that the program hands in, or for a thread that it starts.
fn rule(frame: &Frame<'_>, source: &str) -> Library {
    let registry = frame.source.facts.registry;
    let symbol = hands_in(frame.resolve.source(source));
    let entry = symbol.and_then(|symbol| registry.lookup(&symbol));
    let (run, augmented, reverse) = match entry.map(|entry| &entry.what) {
        Some(CalleeKind::Task(rule)) => (rule.run, rule.augmented, rule.reverse),
        Some(CalleeKind::Thread(rule)) => {
            let ThreadCall::Start(rule) = &rule.call else {
                panic!("a thread that is waited for is no task")
            };
            (rule.run, rule.augmented, rule.reverse)
        }
        // Any other: the preparation made tasks of nothing else.
        _ => panic!("a task is handed in by a function that a rule describes"),
    };
    Library {
        run,
        augmented,
        reverse,
    }
}
