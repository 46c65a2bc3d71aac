//! Whether steps read something of named memory that no checkpoint holds.
//!
//! A program may name a part of a structure or of an array. What steps read beside it must be there when they are run again. How much memory
//! callers have, and how far an index goes in it, is not known here: there the number of bytes is believed, and the states that steps lead to are compared at
//! run time (`synth/steps.c`).
//!
//! Owns: which fields steps read beside what is named. Must not: know who disturbs them.

use super::facts::Facts;
use super::snapshot::{self, Size};
use crate::analysis::memory::{FieldId, ObjectId, Reach};
use crate::analysis::sources::Sources;
use crate::view::{CastOp, InstId, IntOp, Op, ValueId, ValueKind};
use indexmap::IndexSet;

/// An address and the bytes there that a checkpoint holds.
pub(super) type Piece = (ValueId, ValueId);

/// What steps may read of an object beside its pieces.
pub(super) fn read(
    facts: Facts<'_>,
    id: InstId,
    (object, pieces): (ObjectId, &[Piece]),
    sources: &Sources<'_>,
) -> IndexSet<FieldId> {
    let memory = facts.memory;
    let complete = sources.are_all_of(object);
    if complete && pieces.iter().all(|piece| is_whole(facts, *piece)) {
        return IndexSet::new();
    }
    let sized = pieces.iter().all(|piece| size(facts, piece.0).is_some());
    let bounds = pieces.iter().map(|piece| bounds(facts, *piece));
    let bounds: Option<Vec<(i64, i64)>> = bounds.collect();
    let held = |reach: &Reach| match (reach.bounds, &bounds) {
        (Some(read), Some(held)) => held.iter().any(|h| h.0 <= read.0 && read.1 <= h.1),
        _ => !sized,
    };
    let reads = memory.reads_of(id, object).into_iter();
    let beside = reads.filter(|reach| !complete || !held(reach));
    beside.flat_map(|reach| reach.fields).collect()
}

/// From where to where a piece reaches in its object, if both are constant.
fn bounds(facts: Facts<'_>, (address, bytes): Piece) -> Option<(i64, i64)> {
    let memory = facts.memory;
    let from = memory.exact_offset(memory.place(address)?)?;
    match facts.body.values[bytes].kind {
        ValueKind::ConstInt(Some(n)) => Some((from, from.checked_add(i64::try_from(n).ok()?)?)),
        _ => None,
    }
}

/// Whether a piece is all of a variable, of heap memory that the function obtained, or of a global.
fn is_whole(facts: Facts<'_>, (address, bytes): Piece) -> bool {
    let known = size(facts, address).map(|size| product(facts, size));
    let given = Size {
        unit: 1,
        factors: vec![bytes],
    };
    let starts = facts.body.start_of(address) == address;
    starts && known == Some(product(facts, given))
}

/// Bytes of the memory that an address lies in, if the function knows them.
fn size(facts: Facts<'_>, address: ValueId) -> Option<Size> {
    let start = facts.body.start_of(address);
    match facts.body.values[start].kind {
        ValueKind::Global { bytes, .. } => bytes.map(|unit| Size {
            unit,
            factors: Vec::new(),
        }),
        _ => snapshot::size(facts, start),
    }
}

/// A number of bytes as a constant times values that are no products.
fn product(facts: Facts<'_>, size: Size) -> Size {
    let mut unit = size.unit;
    let mut factors = Vec::new();
    let mut open = size.factors;
    while let Some(value) = open.pop() {
        let inst = facts.body.def(value).map(|id| &facts.body.insts[id]);
        let operands = inst.map_or(&[][..], |inst| &inst.operands);
        let shift = |by: ValueId| match facts.body.values[by].kind {
            ValueKind::ConstInt(Some(n @ 0..=62)) => Some(1u64 << n),
            _ => None,
        };
        match (&facts.body.values[value].kind, inst.map(|inst| &inst.op)) {
            (ValueKind::ConstInt(Some(n)), _) => unit = unit.wrapping_mul(*n as u64),
            (_, Some(Op::Int(IntOp::Product))) => open.extend(operands),
            // Sizes do not overflow.
            (_, Some(Op::Cast(CastOp::Extend | CastOp::SignExtend))) => open.push(operands[0]),
            (_, Some(Op::Int(IntOp::Shl))) if shift(operands[1]).is_some() => {
                unit = unit.wrapping_mul(shift(operands[1]).unwrap_or(1));
                open.push(operands[0]);
            }
            // Any other: it is taken as it is.
            _ => factors.push(value),
        }
    }
    factors.sort_unstable();
    Size { unit, factors }
}
