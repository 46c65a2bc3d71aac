//! Functions that may be run again from a state of memory, and do the same: they use no state that the program cannot see, obtain no
//! memory that outlives them, and end none but their own.
//!
//! Owns: what repeatable means. Must not: know which memory they change.

use super::callee::{self, Asked, Target};
use super::functions::{Component, Functions};
use super::memory::Memory;
use crate::view::{Access, Inst, ValueId};
use enzyme_rules::{CalleeKind, Custom, Registry};

/// Adds the repeatable functions of a component. All are presumed so until one is found that is not.
pub(crate) fn learn(repeatable: &mut Functions, component: &Component<'_>, registry: &Registry) {
    repeatable.shrink(component, |known, body, memory| {
        let mut insts = body.insts.values();
        insts.all(|inst| can_be_repeated(known, inst, memory, registry))
    });
}

fn can_be_repeated(known: &Functions, inst: &Inst, memory: &Memory, registry: &Registry) -> bool {
    let own = |pointer: ValueId| memory.place(pointer).is_some_and(|p| memory.is_private(p));
    match inst.op.access() {
        Access::Read | Access::Write => !inst.is_ordered(),
        Access::Exchange | Access::Order | Access::Unknown => false,
        Access::None => true,
        Access::Call => match callee::target(inst, registry) {
            Some(Target::Known(entry)) => known_call(inst, &entry.what, &own),
            Some(Target::Defined(_)) => known.is_call(inst, registry),
            // What the program calls inactive, it may call as often as it is run.
            Some(Target::Custom(Asked {
                what: Custom::Inactive,
                ..
            })) => true,
            Some(
                Target::Custom(_)
                | Target::Unknown(_)
                | Target::Through
                | Target::Indirect
                | Target::Assembly,
            )
            | None => false,
        },
    }
}

fn known_call(inst: &Inst, kind: &CalleeKind, own: &dyn Fn(ValueId) -> bool) -> bool {
    match kind {
        CalleeKind::Deallocator(spec) => own(inst.operands[usize::from(spec.ptr)]),
        CalleeKind::Allocator(_) => inst.result.is_some_and(own),
        CalleeKind::NoReturn => true,
        // Any other: it may be run again unless it uses state that nobody sees.
        _ => {
            let effects = kind.effects();
            !effects.state && !effects.emits && !effects.takes
        }
    }
}
