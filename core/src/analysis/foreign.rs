//! What code that is not analysed may look at: foreign memory, and functions that give it numbers.
//!
//! What happens to a number there is not known, so that it counts as an output: it is useful. Where
//! it varies, the plan refuses, in the function that gives it away. For that its callers must ask for
//! that function's derivative, even if they see nothing come back; hence [`learn`].
//!
//! Owns: these two. Must not: refuse.

use super::callee::{self, Component, Functions};
use super::memory::{Memory, Object, ObjectId, Scalar};
use crate::request::Request;
use crate::view::{Body, Inst, Shape};
use enzyme_rules::Registry;

/// For each object whether its memory is foreign: it is of unknown origin, or lay behind memory
/// that code which is not analysed knows, or behind a global that nothing below the hook has set; or it is a
/// global that such code can name, and such code runs.
pub(crate) fn foreign(memory: &Memory, body: &Body, request: &Request) -> Vec<bool> {
    let params = (0..body.params.len()).filter_map(|p| memory.param(p));
    let given = memory.all_reachable(params.map(|place| place.object));
    let of_hook = !request.globals;
    let opens = |(index, object): (usize, &Object)| {
        let origins = &object.origins;
        let global = origins.constant || !origins.globals.is_empty();
        (origins.exposed || of_hook && global).then_some(ObjectId(index))
    };
    let outside = memory.objects.iter().enumerate().filter_map(opens);
    let outside = memory.all_reachable(outside);
    let is_foreign = |index: usize| {
        let (origins, id) = (&memory.objects[index].origins, ObjectId(index));
        origins.unknown
            || origins.unmade() && outside.contains(&id) && !given.contains(&id)
            || origins.shared && origins.exposed && holds_numbers(memory, index)
    };
    (0..memory.objects.len()).map(is_foreign).collect()
}

/// Whether numbers are accessed in an object: not so in a library's marker such as the bottom of memory.
fn holds_numbers(memory: &Memory, object: usize) -> bool {
    let fields = memory.objects[object].fields.iter();
    let mut scalars = fields.map(|f| memory.fields[f.0].scalar);
    scalars.any(|s| matches!(s, Scalar::Float(_) | Scalar::Mixed))
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
