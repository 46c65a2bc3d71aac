//! What code that is not analysed may look at: memory that escapes or is of unknown provenance, and functions that give it numbers.
//!
//! What happens to a number there is not known, so that it counts as an output: it is useful. Where
//! it varies, the plan refuses, in the function that gives it away. For that its callers must ask for
//! that function's derivative, even if they see nothing come back; hence [`learn`].
//!
//! Memory is *of unknown provenance* if nothing says where a pointer to it came from, or if it lies behind a global that nothing below the hook has
//! set. Two such pointers may lead to the same place.
//! Memory has *escaped* if code that is not analysed may know its address: it was passed to such code, put into a structure value, or lies behind
//! memory of these sorts. A global is of unknown provenance, too, if numbers are accessed through a pointer that nothing below the hook has set and that may
//! lead to it; `view::addresses` and `view::elsewhere` say which globals these are. Where a function lets
//! numbers escape, what its calls pass is useful.
//!
//! Owns: these two. Must not: refuse.

use super::callee;
use super::functions::{Component, Functions};
use super::memory::{Memory, Object, ObjectId};
use crate::request::{Activity, Request};
use crate::view::{Body, Inst, Shape};
use enzyme_rules::Registry;
use indexmap::IndexSet;

/// For each object whether its memory is of unknown provenance: no pointer to it is followed to its origin, or it lies at a computed address, or lay behind memory
/// that code which is not analysed knows, or behind a global that nothing below the hook has set; or it is a
/// global that such code can name, and such code runs; or numbers are accessed through a pointer of unknown
/// origin, and memory keeps the address of the global that it is.
pub(crate) fn unknown_provenance(memory: &Memory, body: &Body, request: &Request) -> Vec<bool> {
    let unfollowed = unfollowed(memory, body, request);
    let preset = behind_presets(memory);
    let inactive = behind_inactive(memory, request);
    let leads_off = |object: &ObjectId| {
        (unfollowed[object.0] || preset.contains(object)) && memory.holds_numbers(*object)
    };
    let is_met = |index: usize| {
        let origins = &memory.objects[index].origins;
        let passed = || !request.globals && inactive.iter().any(|o| o.0 != index);
        origins.shared && origins.escaped
            || origins.given && passed()
            || is_led_to(memory, ObjectId(index), &leads_off)
    };
    let is_unknown = |i: usize| unfollowed[i] || memory.holds_numbers(ObjectId(i)) && is_met(i);
    (0..memory.objects.len()).map(is_unknown).collect()
}

/// Memory of which nobody says what it is.
fn unfollowed(memory: &Memory, body: &Body, request: &Request) -> Vec<bool> {
    let params = (0..body.params.len()).filter_map(|p| memory.param(p));
    let given = memory.all_reachable(params.map(|place| place.object));
    let of_hook = !request.globals;
    let opens = |(index, object): (usize, &Object)| {
        let origins = &object.origins;
        let global = origins.constant || !origins.globals.is_empty();
        (origins.escaped || of_hook && global).then_some(ObjectId(index))
    };
    let outside = memory.objects.iter().enumerate().filter_map(opens);
    let outside = memory.all_reachable(outside);
    let is_unfollowed = |index: usize| {
        let (origins, id) = (&memory.objects[index].origins, ObjectId(index));
        let unmade = origins.unmade() && outside.contains(&id) && !given.contains(&id);
        origins.unknown || origins.computed || unmade
    };
    (0..memory.objects.len()).map(is_unfollowed).collect()
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
fn behind_presets(memory: &Memory) -> IndexSet<ObjectId> {
    let presets = memory.objects.iter().filter(|o| o.origins.preset);
    let fields = presets.flat_map(|object| &object.fields);
    memory.all_reachable(fields.filter_map(|f| memory.fields[f.0].target))
}

/// Adds the functions of a component that give numbers to code that is not analysed: they put them into
/// memory that it may know, or pass them to it.
pub(crate) fn learn(escaping: &mut Functions, component: &Component<'_>, registry: &Registry) {
    escaping.grow(component, |known, body, memory| {
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
