//! Calls of functions of which the program, or a pack, says what their derivative is, or that they have none.
//!
//! Their arguments are active as those of any other call ([`calls`]). What such a rule may do is then looked at: which shadows it finds, what it
//! adds to, whether it can run for several directions, and whether its second half finds memory as the first one left it.
//!
//! Owns: why a rule of the program's cannot be used for a call. Must not: know how the program says it (`frontend::registrations`), or call rules.

use super::adjoints::{Adjoint, Classified};
use super::calls;
use super::facts::Facts;
use super::refusal::Refusal;
use super::undisturbed::{Disturbed, disturbed};
use crate::analysis::callee::{self, Asked};
use crate::analysis::memory::{FieldId, Memory, ObjectId, Scalar};
use crate::diag::codes;
use crate::request::{Activity, Mode};
use crate::view::{Inst, InstId, ValueId};
use enzyme_rules::{CalleeKind, Custom, ReverseRule};
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// A call of a function of which the program says what its derivative is.
pub(super) fn call(facts: Facts<'_>, id: InstId, inst: &Inst, asked: Asked<'_>) -> Classified {
    let rule = match asked.what {
        Custom::Inactive => return inactive(facts, id, inst, asked.symbol),
        Custom::Rule(rule) => rule,
    };
    let Some(shadows) = callee::looked_at(rule, facts.request.mode) else {
        return match asked.whole {
            true => calls::defined(facts, id, inst, asked.symbol),
            false => Err(no_rule(id, asked.symbol, facts.request.mode)),
        };
    };
    let call = calls::defined(facts, id, inst, asked.symbol)?;
    if facts.request.width > 1 && !runs_again(facts, id, inst) {
        return Err(runs_once(id, asked.symbol));
    }
    let Adjoint::Call(plan) = &call else {
        return Ok(call);
    };
    for position in shadows {
        if let Some(value) = inst.operands.get(*position as usize)
            && plan.params[*position as usize] == Activity::Const
            && leads_to_numbers(facts, *value)
        {
            return Err(no_shadow(facts, id, asked.symbol, *value));
        }
    }
    if let Some(shared) = shared_by_workers(facts, inst, shadows, &plan.params) {
        return Err(added_plainly(facts, id, asked.symbol, shared));
    }
    match (facts.request.mode, &rule.forward, &rule.reverse) {
        (Mode::Forward, Some(forward), _) => {
            let runs_as_well = forward.primal.is_none() && inst.result.is_some();
            if runs_as_well && !facts.memory.touched(id, true).is_empty() {
                return Err(writes_twice(id, asked.symbol, &forward.tangent.symbol));
            }
        }
        (Mode::Gradient | Mode::Augmented | Mode::Reverse, _, Some(reverse)) => {
            check_later(facts, id, inst, reverse)?;
        }
        _ => {}
    }
    Ok(call)
}

/// An argument whose shadow a rule adds to although other workers may do so at the same time: a rule does what the program says, and no more.
fn shared_by_workers(
    facts: Facts<'_>,
    inst: &Inst,
    shadows: &BTreeSet<u32>,
    params: &[Activity],
) -> Option<ValueId> {
    if !facts.request.team.is_some() || !facts.request.mode.is_reverse() {
        return None;
    }
    let is_marked = |value: ValueId| {
        let made = facts.body.def(facts.body.start_of(value));
        let known = made.and_then(|made| callee::known(&facts.body.insts[made], facts.registry));
        matches!(known, Some(CalleeKind::Exclusive(_)))
    };
    // The rule may follow all pointers that it finds.
    let is_own = |value: ValueId| {
        let place = facts.memory.place(value);
        let mut reached = facts
            .memory
            .all_reachable(place.map(|place| place.object))
            .into_iter();
        reached.all(|o| facts.is_own_object(o) || !facts.memory.may_hold_numbers(o))
    };
    let shadowed = shadows.iter().filter_map(|position| {
        let position = *position as usize;
        let shadowed = params[position] == Activity::Dup;
        inst.operands.get(position).copied().filter(|_| shadowed)
    });
    let mut shared = shadowed.filter(|value| !is_own(*value) && !is_marked(*value));
    shared.next()
}

fn added_plainly(facts: Facts<'_>, id: InstId, symbol: &str, value: ValueId) -> Refusal {
    let label = facts.body.in_words(value);
    Refusal::new(
        codes::CUSTOM_SHADOW,
        id,
        format!("`{symbol}` has a rule of the program's own, and {label} leads to memory that other workers may read"),
    )
    .note("the rule adds to the shadow of that memory, and so may the derivatives of the other workers, at the same time")
    .help("hand the function numbers, or memory of the worker's own, into which it copies them")
    .help("or say that one worker alone reads there: `enzyme_rs_exclusive` (docs/openmp.md)")
}

/// Whether a call may run several times, one behind the other, as if it had run once: what it reads is not what it writes, and it leaves
/// no other trace. A rule does what its function does, and runs once for each direction.
fn runs_again(facts: Facts<'_>, id: InstId, inst: &Inst) -> bool {
    let written = facts.memory.touched(id, true);
    let read = facts.memory.read_by_itself(id);
    let same = !written.iter().any(|field| read.contains(field));
    !inst.effects.writes || same && facts.repeatable.is_call(inst, facts.registry)
}

fn runs_once(id: InstId, symbol: &str) -> Refusal {
    let (message, help) = one_direction(symbol);
    Refusal::new(codes::CUSTOM_MISFIT, id, message)
        .note("a second run would find what the first one has left: it may read what it writes, or leave other traces")
        .help(help)
        .help("or let the function read from one place and write to another")
}

/// That a rule is called for one direction, and what to do.
pub(crate) fn one_direction(symbol: &str) -> (String, &'static str) {
    let message = format!(
        "the rule of `{symbol}` runs once for each direction of `enzyme_width`, and may do so once only"
    );
    (message, "call the hook once for each direction")
}

/// What has no derivative must not leave numbers, or pointers to some, where others expect to find a shadow.
fn inactive(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Classified {
    let written = facts.memory.touched(id, true);
    let number =
        |f: &FieldId| facts.activities.active_field(*f) && facts.memory.fields[f.0].holds_number();
    let leads = !facts.registry.is_numberless(symbol);
    let pointer = leads && inst.result.is_some_and(|r| facts.shadowed(r));
    if !pointer && !written.iter().any(number) {
        return Ok(Adjoint::None);
    }
    let what = match pointer {
        true => "returns a pointer to active memory",
        false => "writes into active memory",
    };
    let message = format!("`{symbol}`, which the program calls inactive, {what}");
    let refusal = Refusal::new(codes::CUSTOM_SHADOW, id, message)
        .note("what becomes of the shadow is not known then");
    Err(match facts.registry.remedy(symbol) {
        Some(remedy) => refusal.help(remedy),
        None => refusal
            .help("let it write into memory of its own, and copy from there")
            .help("register a derivative of it (`__enzyme_register_gradient`, `__enzyme_register_derivative`)"),
    })
}

/// A rule that gives the tangent alone leaves the result to the function itself, which then runs beside it.
fn writes_twice(id: InstId, symbol: &str, tangent: &str) -> Refusal {
    let message = format!("`{symbol}` may write memory, and `{tangent}` returns its tangent alone");
    Refusal::new(codes::CUSTOM_MISFIT, id, message)
        .note("both would have to be called, and both would write")
        .help(format!(
            "let `{tangent}` do what `{symbol}` does, and return {{result, tangent}}"
        ))
        .help(format!(
            "or say that `{symbol}` writes nothing: __attribute__((pure))"
        ))
}

fn no_rule(id: InstId, symbol: &str, mode: Mode) -> Refusal {
    let (asked, other, global) = match mode {
        Mode::Forward => ("forward", "reverse", "__enzyme_register_derivative"),
        Mode::Gradient | Mode::Augmented | Mode::Reverse => {
            ("reverse", "forward", "__enzyme_register_gradient")
        }
    };
    let message = format!(
        "`{symbol}` is called on active data in {asked} mode, and only its {other} rule is registered"
    );
    Refusal::new(codes::UNKNOWN_FUNCTION, id, message)
        .note("nor is its body visible")
        .help(format!("register a rule for this mode, too (`{global}`)"))
}

/// Whether numbers may lie behind a pointer.
fn leads_to_numbers(facts: Facts<'_>, value: ValueId) -> bool {
    let Some(place) = facts.memory.place(value) else {
        return false;
    };
    let objects = facts.memory.reachable(place.object);
    let fields = objects
        .into_iter()
        .flat_map(|o| &facts.memory.object(o).fields);
    fields
        .into_iter()
        .any(|f| facts.memory.fields[f.0].holds_number())
}

fn no_shadow(facts: Facts<'_>, id: InstId, symbol: &str, value: ValueId) -> Refusal {
    let name = facts.body.in_words(value);
    let message = format!("the rule of `{symbol}` looks at the shadow of {name}, which has none");
    Refusal::new(codes::CUSTOM_SHADOW, id, message)
        .note("the memory is inactive here, and there is nothing that the rule could read from or add to")
        .help("pass it as enzyme_dup with a zeroed shadow")
        .help("or give the function two forms, the second with a rule that leaves this shadow alone")
}

/// The second half of a rule finds memory as it is in the reverse pass: as the function left it, for nothing brings it back.
fn check_later(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
    rule: &ReverseRule,
) -> Result<(), Refusal> {
    let memory = facts.memory;
    let places = given(inst, &rule.read_later).filter_map(|value| memory.place(value));
    let objects = memory.all_reachable(places.map(|place| place.object));
    let fields = objects.iter().flat_map(|o| &memory.object(*o).fields);
    let fields: IndexSet<FieldId> = fields.copied().collect();
    let objects: IndexSet<ObjectId> = objects.iter().copied().collect();
    if let Some(by) = disturbed(facts, id, &fields, &objects) {
        return Err(overwritten(id, rule, by));
    }
    for value in given(inst, &rule.shadows_later) {
        let (fields, objects) = pointers_behind(facts, value);
        if let Some(by) = disturbed(facts, id, &fields, &objects) {
            return Err(leads_elsewhere(facts, id, rule, (value, by)));
        }
    }
    Ok(())
}

/// Some arguments of a call.
fn given(inst: &Inst, positions: &BTreeSet<u32>) -> impl Iterator<Item = ValueId> {
    let given = positions.iter();
    given.filter_map(|position| inst.operands.get(*position as usize).copied())
}

/// Where pointers may lie in what a pointer leads to, and the objects that have them. Their shadows lie in its shadow, and lead elsewhere as soon as they do.
fn pointers_behind(facts: Facts<'_>, value: ValueId) -> (IndexSet<FieldId>, IndexSet<ObjectId>) {
    let all = |memory: &Memory| {
        let place = memory.place(value);
        memory.all_reachable(place.map(|place| place.object))
    };
    // A function may hand on what it knows no field of.
    let closed = facts.closed_world;
    let mut below = all(closed).into_iter();
    let leads_on = |o: ObjectId| {
        let mut fields = closed.object(o).fields.iter();
        fields.any(|f| closed.fields[f.0].target.is_some())
    };
    if !below.any(leads_on) {
        return (IndexSet::new(), IndexSet::new());
    }
    let memory = facts.memory;
    let may_lead = |f: &FieldId| {
        let field = &memory.fields[f.0];
        field.target.is_some() || field.scalar == Scalar::Unknown
    };
    let pointers = |o: &ObjectId| {
        let fields = memory.object(*o).fields.iter().copied();
        fields.filter(may_lead).collect::<Vec<_>>()
    };
    let holding = all(memory).into_iter().map(|o| (o, pointers(&o)));
    let holding = holding.filter(|(_, fields)| !fields.is_empty());
    let holding: Vec<(ObjectId, Vec<FieldId>)> = holding.collect();
    let objects = holding.iter().map(|(object, _)| *object).collect();
    (
        holding.into_iter().flat_map(|(_, fields)| fields).collect(),
        objects,
    )
}

/// Who may disturb memory, in words.
fn in_words(by: Disturbed) -> &'static str {
    match by {
        Disturbed::ByCaller => "a caller",
        Disturbed::Again => "its next call",
        Disturbed::Behind => "what follows",
    }
}

fn overwritten(id: InstId, rule: &ReverseRule, by: Disturbed) -> Refusal {
    let (symbol, who) = (&rule.gradient.symbol, in_words(by));
    let message =
        format!("`{symbol}` reads memory that {who} may overwrite or free before the reverse pass");
    Refusal::new(codes::CUSTOM_OVERWRITTEN, id, message)
        .note("it would find other numbers there than the function did")
        .help(format!(
            "let `{}` keep what is needed on the tape that it returns",
            rule.augmented.symbol
        ))
        .help("or keep the data in memory that is written once")
}

fn leads_elsewhere(
    facts: Facts<'_>,
    id: InstId,
    rule: &ReverseRule,
    (value, by): (ValueId, Disturbed),
) -> Refusal {
    let (symbol, who) = (&rule.gradient.symbol, in_words(by));
    let what = facts.body.in_words(value);
    let message = format!(
        "`{symbol}` follows pointers in the shadow of {what}, which {who} may set anew before the reverse pass"
    );
    Refusal::new(codes::CUSTOM_OVERWRITTEN, id, message)
        .note("pointers in a shadow are set where the program sets its own: it would add to the shadow of other memory than the function has read")
        .help(format!(
            "let `{}` keep the pointers that it finds in the shadow on the tape that it returns",
            rule.augmented.symbol
        ))
        .help("or hand the function the pointers themselves")
}
