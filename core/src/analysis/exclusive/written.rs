//! Loads of places that their worker writes as well, and stores that go with a load.
//!
//! Owns: [`too`], [`goes_with`]. Must not: know what is read beside such places.

use super::reasons::Own;
use crate::analysis::workers::Workers;
use crate::view::{BlockId, Body, Inst, InstId, Op, ValueId};
use indexmap::{IndexMap, IndexSet};

pub(super) fn is_plain_store(inst: &Inst) -> bool {
    matches!(inst.op, Op::Store { ordered: false })
}

/// Loads of places that the worker surely writes as well.
pub(super) fn too(body: &Body, workers: &Workers<'_>) -> IndexMap<InstId, Own> {
    let mut stores: IndexMap<ValueId, Vec<InstId>> = IndexMap::new();
    for (id, inst) in body.insts.iter() {
        if is_plain_store(inst) {
            stores.entry(inst.operands[1]).or_default().push(id);
        }
    }
    let written = |(id, inst): (InstId, &Inst)| {
        let is_load = matches!(inst.op, Op::Load { ordered: false });
        let there = stores.get(inst.operands.first().filter(|_| is_load)?)?;
        let covers = |store: &&InstId| {
            let stored = body.values[body.insts[**store].operands[0]].ty;
            let loaded = inst.result.map(|result| body.values[result].ty);
            loaded == Some(stored) && goes_with(body, workers, id, **store)
        };
        Some((id, Own::Written(*there.iter().find(covers)?)))
    };
    body.insts.iter().filter_map(written).collect()
}

/// Whether a write surely runs where a read does, in the same iteration, and workers do not meet between the two.
pub(super) fn goes_with(body: &Body, workers: &Workers<'_>, read: InstId, write: InstId) -> bool {
    let [of_read, of_write] = [read, write].map(|id| body.insts[id].block);
    let (first, second) = match of_read == of_write {
        true => (read.min(write), read.max(write)),
        false if body.blocks[of_read].inner != body.blocks[of_write].inner => return false,
        false if body.dominates(of_write, of_read) => (write, read),
        false if always_leads_to(body, of_read, of_write) => (read, write),
        false => return false,
    };
    !workers.may_meet_between(first, second)
}

/// Whether control comes from a block to another one before the iteration or the function ends.
fn always_leads_to(body: &Body, from: BlockId, to: BlockId) -> bool {
    let inner = body.blocks[from].inner;
    let header = inner.map(|l| body.loops[l].header);
    let leaves = |block: BlockId| inner.is_some_and(|l| !body.holds(l, block));
    let mut seen = IndexSet::from([from]);
    let mut next = 0;
    while let Some(block) = seen.get_index(next).copied() {
        next += 1;
        let succs = &body.blocks[block].succs;
        if succs.is_empty() || succs.iter().any(|s| Some(*s) == header || leaves(*s)) {
            return false;
        }
        seen.extend(succs.iter().filter(|s| **s != to));
    }
    true
}
