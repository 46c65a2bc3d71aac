//! Functions without side effects: they leave no trace but their result, write only memory of their own, and use no
//! state that the program cannot see, nor do they throw or end the program.
//!
//! A call of such a function may run later than the source has it, as long as what it reads stays;
//! and it overwrites nothing. LLVM's attributes say this of optimised code only, and never of
//! functions that allocate.
//!
//! Owns: what counts as a side effect. Must not: decide when a call runs.

use super::callee::{self, Target};
use super::functions::{Component, Functions};
use super::memory::Memory;
use crate::view::{Access, Inst, ValueId};
use enzyme_rules::{CalleeKind, Registry};

/// What is known before functions are looked at.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) registry: &'a Registry,
    /// Whether differentiated code reads `errno` or its like: what sets them leaves a trace then.
    pub(crate) ints_are_read: bool,
}

/// Adds the functions of a component that have no side effects. All are presumed to have none until one is found.
pub(crate) fn learn(effect_free: &mut Functions, component: &Component<'_>, known: Known<'_>) {
    effect_free.shrink(component, |effect_free, body, memory| {
        let mut insts = body.insts.values();
        insts.all(|inst| has_no_effect(effect_free, inst, memory, known))
    });
}

/// Whether an instruction leaves no trace but its result, and in memory of the function's own.
pub(crate) fn has_no_effect(
    effect_free: &Functions,
    inst: &Inst,
    memory: &Memory,
    known: Known<'_>,
) -> bool {
    let Known {
        registry,
        ints_are_read,
    } = known;
    let own = |pointer: ValueId| memory.place(pointer).is_some_and(|p| memory.is_private(p));
    match inst.op.access() {
        Access::Write => !inst.is_ordered() && own(inst.operands[1]),
        Access::Read => !inst.is_ordered(),
        Access::Exchange | Access::Order | Access::Unknown => false,
        Access::Call => match callee::target(inst, registry) {
            Some(Target::Known(entry)) => {
                !(ints_are_read && entry.what.effects().errno && inst.effects.writes)
                    && row_has_no_effect(inst, &entry.what, &own)
            }
            Some(Target::Defined(_)) => effect_free.is_call(inst, registry),
            // The functions of a rule may leave traces that the function itself does not.
            Some(
                Target::Custom(_)
                | Target::Unknown(_)
                | Target::Through
                | Target::Indirect
                | Target::Assembly,
            )
            | None => false,
        },
        Access::None => true,
    }
}

/// Whether a call of something the registry knows writes only where `own` holds.
fn row_has_no_effect(inst: &Inst, kind: &CalleeKind, own: &dyn Fn(ValueId) -> bool) -> bool {
    let effects = kind.effects();
    let mut operands = inst.operands.iter().enumerate();
    !effects.state && operands.all(|(i, v)| !effects.writes.has(i.min(255) as u8) || own(*v))
}
