//! Numbers that leave the differentiated code through a file or a text and come back through one.
//!
//! What a file holds is not followed, nor what the library keeps: an environment, a string. So code that gives numbers
//! away and reads numbers from there, anywhere below a hook, is refused where it reads: either alone is harmless.
//!
//! Owns: [`returning`]. Must not: know which functions read or write (the rules say so).

use super::callee;
use super::memory::{FieldId, Memory, Scalar};
use crate::view::{Body, Inst, InstId, Op, ValueId};
use enzyme_rules::{CalleeKind, Effects, MemoryOp, MemorySource, Registry};
use indexmap::IndexSet;

/// Functions that may call each other, with what all their callers together see of memory.
pub(crate) type Below<'a> = [(&'a Body, &'a Memory)];

/// The first instruction that may read a number back which another one gave away: its function and place.
pub(crate) fn returning(
    below: &Below<'_>,
    hooked: &IndexSet<String>,
    registry: &Registry,
) -> Option<(usize, InstId)> {
    // Where the function never returns from (a throw with its message), nothing has a derivative.
    let running = running(below, hooked);
    let all = || {
        running.iter().flat_map(|f| {
            let (f, (body, memory)) = (*f, &below[*f]);
            let returns = body.reach_exit();
            let insts = body.insts.iter();
            let insts = insts.filter(move |(_, inst)| returns[inst.block]);
            insts.map(move |(id, inst)| (f, id, inst, *body, *memory))
        })
    };
    let mut taking = all().filter(|(_, _, inst, body, memory)| takes(inst, body, memory, registry));
    let (function, at, ..) = taking.next()?;
    let given = all().any(|(_, _, inst, body, memory)| gives(inst, body, memory, registry));
    given.then_some((function, at))
}

/// Hooked functions, and what is called where functions return from.
fn running(below: &Below<'_>, hooked: &IndexSet<String>) -> IndexSet<usize> {
    let names: IndexSet<&str> = below.iter().map(|(body, _)| body.name.as_str()).collect();
    let first = hooked
        .iter()
        .filter_map(|name| names.get_index_of(name.as_str()));
    let mut found: IndexSet<usize> = first.collect();
    let mut next = 0;
    while let Some(function) = found.get_index(next).copied() {
        next += 1;
        let body = below[function].0;
        let returns = body.reach_exit();
        let calls = body.insts.values().filter(|inst| returns[inst.block]);
        let symbols = calls.filter_map(callee::symbol);
        found.extend(symbols.filter_map(|symbol| names.get_index_of(symbol)));
    }
    found
}

/// Whether an instruction may give a number away.
fn gives(inst: &Inst, body: &Body, memory: &Memory, registry: &Registry) -> bool {
    let numbers = || inst.operands.iter().any(|v| is_number(body, memory, *v));
    // Characters are no numbers where nobody, below any hook, takes them for some.
    let bytes = || inst.operands.iter().any(|v| leads_to_number(memory, *v));
    effects(inst, registry)
        .is_some_and(|effects| effects.emits && numbers() || effects.moves && bytes())
}

/// Whether an instruction may take one back: a call that does, or a read of memory that the library handed out.
fn takes(inst: &Inst, body: &Body, memory: &Memory, registry: &Registry) -> bool {
    let mut values = inst.operands.iter().chain(&inst.result);
    let mut number = || values.any(|v| is_number(body, memory, *v));
    match inst.op {
        Op::Load { .. } => handed_out(memory, inst.operands[0]) && number(),
        Op::Call(_) => match callee::known(inst, registry) {
            Some(CalleeKind::Inactive { effects, .. }) => effects.takes && number(),
            Some(CalleeKind::Memory(op)) => source(inst, op)
                .is_some_and(|from| handed_out(memory, from) && is_number(body, memory, from)),
            // Any other: what it reads it has a rule for, or the analyses look into it.
            _ => false,
        },
        // Any other: it reads no memory, or is refused.
        _ => false,
    }
}

/// Whether an address may be one that a call gave of which nothing is known.
fn handed_out(memory: &Memory, address: ValueId) -> bool {
    let place = memory.place(address);
    place.is_some_and(|place| memory.object(place.object).origins.unknown)
}

fn source(inst: &Inst, op: &MemoryOp) -> Option<ValueId> {
    match op.source {
        MemorySource::Copy(from) | MemorySource::Move(from) => {
            Some(inst.operands[usize::from(from)])
        }
        MemorySource::Byte(_) | MemorySource::Zero => None,
    }
}

fn effects(inst: &Inst, registry: &Registry) -> Option<Effects> {
    let CalleeKind::Inactive { effects, .. } = callee::known(inst, registry)? else {
        return None;
    };
    Some(*effects)
}

/// Whether a value is a number, carries bits of one, or points to memory that may hold one.
fn is_number(body: &Body, memory: &Memory, value: ValueId) -> bool {
    let holds = memory.place(value).is_some_and(|place| {
        let fields = &memory.object(place.object).fields;
        fields.iter().any(|f| memory.fields[f.0].holds_number())
    });
    holds || body.types.holds_float(body.values[value].ty) || memory.is_punned(value)
}

/// Whether a value points to memory in which somebody accesses a number.
fn leads_to_number(memory: &Memory, value: ValueId) -> bool {
    let is_float = |f: &FieldId| {
        let scalar = memory.fields[f.0].scalar;
        matches!(scalar, Scalar::Float(_) | Scalar::Mixed)
    };
    let place = memory.place(value);
    place.is_some_and(|place| memory.object(place.object).fields.iter().any(is_float))
}
