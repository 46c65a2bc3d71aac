//! Memory of the function's own that reverse halves of calls give back as it was before the call.
//!
//! A loop of time steps hands one array to several calls, one of which overwrites it. Each of the others would keep what it has read. Instead the reverse half of
//! the call that writes gives back what was there, which it keeps in one place where it has read it itself: whatever is reversed later finds the memory as
//! its forward half did (`undisturbed` says so to these calls).
//!
//! This is legal for memory that nobody else looks at once the reverse pass has begun: the function made it, and no pointer to it lies in memory. Loads that
//! the function itself would repeat count these calls as writers all the same, for they may be repeated later in the reverse pass than where they stand.
//!
//! It pays where two calls or more that only read the array would have to keep it.
//!
//! Owns: which memory and which calls.  Must not: know what reads the memory again.

use super::adjoints::{Adjoint, Halves};
use super::facts::Facts;
use super::restored::Restored;
use super::undisturbed;
use crate::analysis::callee::{self, Target};
use crate::analysis::memory::ObjectId;
use crate::analysis::restorable::Stores;
use crate::request::Mode;
use crate::view::entity::Map;
use crate::view::{Inst, InstId};
use indexmap::IndexMap;

/// So many calls that only read an array are worth that its writers give it back.
const READERS: usize = 2;

/// Chooses the memory, and all calls that write there.
pub(super) fn choose(facts: Facts<'_>) -> Restored {
    let mut chosen = Restored::default();
    // Workers have memory of the team's in common, of which nothing is said to calls.
    if !facts.request.mode.is_reverse() || facts.team.is_some() || facts.request.team.is_some() {
        return chosen;
    }
    for (object, calls) in calls(facts) {
        let writers: Vec<(InstId, u32)> = calls
            .iter()
            .filter_map(|(call, operands)| {
                Some((*call, gives_back(facts, *call, object, operands)?))
            })
            .collect();
        if writers.is_empty() {
            continue;
        }
        let mut tried = Restored::default();
        for (call, operand) in &writers {
            tried.add(*call, object, *operand);
        }
        let readers = calls
            .keys()
            .filter(|call| is_spared(facts, object, **call, &tried));
        if readers.count() >= READERS {
            for (call, operand) in writers {
                chosen.add(call, object, operand);
            }
        }
    }
    chosen
}

/// By object that only the function and what it calls know, and to which no pointer lies in memory: the calls that are given it, and by which operands.
fn calls(facts: Facts<'_>) -> IndexMap<ObjectId, IndexMap<InstId, Vec<u32>>> {
    let memory = facts.memory;
    let mut all: IndexMap<ObjectId, IndexMap<InstId, Vec<u32>>> = IndexMap::new();
    for (id, inst) in facts.body.insts.iter() {
        if halved(facts, inst).is_none() {
            continue;
        }
        for (position, operand) in (0..).zip(&inst.operands) {
            let object = memory.place(*operand).map(|place| place.object);
            let own = |o: &ObjectId| memory.is_private_object(*o) && !memory.object(*o).held;
            if let Some(object) = object.filter(own) {
                let calls = all.entry(object).or_default();
                calls.entry(id).or_default().push(position);
            }
        }
    }
    all
}

/// The operand behind which the reverse half of a call could give an object back.
fn gives_back(facts: Facts<'_>, call: InstId, object: ObjectId, operands: &[u32]) -> Option<u32> {
    let [operand] = *operands else {
        return None;
    };
    let inst = &facts.body.insts[call];
    let symbol = halved(facts, inst)?;
    let can_be = facts.restorable.behind(symbol, operand).is_some()
        && facts.shadowed(inst.operands[operand as usize])
        && undisturbed::freed(facts, call, &[object].into()).is_none();
    can_be.then_some(operand)
}

/// Whether a call only reads an object, and would find it overwritten but for what is given back.
fn is_spared(facts: Facts<'_>, object: ObjectId, call: InstId, tried: &Restored) -> bool {
    let only_reads = facts.memory.objects_read(call).contains(&object)
        && !facts.memory.objects_written(call).contains(&object);
    let with = Facts {
        restored: tried,
        ..facts
    };
    only_reads
        && undisturbed::is_left_alone(with, call, object)
        && !undisturbed::is_left_alone(facts, call, object)
}

/// Whether all calls that give something back have two halves.
pub(super) fn holds(restored: &Restored, adjoints: &Map<InstId, Adjoint>) -> bool {
    let splits = |call: InstId| matches!(&adjoints[call], Adjoint::Call(call) if matches!(call.halves, Halves::Split { .. }));
    restored.calls().all(splits)
}

/// The function that a call calls, if both halves of that are made and run for the call alone, and the program says nothing of it.
fn halved<'a>(facts: Facts<'a>, inst: &'a Inst) -> Option<&'a str> {
    let is_other = callee::is_tile(inst) || callee::is_task(inst);
    match callee::target(inst, facts.registry) {
        Some(Target::Defined(symbol)) if !is_other => Some(symbol),
        // Any other: its derivative is not made of its body alone.
        _ => None,
    }
}

/// The stores of a function that its reverse half makes undone, as the request says, each with the load that has read what was there.
pub(super) fn stores(facts: Facts<'_>) -> Stores {
    if !matches!(facts.request.mode, Mode::Augmented | Mode::Reverse) {
        return Stores::new();
    }
    let params = facts.request.restores.iter();
    let behind = params.filter_map(|param| facts.restorable.behind(&facts.body.name, *param));
    let all = behind.flat_map(|stores| stores.iter().map(|(store, load)| (*store, *load)));
    all.collect()
}
