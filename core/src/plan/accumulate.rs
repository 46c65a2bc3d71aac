//! How contributions are added to a shadow: what each access of a shadow has to heed.
//!
//! In serial code that gave each active object memory of its own for the shadow, `*shadow += x` is all. Two cases take more:
//!
//! * **Run-time activity.** A pointer may lead to active memory on one path and to inactive memory on another; or the hook says
//!   that any may (`enzyme_runtime_activity`). Inactive memory is its own shadow then, so that an access compares the two pointers
//!   and leaves the shadow alone where they are equal. They are compared where address arithmetic starts ([`Guard`]), since
//!   distances are the same on both. Memory that the function makes itself always has a shadow.
//! * **Atomic additions** (`enzyme_atomic_add`). Several threads of the program run derivatives that add to the same shadows.
//!   Memory that this call made is nobody else's. Only additions are concerned: a shadow that is zeroed belongs to memory that
//!   the primal writes, which threads that run the primal must not share either. So do the workers of a team, whose shadows are one.
//!
//! Owns: these decisions and their reasons. Must not: emit, or say what is active.

use super::adjoints::Adjoint;
use super::facts::Facts;
use super::refusal::Refusal;
use crate::analysis::callee;
use crate::analysis::exclusive::{Check, Own};
use crate::analysis::memory::{FieldId, ObjectId, Scalar};
use crate::analysis::workers::Workers;
use crate::diag::codes;
use crate::request::{Activity, Mode, TapeOwner, Team};
use crate::view::entity::Map;
use crate::view::{CastOp, InstId, Op, Shape, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, FloatKind, MemorySource};
use indexmap::{IndexMap, IndexSet};

/// How numbers are added to a shadow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Addition {
    /// By a load and a store.
    Plain(Reason),
    /// The same where [`checks`] hold, or else by an atomic operation.
    Checked,
    /// Each number by an atomic operation without order.
    Atomic,
    /// One number, to which all threads of a grid add: those that run together give a sum, which one of them adds atomically.
    Together,
    /// One number, to which all threads of a launch add and which no other access meets: each block adds its sum once, at the end.
    OfBlock,
}

/// Why nobody else adds at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The request says nothing of other threads.
    OneThread,
    /// This call of the derivative made the memory.
    OwnMemory,
    /// Only one worker of the team reads there at a time.
    OneWorker(Own),
}

/// The pointer that is compared with its shadow before the shadow behind it is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    pub(crate) root: ValueId,
}

/// How an instruction's reversal adds numbers to the shadow behind a pointer.
pub(crate) fn addition(facts: Facts<'_>, id: InstId, pointer: ValueId) -> Addition {
    let place = facts.memory.place(pointer);
    let own = || place.is_some_and(|place| facts.is_own(place));
    // A worker may have handed what it made to others.
    let made_here =
        || facts.team.is_none() && sources(facts, pointer).all(|source| source == Source::New);
    match is_atomic(facts) {
        false => Addition::Plain(Reason::OneThread),
        true if own() || made_here() => Addition::Plain(Reason::OwnMemory),
        true if !facts.request.atomic_add
            && let Some((_, exclusive)) = facts.team
            && let Some(why) = exclusive.why(id) =>
        {
            match exclusive.checks(id) {
                [] => Addition::Plain(Reason::OneWorker(why)),
                _ => Addition::Checked,
            }
        }
        true if has_one_sum(facts, id) => sum_of_all(facts, id),
        true => Addition::Atomic,
    }
}

/// How threads add to one number, to which all of them add.
fn sum_of_all(facts: Facts<'_>, id: InstId) -> Addition {
    let unwritten = |(workers, _): (&Workers<'_>, _)| workers.read_alike_and_unwritten(id);
    let grid = facts.registry.grid();
    match facts.team.is_some_and(unwritten) {
        true => Addition::OfBlock,
        false if grid.is_some_and(|grid| grid.adds_together) => Addition::Together,
        false => Addition::Atomic,
    }
}

/// Whether a load is of one number, from the same place for all threads of a grid.
fn has_one_sum(facts: Facts<'_>, id: InstId) -> bool {
    let inst = &facts.body.insts[id];
    let is_one = inst.result.is_some_and(|result| {
        let shape = facts.body.types.shape(facts.body.values[result].ty);
        matches!(shape, Shape::Float(FloatKind::Float | FloatKind::Double))
    });
    let alike = |(workers, _): (&Workers<'_>, _)| workers.read_alike(id);
    is_one && facts.request.width == 1 && facts.team.is_some_and(alike)
}

/// Loads whose adjoints each block of a launch adds up.
pub(super) fn of_blocks(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> Vec<InstId> {
    let loads = adjoints.iter();
    let loads = loads.filter(|(_, adjoint)| matches!(adjoint, Adjoint::Load(_)));
    let of_block = |id: &InstId| {
        let pointer = facts.body.insts[*id].operands[0];
        addition(facts, *id, pointer) == Addition::OfBlock
    };
    loads.map(|(id, _)| id).filter(of_block).collect()
}

/// What must hold at run time, so that a load's adjoint is added plainly.
pub(crate) fn checks<'a>(facts: Facts<'a>, id: InstId) -> &'a [Check] {
    match facts.body.insts[id].operands.first() {
        Some(pointer) if addition(facts, id, *pointer) == Addition::Checked => facts
            .team
            .map_or(&[], |(_, exclusive)| exclusive.checks(id)),
        _ => &[],
    }
}

/// The parts of memory that workers remember to have read, by load: additions there are plain as far as no other worker has read it.
pub(crate) fn spans(facts: Facts<'_>) -> Option<&IndexMap<InstId, usize>> {
    let (_, exclusive) = facts.team?;
    // Several directions have shadows in several places, and callers' threads read unseen.
    let asks = facts.request.width == 1 && may_be_alone(facts);
    Some(exclusive.spans()).filter(|spans| asks && !spans.is_empty())
}

/// Whether no two workers read the same number of such a part at the same time, if nothing else that they read lies there.
pub(crate) fn is_beside(facts: Facts<'_>, part: usize) -> bool {
    facts
        .team
        .is_some_and(|(_, exclusive)| exclusive.is_beside(part))
}

/// Loads of which the program promises that one worker reads there, where additions rely on it.
pub(super) fn promised(facts: Facts<'_>) -> Vec<InstId> {
    let exclusive = facts.team.map(|(_, exclusive)| exclusive);
    exclusive.map_or_else(Vec::new, |exclusive| exclusive.promised().collect())
}

/// Whether additions to shared shadows are atomic.
pub(crate) fn is_atomic(facts: Facts<'_>) -> bool {
    let shared = facts.request.atomic_add || facts.request.team.is_some();
    shared && facts.request.mode != Mode::Forward
}

/// Whether atomic additions are those of a team that may have one worker: then nobody else adds.
pub(crate) fn may_be_alone(facts: Facts<'_>) -> bool {
    let team = facts.request.team;
    team.is_some() && team != Team::Grid && !facts.request.atomic_add
}

/// Refuses to add atomically where that is due and no processor can.
///
/// # Errors
/// Says why.
pub(super) fn check_atomic(facts: Facts<'_>, id: InstId, pointer: ValueId) -> Result<(), Refusal> {
    if matches!(addition(facts, id, pointer), Addition::Plain(_)) {
        return Ok(());
    }
    let wide = |f: &FieldId| {
        matches!(
            facts.memory.fields[f.0].scalar,
            Scalar::Float(FloatKind::X86Fp80 | FloatKind::Fp128)
        )
    };
    let place = facts.memory.place(pointer);
    let packed = place.is_some_and(|place| facts.memory.object(place.object).origins.packed);
    let too_wide = facts.memory.touched(id, false).iter().any(wide);
    if !packed && !too_wide {
        return Ok(());
    }
    let name = facts.body.in_words(pointer);
    let what = match packed {
        true => "it lies at an address that is not aligned",
        false => "it is a `long double`",
    };
    let message = format!("the adjoint of what {name} leads to cannot be added atomically: {what}");
    Err(Refusal::new(codes::ATOMIC_ACCESS, id, message)
        .note(who_adds(facts))
        .help("give each thread a shadow of its own, and add them up behind the calls"))
}

/// Who adds to the same shadows, as a sentence.
fn who_adds(facts: Facts<'_>) -> &'static str {
    match facts.request.team.is_some() {
        true => "the workers of a parallel region add to the same shadows",
        false => "the hook says that several threads add to the same shadows",
    }
}

/// A run-time library adds to the shadows of buffers by itself.
pub(super) fn unshared_call(facts: Facts<'_>, id: InstId, symbol: &str) -> Refusal {
    let (place, help) = match facts.request.team.is_some() {
        true => (
            "in a parallel region",
            "call it outside of the region, or end the region in front of it and begin another one behind it",
        ),
        false => (
            "where several threads add to the same shadows",
            "give each thread a shadow of its own, and add them up behind the calls",
        ),
    };
    let message = format!("`{symbol}` is called {place}");
    Refusal::new(codes::ATOMIC_ACCESS, id, message)
        .note(who_adds(facts))
        .note("its run-time library does not add atomically")
        .help(help)
}

/// Whether a thread of a grid may add to memory of its own there, of which the function does not know it.
pub(crate) fn may_be_of_thread(facts: Facts<'_>, pointer: ValueId) -> bool {
    let is_launched = facts.request.tape == TapeOwner::Launch;
    sources(facts, pointer).any(|source| match source {
        Source::Global => false,
        // The host hands over memory of the device.
        Source::Shadowed => !is_launched,
        Source::New | Source::Other => true,
    })
}

/// What is compared before the shadow behind a pointer is accessed; none where it is known to be other memory than the primal.
pub(crate) fn guard(facts: Facts<'_>, pointer: ValueId) -> Option<Guard> {
    let everywhere = facts.request.runtime_activity;
    let place = facts.memory.place(pointer);
    let may_be = || place.is_some_and(|place| facts.activities.may_be_inactive(place.object));
    if !facts.shadowed(pointer) || !everywhere && !may_be() {
        return None;
    }
    let has_shadow = |source| match source {
        Source::New | Source::Global => true,
        Source::Shadowed => !everywhere,
        Source::Other => false,
    };
    let root = facts.body.start_of(pointer);
    (!sources(facts, pointer).all(has_shadow)).then_some(Guard { root })
}

/// Whether some shadow of the function may be the primal memory.
pub(crate) fn asks_at_run_time(facts: Facts<'_>) -> bool {
    let adds_atomically = || may_be_alone(facts) && is_atomic(facts);
    facts.request.runtime_activity || facts.activities.mixes() || adds_atomically()
}

fn is_doubtful(facts: Facts<'_>, object: ObjectId) -> bool {
    facts.activities.shadowed(object) && facts.activities.may_be_inactive(object)
}

/// Whether a function that is called with these arguments has to find out at run time which memory is active.
pub(crate) fn is_asked_below(facts: Facts<'_>, arguments: &[ValueId]) -> bool {
    if facts.request.runtime_activity || !facts.activities.mixes() {
        return facts.request.runtime_activity;
    }
    let places = arguments.iter().filter_map(|v| facts.memory.place(*v));
    let reached = facts.memory.all_reachable(places.map(|place| place.object));
    reached.iter().any(|o| is_doubtful(facts, *o))
}

/// Positions of the operands whose shadows the reverse of an instruction accesses.
pub(crate) fn shadows_of(adjoint: &Adjoint) -> Vec<u8> {
    let written = match adjoint {
        Adjoint::Store(_) | Adjoint::StorePointer => Some(1),
        Adjoint::AtomicAdd | Adjoint::Raise => Some(0),
        Adjoint::Masked(access) if access.stores => Some(access.pointer),
        Adjoint::Copy { op, .. } | Adjoint::Reset { op, .. } => Some(op.dst),
        // Any other: it writes no memory, or is a call.
        _ => None,
    };
    written.into_iter().chain(added_to(adjoint)).collect()
}

/// Position of the operand to whose shadow the reverse of an instruction adds.
pub(crate) fn added_to(adjoint: &Adjoint) -> Option<u8> {
    match adjoint {
        Adjoint::Load(_) | Adjoint::Carry { .. } => Some(0),
        Adjoint::Masked(access) => (!access.stores).then_some(access.pointer),
        Adjoint::Copy {
            op,
            from_shadowed: true,
            ..
        } => match op.source {
            MemorySource::Copy(from) | MemorySource::Move(from) => Some(from),
            MemorySource::Byte(_) | MemorySource::Zero => None,
        },
        // Any other: it reads no memory, or is a call.
        _ => None,
    }
}

/// Where a pointer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Memory that this function makes.
    New,
    /// A global with a shadow.
    Global,
    /// A parameter that comes with a shadow.
    Shadowed,
    /// Anything.
    Other,
}

/// All that a pointer may come from.
fn sources(facts: Facts<'_>, pointer: ValueId) -> impl Iterator<Item = Source> + '_ {
    let mut seen = IndexSet::from([pointer]);
    let mut next = 0;
    std::iter::from_fn(move || {
        while let Some(value) = seen.get_index(next).copied() {
            next += 1;
            match source(facts, value) {
                Ok(source) => return Some(source),
                Err(from) => seen.extend(from),
            }
        }
        None
    })
}

/// Where a pointer comes from, or the pointers that it is made of.
fn source(facts: Facts<'_>, value: ValueId) -> Result<Source, Vec<ValueId>> {
    let body = facts.body;
    let inst = match &body.values[value].kind {
        ValueKind::Inst(id) => &body.insts[*id],
        ValueKind::Param(position) => {
            return Ok(match facts.request.params[*position as usize] {
                Activity::Dup => Source::Shadowed,
                Activity::Const | Activity::Null | Activity::Out => Source::Other,
            });
        }
        ValueKind::Global { name, .. } => {
            return Ok(match facts.registry.is_inactive_global(name) {
                false => Source::Global,
                true => Source::Other,
            });
        }
        // Any other: nothing is known of where it leads.
        _ => return Ok(Source::Other),
    };
    match &inst.op {
        Op::Alloca(_) => Ok(Source::New),
        Op::Gep { .. } | Op::Cast(CastOp::AddrSpace) => Err(vec![inst.operands[0]]),
        Op::Phi(_) | Op::Select | Op::Freeze => Err(inst.passed_on().collect()),
        Op::Call(_) => match callee::known(inst, facts.registry) {
            Some(CalleeKind::Allocator(_)) => Ok(Source::New),
            // Any other: it may return any address.
            _ => Ok(Source::Other),
        },
        // Any other: as above.
        _ => Ok(Source::Other),
    }
}
