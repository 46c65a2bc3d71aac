//! Memory that each iteration of a loop could have for itself.
//!
//! Such memory is obtained by the function that the loop stands in; iterations access it through nothing but addresses made from what it
//! obtained; and whatever is read of it, in the loop or outside of it, was written before in the same iteration of this loop, or of another one
//! (`settled.cpp` of the shim). So nothing that an iteration leaves there is of use to anybody.
//!
//! Owns: [`Scratch`]. Must not: decide what becomes of the loop.

use super::facts::Facts;
use crate::analysis::callee;
use crate::analysis::memory::{FieldId, ObjectId};
use crate::analysis::ownership;
use crate::view::{Inst, InstId, LoopId, Op, ValueId};
use enzyme_rules::{AllocResult, CalleeKind, Registry};
use indexmap::{IndexMap, IndexSet};

/// What makes memory and, of heap memory, what ends it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Made {
    pub(crate) by: InstId,
    pub(crate) freed: Option<InstId>,
}

/// Who obtains and reads the memory of a function.
#[derive(Default)]
pub(super) struct Accesses {
    makers: IndexMap<ObjectId, Vec<InstId>>,
    readers: IndexMap<FieldId, Vec<InstId>>,
}

impl Accesses {
    pub(super) fn of(facts: Facts<'_>) -> Self {
        let mut all = Self::default();
        for (id, inst) in facts.body.insts.iter() {
            let made = inst.result.filter(|_| makes(facts.registry, inst));
            if let Some(place) = made.and_then(|result| facts.memory.place(result)) {
                all.makers.entry(place.object).or_default().push(id);
            }
            for field in facts.memory.touched(id, false) {
                all.readers.entry(field).or_default().push(id);
            }
        }
        all
    }
}

/// The memory of a function's own that iterations of a loop write.
pub(super) struct Scratch<'a> {
    facts: Facts<'a>,
    this: LoopId,
    insts: &'a [InstId],
    accesses: &'a Accesses,
    pub(super) made: Vec<Made>,
    /// Its fields.
    fields: IndexSet<FieldId>,
    /// All that address arithmetic makes of it.
    addresses: IndexSet<ValueId>,
}

impl<'a> Scratch<'a> {
    /// All memory that iterations of a loop, which are made of `insts`, write; `None` if some could not be their own.
    pub(super) fn written_in(
        facts: Facts<'a>,
        this: LoopId,
        insts: &'a [InstId],
        accesses: &'a Accesses,
    ) -> Option<Self> {
        let memory = facts.memory;
        let objects = insts.iter().flat_map(|id| memory.objects_written(*id));
        let objects: IndexSet<ObjectId> = objects.collect();
        let fields = objects.iter().flat_map(|o| &memory.object(*o).fields);
        let mut scratch = Self {
            facts,
            this,
            insts,
            accesses,
            made: Vec::new(),
            fields: fields.copied().collect(),
            addresses: IndexSet::new(),
        };
        let fits = scratch.find_makers(&objects) && scratch.is_followed() && scratch.settles();
        fits.then_some(scratch)
    }

    /// Whether all that an instruction reads lies there, if it reads anything.
    pub(super) fn holds_all_read(&self, id: InstId) -> bool {
        let read = self.facts.memory.touched(id, false);
        !read.is_empty() && read.iter().all(|f| self.fields.contains(f))
    }

    fn meets(&self, id: InstId, writes: bool) -> bool {
        let touched = self.facts.memory.touched(id, writes);
        touched.iter().any(|f| self.fields.contains(f))
    }

    fn inside(&self, id: InstId) -> bool {
        let body = self.facts.body;
        body.holds(self.this, body.insts[id].block)
    }

    /// Finds what makes the objects; says whether it is known what ends them, and all of it stands in front of the loop.
    fn find_makers(&mut self, objects: &IndexSet<ObjectId>) -> bool {
        let Facts {
            body,
            memory,
            registry,
            ..
        } = self.facts;
        let makers = objects.iter().filter_map(|o| self.accesses.makers.get(o));
        for by in makers.flatten().copied() {
            let inst = &body.insts[by];
            let Some(result) = inst.result else {
                continue;
            };
            let freed = ownership::owned(body, memory, registry, result);
            let ends = matches!(inst.op, Op::Alloca(_))
                || freed.is_some_and(|id| self.is_plain(id, result));
            if self.inside(by) || !ends {
                return false;
            }
            self.made.push(Made { by, freed });
            self.addresses.extend(ownership::addresses(body, result));
        }
        true
    }

    /// Whether a call that ends memory is given constants besides.
    fn is_plain(&self, end: InstId, pointer: ValueId) -> bool {
        let body = self.facts.body;
        let mut others = body.insts[end].operands.iter().filter(|v| **v != pointer);
        others.all(|v| body.def(*v).is_none() && !body.params.contains(v))
    }

    /// Whether iterations use addresses of it for accesses only, and access it by no other address.
    fn is_followed(&self) -> bool {
        let body = self.facts.body;
        self.insts.iter().copied().all(|id| {
            let inst = &body.insts[id];
            let meets = self.meets(id, true) || self.meets(id, false);
            let given = |v: &ValueId| self.addresses.contains(v);
            match inst.op {
                Op::Load { .. } => !meets || given(&inst.operands[0]),
                Op::Store { .. } => {
                    !given(&inst.operands[0]) && (!meets || given(&inst.operands[1]))
                }
                Op::Gep { .. } => true,
                Op::Call(_) if self.sets_memory(inst) => !meets || given(&inst.operands[0]),
                // Any other: a pointer that it is given may go anywhere.
                _ => !meets && !inst.operands.iter().any(given),
            }
        })
    }

    fn sets_memory(&self, inst: &Inst) -> bool {
        let known = callee::known(inst, self.facts.registry);
        matches!(known, Some(CalleeKind::Memory(_)))
    }

    /// Whether all that is read of it was written before in the same iteration: of this loop, or of another one where it is read outside.
    fn settles(&self) -> bool {
        let body = self.facts.body;
        let readers = self
            .fields
            .iter()
            .filter_map(|f| self.accesses.readers.get(f));
        let readers: IndexSet<InstId> = readers.flatten().copied().collect();
        let (inside, outside): (Vec<InstId>, Vec<InstId>) =
            readers.into_iter().partition(|id| self.inside(*id));
        let header = body.loops[self.this].header;
        let mut around: IndexMap<LoopId, Vec<InstId>> = IndexMap::new();
        let mut unsettled: IndexSet<InstId> = outside.iter().copied().collect();
        for id in outside {
            let others = body.nest(body.insts[id].block);
            for l in others.filter(|l| !body.holds(*l, header)) {
                around.entry(l).or_default().push(id);
            }
        }
        for (l, reads) in around {
            let settled = self.settled(l, &reads).into_iter();
            for (id, _) in reads.into_iter().zip(settled).filter(|(_, yes)| *yes) {
                unsettled.swap_remove(&id);
            }
        }
        unsettled.is_empty() && self.settled(self.this, &inside).into_iter().all(|yes| yes)
    }

    fn settled(&self, l: LoopId, ids: &[InstId]) -> Vec<bool> {
        let Facts { body, clobbers, .. } = self.facts;
        let at = body.blocks[body.loops[l].header].insts[0];
        clobbers.settled(at, ids)
    }
}

/// Whether an instruction obtains memory.
fn makes(registry: &Registry, inst: &Inst) -> bool {
    match callee::known(inst, registry) {
        Some(CalleeKind::Allocator(spec)) => spec.result == AllocResult::Returned,
        // Any other: what they make is not among what is followed, and meets it nowhere.
        _ => matches!(inst.op, Op::Alloca(_)),
    }
}
