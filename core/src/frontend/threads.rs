//! Derivatives of functions that start threads by themselves.
//!
//! What such a function does while threads run is done at the same time as what these do, so that it shares shadows with them as the workers of a
//! team do.
//!
//! Owns: which hooks ask for such derivatives. Must not: know what a thread does.

use super::asked::Hook;
use crate::request::Team;
use crate::view::mentions::mentions;
use enzyme_llvm_shim::ir::Value;
use enzyme_rules::{CalleeKind, Registry};

impl Hook {
    /// Says in the request whether threads may be started.
    pub(super) fn know_threads(&mut self, registry: &Registry) {
        if may_start(self.request.function, registry) {
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
