//! Code that a team of one does: the worker that runs a function begins such a team in it, and ends it there.
//!
//! So run regions that are not worth several workers (`#pragma omp parallel if(…)`).
//!
//! Owns: which instructions surely lie in between. Must not: know a library.

use super::callee;
use crate::view::entity::Map;
use crate::view::{BlockId, Body, Inst, InstId};
use enzyme_rules::{CalleeKind, Registry, TeamOfOne};
use indexmap::IndexSet;

/// The instructions between begin and end on all paths, and both of these. Behind the end of a team within another one, nothing is known any more.
pub(super) fn within(body: &Body, registry: &Registry) -> IndexSet<InstId> {
    let mut within = IndexSet::new();
    if !body
        .insts
        .values()
        .any(|inst| said(inst, registry).is_some())
    {
        return within;
    }
    let leaves_in = fixpoint(body, registry);
    for (block, data) in body.blocks.iter() {
        let mut is_in = enters_in(body, &leaves_in, block);
        for id in &data.insts {
            let said = said(&body.insts[*id], registry);
            if is_in || said.is_some() {
                within.insert(*id);
            }
            is_in = after(is_in, said);
        }
    }
    within
}

/// Blocks that are surely left while the team is there: presumed of all until a path is found on which it is not.
fn fixpoint(body: &Body, registry: &Registry) -> Map<BlockId, bool> {
    let mut leaves_in = Map::filled(body.blocks.len(), true);
    loop {
        let mut changed = false;
        for (block, data) in body.blocks.iter() {
            let calls = data.insts.iter().map(|id| said(&body.insts[*id], registry));
            let is_in = calls.fold(enters_in(body, &leaves_in, block), after);
            changed |= std::mem::replace(&mut leaves_in[block], is_in) != is_in;
        }
        if !changed {
            return leaves_in;
        }
    }
}

fn enters_in(body: &Body, leaves_in: &Map<BlockId, bool>, block: BlockId) -> bool {
    let mut preds = body.blocks[block].preds.iter();
    block != body.entry() && preds.all(|pred| leaves_in[*pred])
}

fn after(is_in: bool, said: Option<TeamOfOne>) -> bool {
    match said {
        Some(TeamOfOne::Begin) => true,
        Some(TeamOfOne::End) => false,
        None => is_in,
    }
}

fn said(inst: &Inst, registry: &Registry) -> Option<TeamOfOne> {
    match callee::known(inst, registry) {
        Some(CalleeKind::Mirrored(rule)) => rule.team_of_one,
        // Any other: it begins and ends no team of the caller's.
        _ => None,
    }
}
