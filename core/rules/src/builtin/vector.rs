//! LLVM's generic operations on vectors.
//!
//! Owns: reductions, moves of lanes, masked memory. Must not: list what only one target has
//! (`x86.rs`, `aarch64.rs`), nor element-wise functions, which are families.

use crate::callee::CalleeKind;
use crate::lanes::LaneMemory::{Compress, Expand, Gather, Scatter};
use crate::lanes::LaneOp::{Deinterleave, Extract, Insert, Interleave, Memory, Reverse, Splice};
use crate::lanes::{LaneOp, MaskedAccess, Order, Step};
use crate::registry::Entry;

pub(super) fn entries() -> Vec<Entry> {
    let lanes = LANES
        .iter()
        .map(|&(name, op)| Entry::intrinsic(name, CalleeKind::Lanes(op)));
    let masked = MASKED
        .iter()
        .map(|&(name, access)| Entry::intrinsic(name, CalleeKind::Masked(access)));
    lanes.chain(masked).collect()
}

const fn from(step: Step) -> LaneOp {
    LaneOp::Reduce {
        step,
        order: Order::InTurn,
        start: true,
    }
}

const fn any(intrinsic: &'static str) -> LaneOp {
    LaneOp::Reduce {
        step: Step::Call(intrinsic),
        order: Order::Any,
        start: false,
    }
}

#[rustfmt::skip] // a table
const LANES: &[(&str, LaneOp)] = &[
    ("llvm.vector.reduce.fadd",      from(Step::Add)),
    ("llvm.vector.reduce.fmul",      from(Step::Mul)),
    ("llvm.vector.reduce.fmax",      any("llvm.maxnum")),
    ("llvm.vector.reduce.fmin",      any("llvm.minnum")),
    ("llvm.vector.reduce.fmaximum",  any("llvm.maximum")),
    ("llvm.vector.reduce.fminimum",  any("llvm.minimum")),
    ("llvm.vector.interleave2",      Interleave),
    ("llvm.vector.interleave3",      Interleave),
    ("llvm.vector.interleave4",      Interleave),
    ("llvm.vector.interleave5",      Interleave),
    ("llvm.vector.interleave6",      Interleave),
    ("llvm.vector.interleave7",      Interleave),
    ("llvm.vector.interleave8",      Interleave),
    ("llvm.vector.deinterleave2",    Deinterleave),
    ("llvm.vector.deinterleave3",    Deinterleave),
    ("llvm.vector.deinterleave4",    Deinterleave),
    ("llvm.vector.deinterleave5",    Deinterleave),
    ("llvm.vector.deinterleave6",    Deinterleave),
    ("llvm.vector.deinterleave7",    Deinterleave),
    ("llvm.vector.deinterleave8",    Deinterleave),
    ("llvm.vector.reverse",          Reverse),
    ("llvm.vector.splice.left",      Splice { right: false }),
    ("llvm.vector.splice.right",     Splice { right: true }),
    ("llvm.vector.insert",           Insert),
    ("llvm.vector.extract",          Extract),
    ("llvm.masked.gather",           Memory(Gather)),
    ("llvm.masked.scatter",          Memory(Scatter)),
    ("llvm.masked.expandload",       Memory(Expand)),
    ("llvm.masked.compressstore",    Memory(Compress)),
];

#[rustfmt::skip] // a table
const MASKED: &[(&str, MaskedAccess)] = &[
    ("llvm.masked.load",  MaskedAccess { pointer: 0, mask: 1, value: 2, stores: false }),
    ("llvm.masked.store", MaskedAccess { pointer: 1, mask: 2, value: 0, stores: true }),
];
