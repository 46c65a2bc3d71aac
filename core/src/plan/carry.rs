//! Adjoints of neighbouring array elements, carried from iteration to iteration.
//!
//! A loop that reads `a[i-1]`, `a[i]`, `a[i+1]` adds to three elements of the shadow in each
//! iteration of the reverse pass, and to each element in three iterations one after another: a chain
//! through memory. Sums of what is pending for the next elements take its place; each element of the
//! shadow is touched once, when its last contribution is in. (The same idea as scalar replacement of
//! array references: Callahan, Carr, Kennedy, PLDI 1990.)
//!
//! It is legal where nothing in the loop reads or clears these elements of the shadow, that is, where
//! nothing in the primal loop writes what the loads read; additions commute. The elements between
//! the outermost two lie in the same object, so they may be added to even if the loop skips them.
//!
//! `carry-adjoints=no` turns it off.
//!
//! Owns: [`Carry`] and the choice of loads. Must not: know how memory is addressed.

use super::adjoints::{Adjoint, Numbers};
use super::facts::Facts;
use crate::view::entity::Map;
use crate::view::{InstId, LoopId, Shape, TyId};
use indexmap::IndexMap;

/// Loads of one loop that read neighbouring elements.
#[derive(Clone, Debug)]
pub(crate) struct Carry {
    /// The loop.
    pub(crate) within: LoopId,
    /// Type of an element.
    pub(crate) ty: TyId,
    /// Bytes from one element to the next, in the direction in which the loop moves.
    pub(crate) step: i64,
    /// A load of the foremost element: place `span`.
    pub(crate) front: InstId,
    /// Places are 0 to `span`; `span` sums are pending between two iterations.
    pub(crate) span: usize,
}

/// Elements further apart than this are no neighbours.
const GAP: i64 = 2;
/// More pending sums than this would not stay in registers.
const SPAN: i64 = 8;

/// Turns the loads of neighbouring elements into carries.
pub(crate) fn choose(facts: Facts<'_>, adjoints: &mut Map<InstId, Adjoint>) -> Vec<Carry> {
    let mut groups: IndexMap<(InstId, TyId), Vec<(i64, InstId)>> = IndexMap::new();
    for (id, walk) in &facts.body.walks {
        let bytes = access_bytes(facts, *id);
        let whole = walk.distance % walk.step == 0 && bytes <= walk.step.unsigned_abs();
        if whole && fits(facts, *id, &adjoints[*id]) {
            let key = (walk.leader, type_of(facts, *id));
            let list = groups.entry(key).or_default();
            list.push((walk.distance / walk.step, *id));
        }
    }
    let mut carries = Vec::new();
    for (_, mut loads) in groups {
        loads.sort_unstable();
        for run in loads.chunk_by(|a, b| b.0 - a.0 <= GAP) {
            let (lowest, span) = (run[0].0, run[run.len() - 1].0 - run[0].0);
            if (1..=SPAN).contains(&span) {
                for (at, id) in run {
                    adjoints[*id] = Adjoint::Carry {
                        carry: carries.len(),
                        place: (at - lowest) as usize,
                    };
                }
                carries.push(carry(facts, run, span as usize));
            }
        }
    }
    carries
}

fn carry(facts: Facts<'_>, run: &[(i64, InstId)], span: usize) -> Carry {
    let body = facts.body;
    let front = run[run.len() - 1].1;
    Carry {
        within: body.blocks[body.insts[front].block]
            .inner
            .expect("walks are in loops"),
        ty: type_of(facts, front),
        step: body.walks[&front].step,
        front,
        span,
    }
}

/// Whether a load runs in every iteration of its loop and nothing there writes what it reads.
fn fits(facts: Facts<'_>, id: InstId, adjoint: &Adjoint) -> bool {
    let body = facts.body;
    let block = body.insts[id].block;
    let (Adjoint::Load(Numbers::Whole), Some(within)) = (adjoint, body.blocks[block].inner) else {
        return false;
    };
    let latch = body.loops[within].latch;
    let mut exits = body.loops[within].exits.iter();
    let ends_at_latch = exits.all(|(inside, _)| *inside == latch);
    // What is pending must be there when workers meet.
    let meet = facts.workers_meet_in(|block| body.holds(within, block));
    !meet && ends_at_latch && body.dominates(block, latch) && !facts.is_written_in(id, within)
}

fn type_of(facts: Facts<'_>, load: InstId) -> TyId {
    let result = facts.body.insts[load].result;
    facts.body.values[result.expect("a load has a result")].ty
}

/// Bytes that a load reads; none of the vectors, which have lanes of their own.
fn access_bytes(facts: Facts<'_>, load: InstId) -> u64 {
    let ty = type_of(facts, load);
    match facts.body.types.shape(ty) {
        Shape::Vector(..) => u64::MAX,
        _ => facts.body.types.get(ty).alloc_size,
    }
}
