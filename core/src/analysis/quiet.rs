//! Functions that leave no trace but their result: they write only memory of their own, and use no
//! state that the program cannot see, nor do they throw or end the program.
//!
//! A call of such a function may run later than the source has it, as long as what it reads stays;
//! and it overwrites nothing. LLVM's attributes say this of optimised code only, and never of
//! functions that allocate.
//!
//! Owns: [`Quiet`]. Must not: decide when a call runs.

use super::callee::{self, Target};
use super::memory::Memory;
use crate::view::{Body, Inst, Op, ValueId};
use enzyme_rules::{CalleeKind, Registry};
use indexmap::IndexSet;

/// The quiet functions found so far, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quiet(IndexSet<String>);

impl Quiet {
    /// Whether an instruction is a call of a quiet function with a body.
    pub(crate) fn is_call(&self, inst: &Inst, registry: &Registry) -> bool {
        matches!(callee::target(inst, registry), Some(Target::Defined(symbol)) if self.0.contains(symbol))
    }

    /// Adds the quiet functions of a component that call each other; callees outside it are known
    /// already. All are presumed quiet until one is found that is not.
    pub(crate) fn learn(&mut self, component: &[(&Body, &Memory)], registry: &Registry) {
        let names = component.iter().map(|(body, _)| body.name.clone());
        self.0.extend(names);
        loop {
            let loud = |(body, memory): &&(&Body, &Memory)| {
                let noise = |inst: &Inst| !self.is_silent(inst, memory, registry);
                self.0.contains(&body.name) && body.insts.values().any(noise)
            };
            let Some((body, _)) = component.iter().find(loud) else {
                return;
            };
            self.0.shift_remove(&body.name);
        }
    }

    fn is_silent(&self, inst: &Inst, memory: &Memory, registry: &Registry) -> bool {
        let own = |pointer: ValueId| memory.place(pointer).is_some_and(|p| memory.is_private(p));
        match &inst.op {
            Op::Store { ordered } => !ordered && own(inst.operands[1]),
            Op::Load { ordered } => !ordered,
            Op::AtomicRmw { .. } | Op::CmpXchg | Op::Fence | Op::Unsupported(_) => false,
            Op::Call(_) => match callee::target(inst, registry) {
                Some(Target::Known(entry)) => silent_row(inst, &entry.what, &own),
                Some(Target::Defined(_)) => self.is_call(inst, registry),
                _ => false,
            },
            _ => true,
        }
    }
}

/// Whether a call of something the registry knows writes only where `own` holds.
fn silent_row(inst: &Inst, kind: &CalleeKind, own: &dyn Fn(ValueId) -> bool) -> bool {
    let effects = kind.effects();
    let mut operands = inst.operands.iter().enumerate();
    !effects.state && operands.all(|(i, v)| !effects.writes.has(i.min(255) as u8) || own(*v))
}
