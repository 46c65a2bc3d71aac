//! Functions that leave no trace but their result: they write only memory of their own, and use no
//! state that the program cannot see, nor do they throw or end the program.
//!
//! A call of such a function may run later than the source has it, as long as what it reads stays;
//! and it overwrites nothing. LLVM's attributes say this of optimised code only, and never of
//! functions that allocate.
//!
//! Owns: what quiet means. Must not: decide when a call runs.

use super::callee::{self, Component, Functions, Target};
use super::memory::Memory;
use crate::view::{Access, Inst, ValueId};
use enzyme_rules::{CalleeKind, Registry};

/// Adds the quiet functions of a component. All are presumed quiet until one is found that is not.
pub(crate) fn learn(quiet: &mut Functions, component: &Component<'_>, registry: &Registry) {
    quiet.shrink(component, |known, body, memory| {
        let mut insts = body.insts.values();
        insts.all(|inst| is_silent(known, inst, memory, registry))
    });
}

fn is_silent(quiet: &Functions, inst: &Inst, memory: &Memory, registry: &Registry) -> bool {
    let own = |pointer: ValueId| memory.place(pointer).is_some_and(|p| memory.is_private(p));
    match inst.op.access() {
        Access::Write => !inst.is_ordered() && own(inst.operands[1]),
        Access::Read => !inst.is_ordered(),
        Access::Exchange | Access::Order | Access::Unknown => false,
        Access::Call => match callee::target(inst, registry) {
            Some(Target::Known(entry)) => silent_row(inst, &entry.what, &own),
            Some(Target::Defined(_)) => quiet.is_call(inst, registry),
            Some(Target::Unknown(_) | Target::Indirect | Target::Assembly) | None => false,
        },
        Access::None => true,
    }
}

/// Whether a call of something the registry knows writes only where `own` holds.
fn silent_row(inst: &Inst, kind: &CalleeKind, own: &dyn Fn(ValueId) -> bool) -> bool {
    let effects = kind.effects();
    let mut operands = inst.operands.iter().enumerate();
    !effects.state && operands.all(|(i, v)| !effects.writes.has(i.min(255) as u8) || own(*v))
}
