//! Derivatives of functions that start threads by themselves.
//!
//! What such a function does while threads run is done at the same time as what these do, so that it shares shadows with them as the workers of a
//! team do.
//!
//! Owns: which hooks ask for such derivatives. Must not: know what a thread does.

use super::asked::Hook;
use crate::request::Team;
use enzyme_llvm_shim::ir::{Value, ValueKind};
use enzyme_rules::{CalleeKind, Registry};
use indexmap::IndexSet;

impl Hook {
    /// Says in the request whether threads may be started.
    pub(super) fn know_threads(&mut self, registry: &Registry) {
        if may_start(self.request.function, registry) {
            self.request.team = Team::Nested;
        }
    }
}

/// Whether a function mentions one that starts threads: in its code, in that of functions and objects that it mentions, and so on.
fn may_start(function: Value, registry: &Registry) -> bool {
    let starts = |function: Value| {
        let entry = registry.lookup(&function.name());
        entry.is_some_and(|entry| matches!(entry.what, CalleeKind::Thread(_)))
    };
    let mut all = IndexSet::from([function]);
    let mut next = 0;
    while let Some(value) = all.get_index(next).copied() {
        next += 1;
        match value.kind() {
            ValueKind::LLVMFunctionValueKind if value.is_declaration() => {
                if starts(value) {
                    return true;
                }
            }
            ValueKind::LLVMFunctionValueKind => {
                let blocks = value.blocks().into_iter();
                let operands = blocks.flat_map(|block| block.instructions());
                let operands = operands.flat_map(Value::operands);
                all.extend(operands.filter(|operand| operand.is_constant()));
            }
            ValueKind::LLVMGlobalVariableValueKind => all.extend(value.initializer()),
            // Any other constant: what it is made of.
            _ => all.extend(value.operands()),
        }
    }
    false
}
