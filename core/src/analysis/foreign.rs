//! What code that is not analysed may look at: foreign memory, and functions that give it numbers.
//!
//! What happens to a number there is not known, so that it counts as an output: it is useful. Where
//! it varies, the plan refuses, in the function that gives it away. For that its callers must ask for
//! that function's derivative, even if they see nothing come back; hence [`Giving`].
//!
//! Owns: these two. Must not: refuse.

use super::callee::{self, Target};
use super::memory::{Memory, ObjectId};
use crate::request::Request;
use crate::view::{Body, Inst, InstId, Shape, ValueId};
use enzyme_rules::Registry;
use indexmap::IndexSet;

/// For each object whether its memory is foreign: it is of unknown origin, or lay behind memory
/// that code which is not analysed knows, or behind a global that nothing below the hook has set.
pub(crate) fn foreign(memory: &Memory, body: &Body, request: &Request) -> Vec<bool> {
    let count = memory.objects.len();
    let mut given = vec![false; count];
    for place in (0..body.params.len()).filter_map(|p| memory.param(p)) {
        mark_reachable(memory, place.object, &mut given);
    }
    let mut outside = vec![false; count];
    let of_hook = !request.globals;
    for (index, object) in memory.objects.iter().enumerate() {
        let origins = &object.origins;
        let global = origins.constant || !origins.globals.is_empty();
        if origins.exposed || of_hook && global {
            mark_reachable(memory, ObjectId(index), &mut outside);
        }
    }
    let is_foreign = |index: usize| {
        let origins = &memory.objects[index].origins;
        origins.unknown || origins.unmade() && outside[index] && !given[index]
    };
    (0..count).map(is_foreign).collect()
}

fn mark_reachable(memory: &Memory, from: ObjectId, marks: &mut [bool]) {
    if !marks[from.0] {
        for object in memory.reachable(from) {
            marks[object.0] = true;
        }
    }
}

/// Functions that give numbers to code that is not analysed, found so far, by name: they put them
/// into memory that it may know, or pass them to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Giving(IndexSet<String>);

impl Giving {
    /// Whether an instruction is a call of such a function with a body.
    pub(crate) fn is_call(&self, inst: &Inst, registry: &Registry) -> bool {
        matches!(callee::target(inst, registry), Some(Target::Defined(symbol)) if self.0.contains(symbol))
    }

    /// Adds those of a component of functions that call each other; callees outside it are known
    /// already. None is presumed to be one.
    pub(crate) fn learn(&mut self, component: &[(&Body, &Memory)], registry: &Registry) {
        loop {
            let gives = |(body, memory): &&(&Body, &Memory)| {
                let mut insts = body.insts.iter();
                !self.0.contains(&body.name)
                    && insts.any(|(id, inst)| self.gives(body, memory, (id, inst), registry))
            };
            let Some((body, _)) = component.iter().find(gives) else {
                return;
            };
            self.0.insert(body.name.clone());
        }
    }

    fn gives(
        &self,
        body: &Body,
        memory: &Memory,
        (id, inst): (InstId, &Inst),
        registry: &Registry,
    ) -> bool {
        let number = |v: &ValueId| {
            let ty = body.values[*v].ty;
            let bits = matches!(body.types.shape(ty), Shape::Int(bits) if *bits >= 16);
            body.types.holds_float(ty) || bits && memory.bits(*v).holds_number()
        };
        memory.shows_numbers(id)
            || self.is_call(inst, registry)
            || callee::is_opaque(inst, registry) && inst.operands.iter().any(number)
    }
}
