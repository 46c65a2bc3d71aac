//! Derivatives of functions that several threads run: those that start threads by themselves, and all that are compiled for a GPU.
//!
//! What a function does while its threads run is done at the same time as what these do, so that it shares shadows with them as the workers of a
//! team do.
//!
//! Owns: which hooks ask for such derivatives. Must not: know what a thread does.

use super::asked::Hook;
use crate::request::Team;
use crate::view::mentions::mentions;
use enzyme_llvm_shim::ir::Value;
use enzyme_rules::{CalleeKind, Registry};

impl Hook {
    /// Says in the request whether there are several threads.
    pub(super) fn know_threads(&mut self, registry: &Registry) {
        if registry.grid().is_some() {
            self.request.team = Team::Grid;
        } else if may_start(self.request.function, registry) {
            self.request.team = Team::Nested;
        }
    }
}

/// Whether a function mentions one that starts threads.
fn may_start(function: Value, registry: &Registry) -> bool {
    mentions(function, |function| {
        let entry = registry.lookup(&function.name());
        let starts = entry.is_some_and(|entry| matches!(entry.what, CalleeKind::Thread(_)));
        function.is_declaration() && starts
    })
}
