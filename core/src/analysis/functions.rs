//! Functions with a body of which something holds.
//!
//! Owns: [`Functions`], and how what holds of callees makes it hold, or not, of their callers. Must not: know what it is that holds.

use super::callee::looked_into;
use super::memory::Memory;
use crate::view::{Body, Inst};
use enzyme_rules::Registry;
use indexmap::IndexSet;

/// Functions with a body of which something holds, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Functions(IndexSet<String>);

/// Functions that call each other, with their memory.
pub(crate) type Component<'a> = [(&'a Body, &'a Memory)];

impl Functions {
    /// Whether a function is one of them.
    pub(crate) fn contains(&self, symbol: &str) -> bool {
        self.0.contains(symbol)
    }

    /// Whether an instruction calls one of them.
    pub(crate) fn is_call(&self, inst: &Inst, registry: &Registry) -> bool {
        looked_into(inst, registry).is_some_and(|symbol| self.0.contains(symbol))
    }

    /// Adds those of a component of which something holds, or comes to hold because another was added;
    /// callees outside of it are known already.
    pub(crate) fn grow(
        &mut self,
        component: &Component<'_>,
        holds: impl Fn(&Self, &Body, &Memory) -> bool,
    ) {
        let left = |(body, memory): &&(&Body, &Memory), known: &Self| {
            !known.0.contains(&body.name) && holds(known, body, memory)
        };
        while let Some((body, _)) = component.iter().find(|one| left(one, self)) {
            self.0.insert(body.name.clone());
        }
    }

    /// Adds all of a component, but those of which something does not hold, or does no longer because
    /// another was left out.
    pub(crate) fn shrink(
        &mut self,
        component: &Component<'_>,
        holds: impl Fn(&Self, &Body, &Memory) -> bool,
    ) {
        let names = component.iter().map(|(body, _)| body.name.clone());
        self.0.extend(names);
        let wrong = |(body, memory): &&(&Body, &Memory), known: &Self| {
            known.0.contains(&body.name) && !holds(known, body, memory)
        };
        while let Some((body, _)) = component.iter().find(|one| wrong(one, self)) {
            self.0.shift_remove(&body.name);
        }
    }
}
