//! Activity: what varies with the active inputs and is useful to the active outputs.
//!
//! Varied runs forward, useful backward, both sparse over SSA values and flow-insensitive over the
//! fields of objects; active is both. The lattices are booleans, transfer only raises, so that the
//! sweeps end after as many rounds as the longest chain through memory.
//!
//! What a duplicated parameter reaches is input and output at once. An object has a shadow if it holds active numbers or pointers to such
//! objects, or is reached by a duplicated parameter.
//!
//! **Invariant**: all memory of an object with a shadow has one, or is its own shadow: inactive memory that a pointer leads to on some path, which
//! generated code finds out by comparing the two (`plan::accumulate`, `synth::guard`). Where all of it came through a parameter declared inactive,
//! or some from an unknown pointer, the plan refuses (EZ0301, EZ0302). Null and undefined pointers are their own shadows, and so is a parameter
//! that a caller passes null for (`Activity::Null`). A global has a zeroed twin `NAME.shadow`, which every derivative call clears first.
//! Read-only data that shares a pointer with active memory has one as well, which takes adjoints that nobody asks for.
//!
//! What a pointer in a global leads to has a shadow in a callee if it has one in the caller: the request names these globals
//! (`Request::behind`). The twin of the global holds the shadow pointer, since stores of pointers are mirrored.
//!
//! Owns: [`Activities`]; the transfer of each instruction is in `transfer`, what has a shadow in `shadows`. Must not: know plans or emission; it refuses nothing, but says where a
//! shadow is missing.

mod shadows;
mod transfer;

use super::escape;
use super::functions::Functions;
use super::memory::{FieldId, Memory, ObjectId};
use crate::request::{Activity, Request};
use crate::view::entity::Map;
use crate::view::{Body, Inst, InstId, Op, ValueId, ValueKind};
use enzyme_rules::Registry;
use indexmap::IndexSet;

/// What is active in one function for one request.
#[derive(Clone, Debug)]
pub(crate) struct Activities {
    varied: Map<ValueId, bool>,
    useful: Map<ValueId, bool>,
    varied_fields: Vec<bool>,
    useful_fields: Vec<bool>,
    shadowed: Vec<bool>,
    inactive: Vec<bool>,
    mixed: bool,
    unknown_provenance: Vec<bool>,
    behind_globals: Vec<String>,
}

/// The analysis' inputs.
#[derive(Clone, Copy)]
pub(crate) struct Inputs<'a> {
    pub(crate) body: &'a Body,
    pub(crate) memory: &'a Memory,
    /// The same as all callers below the hooks together see it.
    pub(crate) closed_world: &'a Memory,
    pub(crate) registry: &'a Registry,
    pub(crate) request: &'a Request,
    /// Functions that give numbers to code that is not analysed.
    pub(crate) escaping: &'a Functions,
    /// Functions that launch others on a device.
    pub(crate) launching: &'a Functions,
}

/// Runs the analysis.
pub(crate) fn analyze(inputs: Inputs<'_>) -> Activities {
    let fields = inputs.memory.fields.len();
    let values = inputs.body.values.len();
    let mut state = State {
        inputs,
        varied: Map::filled(values, false),
        useful: Map::filled(values, false),
        varied_fields: vec![false; fields],
        useful_fields: vec![false; fields],
        unknown_provenance: escape::unknown_provenance(inputs.memory, inputs.body, inputs.request),
        silenced: of_globals(inputs.memory, |name| {
            inputs.registry.is_inactive_global(name)
        }),
        constant: IndexSet::new(),
        changed: false,
        fresh: Vec::new(),
    };
    state.constant = state.behind_constants();
    state.seed();
    state.run(State::vary, false);
    state.run(State::use_backwards, true);
    state.finish()
}

impl Activities {
    /// Whether a number (or the bits of one) varies and is useful.
    pub(crate) fn active(&self, value: ValueId) -> bool {
        self.varied[value] && self.useful[value]
    }

    /// Whether a value varies with the active inputs.
    pub(crate) fn varied(&self, value: ValueId) -> bool {
        self.varied[value]
    }

    /// Whether a value is useful to the active outputs, if it varies.
    pub(crate) fn useful(&self, value: ValueId) -> bool {
        self.useful[value]
    }

    /// Whether a field holds active data.
    pub(crate) fn active_field(&self, field: FieldId) -> bool {
        self.varied_fields[field.0] && self.useful_fields[field.0]
    }

    /// Whether a field holds a number that varies with the active inputs.
    pub(crate) fn varied_field(&self, field: FieldId) -> bool {
        self.varied_fields[field.0]
    }

    /// Whether an object needs a shadow: it holds active numbers, or pointers to such objects.
    pub(crate) fn shadowed(&self, object: ObjectId) -> bool {
        self.shadowed[object.0]
    }

    /// Whether some memory of an object may be inactive: it is reached through a parameter without shadow, or is a global that the
    /// program calls inactive. If the object has a shadow, this memory is its own.
    pub(crate) fn may_be_inactive(&self, object: ObjectId) -> bool {
        self.inactive[object.0]
    }

    /// Whether there is an object with a shadow some of whose memory may be inactive.
    pub(crate) fn mixes(&self) -> bool {
        self.mixed
    }

    /// Mutable globals whose pointers lead to memory with a shadow, for callees to know; in alphabetical order.
    pub(crate) fn behind_globals(&self) -> &[String] {
        &self.behind_globals
    }

    /// Whether code that is not analysed may reach an object under other names.
    pub(crate) fn of_unknown_provenance(&self, object: ObjectId) -> bool {
        self.unknown_provenance[object.0]
    }
}

struct State<'a> {
    inputs: Inputs<'a>,
    varied: Map<ValueId, bool>,
    useful: Map<ValueId, bool>,
    varied_fields: Vec<bool>,
    useful_fields: Vec<bool>,
    unknown_provenance: Vec<bool>,
    /// Fields of globals that the program calls inactive.
    silenced: IndexSet<FieldId>,
    /// Fields of memory that only parameters without derivative lead to.
    constant: IndexSet<FieldId>,
    changed: bool,
    /// Values that were just found to vary, or to be useful.
    fresh: Vec<ValueId>,
}

/// Fields of memory that is some of these globals, and no other.
fn of_globals(memory: &Memory, are_these: impl Fn(&str) -> bool) -> IndexSet<FieldId> {
    let objects = memory.objects.iter().filter(|object| {
        let origins = &object.origins;
        let mut globals = origins.globals.iter();
        let other = origins.stack || origins.heap || origins.unknown || origins.computed;
        !other
            && !origins.globals.is_empty()
            && origins.params.is_empty()
            && globals.all(|name| are_these(name))
    });
    objects
        .flat_map(|object| object.fields.iter().copied())
        .collect()
}

impl State<'_> {
    /// Sweeps until nothing changes. What values pass to each other is followed at once, so that the number of sweeps
    /// is that of the longest chain through memory.
    fn run(&mut self, step: fn(&mut Self, InstId, &Inst), backwards: bool) {
        let body = self.inputs.body;
        // Where the function never returns from, nothing has a derivative.
        let returns = body.reach_exit();
        let mut order: Vec<InstId> = body
            .insts
            .keys()
            .filter(|id| returns[body.insts[*id].block])
            .collect();
        if backwards {
            order.reverse();
        }
        loop {
            self.changed = false;
            for id in order.iter().copied() {
                step(self, id, &body.insts[id]);
                while let Some(value) = self.fresh.pop() {
                    let next = match backwards {
                        true => body.def(value).as_slice().to_vec(),
                        false => body.values[value].uses.clone(),
                    };
                    for id in next.into_iter().filter(|id| returns[body.insts[*id].block]) {
                        step(self, id, &body.insts[id]);
                    }
                }
            }
            if !self.changed {
                return;
            }
        }
    }

    fn seed(&mut self) {
        let Inputs {
            body,
            memory,
            request,
            ..
        } = self.inputs;
        for (position, param) in body.params.iter().enumerate() {
            let activity = request.params[position];
            if activity == Activity::Const {
                continue;
            }
            self.varied[*param] |= body.types.holds_float(body.values[*param].ty);
        }
        for object in self.behind_parameters() {
            self.seed_object(object);
        }
        if request.returned.active {
            self.seed_return();
        }
        self.seed_seen();
        if request.globals {
            for object in memory.mutable_globals() {
                self.seed_object(object);
            }
            for object in self.behind_globals() {
                self.seed_object(object);
            }
        }
    }

    /// Memory behind a duplicated parameter is input and output.
    fn seed_object(&mut self, object: ObjectId) {
        for field in self.inputs.memory.object(object).fields.iter() {
            let on = !self.silenced.contains(field);
            self.varied_fields[field.0] |= on;
            self.useful_fields[field.0] |= on;
        }
    }

    /// Memory behind duplicated parameters.
    fn behind_parameters(&self) -> IndexSet<ObjectId> {
        let Inputs {
            memory, request, ..
        } = self.inputs;
        let activities = request.params.iter().enumerate();
        let dup = activities.filter(|(_, activity)| **activity == Activity::Dup);
        let places = dup.filter_map(|(position, _)| memory.param(position));
        memory.all_reachable(places.map(|place| place.object))
    }

    /// Fields of memory behind parameters without derivative, and behind no others.
    fn behind_constants(&self) -> IndexSet<FieldId> {
        let Inputs {
            memory, request, ..
        } = self.inputs;
        let activities = request.params.iter().enumerate();
        let constant = activities.filter(|(_, activity)| **activity == Activity::Const);
        let places = constant.filter_map(|(position, _)| memory.param(position));
        let others = self.behind_parameters();
        let reached = memory.all_reachable(places.map(|place| place.object));
        let own = reached.into_iter().filter(|object| {
            let origins = &memory.object(*object).origins;
            !others.contains(object) && !origins.stack && !origins.heap
        });
        own.flat_map(|object| memory.object(object).fields.iter().copied())
            .collect()
    }

    /// Memory behind pointers in globals that has a shadow in the caller.
    fn behind_globals(&self) -> IndexSet<ObjectId> {
        let Inputs {
            memory, request, ..
        } = self.inputs;
        let named = |global: &ObjectId| {
            let names = &memory.object(*global).origins.globals;
            names.iter().any(|name| request.behind.contains(name))
        };
        let globals = memory.mutable_globals().filter(named);
        memory.all_reachable(globals)
    }

    fn seed_return(&mut self) {
        let Inputs { body, memory, .. } = self.inputs;
        for (_, inst) in body.insts.iter().filter(|(_, i)| i.op == Op::Ret) {
            for value in &inst.operands {
                self.useful[*value] = true;
            }
        }
        if let Some(place) = memory.returned() {
            for object in memory.reachable(place.object) {
                for field in memory.object(object).fields.iter() {
                    self.useful_fields[field.0] = true;
                }
            }
        }
    }

    /// Code that is not analysed may do anything with what it can look at. What lies at a computed address may be any
    /// number of the program.
    fn seed_seen(&mut self) {
        for (index, object) in self.inputs.memory.objects.iter().enumerate() {
            for field in object.fields.iter().filter(|_| object.origins.computed) {
                self.varied_fields[field.0] = true;
            }
            if self.unknown_provenance[index] || object.origins.escaped {
                for field in &object.fields {
                    self.useful_fields[field.0] = true;
                }
            }
        }
    }

    fn vary_value(&mut self, value: ValueId, on: bool) {
        if on && !std::mem::replace(&mut self.varied[value], true) {
            self.changed = true;
            self.fresh.push(value);
        }
    }

    fn vary_field(&mut self, field: FieldId, on: bool) {
        if on
            && !self.silenced.contains(&field)
            && !std::mem::replace(&mut self.varied_fields[field.0], true)
        {
            self.changed = true;
        }
    }

    fn use_value(&mut self, value: ValueId, on: bool) {
        if on && !std::mem::replace(&mut self.useful[value], true) {
            self.changed = true;
            self.fresh.push(value);
        }
    }

    fn use_field(&mut self, field: FieldId, on: bool) {
        if on && !std::mem::replace(&mut self.useful_fields[field.0], true) {
            self.changed = true;
        }
    }

    /// Whether a value can carry a derivative at all: a number, or an integer with a number's bits.
    fn carries(&self, value: ValueId) -> bool {
        let Inputs {
            body,
            memory,
            closed_world,
            ..
        } = self.inputs;
        // The function alone may not see that it loads an integer that its callers put there.
        let is_integer = || {
            body.def(value)
                .is_some_and(|id| closed_world.moves_integer(id))
        };
        body.types.holds_float(body.values[value].ty)
            || (memory.is_punned(value) || closed_world.is_punned(value)) && !is_integer()
    }

    fn reads_varied(&self, id: InstId) -> bool {
        let mut read = self.inputs.memory.touched(id, false).into_iter();
        read.any(|f| self.varied_fields[f.0])
    }

    /// The same for a call. A pointer varies with nothing, whatever parameter it lies behind, if the program moves no numbers as pointers.
    fn call_reads_varied(&self, id: InstId) -> bool {
        let Inputs {
            memory,
            closed_world,
            ..
        } = self.inputs;
        let read = match closed_world.reads_numbers_as_pointers() {
            true => memory.touched(id, false),
            false => memory.read_beside_pointers(id),
        };
        read.iter().any(|f| self.varied_fields[f.0])
    }

    fn writes_useful(&self, id: InstId) -> bool {
        let mut written = self.inputs.memory.touched(id, true).into_iter();
        written.any(|f| self.useful_fields[f.0])
    }

    fn writes_varied(&self, id: InstId) -> bool {
        let mut written = self.inputs.memory.touched(id, true).into_iter();
        written.any(|f| self.varied_fields[f.0])
    }

    fn vary_written(&mut self, id: InstId, on: bool) {
        for field in self.inputs.memory.touched(id, true) {
            self.vary_field(field, on);
        }
    }

    /// What a kernel may write. Where it writes numbers that vary into memory without a derivative, its own derivative finds that out.
    fn vary_launched(&mut self, id: InstId, on: bool) {
        for field in self.inputs.memory.touched(id, true) {
            self.vary_field(field, on && !self.constant.contains(&field));
        }
    }

    fn use_read(&mut self, id: InstId, on: bool) {
        for field in self.inputs.memory.touched(id, false) {
            self.use_field(field, on);
        }
    }

    fn any_varied(&self, values: &[ValueId]) -> bool {
        values.iter().any(|v| self.varied[*v])
    }

    fn use_all(&mut self, values: &[ValueId], on: bool) {
        for value in values {
            self.use_value(*value, on);
        }
    }

    /// Whether the result is a useful number, or useful bits of one.
    fn gives_useful(&self, inst: &Inst) -> bool {
        inst.result
            .is_some_and(|r| self.useful[r] && self.carries(r))
    }

    fn finish(self) -> Activities {
        let memory = self.inputs.memory;
        let active = |f: &FieldId| self.varied_fields[f.0] && self.useful_fields[f.0];
        let numeric = |f: &FieldId| memory.fields[f.0].holds_number();
        let mut shadowed: Vec<bool> = memory
            .objects
            .iter()
            .map(|object| object.fields.iter().any(|f| active(f) && numeric(f)))
            .collect();
        self.shadow_parameters(&mut shadowed);
        self.shadow_for_rules(&mut shadowed);
        self.shadow_reaching(&mut shadowed);
        let behind_globals = self.leading_globals(&shadowed);
        let inactive = self.inactive_memory();
        let mixed = shadowed.iter().zip(&inactive).any(|(a, b)| *a && *b);
        Activities {
            behind_globals,
            inactive,
            mixed,
            varied: self.varied,
            useful: self.useful,
            varied_fields: self.varied_fields,
            useful_fields: self.useful_fields,
            shadowed,
            unknown_provenance: self.unknown_provenance,
        }
    }
}

/// Value of a length operand, if constant.
pub(crate) fn constant_length(body: &Body, length: ValueId) -> Option<u64> {
    match body.values[length].kind {
        ValueKind::ConstInt(Some(n)) => u64::try_from(n).ok(),
        _ => None,
    }
}

/// Dense indices, for messages.
impl std::fmt::Display for ObjectId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "object {}", self.0)
    }
}
