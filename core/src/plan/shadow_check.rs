//! Memory that would need a shadow and has none, or whose other names are not known.
//!
//! Owns: these refusals. Must not: say what an instruction contributes.

use super::facts::Facts;
use super::refusal::Refusal;
use crate::analysis::callee::{self, Asked, Target};
use crate::analysis::memory::{FieldId, Object, ObjectId, Origins, Scalar};
use crate::diag::codes;
use crate::request::Activity;
use crate::view::{Inst, InstId};
use enzyme_rules::Custom;
use indexmap::{IndexMap, IndexSet};

/// Objects some of whose memory has no shadow and should have one: each once, at the first instruction
/// that has to do with it.
pub(super) fn missing_shadows(facts: Facts<'_>) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut seen = IndexSet::new();
    let reaching = Reaching::of(facts);
    let returns = facts.body.reach_exit();
    let insts = facts.body.insts.iter();
    for (id, inst) in insts.filter(|(_, inst)| returns[inst.block]) {
        let pointers = inst.operands.iter().chain(&inst.result);
        let places = pointers.filter_map(|v| facts.memory.place(*v));
        let named = places.map(|place| place.object);
        // Callees may know memory that this function never names.
        let below = facts.memory.objects_touched(id);
        for object in named.chain(below) {
            if seen.insert(object) {
                let refusal = missing_shadow(facts, &reaching, id, object);
                // What is behind it has none for the same reason.
                seen.extend(refusal.iter().flat_map(|_| facts.memory.reachable(object)));
                refusals.extend(refusal);
            }
        }
    }
    refusals
}

/// Calls without derivative that alone can have set a pointer through which active numbers go: its shadow would lead nowhere. Where
/// anything else that is seen may have set it, so may that have set the shadow.
pub(super) fn left_by_inactive(facts: Facts<'_>) -> Vec<Refusal> {
    let returns = facts.body.reach_exit();
    let insts = facts.body.insts.iter();
    let insts = insts.filter(|(_, inst)| returns[inst.block] && inst.effects.writes);
    let asked = insts.filter_map(|(id, inst)| match callee::target(inst, facts.registry)? {
        Target::Custom(asked) => Some((id, inst, asked)),
        // Any other: it has a shadow of what it sets, or is refused.
        _ => None,
    });
    let is_inactive = |(.., asked): &(InstId, &Inst, Asked<'_>)| *asked.what == Custom::Inactive;
    let (inactive, ruled): (Vec<_>, Vec<_>) = asked.partition(is_inactive);
    if inactive.is_empty() {
        return Vec::new();
    }
    let reached = |inst: &Inst| {
        let given = inst.operands.iter();
        let given = given.filter_map(|v| Some(facts.memory.place(*v)?.object));
        facts.memory.all_reachable(given)
    };
    // A rule sets shadows of its own.
    let mut made = made(facts);
    made.extend(ruled.iter().flat_map(|(_, inst, _)| reached(inst)));
    let has_active = |object: &ObjectId| {
        let mut fields = facts.memory.object(*object).fields.iter();
        let active = |f: &FieldId| {
            facts.activities.active_field(*f) && facts.memory.fields[f.0].holds_number()
        };
        facts.activities.shadowed(*object) && fields.any(active)
    };
    // Numbers further on may lie in what others know, too: the way there has no shadow all the same.
    let left = |object: &ObjectId| {
        let leads = || facts.memory.reachable(*object);
        !made.contains(object) && leads().iter().any(has_active)
    };
    let refused = inactive.into_iter().filter_map(|(id, inst, asked)| {
        let leaves = reached(inst).iter().any(left);
        leaves.then(|| left_pointer(facts, id, asked.symbol))
    });
    refused.collect()
}

/// Objects that something makes which is seen: variables and heap memory, and what parameters, globals and pointers of unknown origin lead to.
fn made(facts: Facts<'_>) -> IndexSet<ObjectId> {
    let all = || {
        let objects = facts.memory.objects.iter().enumerate();
        objects.map(|(index, object)| (ObjectId(index), &object.origins))
    };
    let elsewhere = |origins: &Origins| {
        let pointer = origins.unknown || origins.from_integer || origins.computed;
        pointer || origins.escaped || !origins.globals.is_empty() || !origins.params.is_empty()
    };
    let params = (0..facts.body.params.len()).filter_map(|p| facts.memory.param(p));
    let params = params.map(|place| place.object);
    let outside = all().filter(|(_, origins)| elsewhere(origins));
    let mut made = facts
        .memory
        .all_reachable(outside.map(|(object, _)| object).chain(params));
    let here = all().filter(|(_, o)| o.stack || o.heap || o.constant);
    made.extend(here.map(|(object, _)| object));
    made
}

fn left_pointer(facts: Facts<'_>, id: InstId, symbol: &str) -> Refusal {
    let message =
        format!("`{symbol}`, which is inactive, sets a pointer through which active data goes");
    let refusal = Refusal::new(codes::CUSTOM_SHADOW, id, message)
        .note("nothing else sets the pointer, and nothing sets its shadow");
    match facts.registry.remedy(symbol) {
        Some(remedy) => refusal.help(remedy),
        None => refusal.help("register a derivative of it that sets the shadow, too (`__enzyme_register_gradient`, `__enzyme_register_derivative`)"),
    }
}

fn missing_shadow(
    facts: Facts<'_>,
    Reaching { dup, inactive }: &Reaching,
    id: InstId,
    object: ObjectId,
) -> Option<Refusal> {
    if !facts.activities.shadowed(object) {
        return None;
    }
    // Where nobody accesses a number or a pointer, as behind an address that only functions without derivative are given, no shadow is looked for.
    let leads = |f: &FieldId| {
        let field = &facts.memory.fields[f.0];
        field.holds_number() || field.target.is_some()
    };
    let data = facts.memory.object(object);
    if !data.fields.iter().any(leads) {
        return None;
    }
    let origins = &data.origins;
    if is_marked_handle(facts, object) {
        return None;
    }
    if origins.computed {
        return Some(computed_address(id));
    }
    let inactive = inactive.get(&object).copied();
    if let Some(param) = inactive.filter(|_| nothing_else(facts, dup, object)) {
        return Some(inactive_memory(facts, id, (param, object)));
    }
    let shared = origins.shared && origins.escaped;
    match facts.activities.of_unknown_provenance(object) {
        true if shared => Some(shared_global(id, &origins.globals)),
        true if origins.kept || origins.given || !origins.kept_in.is_empty() => {
            Some(kept_global(id, &origins.globals))
        }
        unknown => unknown.then(|| {
            let holder = holding_global(facts, object);
            let refusal = match origins
                .maker
                .as_ref()
                .and_then(|maker| maker.callee.as_ref())
            {
                Some(callee) => unknown_result(id, callee),
                None => {
                    holder.map_or_else(|| unknown_provenance(id), |name| set_elsewhere(id, name))
                }
            };
            match &origins.maker {
                Some(maker) => refusal.because_of(maker.clone()),
                None => refusal,
            }
        }),
    }
}

/// Whether an address that was computed is that of a library's object, with a mark in it: the program accesses neither a number nor a pointer there, and memory that is
/// found so is no other.
fn is_marked_handle(facts: Facts<'_>, object: ObjectId) -> bool {
    let data = facts.memory.object(object);
    let Origins {
        handle,
        stack,
        heap,
        unknown,
        from_integer,
        escaped,
        params,
        globals,
        ..
    } = &data.origins;
    let other = *stack || *heap || *unknown || *from_integer || *escaped;
    let is_accessed = |f: &FieldId| {
        let field = &facts.memory.fields[f.0];
        let idle = matches!(
            field.scalar,
            Scalar::Unknown | Scalar::Int | Scalar::Presumed
        );
        !idle || field.carries || field.target.is_some()
    };
    let alone = !other && params.is_empty() && globals.is_empty();
    *handle && alone && !data.fields.iter().any(is_accessed)
}

/// Whether active numbers lie in an object all of whose memory is inactive. Where some of it has a shadow, the program finds out
/// which (`accumulate`), and so it does where inactive memory holds pointers alone.
fn nothing_else(facts: Facts<'_>, dup: &IndexSet<ObjectId>, object: ObjectId) -> bool {
    let data = facts.memory.object(object);
    let origins = &data.origins;
    let has_shadow = dup.contains(&object) || origins.stack || origins.heap;
    let is_active =
        |f: &FieldId| facts.activities.active_field(*f) && facts.memory.fields[f.0].holds_number();
    !has_shadow && data.fields.iter().any(is_active)
}

/// Where memory is used for what a function computes by the way.
const OWN_MEMORY: &str = "or obtain it in the function itself, if nothing in it is needed after the call: as the steps of a simulation must";

/// Active data in memory behind an inactive parameter.
fn inactive_memory(facts: Facts<'_>, id: InstId, (param, object): (usize, ObjectId)) -> Refusal {
    let name = facts.body.in_words(facts.body.params[param]);
    // The others are called by differentiated code, which nobody tells what is active.
    let hooked = !facts.request.globals;
    let text = match hooked {
        true => format!("active data goes through {name}, which was declared inactive"),
        false => format!(
            "active data may go through {name}, whose memory is inactive where the function is called"
        ),
    };
    let code = codes::ACTIVE_INTO_INACTIVE;
    let refusal =
        Refusal::new(code, id, text).note("its memory has no shadow to accumulate derivatives in");
    let is_own = facts
        .memory
        .param(param)
        .is_some_and(|place| place.object == object);
    match hooked {
        true if is_own => refusal.help("pass it as enzyme_dup with a zeroed shadow"),
        true => refusal
            .help("pass it as enzyme_dup; its shadow is a structure of the same type, whose pointers lead to zeroed memory of their own")
            .help(OWN_MEMORY),
        false => refusal
            .note("all numbers behind an argument that leads to active memory count as active in a function that stays a call")
            .help("let the function be inlined, or keep pointers to active memory out of what it is given")
            .help("store a number that varies in the memory before the call"),
    }
}

fn shared_global(id: InstId, names: &[String]) -> Refusal {
    let name = names.first().map_or("", String::as_str);
    Refusal::new(
        codes::NO_SHADOW,
        id,
        format!("the global `{name}` holds active data, and code that is not visible may read or write it"),
    )
    .note("a function without body or rule is called there, and can name the global or run functions that use it")
    .help("make the global and the functions that use it static, or the function's body visible")
    .help("pass the data as an argument")
}

fn kept_global(id: InstId, names: &[String]) -> Refusal {
    let name = names.first().map_or("", String::as_str);
    Refusal::new(
        codes::NO_SHADOW,
        id,
        format!("the global `{name}` holds active data, and a pointer that was set elsewhere may lead to it"),
    )
    .note("its address lies in memory before the differentiated code begins, and numbers are accessed through a pointer of unknown origin")
    .help("set the pointer in the differentiated code, without an initializer, or use the global by its name")
    .help("pass the data as an argument")
}

pub(super) fn unknown_provenance(id: InstId) -> Refusal {
    Refusal::new(
        codes::NO_SHADOW,
        id,
        "active data is reached through a pointer of unknown origin",
    )
    .note("the pointer comes from a call, a conversion or a global that was set elsewhere")
    .help("make the callee's body visible, or pass the memory as an enzyme_dup argument")
    .help("set the pointer in the differentiated code")
}

/// The same, where it is known which function gives the pointer.
fn unknown_result(id: InstId, callee: &str) -> Refusal {
    Refusal::new(
        codes::NO_SHADOW,
        id,
        format!("active data is reached through a pointer of unknown origin, which `{callee}` returns"),
    )
    .note("the shadow of what it leads to is not known")
    .help(format!("make the body of `{callee}` visible: same translation unit, or -flto"))
    .help("if it obtains memory, say so: `__enzyme_allocation_like` (docs/user-rules.md)")
    .help("or pass the memory as an enzyme_dup argument, or set the pointer in the differentiated code")
}

/// The same, where a global holds the pointer, or leads to where it lies.
fn set_elsewhere(id: InstId, global: &str) -> Refusal {
    Refusal::new(
        codes::NO_SHADOW,
        id,
        format!("active data is reached through the global `{global}`, which was set outside of the differentiated code"),
    )
    .note("the shadow of what its pointer leads to is not known")
    .help(format!("differentiate a function that takes the pointer as an enzyme_dup argument, stores it in `{global}`, and calls this one"))
    .help("or pass the memory as an enzyme_dup argument, and use the argument in the place of the global")
    .help(OWN_MEMORY)
}

/// A global through which an object is reached.
fn holding_global(facts: Facts<'_>, object: ObjectId) -> Option<&str> {
    let mut all = facts.memory.objects.iter().enumerate();
    let leads_there = |(index, data): &(usize, &Object)| {
        let holder = ObjectId(*index);
        let is_global = !data.origins.globals.is_empty() && holder != object;
        is_global && facts.memory.reachable(holder).contains(&object)
    };
    let (_, data) = all.find(leads_there)?;
    data.origins.globals.first().map(String::as_str)
}

pub(super) fn computed_address(id: InstId) -> Refusal {
    Refusal::new(
        codes::NO_SHADOW,
        id,
        "a number lies at an address that was computed with integers, or put together of pieces",
    )
    .note("any memory may lie there, so that its derivative cannot be found")
    .help("compute addresses with pointers (`p + n`, not `(uintptr_t)p + 8 * n`)")
    .help("pass pointers as pointers, and copy them as a whole")
}

/// Objects that can be reached through parameters.
struct Reaching {
    /// Through duplicated ones.
    dup: IndexSet<ObjectId>,
    /// Through inactive ones: the first.
    inactive: IndexMap<ObjectId, usize>,
}

impl Reaching {
    fn of(facts: Facts<'_>) -> Self {
        let (mut dup, mut inactive) = (Vec::new(), IndexMap::new());
        for position in 0..facts.body.params.len() {
            let Some(param) = facts.memory.param(position) else {
                continue;
            };
            match facts.request.params[position] {
                Activity::Const => {
                    for object in facts.memory.reachable(param.object) {
                        inactive.entry(object).or_insert(position);
                    }
                }
                Activity::Dup | Activity::Out => dup.push(param.object),
                Activity::Null => {}
            }
        }
        let dup = facts.memory.all_reachable(dup);
        Self { dup, inactive }
    }
}
