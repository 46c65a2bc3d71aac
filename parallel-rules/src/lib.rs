//! Library functions that run functions of the program: sorting, searching, loops over a function, teams of workers.
//!
//! Owns: the pack [`Regions`], one row a function; [`OpenMp`], [`Kokkos`], [`Raja`], [`Rust`] and [`Threads`] have their own files. Must not: know what a derivative is; what the engine needs to know of such a
//! call is which function it runs, how often, and with which arguments (`enzyme_rules::region`).

#![deny(unsafe_code)]

mod kokkos;
mod openmp;
mod raja;
mod rust;
mod threads;

pub use kokkos::Kokkos;
pub use openmp::OpenMp;
pub use raja::Raja;
pub use rust::Rust;
pub use threads::Threads;

use enzyme_rules::Passed::{Iteration, Operand, Record};
use enzyme_rules::{
    CalleeKind, Entry, LoopMark, Passed, Records, RegionRule, RulePack, Runs, Side, Turns,
};
use std::sync::Arc;

/// The pack of regions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Regions;

impl RulePack for Regions {
    fn name(&self) -> &'static str {
        "regions"
    }

    fn entries(&self) -> Vec<Entry> {
        let entry = |row: &Row| {
            let rule = RegionRule {
                body: row.body,
                given: row.given.to_vec(),
                runs: row.runs,
            };
            Entry::exact(row.name, CalleeKind::Region(Arc::new(rule)))
        };
        // enzyme_rs_checkpoint(states, memory, bytes, ...), of include/enzyme_rs/parallel.h
        let mark = CalleeKind::LoopMark(LoopMark { states: 0, kept: 1 });
        let mark = Entry::exact("enzyme_rs_checkpoint", mark);
        // enzyme_rs_exclusive(pointer), of include/enzyme_rs/parallel.h
        let exclusive = Entry::exact("enzyme_rs_exclusive", CalleeKind::Exclusive(0));
        let marks = [mark, exclusive];
        ROWS.iter().map(entry).chain(marks).collect()
    }
}

/// A function that runs another one.
struct Row {
    name: &'static str,
    body: u8,
    given: &'static [Passed],
    runs: Runs,
}

const FIRST: Passed = Record(Side::First);
const SECOND: Passed = Record(Side::Second);

/// The array that the first arguments describe.
const ARRAY: Records = Records {
    base: 0,
    count: 1,
    size: 2,
};

/// Iterations from 0, as many as an argument says.
const fn iterations(count: u8, turns: Turns) -> Runs {
    Runs::Iterations { count, turns }
}

const ROWS: &[Row] = &[
    // qsort(base, count, size, compare(a, b))
    Row {
        name: "qsort",
        body: 3,
        given: &[FIRST, SECOND],
        runs: Runs::Sorting(ARRAY),
    },
    // qsort_r(base, count, size, compare(a, b, context), context), as in glibc
    Row {
        name: "qsort_r",
        body: 3,
        given: &[FIRST, SECOND, Operand(4)],
        runs: Runs::Sorting(ARRAY),
    },
    // bsearch(key, base, count, size, compare(key, record))
    Row {
        name: "bsearch",
        body: 4,
        given: &[Operand(0), FIRST],
        runs: Runs::Searching(Records {
            base: 1,
            count: 2,
            size: 3,
        }),
    },
    // enzyme_rs_for_each(count, body(i, context), context), of include/enzyme_rs/parallel.h
    Row {
        name: "enzyme_rs_for_each",
        body: 1,
        given: &[Iteration, Operand(2)],
        runs: iterations(0, Turns::Ascending),
    },
    // enzyme_rs_checkpointed(count, states, body(i, context), context, memory, bytes, ...), of include/enzyme_rs/parallel.h
    Row {
        name: "enzyme_rs_checkpointed",
        body: 2,
        given: &[Iteration, Operand(3)],
        runs: Runs::Steps {
            count: 0,
            states: 1,
            kept: 4,
        },
    },
    // dispatch_apply_f(count, queue, context, work(context, i))
    Row {
        name: "dispatch_apply_f",
        body: 3,
        given: &[Operand(2), Iteration],
        runs: iterations(0, Turns::Any),
    },
];
