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
//! Owns: [`Activities`]. Must not: know plans or emission; it refuses nothing, but says where a
//! shadow is missing.

use super::callee::{self, Target};
use super::escape;
use super::functions::Functions;
use super::memory::{FieldId, Memory, ObjectId};
use super::passage::Passage;
use crate::request::{Activity, Request};
use crate::view::entity::Map;
use crate::view::{Access, Body, Flow, Inst, InstId, Op, ValueId, ValueKind};
use enzyme_rules::{ArgMask, Effects, MemoryOp, MemorySource, Place, Registry};
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

    fn vary(&mut self, id: InstId, inst: &Inst) {
        match inst.op.access() {
            Access::Read => self.vary_result(inst, self.reads_varied(id)),
            Access::Write => self.vary_written(id, self.varied[inst.operands[0]]),
            Access::Exchange => {
                let on = self.any_varied(&inst.operands);
                self.vary_written(id, on);
                self.vary_result(inst, on || self.reads_varied(id));
            }
            Access::Call => self.vary_call(id, inst),
            Access::Unknown => self.vary_result(inst, self.any_varied(&inst.operands)),
            Access::None | Access::Order => {
                let on = flowing(inst).any(|v| self.varied[v]);
                self.vary_result(inst, on);
            }
        }
    }

    fn vary_call(&mut self, id: InstId, inst: &Inst) {
        match Passage::of(inst, self.inputs.registry) {
            Passage::Values(from) => self.vary_result(inst, self.any_varied(&from)),
            Passage::Mixed(from) => {
                let on = self.any_varied(&from) || self.call_reads_varied(id);
                self.vary_result(inst, on);
                let Inputs {
                    registry,
                    launching,
                    ..
                } = self.inputs;
                match callee::is_launch(inst, registry) || launching.is_call(inst, registry) {
                    true => self.vary_launched(id, on),
                    false => self.vary_written(id, on),
                }
            }
            Passage::Outs(rule) => {
                let on = self.any_varied(&inst.operands[..rule.params.len()]);
                let varies = |at: fn(&Place) -> bool| {
                    on && rule.results.iter().any(|r| r.active && at(&r.place))
                };
                let returned = varies(|at| matches!(at, Place::Returned | Place::Field(_)));
                self.vary_result(inst, returned);
                // A written `int` or whole part does not vary.
                self.vary_written(id, varies(|at| matches!(at, Place::Through(_))));
            }
            Passage::Copied(op) => {
                for (from, to) in self.copied(inst, op) {
                    self.vary_field(to, self.varied_fields[from.0]);
                }
            }
            Passage::Text(effects) => self.vary_text(inst, effects),
            // What comes from elsewhere may depend on anything.
            Passage::Elsewhere => self.vary_written(id, true),
            Passage::Nowhere => {}
        }
    }

    /// Numbers that a library turns into text or bytes and back: what it writes varies with what it reads, and
    /// so does a number that it reads out of memory. Answers about a number itself are constant between jumps.
    fn vary_text(&mut self, inst: &Inst, effects: &Effects) {
        let read = self.behind(inst, effects.reads);
        let reads = read.iter().any(|f| self.varied_fields[f.0]);
        let gives = self.any_varied(&inst.operands);
        let sunk = self.sunk();
        for field in self.behind(inst, effects.writes) {
            self.vary_field(field, (reads || gives) && !sunk.contains(&field));
        }
        self.vary_result(inst, reads);
    }

    /// Fields of library objects into which numbers go as text and out of which none comes.
    fn sunk(&self) -> IndexSet<FieldId> {
        let registry = self.inputs.registry;
        of_globals(self.inputs.memory, |name| registry.is_sink(name))
    }

    /// As `vary_text`, backwards.
    fn use_text(&mut self, inst: &Inst, effects: &Effects) {
        let written = self.behind(inst, effects.writes);
        let written = written.iter().any(|f| self.useful_fields[f.0]);
        let result = self.gives_useful(inst);
        for field in self.behind(inst, effects.reads) {
            self.use_field(field, written || result);
        }
        self.use_all(&inst.operands, written);
    }

    /// Fields of the objects that some arguments point into.
    fn behind(&self, inst: &Inst, arguments: ArgMask) -> Vec<FieldId> {
        let memory = self.inputs.memory;
        let wanted = inst.operands.iter().enumerate();
        let wanted = wanted.filter(|(i, _)| arguments.has((*i).min(255) as u8));
        let places = wanted.filter_map(|(_, v)| memory.place(*v));
        places
            .flat_map(|place| memory.object(place.object).fields.iter().copied())
            .collect()
    }

    fn vary_result(&mut self, inst: &Inst, on: bool) {
        if let Some(result) = inst.result
            && self.carries(result)
        {
            self.vary_value(result, on);
        }
    }

    /// Source and target fields of a memory copy.
    fn copied(&self, inst: &Inst, op: &MemoryOp) -> Vec<(FieldId, FieldId)> {
        let Inputs { body, memory, .. } = self.inputs;
        let operand = |i: u8| inst.operands[usize::from(i)];
        let (MemorySource::Copy(from) | MemorySource::Move(from)) = op.source else {
            return Vec::new();
        };
        let places = (memory.place(operand(op.dst)), memory.place(operand(from)));
        let (Some(to), Some(from)) = places else {
            return Vec::new();
        };
        memory.copied(to, from, constant_length(body, operand(op.len)))
    }

    fn use_backwards(&mut self, id: InstId, inst: &Inst) {
        match inst.op.access() {
            Access::Read => self.use_read(id, self.gives_useful(inst)),
            Access::Write => self.use_value(inst.operands[0], self.writes_useful(id)),
            Access::Exchange => {
                self.use_all(&inst.operands, self.writes_useful(id));
                self.use_read(id, self.gives_useful(inst));
            }
            Access::Call => self.use_call(id, inst),
            Access::Unknown => {
                let on = inst.result.is_some_and(|r| self.useful[r]);
                self.use_all(&inst.operands, on);
            }
            Access::None | Access::Order => {
                let on = self.gives_useful(inst);
                for operand in flowing(inst) {
                    self.use_value(operand, on);
                }
            }
        }
    }

    fn use_call(&mut self, id: InstId, inst: &Inst) {
        let Inputs {
            registry, escaping, ..
        } = self.inputs;
        let result = inst.result.is_some_and(|r| self.useful[r]);
        match Passage::of(inst, registry) {
            Passage::Values(from) => self.use_all(&from, result),
            Passage::Mixed(from) => {
                let gives = escaping.is_call(inst, registry) || callee::may_hide(inst, registry);
                let on = result || gives || self.writes_useful(id);
                self.use_all(&from, on);
                self.use_read(id, on);
            }
            Passage::Outs(rule) => {
                let on = result || self.writes_useful(id);
                self.use_all(&inst.operands[..rule.params.len()], on);
            }
            Passage::Copied(op) => {
                for (from, to) in self.copied(inst, op) {
                    self.use_field(from, self.useful_fields[to.0]);
                }
            }
            Passage::Text(effects) => self.use_text(inst, effects),
            // What goes elsewhere may be used there.
            Passage::Elsewhere => self.use_read(id, true),
            Passage::Nowhere => {}
        }
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

    /// For each object whether some of its memory may be inactive.
    fn inactive_memory(&self) -> Vec<bool> {
        let Inputs {
            memory,
            registry,
            request,
            ..
        } = self.inputs;
        let params = request.params.iter().enumerate();
        let inactive = params.filter(|(_, activity)| **activity == Activity::Const);
        let places = inactive.filter_map(|(position, _)| memory.param(position));
        let behind = memory.all_reachable(places.map(|place| place.object));
        let named = |name: &String| registry.is_inactive_global(name);
        let objects = memory.objects.iter().enumerate();
        let inactive = objects.map(|(index, object)| {
            behind.contains(&ObjectId(index)) || object.origins.globals.iter().any(named)
        });
        inactive.collect()
    }

    /// Mutable globals that lead to an object with a shadow: what holds a pointer to one has a shadow itself.
    fn leading_globals(&self, shadowed: &[bool]) -> Vec<String> {
        let memory = self.inputs.memory;
        let leads = |global: &ObjectId| {
            let fields = memory.object(*global).fields.iter();
            let mut targets = fields.filter_map(|f| memory.fields[f.0].target);
            targets.any(|target| target != *global && shadowed[target.0])
        };
        let globals = memory.mutable_globals().filter(leads);
        let names = globals.flat_map(|g| memory.object(g).origins.globals.iter().cloned());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names.dedup();
        names
    }

    /// What a duplicated parameter points to has a shadow, even where nothing is known of its
    /// contents (it may be set or copied as a whole).
    fn shadow_parameters(&self, shadowed: &mut [bool]) {
        let Inputs {
            memory, request, ..
        } = self.inputs;
        for object in self.behind_parameters() {
            shadowed[object.0] = true;
        }
        for object in self.behind_globals() {
            shadowed[object.0] = true;
        }
        // Nor does a callee know what a caller puts where its result points.
        if let (true, Some(place)) = (request.returned.active, memory.returned()) {
            for object in memory.reachable(place.object) {
                shadowed[object.0] = true;
            }
        }
    }

    /// A rule of the program's, and a derivative behind a shadow, look at shadows of arguments whatever is active: memory of this
    /// function has one for them, with zeros.
    fn shadow_for_rules(&self, shadowed: &mut [bool]) {
        let Inputs {
            body,
            memory,
            registry,
            request,
            ..
        } = self.inputs;
        let calls = body.insts.iter();
        let active = |v: &ValueId| self.varied[*v] && self.useful[*v];
        for (id, inst) in calls {
            let through = callee::is_through(inst, registry);
            let rule = callee::rule(inst, registry);
            if rule.is_none() && !through {
                continue;
            }
            let values = || inst.operands.iter().chain(&inst.result);
            let on = values().any(active) || self.reads_varied(id) || self.writes_useful(id);
            let shadows = rule.and_then(|rule| callee::looked_at(rule, request.mode));
            let by_rule =
                |position: usize| shadows.is_some_and(|all| all.contains(&(position as u32)));
            let operands = inst.operands.iter().enumerate();
            let operands = operands.filter(|(position, _)| on && (through || by_rule(*position)));
            let operands = operands.map(|(_, value)| value);
            let places = operands.filter_map(|v| memory.place(*v));
            for object in memory.all_reachable(places.map(|place| place.object)) {
                let origins = &memory.object(object).origins;
                shadowed[object.0] |= origins.params.is_empty() && !origins.constant;
            }
        }
    }

    /// Objects that hold pointers to shadowed objects need shadows for those pointers. And a callee that gets a
    /// shadow may follow every pointer in it: what it can reach is shadowed.
    fn shadow_reaching(&self, shadowed: &mut [bool]) {
        let memory = self.inputs.memory;
        let mut holders: Vec<Vec<ObjectId>> = vec![Vec::new(); shadowed.len()];
        for (index, object) in memory.objects.iter().enumerate() {
            for target in object
                .fields
                .iter()
                .filter_map(|f| memory.fields[f.0].target)
            {
                holders[target.0].push(ObjectId(index));
            }
        }
        let passed = self.passed_to_callees();
        // What callees were found to reach, looked at once.
        let mut followed = vec![false; shadowed.len()];
        let mut work: Vec<ObjectId> = (0..shadowed.len()).map(ObjectId).collect();
        work.retain(|object| shadowed[object.0]);
        while let Some(object) = work.pop() {
            let mut found: Vec<ObjectId> = holders[object.0].clone();
            if passed.contains(&object) {
                self.follow(object, &mut followed, &mut found);
            }
            for object in found {
                if !std::mem::replace(&mut shadowed[object.0], true) {
                    work.push(object);
                }
            }
        }
    }

    /// Objects that can be reached from one and have not been followed; those without fields lead nowhere and hold
    /// nothing.
    fn follow(&self, from: ObjectId, followed: &mut [bool], found: &mut Vec<ObjectId>) {
        let memory = self.inputs.memory;
        let mut work = vec![from];
        while let Some(object) = work.pop() {
            if std::mem::replace(&mut followed[object.0], true) {
                continue;
            }
            let fields = &memory.object(object).fields;
            if !fields.is_empty() {
                found.push(object);
            }
            work.extend(fields.iter().filter_map(|f| memory.fields[f.0].target));
        }
    }

    /// Objects that calls of functions with a body are given pointers into.
    fn passed_to_callees(&self) -> IndexSet<ObjectId> {
        let Inputs {
            body,
            memory,
            registry,
            ..
        } = self.inputs;
        let defined = |inst: &&Inst| {
            matches!(
                callee::target(inst, registry),
                Some(Target::Defined(_) | Target::Custom(_) | Target::Through)
            )
        };
        let calls = body.insts.values().filter(defined);
        let operands = calls.flat_map(|inst| &inst.operands);
        let places = operands.filter_map(|v| memory.place(*v));
        places.map(|place| place.object).collect()
    }
}

/// Operands whose number flows into the result: computed with, converted or moved. Comparisons and conversions to
/// integers are constant between jumps; loads, stores and calls are looked at by themselves.
fn flowing(inst: &Inst) -> impl Iterator<Item = ValueId> + '_ {
    let computes = inst.op.flow() == Flow::Computes;
    let computed = inst.operands.iter().copied().filter(move |_| computes);
    computed.chain(inst.passed_on())
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
