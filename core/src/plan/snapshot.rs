//! Memory that is copied as a whole before a loop which only reads it.
//!
//! A loop nest may read an array at several places an iteration (a stencil) and compute much from
//! them that the reverse pass needs, while the array is overwritten later, behind the nest. One copy
//! of the array in front of the nest serves all these loads: in the reverse pass they read the copy.
//!
//! It is legal where the address is made by arithmetic alone from memory of known size that this
//! function obtained, and nothing in the nest may write what the load reads. Such a load must run in
//! the first iteration of the nest: it shows that the memory is there. A copy is no candidate if its
//! size may grow faster than the work of the nest.
//!
//! Owns: the choice of candidates, sizes. Must not: weigh copying against keeping
//! (see `cut`).

use super::adjoints::Adjoint;
use super::facts::Facts;
use super::item::Snapshot;
use super::recompute::static_alloca;
use super::size_estimate::{self, SizeEstimate};
use crate::analysis::callee;
use crate::view::entity::Map;
use crate::view::{Body, InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, SizeExpr};
use indexmap::IndexMap;

/// A number of bytes: a constant times values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Size {
    pub(crate) unit: u64,
    pub(crate) factors: Vec<ValueId>,
}

/// The snapshot that each load could read instead of its memory.
pub(crate) fn choose(
    facts: Facts<'_>,
    adjoints: &Map<InstId, Adjoint>,
) -> IndexMap<InstId, Snapshot> {
    let mut groups: IndexMap<Snapshot, Vec<InstId>> = IndexMap::new();
    for (id, inst) in facts.body.insts.iter() {
        if matches!(inst.op, Op::Load { ordered: false, .. })
            && facts.overwritten.is(id)
            && let Some(snapshot) = candidate(facts, adjoints, id)
        {
            groups.entry(snapshot).or_default().push(id);
        }
    }
    let fits = |(snapshot, loads): &(Snapshot, Vec<InstId>)| pays(facts, *snapshot, loads);
    let chosen = groups.into_iter().filter(fits);
    let each = |(s, loads): (Snapshot, Vec<InstId>)| loads.into_iter().map(move |id| (id, s));
    chosen.flat_map(each).collect()
}

/// The outermost loop around a load that does not write what it reads, and the memory's start.
fn candidate(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>, id: InstId) -> Option<Snapshot> {
    let body = facts.body;
    let load = &body.insts[id];
    let of = body.start_of(load.operands[0]);
    let made = body.def(of)?;
    let stays = match adjoints[made] {
        // Its end is put off until the reverse pass.
        Adjoint::Allocate { freed, .. } => freed,
        // Any other: no memory, but for that on the stack.
        _ => static_alloca_of(body, made),
    };
    let only_reads =
        |l: &LoopId| !body.holds(*l, body.insts[made].block) && !facts.is_written_in(id, *l);
    let before = body.nest(load.block).take_while(only_reads).last()?;
    // Other workers may write what only one of them has made.
    let own = || {
        facts
            .memory
            .place(of)
            .is_some_and(|place| facts.is_own(place))
    };
    let known = stays && size(facts, of).is_some() && (facts.team.is_none() || own());
    known.then_some(Snapshot { of, before })
}

fn static_alloca_of(body: &Body, id: InstId) -> bool {
    matches!(body.insts[id].op, Op::Alloca(_)) && static_alloca(body, id)
}

/// Bytes of the memory that an allocation gave.
pub(crate) fn size(facts: Facts<'_>, of: ValueId) -> Option<Size> {
    let body = facts.body;
    let inst = &body.insts[body.def(of)?];
    if let Op::Alloca(ty) = inst.op {
        let ValueKind::ConstInt(Some(count)) = body.values[inst.operands[0]].kind else {
            return None;
        };
        let unit = u64::try_from(count).ok()?;
        let unit = unit.checked_mul(body.types.get(ty).alloc_size)?;
        let factors = Vec::new();
        return Some(Size { unit, factors });
    }
    let Some(CalleeKind::Allocator(spec)) = callee::known(inst, facts.registry) else {
        return None;
    };
    let argument = |index: u8| inst.operands[usize::from(index)];
    let factors = match spec.size {
        SizeExpr::Arg(a) => vec![argument(a)],
        SizeExpr::Product(a, b) => vec![argument(a), argument(b)],
    };
    Some(Size { unit: 1, factors })
}

/// How large a copy is taken to be.
pub(crate) fn estimate(facts: Facts<'_>, snapshot: Snapshot) -> SizeEstimate {
    bytes(facts, snapshot.of).expect("snapshots are of memory of known size")
}

/// How large the memory that an allocation gave is taken to be.
pub(crate) fn bytes(facts: Facts<'_>, of: ValueId) -> Option<SizeEstimate> {
    let size = size(facts, of)?;
    let factors = size.factors.iter().map(|v| size_estimate::of(facts, *v));
    Some(factors.fold(SizeEstimate::constant(size.unit), SizeEstimate::times))
}

/// Whether a load runs in the first iteration, and the copy grows no faster than the work does.
fn pays(facts: Facts<'_>, snapshot: Snapshot, loads: &[InstId]) -> bool {
    let body = facts.body;
    let block = |id: &InstId| body.insts[*id].block;
    let runs = loads
        .iter()
        .any(|id| body.always_runs(snapshot.before, block(id)));
    let inside = |l: &LoopId| body.holds(snapshot.before, body.loops[*l].header);
    let trips = |l: LoopId| match body.loops[l].last {
        Some(last) => size_estimate::of(facts, last),
        None => SizeEstimate::constant(1),
    };
    let work = loads.iter().map(|id| {
        let nest = body.nest(block(id)).take_while(inside);
        nest.map(trips)
            .fold(SizeEstimate::constant(1), SizeEstimate::times)
    });
    let work = work.fold(SizeEstimate::constant(1), SizeEstimate::or);
    runs && estimate(facts, snapshot).grows_within(&work)
}
