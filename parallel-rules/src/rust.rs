//! Parallel Rust, as the crate `enzyme-rs-par` runs it: the functions to which its iterators, `join` and `scope` come down.
//!
//! The crate keeps its doors out of LLVM's sight, so that calls of them stand in the module as written. A region is a team (`Runs::Team`), whose workers
//! do not wait for each other: what they compute is put together when all are done. Where rayon or the standard library start threads by
//! themselves, the work is behind pointers in queues, and is refused.
//!
//! Owns: the pack [`Rust`]. Must not: know what a derivative is.

use enzyme_rules::Passed::{From, Operand, Record};
use enzyme_rules::{
    AllIterations, CalleeKind, Effects, Entry, Peers, Records, Refused, RegionRule, RulePack, Runs,
    Said, Shares, Side, Symbols, TeamRule,
};
use std::sync::Arc;

/// The pack of the crate `enzyme-rs-par`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rust;

impl RulePack for Rust {
    fn name(&self) -> &'static str {
        "rust"
    }

    fn entries(&self) -> Vec<Entry> {
        let refused = REFUSED.iter().map(|(name, construct, remedy)| {
            let what = CalleeKind::Refused(Refused {
                construct: Some(construct),
                ..(*remedy).into()
            });
            Entry::exact(*name, what)
        });
        [
            Entry::exact("enzyme_rs_par_run", run()),
            Entry::exact("enzyme_rs_par_sort", sort()),
            Entry::exact("enzyme_rs_par_worker", CalleeKind::inactive(ASKS)),
            Entry::exact("enzyme_rs_par_workers", CalleeKind::inactive(ASKS)),
            Entry::exact("enzyme_rs_par_share", share()),
        ]
        .into_iter()
        .chain(refused)
        .collect()
    }

    fn said(&self) -> Vec<(Symbols, Said)> {
        let said = THREADS.iter().map(|(part, construct, remedy)| {
            let what = CalleeKind::Refused(Refused {
                construct: Some(construct),
                ..(*remedy).into()
            });
            let entry = Entry::contains(*part, what);
            (entry.matcher.clone(), Said::Known(entry))
        });
        said.collect()
    }
}

/// Asks or tells the crate something, and touches no memory of the program's.
const ASKS: Effects = Effects {
    errno: false,
    shared: false,
    ..Effects::STATE
};

/// `enzyme_rs_par_run(body, context)`: as many workers as were asked for run the body, which gets the context.
fn run() -> CalleeKind {
    CalleeKind::Region(Arc::new(RegionRule {
        body: 0,
        given: vec![From(1)],
        runs: Runs::Team(TeamRule {
            worker: "enzyme_rs_par_worker",
            run: "enzyme_rs_par_tangent",
            augmented: "enzyme_rs_par_augmented",
            reverse: "enzyme_rs_par_reverse",
            turn: "enzyme_rs_par_turn",
            tasks: "enzyme_rs_par_task",
            join: "enzyme_rs_par_join",
            spans: None,
            peers: Peers {
                alone: "enzyme_rs_par_alone",
                update: UPDATE,
                end_update: END_UPDATE,
                copies: None,
                again: None,
            },
        }),
    }))
}

/// `enzyme_rs_par_sort(base, count, bytes, compare(a, b, context), context)`: equal records keep their order.
fn sort() -> CalleeKind {
    CalleeKind::Region(Arc::new(RegionRule {
        body: 3,
        given: vec![Record(Side::First), Record(Side::Second), Operand(4)],
        runs: Runs::Sorting(Records {
            base: 0,
            count: 1,
            size: 2,
        }),
    }))
}

/// `enzyme_rs_par_share(lower, upper, stride)` gives the worker's number, and its part of the iterations where the first and the last one stood.
fn share() -> CalleeKind {
    let effects = [0, 1]
        .into_iter()
        .fold(ASKS.writing(2), |all, at| all.reading(at).writing(at));
    CalleeKind::sharing(
        effects,
        Shares {
            lower: 0,
            advance: Some(2),
            all: AllIterations::Stored(1),
        },
    )
}

const UPDATE: &str = "enzyme_rs_par_update";
const END_UPDATE: &str = "enzyme_rs_par_end_update";

/// What is not differentiated: the construct, and what to do instead.
const REFUSED: &[(&str, &str, &str)] = &[(UPDATE, ATOMIC, REDUCE), (END_UPDATE, ATOMIC, REDUCE)];

/// Functions of libraries that start threads by themselves, by parts of their names: what compilers leave of them when they have inlined the rest.
const THREADS: &[(&str, &str, &str)] = &[
    ("10rayon_core", RAYON, ITS_NAMES),
    ("5rayon4iter8plumbing", RAYON, ITS_NAMES),
    ("3std6thread9lifecycle", THREAD, SCOPE),
    ("3std6thread9spawnhook", THREAD, SCOPE),
    ("3std6thread6thread", THREAD, SCOPE),
    ("3std6thread6scoped", THREAD, SCOPE),
];

const RAYON: &str = "rayon, whose work lies behind pointers in the queues of its threads,";
const ITS_NAMES: &str = "use the crate enzyme-rs-par, which has its names (docs/rust.md)";
const THREAD: &str = "a thread of std::thread";
const SCOPE: &str = "use `enzyme_rs_par::thread::scope` (docs/rust.md)";

const ATOMIC: &str = "an atomic access of a number in a program with threads";
const REDUCE: &str = "use `sum`, `reduce` or `fold` of enzyme_rs_par";
