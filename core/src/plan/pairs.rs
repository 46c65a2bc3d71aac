//! Stores to neighbouring elements whose adjoints are zeroed together.
//!
//! The reverse of a store reads the shadow and zeroes it, and the reverse of a load before it, at the same
//! place, adds to it again. With two such elements side by side (a complex number that is updated in place) LLVM
//! makes the additions one operation on a vector, which then waits for the two narrow stores of zeros to leave the
//! processor's store buffer: a load that needs the bytes of two stores is not served from there. So the
//! second of the two to be reversed writes both: its own zero, and its neighbour as it is by then.
//!
//! Where nothing stands between load and store, the zero is never stored, and there is nothing to gain.
//!
//! Owns: [`Pair`] and their choice. Must not: know how memory is addressed in LLVM.

use super::accumulate;
use super::adjoints::{Adjoint, Numbers};
use super::facts::Facts;
use crate::view::entity::Map;
use crate::view::{BlockId, Body, InstId, Op, Shape, ValueId};
use enzyme_rules::FloatKind;
use indexmap::IndexMap;

/// The neighbour of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The neighbour, which comes later in the program and is reversed before.
    pub(crate) other: InstId,
    /// Whether the neighbour has the lower address.
    pub(crate) below: bool,
}

/// A place: where address arithmetic starts, and constant bytes from there.
type Place = (ValueId, i64);

/// A store that reversal zeroes and adds to again, in one run of its block.
struct Again {
    id: InstId,
    at: Place,
    bytes: i64,
}

/// All pairs, by the store that comes first in the program.
pub(crate) fn choose(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> IndexMap<InstId, Pair> {
    let mut pairs = IndexMap::new();
    let apart = |block: &BlockId| facts.workers_meet_in(|met| met == *block);
    for block in facts.body.blocks.keys().filter(|block| !apart(block)) {
        let mut open: IndexMap<Place, Again> = IndexMap::new();
        for later in updated(facts, adjoints, block) {
            let (root, at) = later.at;
            let beside = [(at - later.bytes, false), (at + later.bytes, true)];
            let first = beside.into_iter().find_map(|(place, below)| {
                let first = open.get(&(root, place))?;
                (first.bytes == later.bytes).then_some(((root, place), below))
            });
            match first.and_then(|(place, below)| Some((open.swap_remove(&place)?, below))) {
                Some((first, below)) => {
                    let other = later.id;
                    pairs.insert(first.id, Pair { other, below });
                }
                None => {
                    open.insert(later.at, later);
                }
            }
        }
    }
    pairs
}

/// Stores of a block to places that were read in it before, with other accesses in between.
fn updated(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>, block: BlockId) -> Vec<Again> {
    let body = facts.body;
    let mut read: IndexMap<Place, usize> = IndexMap::new();
    let mut found = Vec::new();
    for (position, id) in body.blocks[block].insts.iter().enumerate() {
        let inst = &body.insts[*id];
        match &adjoints[*id] {
            Adjoint::Load(Numbers::Whole) => {
                read.insert(place(body, inst.operands[0]), position);
            }
            Adjoint::Store(Numbers::Whole) => {
                let at = place(body, inst.operands[1]);
                let ty = inst.operands[0];
                let since = read.get(&at).copied();
                let own_root = |other: &Place| other.0 == at.0;
                let others = |from: usize| {
                    let mut later = read.iter().filter(|(_, p)| **p > from);
                    later.any(|(other, _)| !own_root(other))
                };
                let alone = accumulate::guard(facts, inst.operands[1]).is_some();
                if is_dense(body.shape(ty)) && since.is_some_and(others) && !alone {
                    let bytes = body.types.get(body.values[ty].ty).alloc_size as i64;
                    found.push(Again { id: *id, at, bytes });
                }
            }
            // Any other: the wide store writes what it finds beside it, whoever wrote that.
            _ => {}
        }
    }
    found
}

/// Whether a vector of two holds them as memory does, one right behind the other.
fn is_dense(shape: &Shape) -> bool {
    matches!(shape, Shape::Float(FloatKind::Float | FloatKind::Double))
}

/// What an address is made from, by constant distances.
fn place(body: &Body, pointer: ValueId) -> Place {
    let (mut root, mut at) = (pointer, 0i64);
    while let Some(def) = body.def(root) {
        let inst = &body.insts[def];
        match &inst.op {
            Op::Gep {
                constant: Some(bytes),
                steps,
            } if steps.is_empty() => {
                (root, at) = (inst.operands[0], at.wrapping_add(*bytes));
            }
            // Any other: distances are counted from its result.
            _ => break,
        }
    }
    (root, at)
}
