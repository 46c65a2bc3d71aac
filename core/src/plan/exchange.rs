//! Numbers that the threads of a block hand each other through memory that they share, in each iteration of a loop.
//!
//! A tile of a matrix is written by all threads, one number each, and read by all of them, many numbers each. To keep what each thread has read takes
//! many times the memory of what it has written. So the reverse pass has each thread write its numbers again, in front of where the iteration's reads are
//! reversed, and reads there what the others have written.
//!
//! ```text
//! loop:                                    reversed:
//!   tile[mine] = v       writes              tile[mine] = v
//!   barrier              `before`            barrier
//!   … tile[k] …          reads               … tile[k] …, adjoints of the others' numbers are added to
//!   barrier              `behind`            barrier
//! ```
//!
//! That is legal if
//!
//! * the function accesses the memory in this loop alone, and it is a kernel, or is reversed in the launch that runs it: what callers have left there has
//!   not gone;
//! * each iteration writes the same places, whenever the loop is run: all threads write in each of them, and addresses do not depend on it. What no iteration
//!   wrote is as it was before, so that all else that is read was written in the same iteration;
//! * between the writes and the reads there is a barrier of the block, to which all threads come in each iteration: those that take another way are refused
//!   (`analysis::departures`); and no meeting between two of the writes, which are all made again at once. Where no barrier stands behind all reads, that one is
//!   made once more at the iteration's end, and in front of the writes as well, if others may still be in the forward sweep's last iteration;
//! * what follows from the numbers read is looked up between these barriers alone.
//!
//! Owns: [`Exchanges`]. Must not: weigh writing again against keeping (`cut`), emit.

use super::facts::Facts;
use super::item::Item;
use crate::analysis::callee;
use crate::analysis::memory::FieldId;
use crate::request::{Mode, TapeOwner, Team};
use crate::view::{BlockId, Inst, InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_rules::CalleeKind;
use indexmap::{IndexMap, IndexSet};

/// What an iteration hands round in one object.
#[derive(Clone, Debug)]
struct Exchange {
    /// What each thread writes.
    stores: Vec<InstId>,
    /// What is read of it.
    loads: Vec<InstId>,
    /// What stands behind all reads: a barrier, or the end of an iteration.
    behind: InstId,
    /// The barrier between writes and reads.
    before: InstId,
}

/// What the reverse pass does in front of where an instruction is reversed.
#[derive(Debug)]
pub(crate) struct Again<'a> {
    /// What each thread writes again.
    pub(crate) stores: &'a [InstId],
    /// The barrier that is made in front of that.
    pub(crate) ahead: Option<InstId>,
    /// The barrier that is made behind that, if the instruction itself is none.
    pub(crate) barrier: Option<InstId>,
}

/// All of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exchanges(Vec<Exchange>);

impl Exchanges {
    /// Those that there could be.
    pub(super) fn find(facts: Facts<'_>) -> Self {
        let request = facts.request;
        let fits = request.mode == Mode::Gradient || is_of_kernel(facts);
        if request.team != Team::Grid || !fits {
            return Self::default();
        }
        let of_block = of_block(facts);
        let found = written_in_loops(facts, &of_block).into_iter();
        Self(found.filter_map(|part| part.exchange()).collect())
    }

    /// What a load that is repeated reads besides its address: what each thread writes again. Nothing of a load that reads no such memory.
    pub(super) fn written_for(&self, facts: Facts<'_>, load: InstId) -> Option<Vec<Item>> {
        let exchange = self.0.iter().find(|one| one.loads.contains(&load))?;
        let operands = exchange.stores.iter();
        let operands = operands.flat_map(|id| &facts.body.insts[*id].operands);
        Some(operands.map(|value| Item::Primal(*value)).collect())
    }

    /// Leaves those by which some item is had, of all that are had without keeping them.
    pub(super) fn retain_used(&mut self, facts: Facts<'_>, had: &IndexSet<Item>) {
        let is_had = |load: &InstId| {
            let result = facts.body.insts[*load].result;
            result.is_some_and(|value| had.contains(&Item::Primal(value)))
        };
        self.0.retain(|one| one.loads.iter().any(is_had));
    }

    /// What is done again in front of where an instruction is reversed, for each object.
    pub(crate) fn behind(&self, facts: Facts<'_>, at: InstId) -> impl Iterator<Item = Again<'_>> {
        let body = facts.body;
        // The reverse half of a launch is one of its own.
        let goes_on = facts.request.mode == Mode::Gradient;
        let is_barrier = body.terminator(body.insts[at].block) != Some(at);
        let here = self.0.iter().filter(move |one| one.behind == at);
        here.map(move |one| {
            let barrier = Some(one.before).filter(|_| !is_barrier);
            Again {
                stores: &one.stores,
                ahead: barrier.filter(|_| goes_on),
                barrier,
            }
        })
    }

    /// Where something is done again, each with one of the stores.
    pub(crate) fn all(&self) -> impl Iterator<Item = (InstId, InstId)> + '_ {
        self.0.iter().map(|one| (one.behind, one.stores[0]))
    }
}

/// Whether the function is a kernel, or its body, which each thread runs once.
fn is_of_kernel(facts: Facts<'_>) -> bool {
    facts.request.tape == TapeOwner::Launch && facts.request.mode != Mode::Forward
}

/// Memory that a block shares, written in a loop, outside of the loops in it.
struct Part<'a> {
    facts: Facts<'a>,
    l: LoopId,
    stores: Vec<InstId>,
    /// Its fields.
    fields: IndexSet<FieldId>,
    /// Globals that the threads of a block share, and no other ones.
    of_block: &'a IndexSet<&'a str>,
}

/// By loop and object, what is written there.
fn written_in_loops<'a>(facts: Facts<'a>, of_block: &'a IndexSet<&'a str>) -> Vec<Part<'a>> {
    let Facts { body, memory, .. } = facts;
    let mut parts = IndexMap::new();
    for (id, inst) in body.insts.iter() {
        let (Op::Store { ordered: false }, Some(l)) = (&inst.op, body.blocks[inst.block].inner)
        else {
            continue;
        };
        for object in memory.objects_written(id) {
            let part = parts.entry((l, object)).or_insert_with(|| Part {
                facts,
                l,
                stores: Vec::new(),
                fields: memory.object(object).fields.iter().copied().collect(),
                of_block,
            });
            part.stores.push(id);
        }
    }
    parts.retain(|(_, object), _| {
        let origins = &memory.object(*object).origins;
        let named = !origins.globals.is_empty();
        let is_of_block = origins
            .globals
            .iter()
            .all(|name| of_block.contains(name.as_str()));
        named && is_of_block && !origins.escaped && !origins.unknown && !origins.computed
    });
    parts.into_values().collect()
}

/// Globals that the threads of a block share, and no other ones.
pub(super) fn of_block<'a>(facts: Facts<'a>) -> IndexSet<&'a str> {
    let shared = facts.registry.grid().map(|grid| grid.shared);
    let named = |kind: &'a ValueKind| match kind {
        ValueKind::Global { name, space, .. } if Some(*space) == shared => Some(name.as_str()),
        // Any other: it is no such global.
        _ => None,
    };
    let values = facts.body.values.values();
    values.filter_map(|value| named(&value.kind)).collect()
}

impl Part<'_> {
    fn exchange(self) -> Option<Exchange> {
        let loads = self.loads()?;
        let before = self.before(&loads)?;
        let behind = self.behind(&loads, before)?;
        let stays = |load: &InstId| self.stays_between(*load, behind);
        let writes_alike = self.stores.iter().all(|id| self.writes_alike(*id));
        (writes_alike && loads.iter().all(stays)).then_some(Exchange {
            stores: self.stores,
            loads,
            behind,
            before,
        })
    }

    fn inst(&self, id: InstId) -> &Inst {
        &self.facts.body.insts[id]
    }

    /// The loads of the memory, if nothing else is done with it, here or elsewhere.
    fn loads(&self) -> Option<Vec<InstId>> {
        let Facts {
            body,
            memory,
            registry,
            ..
        } = self.facts;
        let mut loads = Vec::new();
        for (id, inst) in body.insts.iter() {
            let mut touched = memory.touched(id, true);
            touched.extend(memory.touched(id, false));
            let touches = touched.iter().any(|field| self.fields.contains(field));
            let hidden = inst.effects.writes && callee::is_opaque(inst, registry);
            if hidden {
                return None;
            }
            if !touches || self.stores.contains(&id) {
                continue;
            }
            match inst.op {
                Op::Load { ordered: false } if body.holds(self.l, inst.block) => loads.push(id),
                // Any other: what it does with the memory is not done again.
                _ => return None,
            }
        }
        (!loads.is_empty()).then_some(loads)
    }

    /// Whether all threads run an instruction in each iteration, once.
    fn runs_once(&self, id: InstId) -> bool {
        let (body, block) = (self.facts.body, self.inst(id).block);
        body.blocks[block].inner == Some(self.l) && body.always_runs(self.l, block)
    }

    /// Whether an instruction stands in front of another one in an iteration, wherever that is run.
    fn precedes(&self, first: InstId, second: InstId) -> bool {
        let block = |id: InstId| -> BlockId { self.inst(id).block };
        match block(first) == block(second) {
            true => first < second,
            false => self.facts.body.dominates(block(first), block(second)),
        }
    }

    /// The barriers of the block that all threads come to in each iteration.
    fn barriers(&self) -> impl Iterator<Item = InstId> + '_ {
        let of_warps = self.facts.registry.grid();
        let of_warps = of_warps.map_or(&[][..], |grid| grid.warp_barriers);
        let is_of_warp = move |id: &InstId| callee::is_one_of(self.inst(*id), of_warps);
        let sure = self
            .facts
            .team
            .map_or(&[][..], |(workers, _)| workers.sure_barriers());
        let here = sure.iter().copied().filter(|id| self.runs_once(*id));
        here.filter(move |id| !is_of_warp(id))
    }

    /// A barrier between all writes and all reads.
    fn before(&self, loads: &[InstId]) -> Option<InstId> {
        let meets = |pair: &[InstId]| {
            let team = self.facts.team;
            team.is_none_or(|(workers, _)| workers.may_meet_between(pair[0], pair[1]))
        };
        if self.stores.windows(2).any(meets) {
            return None;
        }
        let parts = |at: &InstId| {
            let mut stores = self.stores.iter();
            let written = stores.all(|id| self.runs_once(*id) && self.precedes(*id, *at));
            written && loads.iter().all(|load| self.precedes(*at, *load))
        };
        self.barriers().find(parts)
    }

    /// A barrier behind all reads, or the end of the iteration. No way leads from it to one of them in the same iteration, since it stands in no loop within this one.
    fn behind(&self, loads: &[InstId], before: InstId) -> Option<InstId> {
        let follows = |at: &InstId| {
            self.precedes(before, *at) && !loads.iter().any(|load| self.precedes(*at, *load))
        };
        let (body, latch) = (self.facts.body, self.facts.body.loops[self.l].latch);
        let end = || {
            body.terminator(latch)
                .filter(|_| body.always_runs(self.l, latch))
        };
        self.barriers().find(follows).or_else(end)
    }

    /// Whether a store of a thread writes to one place, whenever it is run.
    fn writes_alike(&self, store: InstId) -> bool {
        self.is_alike(self.inst(store).operands[1])
    }

    /// Whether a thread computes the same in each iteration, and whenever the loop is run.
    fn is_alike(&self, value: ValueId) -> bool {
        let body = self.facts.body;
        let of_kernel = is_of_kernel(self.facts);
        let Some(inst) = body.def(value).map(|id| &body.insts[id]) else {
            // A function that is no kernel may be called with other arguments the next time.
            return of_kernel || !body.params.contains(&value);
        };
        if of_kernel && body.blocks[inst.block].inner.is_none() {
            return true;
        }
        let computed = match &inst.op {
            Op::Gep { .. } | Op::Cast(_) | Op::Int(_) | Op::ICmp | Op::Select => true,
            Op::Call(_) => matches!(
                callee::known(inst, self.facts.registry),
                Some(CalleeKind::IntegerOp)
            ),
            // Any other: it may depend on the iteration.
            _ => false,
        };
        computed && inst.operands.iter().all(|of| self.is_alike(*of))
    }

    /// Whether nothing that follows from a load is looked up anywhere but in front of the barrier behind it, or written by stores that are made again there.
    fn stays_between(&self, load: InstId, behind: InstId) -> bool {
        let body = self.facts.body;
        let mut follow: IndexSet<ValueId> = self.inst(load).result.into_iter().collect();
        let mut next = 0;
        while let Some(value) = follow.get_index(next).copied() {
            next += 1;
            for user in &body.values[value].uses {
                let inst = self.inst(*user);
                let here = body.holds(self.l, inst.block);
                let is_phi = matches!(inst.op, Op::Phi(_));
                if is_phi && (!here || inst.block == body.loops[self.l].header) {
                    // What comes out of a loop, or from the iteration before, is kept where it is needed.
                    continue;
                }
                let is_late = !here || self.precedes(behind, *user);
                if is_late || matches!(inst.op, Op::Store { .. }) && self.hands_on(*user) {
                    return false;
                }
                follow.extend(inst.result);
            }
        }
        true
    }

    /// Whether a store writes to memory that some block shares.
    fn hands_on(&self, store: InstId) -> bool {
        let memory = self.facts.memory;
        let written = memory.objects_written(store).into_iter();
        let mut globals = written.flat_map(|object| &memory.object(object).origins.globals);
        globals.any(|name| self.of_block.contains(name.as_str()))
    }
}
