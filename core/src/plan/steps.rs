//! Loops whose steps a reverse pass runs again from checkpoints.
//!
//! A checkpoint is the memory that the call names. That it is all that the steps change, and that they can be run again from it,
//! must be known; that what they only read is still there, as well.
//!
//! Owns: these conditions. Must not: know schedules.

use super::adjoints::{Adjoint, Classified};
use super::calls;
use super::facts::Facts;
use super::refusal::Refusal;
use super::rest::{self, Piece};
use super::undisturbed::{Disturbed, disturbed, freed};
use crate::analysis::callee;
use crate::analysis::memory::{FieldId, ObjectId, VARIABLES_ELSEWHERE};
use crate::analysis::sources::{Sources, Within};
use crate::diag::codes;
use crate::request::TapeOwner;
use crate::view::{Body, Inst, InstId, LoopId, Op, ValueId};
use enzyme_rules::{Custom, Said};
use indexmap::{IndexMap, IndexSet};

/// The operand of such a call that is the context of the steps.
pub(crate) const CONTEXT: usize = 2;

/// The first operand that is memory of a checkpoint, followed by its bytes, and so on.
pub(crate) const PIECES: usize = 3;

/// A call of steps.
pub(super) fn call(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Classified {
    let plain = calls::defined(facts, id, inst, symbol)?;
    let Adjoint::Call(call) = &plain else {
        return Ok(plain);
    };
    if !facts.request.mode.is_reverse() {
        return Ok(plain);
    }
    if facts.request.width > 1 || facts.request.tape != TapeOwner::Thread {
        return Err(refuse(
            id,
            "are reversed by one call for one direction, and more is asked for",
        )
        .help(by_mark(
            inst,
            [
                "leave the mark out, or call __enzyme_autodiff once for each direction",
                "use enzyme_rs_for_each, or several calls of __enzyme_autodiff",
            ],
        )));
    }
    if facts.request.team.is_some() {
        return Err(refuse(
            id,
            "are in a parallel region: while they are run again, other workers may change what they read",
        )
        .help("put the parallel region into the steps, or leave checkpoints out there"));
    }
    if !facts.repeatable.is_call(inst, facts.registry) {
        let has_rule = |callee: &str| {
            let said = facts.registry.said(callee);
            matches!(said, Some(Said::Custom(Custom::Rule(_))))
        };
        let what = match facts.repeatable.obstacle(inst, facts.registry) {
            Some(callee) if has_rule(callee) => format!("cannot be run again: they call `{callee}`, which has a rule of the program's own, and what its functions keep from one pass to the other is not seen"),
            Some(callee) => format!("cannot be run again: they call `{callee}`, which uses what the program does not see, or obtains or frees memory that outlives them"),
            None => "cannot be run again: they use what the program does not see, or obtain or free memory that outlives them".to_owned(),
        };
        let refused = refuse(id, &what)
            .help("print, read and allocate outside of the steps, or register what prints as __enzyme_inactivefn")
            .help("steps that communicate or keep a state of their own: have the library enzyme-checkpoint run the loop (docs/checkpointing.md)");
        return Err(match facts.repeatable.starts_team(inst, facts.registry) {
            true => refused.help("in parallel regions, add up by reductions: what critical sections, locks, atomic accesses and tasks do may depend on the time"),
            false => refused,
        });
    }
    let named = named(facts, inst);
    let within = Within {
        body: facts.body,
        memory: facts.memory,
        clobbers: facts.clobbers,
        registry: facts.registry,
    };
    let sources = Sources::of(within, id, pieces(inst).map(|piece| piece.0));
    check_written(facts, id, (inst, &sources))?;
    check_freed(facts, id, &named)?;
    check_read(facts, id, &named)?;
    check_rest(facts, id, (inst, &sources))?;
    Ok(Adjoint::Steps(call.params[CONTEXT], Vec::new()))
}

/// A mark that the preparation could not heed. In no loop it asks for nothing: the compiler made plain code of a loop of one iteration.
pub(super) fn left_over(facts: Facts<'_>, id: InstId) -> Classified {
    let mut around = facts.body.nest(facts.body.insts[id].block);
    if !facts.request.mode.is_reverse() || around.next().is_none() {
        return Ok(Adjoint::None);
    }
    let by_function = "or make a function of the step, for enzyme_rs_checkpointed";
    let again = "the iterations of this loop cannot be run again from checkpoints";
    Err(match bound_in_loop(facts, id) {
        Some(bound) => Refusal::new(
            codes::STEPS,
            bound,
            format!("{again}: how many there are is read from memory in each of them, and what they write may change it"),
        )
        .help("read it once, before the loop: `const long steps = …; for (long i = 0; i < steps; i++)`")
        .help(by_function),
        None => Refusal::new(
            codes::STEPS,
            id,
            format!("{again}: how many there are is not known when it begins, it is left in its middle, or what the mark is given changes in it"),
        )
        .help("count the iterations with an integer, and leave the loop at its end only")
        .help(by_function),
    })
}

/// The load in the loop around a mark with which a counter is compared to find out whether the loop goes on.
fn bound_in_loop(facts: Facts<'_>, mark: InstId) -> Option<InstId> {
    let body = facts.body;
    let around = body.nest(body.insts[mark].block).next()?;
    let inside = body.blocks.iter().filter(|(id, _)| body.holds(around, *id));
    let mut ends = inside.filter(|(_, block)| {
        let mut leads_to = block.succs.iter();
        leads_to.any(|to| !body.holds(around, *to))
    });
    let (_, end) = ends.next()?;
    let condition = *body.insts[*end.insts.last()?].operands.first()?;
    let compared = &body.insts[body.def(condition)?];
    let is_only = ends.next().is_none() && matches!(compared.op, Op::ICmp);
    let [one, other] = compared.operands[..] else {
        return None;
    };
    let made = [one, other].map(|value| made_in(body, around, value));
    match made {
        [Some((_, Op::Phi(_))), Some((bound, Op::Load { .. }))]
        | [Some((bound, Op::Load { .. })), Some((_, Op::Phi(_)))]
            if is_only =>
        {
            Some(bound)
        }
        // Any other: no counter and a bound.
        _ => None,
    }
}

/// What makes an integer in a loop, but for conversions and the addition of constants.
fn made_in(body: &Body, around: LoopId, value: ValueId) -> Option<(InstId, &Op)> {
    let mut id = body.def(value)?;
    while body.holds(around, body.insts[id].block) {
        let inst = &body.insts[id];
        if !matches!(inst.op, Op::Cast(_) | Op::Int(_)) {
            return Some((id, &inst.op));
        }
        id = body.def(*inst.operands.first()?)?;
    }
    None
}

/// What to do about steps, which is said of a mark in a loop, or else of a call with a function of the step.
pub(super) fn by_mark(inst: &Inst, [mark, call]: [&'static str; 2]) -> &'static str {
    match callee::is_marked(inst) {
        true => mark,
        false => call,
    }
}

/// What a checkpoint holds.
fn pieces(inst: &Inst) -> impl Iterator<Item = Piece> + '_ {
    let pairs = inst.operands[PIECES..].chunks_exact(2);
    pairs.map(|pair| (pair[0], pair[1]))
}

/// What a checkpoint holds, by object.
fn pieces_of(facts: Facts<'_>, inst: &Inst) -> IndexMap<ObjectId, Vec<Piece>> {
    let mut all: IndexMap<ObjectId, Vec<Piece>> = IndexMap::new();
    for piece in pieces(inst) {
        if let Some(place) = facts.memory.place(piece.0) {
            all.entry(place.object).or_default().push(piece);
        }
    }
    all
}

/// Objects of which a checkpoint holds something.
fn named(facts: Facts<'_>, inst: &Inst) -> IndexSet<ObjectId> {
    pieces_of(facts, inst).into_keys().collect()
}

/// Steps may change nothing but what a checkpoint holds, and no pointers, whose shadows would not follow.
fn check_written(
    facts: Facts<'_>,
    id: InstId,
    (inst, sources): (&Inst, &Sources<'_>),
) -> Result<(), Refusal> {
    let memory = facts.memory;
    let written = memory.touched(id, true);
    if written.iter().any(|f| memory.fields[f.0].target.is_some()) {
        return Err(refuse(
            id,
            "move pointers, which a checkpoint does not bring back in the shadow",
        )
        .help("exchange contents, or choose between two arrays by the number of the step"));
    }
    let is_written = |o: &ObjectId| {
        let fields = &memory.object(*o).fields;
        fields.iter().any(|f| written.contains(f))
    };
    let is_known = |o: &ObjectId| !is_device_variable(facts, *o);
    let mut changed = (0..memory.objects.len())
        .map(ObjectId)
        .filter(is_written)
        .filter(is_known);
    match changed.find(|object| !sources.are_all_of(*object)) {
        Some(forgotten) => Err(not_held(facts, id, inst, forgotten)),
        None => Ok(()),
    }
}

/// Whether it is a variable of a device, of which only the run knows what kernels do with it: the library looks whether steps find it again as it was.
fn is_device_variable(facts: Facts<'_>, object: ObjectId) -> bool {
    let mut names = facts.memory.object(object).origins.globals.iter();
    names.any(|name| {
        name == VARIABLES_ELSEWHERE || facts.registry.device_variables().contains_key(name)
    })
}

/// The refusal of steps that change an object which a checkpoint does not hold, or not all of it.
fn not_held(facts: Facts<'_>, id: InstId, inst: &Inst, object: ObjectId) -> Refusal {
    let globals = &facts.memory.object(object).origins.globals;
    let what = match globals.first() {
        Some(global) => format!("change the global `{global}`, which no checkpoint holds"),
        None if named(facts, inst).contains(&object) => {
            "change memory to which several pointers lead, and not each of them is named".to_owned()
        }
        None => "change memory that no checkpoint holds".to_owned(),
    };
    refuse(id, &what).help(by_mark(inst, [
        "name it, and its bytes, in the mark of the loop: enzyme_rs_checkpoint(states, memory, bytes, …)",
        "name it, and its bytes, behind the context: enzyme_rs_checkpointed(n, states, step, &context, memory, bytes, …)",
    ]))
}

/// What steps read and do not change must be there in the reverse pass.
fn check_read(facts: Facts<'_>, id: InstId, named: &IndexSet<ObjectId>) -> Result<(), Refusal> {
    let memory = facts.memory;
    let read = memory.objects_read(id).into_iter();
    let read = read.filter(|object| !is_device_variable(facts, *object));
    let objects: IndexSet<ObjectId> = read.filter(|object| !named.contains(object)).collect();
    let fields = objects.iter().flat_map(|o| &memory.object(*o).fields);
    let fields: IndexSet<FieldId> = fields.copied().collect();
    match disturbed(facts, id, &fields, &objects) {
        Some(Disturbed::ByCaller) => Err(overwritten(id, "a caller")),
        Some(Disturbed::Again | Disturbed::Behind) => Err(overwritten(id, "what follows")),
        None => Ok(()),
    }
}

/// Nor may anyone overwrite what they read beside the named parts of memory.
fn check_rest(
    facts: Facts<'_>,
    id: InstId,
    (inst, sources): (&Inst, &Sources<'_>),
) -> Result<(), Refusal> {
    for (object, pieces) in pieces_of(facts, inst) {
        let rest = rest::read(facts, id, (object, &pieces), sources);
        let disturbed = || disturbed(facts, id, &rest, &IndexSet::from([object]));
        if !rest.is_empty() && disturbed().is_some() {
            let what = "read a part of an array or a structure that is not named, and it may be overwritten before they are reversed";
            return Err(refuse(id, what).help("name all of the array or structure"));
        }
    }
    Ok(())
}

/// Memory that steps use must not end before the reverse pass.
fn check_freed(facts: Facts<'_>, id: InstId, named: &IndexSet<ObjectId>) -> Result<(), Refusal> {
    let mut used = named.clone();
    used.extend(facts.memory.objects_read(id));
    match freed(facts, id, &used) {
        Some(_) => Err(
            refuse(id, "use memory that may be freed before they are reversed")
                .help("free it outside of the differentiated code"),
        ),
        None => Ok(()),
    }
}

fn overwritten(id: InstId, who: &str) -> Refusal {
    let what = format!(
        "read memory that they do not change, and {who} may overwrite it before they are reversed"
    );
    refuse(id, &what).help(
        "let the steps' checkpoint hold it as well, or keep it in memory that is written once",
    )
}

fn refuse(id: InstId, what: &str) -> Refusal {
    Refusal::new(
        codes::STEPS,
        id,
        format!("steps that are run again from checkpoints {what}"),
    )
}
