//! What clang emits for `<arm_neon.h>` where LLVM has no generic instruction.
//!
//! Owns: rows, and operations said with generic instructions. Must not: list operations on integers.
//! Not here, and so refused by name on active data: table look-ups (`tbl`), products in other
//! formats (`bf*`, `fmlal`), complex products, and SVE, whose vectors have no length.

use super::sharing::sharing;
use crate::callee::CalleeKind;
use crate::derivatives;
use crate::effects::Effects;
use crate::lanes::LaneMemory::{LoadInTurn, StoreInTurn};
use crate::lanes::LaneOp::{AbsoluteDifference, Memory, Pairs};
use crate::lanes::{LaneOp, Order, Step};
use crate::registry::{Entry, Symbols};
use crate::table::ScalarRule;

pub(super) fn entries() -> Vec<Entry> {
    let lanes = LANES
        .iter()
        .map(|&(name, op)| Entry::intrinsic(name, CalleeKind::Lanes(op)));
    let inactive = INACTIVE
        .iter()
        .map(|&name| Entry::intrinsic(name, CalleeKind::inactive(Effects::PURE)));
    // These names have types behind them.
    sharing(rules(), ROWS.iter().copied(), Symbols::Intrinsic)
        .chain(lanes)
        .chain(inactive)
        .collect()
}

#[rustfmt::skip] // a table
fn rules() -> Vec<ScalarRule> {
    derivatives! {
        // Of the functions that are approximated, and the steps of Newton's method for them.
        neon_recpe  (x: 0.1..9.0) -> r => -(r * r);
        neon_rsqrte (x: 0.1..9.0) -> r => -0.5 * (r / x);
        neon_recps  (x: -3.0..3.0, y: -3.0..3.0) => -y, -x;
        neon_rsqrts (x: -3.0..3.0, y: -3.0..3.0) => -0.5 * y, -0.5 * x;
        // A product but for 0 times infinity, which is 2.
        neon_mulx   (x: -3.0..3.0, y: -3.0..3.0) => y, x;
    }
}

/// Element-wise operations, by the row that is theirs.
#[rustfmt::skip] // a table
const ROWS: &[(&str, &str)] = &[
    ("llvm.aarch64.neon.fmax", "fmaximum"), ("llvm.aarch64.neon.fmin", "fminimum"),
    ("llvm.aarch64.neon.fmaxnm", "fmax"), ("llvm.aarch64.neon.fminnm", "fmin"),
    ("llvm.aarch64.neon.frecpe", "neon_recpe"), ("llvm.aarch64.neon.frsqrte", "neon_rsqrte"),
    ("llvm.aarch64.neon.frecps", "neon_recps"), ("llvm.aarch64.neon.frsqrts", "neon_rsqrts"),
    ("llvm.aarch64.neon.fmulx", "neon_mulx"),
];

const fn pairs(step: Step) -> LaneOp {
    Pairs { step, block: 0 }
}

const fn across(step: Step, order: Order) -> LaneOp {
    LaneOp::Reduce {
        step,
        order,
        start: false,
    }
}

#[rustfmt::skip] // a table
const LANES: &[(&str, LaneOp)] = &[
    ("llvm.aarch64.neon.faddp",   pairs(Step::Add)),
    ("llvm.aarch64.neon.fmaxp",   pairs(Step::Call("llvm.maximum"))),
    ("llvm.aarch64.neon.fminp",   pairs(Step::Call("llvm.minimum"))),
    ("llvm.aarch64.neon.fmaxnmp", pairs(Step::Call("llvm.maxnum"))),
    ("llvm.aarch64.neon.fminnmp", pairs(Step::Call("llvm.minnum"))),
    ("llvm.aarch64.neon.faddv",   across(Step::Add, Order::Neighbours)),
    ("llvm.aarch64.neon.fmaxv",   across(Step::Call("llvm.maximum"), Order::Any)),
    ("llvm.aarch64.neon.fminv",   across(Step::Call("llvm.minimum"), Order::Any)),
    ("llvm.aarch64.neon.fmaxnmv", across(Step::Call("llvm.maxnum"), Order::Any)),
    ("llvm.aarch64.neon.fminnmv", across(Step::Call("llvm.minnum"), Order::Any)),
    ("llvm.aarch64.neon.fabd",    AbsoluteDifference),
    ("llvm.aarch64.sisd.fabd",    AbsoluteDifference),
    ("llvm.aarch64.neon.ld2",     Memory(LoadInTurn)),
    ("llvm.aarch64.neon.ld3",     Memory(LoadInTurn)),
    ("llvm.aarch64.neon.ld4",     Memory(LoadInTurn)),
    ("llvm.aarch64.neon.st2",     Memory(StoreInTurn)),
    ("llvm.aarch64.neon.st3",     Memory(StoreInTurn)),
    ("llvm.aarch64.neon.st4",     Memory(StoreInTurn)),
];

/// Comparisons, conversions to integers, steps, and numbers made of integers.
#[rustfmt::skip] // a table
const INACTIVE: &[&str] = &[
    "llvm.aarch64.neon.facge", "llvm.aarch64.neon.facgt", "llvm.aarch64.neon.fcvtas", "llvm.aarch64.neon.fcvtau",
    "llvm.aarch64.neon.fcvtms", "llvm.aarch64.neon.fcvtmu", "llvm.aarch64.neon.fcvtns", "llvm.aarch64.neon.fcvtnu",
    "llvm.aarch64.neon.fcvtps", "llvm.aarch64.neon.fcvtpu", "llvm.aarch64.neon.fcvtzs", "llvm.aarch64.neon.fcvtzu",
    "llvm.aarch64.neon.frint32x", "llvm.aarch64.neon.frint32z", "llvm.aarch64.neon.frint64x", "llvm.aarch64.neon.frint64z",
    "llvm.aarch64.neon.vcvtfp2fxs", "llvm.aarch64.neon.vcvtfp2fxu", "llvm.aarch64.neon.vcvtfxs2fp", "llvm.aarch64.neon.vcvtfxu2fp",
];
