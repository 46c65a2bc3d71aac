//! Whether some pointers lead to all memory that an object stands for.
//!
//! The memory graph makes one object of memory that a choice of pointers, or an index into an array of pointers, leads to. Whoever holds
//! one of these pointers does not hold the rest of the object. So all that the object may be is asked for, one by one: arguments, globals,
//! what the function makes, and pointers that lie in memory.
//!
//! Owns: [`Sources`]. Must not: know what the pointers are for.

use super::callee;
use super::memory::{FieldId, Memory, ObjectId};
use crate::view::{Body, Clobber, Clobbers, Inst, InstId, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, MemorySource, Registry};
use indexmap::{IndexMap, IndexSet};

/// Where a pointer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Source {
    /// An argument, a global, a variable, or the result of a call or a choice.
    Value(ValueId),
    /// What one field of an object holds, which is no element of an array.
    Field(FieldId),
}

/// The function in which some pointers are given to an instruction, and what is known of it.
#[derive(Clone, Copy)]
pub(crate) struct Within<'a> {
    pub(crate) body: &'a Body,
    pub(crate) memory: &'a Memory,
    pub(crate) clobbers: &'a Clobbers,
    pub(crate) registry: &'a Registry,
}

/// The pointers that an instruction is given, by where they come from.
pub(crate) struct Sources<'a> {
    within: Within<'a>,
    user: InstId,
    values: IndexSet<ValueId>,
    /// With the loads that have read them.
    fields: IndexMap<FieldId, InstId>,
}

impl<'a> Sources<'a> {
    pub(crate) fn of(
        within: Within<'a>,
        user: InstId,
        pointers: impl Iterator<Item = ValueId>,
    ) -> Self {
        let mut found = Self {
            within,
            user,
            values: IndexSet::new(),
            fields: IndexMap::new(),
        };
        for pointer in pointers {
            let start = within.body.start_of(pointer);
            match (found.source(start), within.body.def(start)) {
                (Source::Field(field), Some(load)) => {
                    found.fields.insert(field, load);
                }
                _ => {
                    found.values.insert(start);
                }
            }
        }
        found
    }

    /// Whether the pointers lead to all memory that an object may be.
    pub(crate) fn are_all_of(&self, object: ObjectId) -> bool {
        let memory = self.within.memory;
        let origins = &memory.object(object).origins;
        if origins.unknown || origins.from_integer || origins.computed {
            return false;
        }
        let direct = self.direct(object);
        let mut holders = (0..memory.fields.len())
            .map(FieldId)
            .filter(|f| memory.fields[f.0].target == Some(object));
        if let [Some(only)] = direct[..]
            && self.is_once(only)
            && self.leads_to(object)
            && holders.clone().all(|f| self.holds_own(f))
        {
            return true;
        }
        let is_ours = |v: &Option<ValueId>| v.is_some_and(|v| self.values.contains(&v));
        direct.iter().all(is_ours) && holders.all(|f| self.is_held(f))
    }

    /// What an object may be, but for memory to which only pointers in memory lead; none for a global that the function does not name.
    fn direct(&self, object: ObjectId) -> Vec<Option<ValueId>> {
        let Within { body, memory, .. } = self.within;
        let origins = &memory.object(object).origins;
        let arguments = origins.params.iter();
        let arguments = arguments.map(|position| Some(body.params[*position as usize]));
        let globals = origins.globals.iter().map(|global| {
            let is_it = |v: &ValueId| {
                matches!(&body.values[*v].kind, ValueKind::Global { name, .. } if name == global)
            };
            body.values.keys().find(is_it)
        });
        let makes = |inst: &&Inst| matches!(inst.op, Op::Alloca { .. } | Op::Call(_));
        let made = body.insts.values().filter(makes).filter_map(|inst| {
            let place = memory.place(inst.result?)?;
            (place.object == object).then_some(inst.result)
        });
        arguments.chain(globals).chain(made).collect()
    }

    /// Whether a value is the same memory each time.
    fn is_once(&self, value: ValueId) -> bool {
        let body = self.within.body;
        body.block_of(value)
            .is_none_or(|block| body.nest(block).next().is_none())
    }

    /// Whether one of the pointers leads to an object.
    fn leads_to(&self, object: ObjectId) -> bool {
        let leads = |v: ValueId| {
            let place = self.within.memory.place(v);
            place.is_some_and(|place| place.object == object)
        };
        let loaded = self.fields.values();
        let mut loaded = loaded.filter_map(|load| self.within.body.insts[*load].result);
        self.values.iter().any(|v| leads(*v)) || loaded.any(leads)
    }

    /// Whether all pointers in a field were stored there by the function, from what it had.
    fn holds_own(&self, field: FieldId) -> bool {
        let is_call = |id: InstId| matches!(self.within.body.insts[id].op, Op::Call(_));
        let mut writers = self.writers(field);
        self.is_only_made(field) && writers.all(|id| !is_call(id) || self.sets_bytes(id))
    }

    /// Whether an instruction writes the same byte everywhere, which makes no pointers but null.
    fn sets_bytes(&self, id: InstId) -> bool {
        let known = callee::known(&self.within.body.insts[id], self.within.registry);
        let Some(CalleeKind::Memory(op)) = known else {
            return false;
        };
        matches!(op.source, MemorySource::Byte(_) | MemorySource::Zero)
    }

    /// Instructions that write a field.
    fn writers(&self, field: FieldId) -> impl Iterator<Item = InstId> + '_ {
        let Within { body, memory, .. } = self.within;
        let writes = move |id: &InstId| memory.touched(*id, true).contains(&field);
        body.insts.keys().filter(writes)
    }

    /// Whether a field holds nothing but pointers to what ours lead to.
    fn is_held(&self, field: FieldId) -> bool {
        let Within { body, clobbers, .. } = self.within;
        let stores = |id: InstId| {
            let inst = &body.insts[id];
            matches!(inst.op, Op::Store { .. }).then(|| inst.operands[0])
        };
        let ours = |id: InstId| stores(id).is_some_and(|v| self.has(v)) || self.sets_bytes(id);
        if let Some(load) = self.fields.get(&field) {
            let row = clobbers.of(body, *load);
            let mut later = row.candidates().filter(|w| *w != self.user);
            return later.all(|w| row.answer(w) == Clobber::Apart || ours(w));
        }
        let renewed = |id: InstId| {
            let again = stores(id).is_some_and(|v| !self.is_once(body.start_of(v)));
            !again || self.is_renewed(field, id)
        };
        self.is_only_made(field) && self.writers(field).all(|id| ours(id) && renewed(id))
    }

    /// Whether what a store puts into a field, which is other memory in each iteration of a loop, is that of the iteration whenever the
    /// pointers are used: the store always runs before, and leaves nothing of the field as it was.
    fn is_renewed(&self, field: FieldId, store: InstId) -> bool {
        let Within { body, memory, .. } = self.within;
        let (at, user) = (body.insts[store].block, body.insts[self.user].block);
        let before = at != user && body.dominates(at, user) || at == user && store < self.user;
        let home = memory.objects.iter().find(|o| o.fields.contains(&field));
        before && home.is_some_and(|object| object.stride == 0)
    }

    /// Whether the object of a field is made by the function, so that no pointers lie in it at first.
    fn is_only_made(&self, field: FieldId) -> bool {
        let memory = self.within.memory;
        let mut objects = memory.objects.iter();
        let home = objects.find(|object| object.fields.contains(&field));
        home.is_some_and(|object| object.origins.made_here())
    }

    /// Whether a pointer comes from where one of ours does, and is still that which lies there.
    fn has(&self, pointer: ValueId) -> bool {
        let Within { body, clobbers, .. } = self.within;
        let start = body.start_of(pointer);
        let null = matches!(body.values[start].kind, ValueKind::Zeroish);
        let stays = |load: InstId| {
            let row = clobbers.of(body, load);
            let mut later = row.candidates().filter(|w| *w != self.user);
            later.all(|w| row.answer(w) == Clobber::Apart)
        };
        null || match (self.source(start), body.def(start)) {
            (Source::Field(field), Some(load)) => self.fields.contains_key(&field) && stays(load),
            _ => self.values.contains(&start),
        }
    }

    fn source(&self, start: ValueId) -> Source {
        let Within { body, memory, .. } = self.within;
        let load = body.def(start).map(|id| &body.insts[id]);
        let load = load.filter(|inst| matches!(inst.op, Op::Load { .. }));
        let place = load.and_then(|inst| memory.place(inst.operands[0]));
        let exact = place.filter(|place| !memory.is_array(*place));
        let fields = exact.map(|place| memory.fields_at(place, Some(1)));
        match fields.as_deref() {
            Some([field]) => Source::Field(*field),
            _ => Source::Value(start),
        }
    }
}
