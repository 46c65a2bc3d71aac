//! Which loads read the same value again in the reverse pass.
//!
//! A load may be repeated there if nothing that can run after it, in this function or (for a split
//! derivative) in its callers before the reverse call, may write what it read. Frees of
//! memory that lives and dies in the function do not count: they are deferred until the reverse
//! pass is done with it.
//!
//! Owns: [`Overwritten`]. Must not: decide between keeping and recomputing.

use super::memory::{Memory, Origins, Place};
use super::ownership;
use super::quiet::Quiet;
use crate::request::Request;
use crate::view::entity::Map;
use crate::view::{BlockId, Body, Clobbers, InstId, Op};
use enzyme_rules::Registry;

/// Loads that must not be repeated.
#[derive(Clone, Debug)]
pub(crate) struct Overwritten {
    by: Map<InstId, Option<InstId>>,
    outside: Map<InstId, bool>,
}

impl Overwritten {
    /// Whether a load (or a call's reads) may not be repeated in the reverse pass.
    pub(crate) fn is(&self, load: InstId) -> bool {
        self.by[load].is_some() || self.outside[load]
    }

    /// The instruction that may overwrite what a load read.
    pub(crate) fn by(&self, load: InstId) -> Option<InstId> {
        self.by[load]
    }
}

/// Runs the analysis.
pub(crate) fn analyze(
    body: &Body,
    memory: &Memory,
    clobbers: &Clobbers,
    (registry, quiet): (&Registry, &Quiet),
    request: &Request,
) -> Overwritten {
    let after = Reachable::new(body);
    let mut result = Overwritten {
        by: Map::filled(body.insts.len(), None),
        outside: Map::filled(body.insts.len(), false),
    };
    for (id, inst) in body.insts.iter() {
        let hit = clobbers.of(id).iter().copied().find(|writer| {
            !quiet.is_call(&body.insts[*writer], registry)
                && !ownership::is_deferred(body, memory, registry, *writer)
                && after.may_follow(body, id, *writer)
        });
        result.by[id] = hit;
        if let Op::Load { ordered } = inst.op {
            // Data behind pointers that were loaded, merged or given may be the caller's.
            let outlives = memory
                .place(inst.operands[0])
                .is_none_or(|place| !memory.is_private(place) && !only_constant(memory, place));
            result.outside[id] = ordered || (request.overwritten && outlives);
        }
    }
    result
}

/// Whether a place can only be read-only data.
fn only_constant(memory: &Memory, place: Place) -> bool {
    let origins = &memory.object(place.object).origins;
    *origins
        == Origins {
            constant: true,
            exposed: origins.exposed,
            ..Origins::default()
        }
}

/// Which blocks can run after which.
struct Reachable {
    from: Map<BlockId, Vec<bool>>,
}

impl Reachable {
    fn new(body: &Body) -> Self {
        let reach = |start: BlockId| {
            let mut seen = vec![false; body.blocks.len()];
            let mut work = body.blocks[start].succs.clone();
            while let Some(block) = work.pop() {
                let index = crate::view::entity::Entity::index(block);
                if !std::mem::replace(&mut seen[index], true) {
                    work.extend(body.blocks[block].succs.iter().copied());
                }
            }
            seen
        };
        Self {
            from: body.blocks.keys().map(reach).collect(),
        }
    }

    /// Whether `later` may execute after `earlier`.
    fn may_follow(&self, body: &Body, earlier: InstId, later: InstId) -> bool {
        let (a, b) = (body.insts[earlier].block, body.insts[later].block);
        (a == b && later > earlier) || self.from[a][crate::view::entity::Entity::index(b)]
    }
}
