//! What the two halves of a derivative cannot hand each other where they are launched one by one: places in memory that a block shares.
//!
//! Such memory lies elsewhere in each kernel, and ends with the launch. Most addresses in it are computed again, and a choice between
//! such places is one of numbers (`prepare::places`); kept is a pointer that leads there or to other memory, as the run says, and one that lies in memory.
//!
//! Owns: finding these. Must not: know which memory it is (the caller says), or who launches the halves.

use super::Plan;
use super::adjoints::Adjoint;
use super::facts::Facts;
use super::item::Item;
use super::refusal::Refusal;
use crate::diag::codes;
use crate::view::{InstId, ValueId};

/// Refuses a plan that keeps the address of a global of which the caller says that it is of one launch.
pub(crate) fn check(
    facts: Facts<'_>,
    plan: &Plan,
    ends_with_launch: &dyn Fn(&str) -> bool,
) -> Option<Refusal> {
    let leads_there = |value: ValueId| {
        let known = [facts.memory, facts.closed_world].into_iter();
        let mut places = known.filter_map(|memory| Some((memory, memory.place(value)?)));
        places.any(|(memory, place)| {
            let names = &memory.object(place.object).origins.globals;
            names.iter().any(|name| ends_with_launch(name))
        })
    };
    let pointer = |item: &Item| match item {
        Item::Primal(value) | Item::Shadow(value) => Some(*value),
        // Tapes are those of calls, which are looked at by themselves; copies are of heap memory.
        Item::Tape(_) | Item::Copied(..) => None,
    };
    let is_pointer = |value: &ValueId| facts.body.types.is_pointer(facts.body.values[*value].ty);
    let kept = plan.layout.all().filter_map(|(item, _)| pointer(item));
    let mut kept = kept.filter(is_pointer);
    if let Some(value) = kept.find(|value| leads_there(*value)) {
        return Some(chosen(facts.body.def(value)));
    }
    let stores = plan.adjoints.iter();
    let mut stores = stores.filter(|(_, adjoint)| matches!(adjoint, Adjoint::StorePointer));
    let stored = |id: InstId| facts.body.insts[id].operands.first().copied();
    let (id, _) = stores.find(|(id, _)| stored(*id).is_some_and(leads_there))?;
    Some(chosen(Some(id)))
}

fn chosen(at: Option<InstId>) -> Refusal {
    Refusal {
        code: codes::NO_SHADOW,
        at,
        maker: None,
        message: "a pointer may lead to memory that the block shares, and where it leads is found out when the kernel runs".to_owned(),
        notes: Vec::new(),
        help: Vec::new(),
    }
    .note("the reverse of a launch is another launch, in which that memory lies elsewhere, and the pointer would have to be kept")
    .help("keep no pointer to such memory in memory, and choose only between arrays that the block shares; or write two branches, one for each sort of memory")
}
