//! Which objects have a shadow, and which may be memory without a derivative.
//!
//! Owns: these conclusions from what is active. Must not: say what is active.

use super::{Inputs, State};
use crate::analysis::callee::{self, Target};
use crate::analysis::memory::ObjectId;
use crate::request::Activity;
use crate::view::{Inst, ValueId};
use indexmap::IndexSet;

impl State<'_> {
    /// For each object whether some of its memory may be inactive.
    pub(super) fn inactive_memory(&self) -> Vec<bool> {
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
    pub(super) fn leading_globals(&self, shadowed: &[bool]) -> Vec<String> {
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
    pub(super) fn shadow_parameters(&self, shadowed: &mut [bool]) {
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
    pub(super) fn shadow_for_rules(&self, shadowed: &mut [bool]) {
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
            let written = match callee::is_launch(inst, registry) {
                // Where nothing varies, the kernel is launched as it is.
                true => self.writes_varied(id),
                false => self.writes_useful(id),
            };
            let on = values().any(active) || self.reads_varied(id) || written;
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
    pub(super) fn shadow_reaching(&self, shadowed: &mut [bool]) {
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
