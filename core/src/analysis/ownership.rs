//! Heap memory that a function obtains and frees itself.
//!
//! Its end can be put off to the reverse pass, whatever its object was merged with: the pointer is
//! followed through SSA and neither escapes nor meets another.
//!
//! The same holds where its object is private to the function. The pointer may also come from a callee that has obtained the memory. The forward
//! sweep leaves out such frees, and the reverse of the allocation frees primal and shadow. Other frees stay where they are and count as writes. Forward mode frees
//! shadows with their primals.
//!
//! Owns: [`owned`], [`addresses`], [`is_deferred`], [`is_own_stack`] and [`is_own_heap`]. Must not: decide what is freed when.

use super::callee::{self, Asked, Target};
use super::memory::{Memory, ObjectId, Place};
use crate::view::{BlockId, Body, InstId, Op, ValueId, ValueKind};
use enzyme_rules::{AllocResult, CalleeKind, Registry};
use indexmap::IndexSet;

/// The deallocation of a pointer to memory that an allocator or a callee obtained and returned to this function, if it is
/// freed here by name, and neither by a callee nor by another name.
pub(crate) fn owned(
    body: &Body,
    memory: &Memory,
    registry: &Registry,
    value: ValueId,
) -> Option<InstId> {
    let id = body.def(value)?;
    let made = &body.insts[id];
    let obtained = match callee::target(made, registry)? {
        Target::Known(entry) => matches!(entry.what, CalleeKind::Allocator(_)),
        Target::Defined(_) => memory.obtains(id, value),
        // Who brings a rule says when its memory ends.
        Target::Custom(_)
        | Target::Unknown(_)
        | Target::Through
        | Target::Indirect
        | Target::Assembly => false,
    };
    let held = memory.object(memory.place(value)?.object).held;
    if !obtained || held || escapes((body, memory, registry), value, Merges::Escape) {
        return None;
    }
    only_end(body, registry, value)
}

/// The deallocation of a pointer, by which the memory can be ended wherever it is: there may be others, but all are alike, of the pointer itself,
/// and are told nothing else that varies.
fn only_end(body: &Body, registry: &Registry, value: ValueId) -> Option<InstId> {
    let addresses = addresses(body, value);
    let uses = addresses
        .iter()
        .flat_map(|address| &body.values[*address].uses);
    let frees =
        |id: &&InstId| freed_pointer(body, registry, **id).is_some_and(|p| addresses.contains(&p));
    let ends: IndexSet<InstId> = uses.filter(frees).copied().collect();
    let first = *ends.first()?;
    let is_fixed = |v: &ValueId| {
        *v == value
            || matches!(
                body.values[*v].kind,
                ValueKind::ConstInt(_) | ValueKind::Zeroish
            )
    };
    let alike = |id: &InstId| {
        let (one, other) = (&body.insts[first], &body.insts[*id]);
        one.op == other.op && one.operands == other.operands
    };
    let freed = freed_pointer(body, registry, first) == Some(value);
    let fixed = body.insts[first].operands.iter().all(is_fixed);
    (freed && fixed && ends.iter().all(alike)).then_some(first)
}

/// Whether a deallocation is put off to the reverse pass.
pub(crate) fn is_deferred(body: &Body, memory: &Memory, registry: &Registry, id: InstId) -> bool {
    let Some(pointer) = freed_pointer(body, registry, id) else {
        let known = callee::known(&body.insts[id], registry);
        return matches!(known, Some(CalleeKind::Release));
    };
    let private = memory
        .place(pointer)
        .is_none_or(|place| is_local_heap((body, memory, registry), place));
    let by_callee = body.def(body.start_of(pointer)).is_some_and(|made| {
        matches!(
            callee::target(&body.insts[made], registry),
            Some(Target::Defined(_))
        )
    });
    private && !by_callee || owned(body, memory, registry, pointer).is_some()
}

/// Whether an object is heap memory that lives and dies in this function. What code that is not analysed knows has to die on every way: a way on which it is not
/// freed may be one on which that code keeps it.
pub(crate) fn is_local_heap(within: Within<'_>, place: Place) -> bool {
    let (_, memory, _) = within;
    let origins = &memory.object(place.object).origins;
    let is_local = origins.deferrable() && memory.is_private(place);
    is_local && (!origins.escaped || always_ends(within, place.object))
}

/// Whether all memory of an object that the function obtains by name is freed on every way to the function's end.
fn always_ends((body, memory, registry): Within<'_>, object: ObjectId) -> bool {
    let is_object = |value: ValueId| memory.place(value).is_some_and(|p| p.object == object);
    let frees = |id: InstId| freed_pointer(body, registry, id).is_some_and(is_object);
    let obtains = |id: InstId| {
        let inst = &body.insts[id];
        let known = callee::known(inst, registry);
        matches!(known, Some(CalleeKind::Allocator(_))) && inst.result.is_some_and(is_object)
    };
    let ends_behind = |insts: &[InstId]| insts.iter().any(|id| frees(*id));
    let all = body.insts.keys().filter(|id| obtains(*id));
    let mut work: IndexSet<BlockId> = IndexSet::new();
    for id in all {
        let home = body.insts[id].block;
        let insts = &body.blocks[home].insts;
        let at = insts.iter().position(|other| *other == id);
        let behind = at.map_or(&insts[..], |at| &insts[at + 1..]);
        if !ends_behind(behind) {
            if body.blocks[home].succs.is_empty() {
                return false;
            }
            work.extend(body.blocks[home].succs.iter().copied());
        }
    }
    let returns = body.reach_exit();
    let mut done = 0;
    while let Some(block) = work.get_index(done).copied() {
        done += 1;
        let data = &body.blocks[block];
        if ends_behind(&data.insts) || !returns[block] {
            continue;
        }
        if data.succs.is_empty() {
            return false;
        }
        work.extend(data.succs.iter().copied());
    }
    true
}

/// The pointer that an instruction frees.
pub(crate) fn freed_pointer(body: &Body, registry: &Registry, id: InstId) -> Option<ValueId> {
    let inst = &body.insts[id];
    let Some(CalleeKind::Deallocator(spec)) = callee::known(inst, registry) else {
        return None;
    };
    Some(inst.operands[usize::from(spec.ptr)])
}

/// A function, what is known of its memory, and of callees.
type Within<'a> = (&'a Body, &'a Memory, &'a Registry);

/// What a merge of a pointer with others means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Merges {
    /// It is no longer known by name.
    Escape,
    /// It is followed.
    Follow,
}

/// Whether a pointer is stored, returned, or handed to something unknown or to what may free it.
fn escapes(within: Within<'_>, value: ValueId, merges: Merges) -> bool {
    let (body, ..) = within;
    let mut work = IndexSet::from([value]);
    let mut done = 0;
    while let Some(next) = work.get_index(done).copied() {
        done += 1;
        for id in &body.values[next].uses {
            let inst = &body.insts[*id];
            match &inst.op {
                Op::Gep { .. } => work.extend(inst.result),
                Op::Phi(_) | Op::Select | Op::Freeze if merges == Merges::Follow => {
                    work.extend(inst.result);
                }
                Op::Load { .. } | Op::ICmp => {}
                Op::Store { .. } if inst.operands[0] != next => {}
                Op::Call(_) if keeps_nothing(within, *id, next) => {}
                // Any other: it may keep the pointer.
                _ => return true,
            }
        }
    }
    false
}

/// All that address arithmetic makes from a pointer, and the pointer.
pub(crate) fn addresses(body: &Body, value: ValueId) -> IndexSet<ValueId> {
    let mut found = IndexSet::from([value]);
    let mut done = 0;
    while let Some(next) = found.get_index(done).copied() {
        done += 1;
        let users = body.values[next].uses.iter().map(|id| &body.insts[*id]);
        let made = users.filter(|inst| matches!(inst.op, Op::Gep { .. }));
        found.extend(made.filter_map(|inst| inst.result));
    }
    found
}

/// Whether a call neither keeps a pointer nor is of a function with a body that may free it.
fn keeps_nothing((body, memory, registry): Within<'_>, id: InstId, pointer: ValueId) -> bool {
    let inst = &body.insts[id];
    let pointer_result = inst
        .result
        .is_some_and(|r| body.types.is_pointer(body.values[r].ty));
    let frees = || {
        let mut arguments = (0..).zip(&inst.operands);
        arguments.any(|(position, given)| *given == pointer && memory.may_free(id, position))
    };
    match callee::target(inst, registry) {
        Some(Target::Known(entry)) => match &entry.what {
            CalleeKind::Memory(_)
            | CalleeKind::Deallocator(_)
            | CalleeKind::Mirrored(_)
            | CalleeKind::Array(_)
            | CalleeKind::Masked(_) => true,
            CalleeKind::Inactive { returns_into, .. } => returns_into.is_none(),
            // Any other: it may keep the pointer.
            _ => false,
        },
        // What a callee stores elsewhere shows as the target of a field.
        Some(Target::Defined(_) | Target::Custom(Asked { whole: true, .. })) => {
            !pointer_result && !frees()
        }
        Some(
            Target::Custom(_)
            | Target::Unknown(_)
            | Target::Through
            | Target::Indirect
            | Target::Assembly,
        )
        | None => false,
    }
}

/// Whether a pointer leads into heap memory that this function obtained and whose address it neither
/// returns nor writes anywhere, whatever its object was merged with: only this function and what it
/// calls ever look at that.
pub(crate) fn is_own_heap(
    body: &Body,
    memory: &Memory,
    registry: &Registry,
    value: ValueId,
) -> bool {
    let held = |value: ValueId| {
        let place = memory.place(value);
        place.is_some_and(|place| memory.object(place.object).held)
    };
    let kept = |value: ValueId| {
        is_allocation(body, registry, value)
            && !held(value)
            && !escapes((body, memory, registry), value, Merges::Follow)
    };
    sources(body, value).into_iter().all(kept)
}

/// What a pointer is made from by address arithmetic and merges; null is nothing.
pub(super) fn sources(body: &Body, value: ValueId) -> Vec<ValueId> {
    let mut work = IndexSet::from([value]);
    let mut found = Vec::new();
    let mut done = 0;
    while let Some(next) = work.get_index(done).copied() {
        done += 1;
        let made = body.def(next).map(|id| &body.insts[id]);
        match made.map(|inst| (&inst.op, inst)) {
            Some((Op::Gep { .. } | Op::Freeze, inst)) => {
                work.insert(inst.operands[0]);
            }
            Some((Op::Phi(_), inst)) => work.extend(inst.operands.iter().copied()),
            Some((Op::Select, inst)) => work.extend(inst.operands[1..].iter().copied()),
            // Any other: a pointer is made there.
            _ => {
                let is_null = body.values[next].kind == ValueKind::Zeroish;
                found.extend((!is_null).then_some(next));
            }
        }
    }
    found
}

/// Whether a value is what an allocator returned.
pub(super) fn is_allocation(body: &Body, registry: &Registry, value: ValueId) -> bool {
    let made = body
        .def(value)
        .and_then(|id| callee::known(&body.insts[id], registry));
    matches!(made, Some(CalleeKind::Allocator(spec)) if spec.result == AllocResult::Returned)
}

/// Whether a pointer leads into stack memory of this function, whatever its object was merged with:
/// only this function and what it calls ever look at that.
pub(crate) fn is_own_stack(body: &Body, value: ValueId) -> bool {
    let mut base = value;
    while let Some(id) = body.def(base)
        && matches!(body.insts[id].op, Op::Gep { .. })
    {
        base = body.insts[id].operands[0];
    }
    let made = body.def(base).map(|id| &body.insts[id].op);
    matches!(made, Some(Op::Alloca(_)))
}
