//! Calls of functions that rows of the rules describe.
//!
//! Owns: what each sort of row contributes, and why such a call is refused. Must not: know any function that has a row of its own sort
//! in another file (`arrays`, `copies`, `masked`, `steps`).

use super::accumulate;
use super::adjoints::{Adjoint, Classified, MirrorPlan};
use super::arrays::array_call;
use super::bounds;
use super::calls::owned_free;
use super::copies::memory_call;
use super::facts::{Facts, opaque_call};
use super::masked::masked;
use super::punned::active_bits;
use super::refusal::{Refusal, in_source};
use super::steps;
use crate::analysis::callee;
use crate::analysis::memory::ObjectId;
use crate::analysis::mirrored;
use crate::analysis::ownership;
use crate::diag::codes;
use crate::request::Mode;
use crate::view::{Inst, InstId, ValueId};
use enzyme_rules::{AllocResult, CalleeKind, Data, Element, MirrorRule, OutRule, Refused};
use std::sync::Arc;

/// What such a call contributes.
pub(super) fn call(facts: Facts<'_>, id: InstId, inst: &Inst, kind: &CalleeKind) -> Classified {
    let result_active = inst.result.is_some_and(|r| facts.activities.active(r));
    match kind {
        CalleeKind::Scalar(rule) if result_active => Ok(bounds::rule(facts, inst, rule)),
        CalleeKind::PassThrough(arg) if result_active => Ok(Adjoint::Same(u32::from(*arg))),
        CalleeKind::Linear(rule) if result_active => Ok(Adjoint::Linear(*rule)),
        CalleeKind::Carrier(_) if result_active => Err(active_bits(id)),
        CalleeKind::OutResults(rule) => out_results(facts, id, inst, rule),
        CalleeKind::Memory(op) => memory_call(facts, id, inst, op),
        CalleeKind::Masked(access) => masked(facts, id, inst, *access),
        CalleeKind::Allocator(spec) => match spec.result {
            AllocResult::Returned => Ok(allocation(facts, inst)),
            AllocResult::Through(arg) => through_allocation(facts, id, inst, arg),
        },
        CalleeKind::Release if facts.request.mode == Mode::Forward => Ok(Adjoint::None),
        CalleeKind::Deallocator(_) | CalleeKind::Release => {
            match ownership::is_deferred(facts.body, facts.memory, facts.registry, id) {
                true => end_of_memory(facts, id, inst),
                false => Ok(Adjoint::None),
            }
        }
        CalleeKind::IntegerOp if result_active => Err(active_bits(id)),
        CalleeKind::Inactive { .. } if result_active => Err(text(id, inst)),
        CalleeKind::Inactive { effects, bytes, .. } => {
            inactive_call(facts, (id, inst), effects, bytes)
        }
        CalleeKind::Mirrored(rule) => mirrored_call(facts, id, inst, rule),
        CalleeKind::Array(rule) => array_call(facts, id, inst, rule),
        CalleeKind::LoopMark(_) => steps::left_over(facts, id),
        CalleeKind::Refused(why) => Err(never_mirrored(id, inst, why)),
        CalleeKind::Task(rule) => Err(never_mirrored(id, inst, &rule.otherwise)),
        CalleeKind::Thread(rule) => Err(never_mirrored(id, inst, &rule.otherwise)),
        CalleeKind::Realloc(_) => match opaque_call(facts, inst) {
            None => Ok(Adjoint::None),
            Some(_) => Err(Refusal::new(
                codes::UNKNOWN_FUNCTION,
                id,
                "this call on active data has no derivative yet",
            )
            .help("use malloc, memcpy and free in its place")),
        },
        // No number comes out.
        CalleeKind::Scalar(_)
        | CalleeKind::PassThrough(_)
        | CalleeKind::Exclusive(_)
        | CalleeKind::Linear(_)
        | CalleeKind::Carrier(_)
        | CalleeKind::IntegerOp => Ok(Adjoint::None),
        // What follows has no derivative; calls of the other sort are never taken for known.
        CalleeKind::NoReturn
        | CalleeKind::Lanes(_)
        | CalleeKind::Region(_)
        | CalleeKind::Instead(_) => Ok(Adjoint::None),
    }
}

/// The end of memory, which reverse mode puts off.
fn end_of_memory(facts: Facts<'_>, id: InstId, inst: &Inst) -> Classified {
    let used = inst
        .result
        .is_some_and(|r| !facts.body.values[r].uses.is_empty());
    if !used || facts.request.mode == Mode::Forward {
        return Ok(Adjoint::DeferredFree);
    }
    let name = callee::symbol(inst).unwrap_or("this function");
    let message = format!(
        "what `{name}` returns is used, and its call is put off until the reverse pass no longer needs the memory"
    );
    Err(Refusal::new(codes::CUSTOM_MISFIT, id, message).help(
        "let the function that ends memory return nothing, or null by `return NULL` at its one end",
    ))
}

/// New memory that is returned.
fn allocation(facts: Facts<'_>, inst: &Inst) -> Adjoint {
    let made = inst.result.and_then(|p| Some((p, facts.memory.place(p)?)));
    let Some((pointer, place)) = made else {
        return Adjoint::None;
    };
    let origins = &facts.memory.object(place.object).origins;
    let freed_here = origins.freed
        && ownership::is_local_heap((facts.body, facts.memory, facts.registry), place);
    Adjoint::Allocate {
        shadowed: facts.activities.shadowed(place.object),
        late: false,
        freed: freed_here || owned_free(facts, pointer).is_some(),
        slack: match callee::symbol(inst) {
            Some("malloc" | "calloc") => 64,
            _ => 0,
        },
    }
}

fn never_mirrored(id: InstId, inst: &Inst, why: &Refused) -> Refusal {
    let name = callee::symbol(inst).unwrap_or("this call");
    let message = match why.construct {
        Some(construct) => format!("{construct} has no derivative (`{name}`)"),
        None => format!("`{name}` has no derivative"),
    };
    Refusal::new(codes::UNKNOWN_FUNCTION, id, message)
        .note("what it does is not mirrored in the derivative, whatever its data are")
        .help(why.remedy.clone())
}

fn mirrored_call(facts: Facts<'_>, id: InstId, inst: &Inst, rule: &Arc<MirrorRule>) -> Classified {
    let behind = inst.operands.iter().skip(rule.params.len());
    let mut types = behind.map(|v| facts.body.values[*v].ty);
    if !rule.takes(inst.operands.len()) || !types.all(|ty| facts.body.types.is_integer(ty)) {
        let symbol = callee::symbol(inst).unwrap_or("this function");
        return Err(Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            format!(
                "`{symbol}` is called with {} arguments, and takes {}",
                inst.operands.len(),
                rule.params.len()
            ),
        )
        .note("so it is not the library function of that name")
        .help("include the library's header, or give your own function another name"));
    }
    if rule.own_adjoint {
        return Ok(Adjoint::OnceMore(rule.params.len()));
    }
    if accumulate::is_atomic(facts) && rule.data().next().is_some() && rule.shares.is_none() {
        let symbol = callee::symbol(inst).unwrap_or("this function");
        return Err(accumulate::unshared_call(facts, id, symbol));
    }
    let shadow = |(position, data): (u8, Data)| {
        let passive = mirrored::element(facts.body, inst, rule, data) == Some(Element::Passive);
        let shadowed = facts.shadowed(inst.operands[usize::from(position)]);
        (shadowed && !passive).then_some(position)
    };
    Ok(Adjoint::Mirror(MirrorPlan {
        rule: rule.clone(),
        shadows: rule.data().map(shadow).collect(),
    }))
}

fn through_allocation(facts: Facts<'_>, id: InstId, inst: &Inst, arg: u8) -> Classified {
    match facts.shadowed(inst.operands[usize::from(arg)]) {
        false => Ok(Adjoint::None),
        true => Err(Refusal::new(
            codes::UNSUPPORTED_INSTRUCTION,
            id,
            "memory for active data is allocated through a pointer argument",
        )
        .help("use aligned_alloc, which returns the pointer")),
    }
}

fn text(id: InstId, inst: &Inst) -> Refusal {
    let symbol = callee::symbol(inst).unwrap_or("this call");
    Refusal::new(
        codes::UNKNOWN_FUNCTION,
        id,
        format!("`{symbol}` makes a number of memory that active numbers were written to"),
    )
    .note("a derivative does not pass through text or bytes")
    .help("hand the number over as a number; printing it is allowed")
}

/// Inactive callees that write active memory would leave stale shadows.
fn inactive_call(
    facts: Facts<'_>,
    (id, inst): (InstId, &Inst),
    effects: &enzyme_rules::Effects,
    bytes: &[(u8, u8)],
) -> Classified {
    let mut written = (0..=u8::MAX).zip(&inst.operands);
    let writes_active = written.any(|(argument, pointer)| {
        let mut bytes = bytes.iter().filter(|(of, _)| *of == argument);
        effects.writes.has(argument)
            && facts.shadowed(*pointer)
            && bytes.all(|(_, bytes)| makes_stale(facts, *pointer, (*bytes).into()))
    });
    if writes_active {
        let symbol = callee::symbol(inst).unwrap_or("this function");
        let refusal = Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            format!("`{symbol}` has no derivative, and writes into active memory"),
        );
        return Err(match enzyme_rules::advice(symbol) {
            Some((what, instead)) => refusal.note(in_source(what)).help(instead),
            None => refusal
                .note("how much of the shadow it makes stale is not known")
                .help("read into a separate buffer and copy it"),
        });
    }
    Ok(Adjoint::None)
}

/// Whether so many bytes may be those of a number with an adjoint, or of a pointer to some: then what is in their shadow is wrong once they are written. A handle
/// has no shadow that anything reads.
fn makes_stale(facts: Facts<'_>, pointer: ValueId, bytes: u64) -> bool {
    let memory = facts.memory;
    let Some(place) = memory.place(pointer) else {
        return true;
    };
    let leads = |object: ObjectId| {
        let mut reached = memory.reachable(object).into_iter();
        reached.any(|object| memory.may_hold_numbers(object))
    };
    let written = memory.fields_at(place, Some(bytes));
    written.iter().any(|id| {
        let field = &memory.fields[id.0];
        let is_active = field.holds_number() && facts.activities.active_field(*id);
        is_active || field.target.is_some_and(leads)
    })
}

fn out_results(facts: Facts<'_>, id: InstId, inst: &Inst, rule: &Arc<OutRule>) -> Classified {
    let active = inst
        .operands
        .iter()
        .take(rule.params.len())
        .any(|v| facts.activities.active(*v));
    let returned = inst.result.is_some_and(|r| facts.activities.active(r));
    let written = facts.memory.touched(id, true);
    let into_active = written.iter().any(|f| {
        facts.activities.active_field(*f) && !facts.memory.fields[f.0].scalar.is_integer()
    });
    let through = |k: usize| matches!(rule.results[k].place, enzyme_rules::Place::Through(_));
    let read = rule.needs(
        &vec![true; rule.params.len()],
        &rule.results.iter().map(|r| r.active).collect::<Vec<_>>(),
    );
    let reads_back = (0..rule.results.len()).any(|k| through(k) && read.results & (1 << k) != 0);
    let symbol = callee::symbol(inst).unwrap_or(rule.name);
    if into_active || (active && returned && reads_back) {
        return Err(Refusal::new(
            codes::UNKNOWN_FUNCTION,
            id,
            format!("`{symbol}` gives active results through pointers"),
        )
        .note("only results that a function returns are differentiated")
        .help("call the functions that return one result each (sin and cos, trunc, …)"));
    }
    Ok(if active && returned {
        Adjoint::OutRule(rule.clone())
    } else {
        Adjoint::None
    })
}
