//! Numbers that leave the differentiated code through a file and come back through one.
//!
//! What a file holds is not followed. So code that writes numbers to files and reads numbers from files, anywhere
//! below a hook, is refused where it reads: either alone is harmless.
//!
//! Owns: [`returning`]. Must not: know which functions read or write (the rules say so).

use super::callee;
use super::memory::Memory;
use crate::view::{Body, Inst, InstId, ValueId};
use enzyme_rules::{CalleeKind, Effects, Registry};

/// Functions that may call each other, with what all their callers together see of memory.
pub(crate) type Below<'a> = [(&'a Body, &'a Memory)];

/// The first call that may read a number back which another one wrote: its function and place.
pub(crate) fn returning(below: &Below<'_>, registry: &Registry) -> Option<(usize, InstId)> {
    let calls = || {
        below.iter().enumerate().flat_map(|(f, (body, memory))| {
            let insts = body.insts.iter();
            insts.filter_map(move |(id, inst)| {
                let effects = effects(inst, registry)?;
                Some((f, id, inst, effects, *body, *memory))
            })
        })
    };
    let gives = calls().any(|(_, _, inst, effects, body, memory)| {
        effects.emits && inst.operands.iter().any(|v| is_number(body, memory, *v))
    });
    let takes = |(_, _, inst, effects, body, memory): &(_, _, &Inst, Effects, &Body, &Memory)| {
        let mut values = inst.operands.iter().chain(&inst.result);
        effects.takes && values.any(|v| is_number(body, memory, *v))
    };
    let mut taking = calls().filter(takes).map(|(f, id, ..)| (f, id));
    taking.next().filter(|_| gives)
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
    holds || body.types.holds_float(body.values[value].ty) || memory.carries_bits(value)
}
