//! Calls through pointers that become branches, attempt by attempt.
//!
//! A call through a pointer stays what it is where derivatives do not depend on it: a callback may come from a library that
//! nobody sees. Where the engine refuses a function, it tries again with that function's calls as branches to those that they
//! may reach, see `prepare::targets`, and in what is reached by these. Where that is refused, too, because functions
//! of one type that are never called there disagree about what a pointer leads to, it goes by where their addresses are kept.
//!
//! Owns: [`Opened`], in which functions calls become branches. Must not: know why a function was refused.

use crate::prepare::{Belief, Prepared, Targets};
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};
use std::cell::OnceCell;

/// The functions whose calls through pointers are branches.
pub(crate) struct Opened<'a> {
    registry: &'a Registry,
    /// What the module has before the first attempt: what an attempt makes is no target, and may be gone in the next one.
    program: IndexSet<Value>,
    targets: OnceCell<Targets>,
    /// What was reached without any branch; nothing in the first attempt.
    direct: Option<IndexSet<String>>,
    /// Those of them whose calls are branches in the next attempt.
    chosen: IndexSet<String>,
    by_place: bool,
}

impl<'a> Opened<'a> {
    /// Nothing is a branch yet.
    pub(crate) fn new(module: Module, registry: &'a Registry) -> Self {
        Self {
            registry,
            program: module.functions().into_iter().collect(),
            targets: OnceCell::new(),
            direct: None,
            chosen: IndexSet::new(),
            by_place: false,
        }
    }

    /// Whether no call is a branch yet.
    pub(crate) fn has_none(&self) -> bool {
        self.direct.is_none()
    }

    /// What calls of a function may reach, if they are to be branches.
    pub(crate) fn targets(&self, module: Module, function: &str) -> Option<(&Targets, Belief)> {
        let direct = self.direct.as_ref()?;
        let opened = self.chosen.contains(function) || !direct.contains(function);
        opened.then(|| (self.known(module), self.belief()))
    }

    /// All functions that branches may lead to.
    pub(crate) fn all(&self, module: Module) -> Vec<Value> {
        let targets = self.direct.as_ref().map(|_| self.known(module));
        targets.map(Targets::all).unwrap_or_default()
    }

    /// Chooses functions after an attempt: of those that were refused, else of all. Says whether another attempt differs.
    pub(crate) fn more(
        &mut self,
        module: Module,
        prepared: &IndexMap<String, Prepared>,
        refused: &IndexSet<String>,
    ) -> bool {
        let known = self.known(module);
        let left = |(name, one): &(&String, &Prepared)| {
            self.targets(module, name).is_none()
                && !known.resolved(one.copy, self.belief()).is_empty()
        };
        let left = prepared.iter().filter(left).map(|(name, _)| name.clone());
        let mut chosen: IndexSet<String> = left.collect();
        if chosen.iter().any(|name| refused.contains(name)) {
            chosen.retain(|name| refused.contains(name));
        }
        if chosen.is_empty() {
            // Once more, if there were branches.
            return self.direct.is_some() && !std::mem::replace(&mut self.by_place, true);
        }
        let reached = || prepared.keys().cloned().collect();
        self.direct.get_or_insert_with(reached);
        self.chosen.extend(chosen);
        true
    }

    /// Why a call is no branch, and what helps.
    pub(crate) fn why(&self, module: Module, call: Value) -> (String, &'static str) {
        self.known(module).why(call)
    }

    fn belief(&self) -> Belief {
        match self.by_place {
            true => Belief::ByPlace,
            false => Belief::All,
        }
    }

    fn known(&self, module: Module) -> &Targets {
        self.targets
            .get_or_init(|| Targets::of(module, &self.program, self.registry))
    }
}
