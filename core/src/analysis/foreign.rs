//! What code that is not analysed may look at: foreign memory, and functions that give it numbers.
//!
//! What happens to a number there is not known, so that it counts as an output: it is useful. Where
//! it varies, the plan refuses, in the function that gives it away. For that its callers must ask for
//! that function's derivative, even if they see nothing come back; hence [`learn`].
//!
//! Owns: these two. Must not: refuse.

use super::callee::{self, Component, Functions};
use super::memory::{Memory, Object, ObjectId};
use crate::request::{Activity, Request};
use crate::view::{Body, Inst, Shape};
use enzyme_rules::Registry;

/// For each object whether its memory is foreign: it is of unknown origin, or at a computed address, or lay behind memory
/// that code which is not analysed knows, or behind a global that nothing below the hook has set; or it is a
/// global that such code can name, and such code runs; or numbers are accessed through a pointer of unknown
/// origin, and memory keeps the address of the global that it is.
pub(crate) fn foreign(memory: &Memory, body: &Body, request: &Request) -> Vec<bool> {
    let unfollowed = unfollowed(memory, body, request);
    let preset = behind_presets(memory);
    let inactive = behind_inactive(memory, request);
    let leads_off = |object: &ObjectId| {
        (unfollowed[object.0] || preset[object.0]) && memory.holds_numbers(*object)
    };
    let is_met = |index: usize| {
        let origins = &memory.objects[index].origins;
        let passed = || !request.globals && inactive.iter().any(|o| o.0 != index);
        origins.shared && origins.exposed
            || origins.given && passed()
            || is_led_to(memory, ObjectId(index), &leads_off)
    };
    let is_foreign = |i: usize| unfollowed[i] || memory.holds_numbers(ObjectId(i)) && is_met(i);
    (0..memory.objects.len()).map(is_foreign).collect()
}

/// Memory of which nobody says what it is.
fn unfollowed(memory: &Memory, body: &Body, request: &Request) -> Vec<bool> {
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
    let is_unfollowed = |index: usize| {
        let origins = &memory.objects[index].origins;
        let unmade = origins.unmade() && outside[index] && !given[index];
        origins.unknown || origins.computed || unmade
    };
    (0..count).map(is_unfollowed).collect()
}

/// Whether the address of a global is kept where a pointer is taken from that leads off, and through which numbers are
/// accessed.
fn is_led_to(memory: &Memory, index: ObjectId, leads_off: &dyn Fn(&ObjectId) -> bool) -> bool {
    let origins = &memory.object(index).origins;
    if origins.kept_in.is_empty() && !origins.kept {
        return false;
    }
    let another = |object: &ObjectId| *object != index && leads_off(object);
    let holds = |object: &&Object| {
        let mut names = object.origins.globals.iter();
        names.any(|name| origins.kept_in.contains(name))
    };
    let held = memory.objects.iter().filter(holds);
    let fields = held.flat_map(|object| &object.fields);
    let mut held = fields.filter_map(|f| memory.fields[f.0].target);
    let mut all = (0..memory.objects.len()).map(ObjectId);
    held.any(|o| another(&o)) || origins.kept && (memory.strays || all.any(|o| another(&o)))
}

/// Memory with numbers that is reached through inactive parameters.
fn behind_inactive(memory: &Memory, request: &Request) -> Vec<ObjectId> {
    let params = request.params.iter().enumerate();
    let inactive = params.filter(|(_, activity)| **activity == Activity::Const);
    let places = inactive.filter_map(|(position, _)| memory.param(position));
    let reached = places.flat_map(|place| memory.reachable(place.object));
    reached.filter(|o| memory.holds_numbers(*o)).collect()
}

/// Where the addresses lead that initializers hold.
fn behind_presets(memory: &Memory) -> Vec<bool> {
    let mut marks = vec![false; memory.objects.len()];
    let presets = memory.objects.iter().filter(|o| o.origins.preset);
    let fields = presets.flat_map(|object| &object.fields);
    for target in fields.filter_map(|f| memory.fields[f.0].target) {
        mark_reachable(memory, target, &mut marks);
    }
    marks
}

fn mark_reachable(memory: &Memory, from: ObjectId, marks: &mut [bool]) {
    if !marks[from.0] {
        for object in memory.reachable(from) {
            marks[object.0] = true;
        }
    }
}

/// Adds the functions of a component that give numbers to code that is not analysed: they put them into
/// memory that it may know, or pass them to it.
pub(crate) fn learn(giving: &mut Functions, component: &Component<'_>, registry: &Registry) {
    giving.grow(component, |known, body, memory| {
        let mut insts = body.insts.iter();
        insts.any(|(id, inst)| {
            memory.shows_numbers(id)
                || known.is_call(inst, registry)
                || callee::is_opaque(inst, registry) && passes_number(body, memory, inst)
        })
    });
}

fn passes_number(body: &Body, memory: &Memory, inst: &Inst) -> bool {
    inst.operands.iter().any(|v| {
        let ty = body.values[*v].ty;
        let bits = matches!(body.types.shape(ty), Shape::Int(bits) if *bits >= 16);
        body.types.holds_float(ty) || bits && memory.bits(*v).holds_number()
    })
}
