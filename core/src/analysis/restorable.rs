//! Memory that a function overwrites and its reverse half could give back: what a parameter leads to, if the function has read each number just before it writes
//! there. What the reverse half needs for it is kept where the derivative needs the old number anyway, and costs no more than the work that was done there.
//!
//! Owns: [`Restorable`]. Must not: decide whose reverse half does (`plan::restored`).

use super::callee;
use super::functions::{Component, Functions};
use super::memory::{Memory, ObjectId};
use super::mirrored;
use super::overwritten::is_given;
use crate::view::{Body, Inst, InstId, Op, ValueId};
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};

/// The stores behind a parameter, each with the load that has read before what it overwrites.
pub(crate) type Stores = IndexMap<InstId, InstId>;

/// By function and parameter, what could be given back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restorable(IndexMap<String, IndexMap<u32, Stores>>);

impl Restorable {
    /// The stores of a function behind a parameter, if what they overwrite could be given back.
    pub(crate) fn behind(&self, function: &str, param: u32) -> Option<&Stores> {
        self.0.get(function)?.get(&param)
    }

    /// Adds those of a component. Functions that it calls may only read there.
    pub(crate) fn learn(
        &mut self,
        component: &Component<'_>,
        filling: &Functions,
        registry: &Registry,
    ) {
        for (body, memory) in component {
            let unknown = |inst: &Inst| {
                callee::is_opaque(inst, registry)
                    || mirrored::fills(inst, registry)
                    || filling.is_call(inst, registry)
            };
            if body.insts.values().any(unknown) {
                continue;
            }
            let writer = Writer::new(body, memory);
            let params = (0_u32..).zip(&body.params);
            let known = params.filter_map(|(k, param)| Some((k, writer.behind(k, *param)?)));
            let known: IndexMap<u32, Stores> = known.collect();
            if !known.is_empty() {
                self.0.insert(body.name.clone(), known);
            }
        }
    }
}

/// A function that may overwrite what it is given.
struct Writer<'a> {
    body: &'a Body,
    memory: &'a Memory,
    /// What may write to an object.
    writes: IndexMap<ObjectId, IndexSet<InstId>>,
}

impl<'a> Writer<'a> {
    fn new(body: &'a Body, memory: &'a Memory) -> Self {
        let mut writes: IndexMap<ObjectId, IndexSet<InstId>> = IndexMap::new();
        for id in body.insts.keys() {
            for object in memory.objects_written(id) {
                writes.entry(object).or_default().insert(id);
            }
        }
        Self {
            body,
            memory,
            writes,
        }
    }

    fn behind(&self, position: u32, param: ValueId) -> Option<Stores> {
        let object = self.memory.place(param)?.object;
        let writes = self.writes.get(&object)?;
        let known = self.memory.object(object);
        let alone = is_given(self.memory, object) && known.origins.params[..] == [position];
        if !alone || known.held {
            return None;
        }
        let stores = writes.iter();
        let stores = stores.map(|store| Some((*store, self.read_before(*store, writes)?)));
        stores.collect()
    }

    /// The load of what a store overwrites, if none of these may have written there in between.
    fn read_before(&self, store: InstId, writes: &IndexSet<InstId>) -> Option<InstId> {
        let inst = &self.body.insts[store];
        let Op::Store { ordered: false } = inst.op else {
            return None;
        };
        let [value, pointer] = inst.operands[..] else {
            return None;
        };
        let ty = self.body.values[value].ty;
        self.body.types.float_lanes(ty)?;
        let before = self.body.blocks[inst.block].insts.iter().rev();
        let mut before = before.skip_while(|id| **id != store).skip(1);
        let reads = |id: InstId| {
            let inst = &self.body.insts[id];
            let same = |result: ValueId| self.body.values[result].ty == ty;
            matches!(inst.op, Op::Load { ordered: false })
                && inst.operands[0] == pointer
                && inst.result.is_some_and(same)
        };
        let found = before.find(|id| reads(**id) || writes.contains(*id))?;
        reads(*found).then_some(*found)
    }
}
