//! Pointers that steps find in their context, and whose shadows may be others when the steps are reversed.
//!
//! A checkpoint brings the context back as it was, but not its shadow: there, adjoints are. In a loop around the steps, or where the
//! context is used again, the pointers in the shadow are those of the last use. So they are kept one by one.
//!
//! Owns: which are kept. Must not: say whether steps can be run again.

use super::facts::Facts;
use super::refusal::Refusal;
use super::steps::{CONTEXT, PIECES, by_mark};
use crate::analysis::memory::{FieldId, ObjectId};
use crate::diag::codes;
use crate::request::Activity;
use crate::view::{Clobber, Inst, InstId, ValueId};
use indexmap::IndexSet;

/// Whether a call of steps leaves no trace: then there is nothing to reverse, and LLVM may have dropped the step itself.
pub(super) fn is_idle(facts: Facts<'_>, id: InstId) -> bool {
    facts.memory.touched(id, true).is_empty()
}

/// The places of such pointers, in bytes behind the context.
pub(super) fn kept(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
    context: Activity,
) -> Result<Vec<i64>, Refusal> {
    let memory = facts.memory;
    if context != Activity::Dup {
        return Ok(Vec::new());
    }
    let changing = changing(facts, id, inst);
    let own = memory.place(inst.operands[CONTEXT]);
    let mut places = Vec::new();
    for object in changing.keys() {
        match own {
            Some(place) if place.object == *object && memory.object(*object).stride == 0 => {
                let fields = changing[object].iter();
                places.extend(fields.map(|f| memory.fields[f.0].offset - place.offset));
            }
            _ => return Err(refuse(id, inst)),
        }
    }
    Ok(places)
}

/// Pointers in memory of checkpoints that the steps read, and that something may change before they are reversed.
fn changing(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
) -> indexmap::IndexMap<ObjectId, Vec<FieldId>> {
    let memory = facts.memory;
    let read: IndexSet<FieldId> = memory.touched(id, false).into_iter().collect();
    let pieces = inst.operands[PIECES..].iter().step_by(2);
    let named = pieces.chain([&inst.operands[CONTEXT]]);
    let object = |value: &ValueId| memory.place(*value).map(|place| place.object);
    let objects: IndexSet<ObjectId> = named.filter_map(object).collect();
    let mut changing = indexmap::IndexMap::new();
    for object in objects {
        let fields = memory.object(object).fields.iter().copied();
        let pointers = fields.filter(|f| memory.fields[f.0].target.is_some() && read.contains(f));
        let lost: Vec<FieldId> = pointers
            .filter(|f| by_callers(facts, object) || is_written(facts, id, *f))
            .collect();
        if !lost.is_empty() {
            changing.insert(object, lost);
        }
    }
    changing
}

/// Whether callers may change an object between the halves of a derivative.
fn by_callers(facts: Facts<'_>, object: ObjectId) -> bool {
    facts.request.overwritten && !facts.memory.is_private_object(object)
}

/// Whether something that may run behind the steps writes a field.
fn is_written(facts: Facts<'_>, id: InstId, field: FieldId) -> bool {
    let row = facts.clobbers.of(facts.body, id);
    let writes = |writer: &InstId| facts.memory.touched(*writer, true).contains(&field);
    let mut writers = row.candidates().filter(writes);
    writers.any(|writer| row.answer(writer) != Clobber::Apart)
}

fn refuse(id: InstId, inst: &Inst) -> Refusal {
    let message = "steps that are run again from checkpoints find pointers in memory where other pointers may lie when they are reversed";
    Refusal::new(codes::STEPS, id, message).help(by_mark(inst, [
        "put the pointers into variables of the function that has the loop, or leave them there until the derivative is complete",
        "put the pointers into the context itself, or leave them there until the derivative is complete",
    ]))
}
