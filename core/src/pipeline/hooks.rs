//! What hook calls ask that the functions which they differentiate do not allow, and what is done around the call of a derivative.
//!
//! Owns: these questions, asked when all that was asked for is generated. Must not: word what is said (`frontend`), or generate.

use super::Engine;
use crate::analysis::memory::declared_otherwise;
use crate::diag::Diagnostic;
use crate::frontend;
use crate::launched::Parameters;
use crate::request::{Mode, Team};
use crate::synth::apart::{self, Place};
use crate::synth::grid::is_of_block;
use crate::synth::{host, sized};
use enzyme_llvm_shim::ir::Value;
use enzyme_rules::CopyRule;
use indexmap::{IndexMap, IndexSet};

impl Engine<'_> {
    /// Whether a hook call adds nothing to any adjoint, which is zero then. Of two halves, the second one says so.
    pub(super) fn is_idle(&self, hook: &frontend::Hook) -> bool {
        let adjoints = matches!(hook.request.mode, Mode::Gradient | Mode::Reverse);
        let mut all = IndexSet::from([&hook.request]);
        let mut next = 0;
        while let Some(request) = all.get_index(next).copied() {
            let Some(asked) = self.idle.get(request) else {
                return false;
            };
            all.extend(asked);
            next += 1;
        }
        adjoints && !hook.is_virtual()
    }

    /// Derivatives of globals start at zero in every call of a derivative. On a grid, these are globals of a block, and a launch of the forward sweep alone
    /// leaves nothing there for the reverse.
    pub(super) fn clear_globals(&self, hook: &frontend::Hook) {
        if hook.request.team == Team::Grid && hook.request.mode == Mode::Augmented {
            return;
        }
        let Some(memory) = self.analysed.memories.get(&hook.request.function.name()) else {
            return;
        };
        let width = hook.request.width;
        let globals = memory.named_globals();
        let globals = globals.filter(|name| !self.is_copied(hook, name));
        let grid = self.registry.grid();
        self.twins
            .clear(self.module, hook.call, globals, width, grid);
    }

    /// Each call of a derivative clears the shadows of globals, which several threads cannot do at once.
    pub(super) fn shared_global(&self, hook: &frontend::Hook) -> Option<Diagnostic> {
        let memory = self.analysed.memories.get(&hook.request.function.name())?;
        let is_shared = |name: &&String| {
            let twins = self.twins.made(self.module, name, hook.request.width);
            let grid = self.registry.grid();
            let own = |twin: &Value| twin.is_thread_local() || is_of_block(*twin, grid);
            !twins.iter().all(own) && !self.is_copied(hook, name)
        };
        let several = hook.request.atomic_add || hook.request.team == Team::Grid;
        let name = memory.named_globals().find(is_shared).filter(|_| several)?;
        Some(hook.shared_global(name))
    }

    /// Memory whose size a launch says has a shadow where the launch is one of ours, which asks for as much again.
    pub(super) fn sized_by_launch(&self, hook: &frontend::Hook) -> Option<Diagnostic> {
        if hook.is_of_launch() {
            return None;
        }
        let memory = self.analysed.memories.get(&hook.request.function.name())?;
        let name = memory.named_globals().find(|name| {
            let global = self.module.global(name);
            let sized =
                global.is_some_and(|of| sized::is_sized_by_launch(of, self.registry.grid()));
            sized
                && !self
                    .twins
                    .made(self.module, name, hook.request.width)
                    .is_empty()
        })?;
        Some(hook.sized_by_launch(name))
    }

    /// Puts the shadows of memory that a block shares where they lie, if that is not where the variables are that stand for them.
    pub(super) fn place_shadows(&self, apart: &IndexMap<Value, Place>) {
        let grid = self.registry.grid();
        for (twin, place) in apart {
            apart::place(self.module, *twin, *place);
        }
        let all = self.module.globals().into_iter();
        let sized = all.filter(|global| sized::is_sized_by_launch(*global, grid));
        // What stands for a shadow is erased.
        for global in sized.collect::<Vec<_>>() {
            for twin in self.twins.made(self.module, &global.name(), 1) {
                sized::place(self.module, (global, twin));
            }
        }
    }

    /// Each kernel that the host launches is differentiated by itself: what it leaves in a global, no other one finds again.
    pub(super) fn left_global(&self, hook: &frontend::Hook) -> Option<Diagnostic> {
        let asks = hook.request.mode == Mode::Reverse && hook.is_of_launch();
        let global = self.left.get(&hook.request).filter(|_| asks)?;
        Some(hook.left_global(global))
    }

    /// Of two halves on a grid, each is run by a launch of its own.
    pub(super) fn kept_of_launch(&self, hook: &frontend::Hook) -> Vec<Diagnostic> {
        if hook.request.team != Team::Grid || hook.request.mode != Mode::Reverse {
            return Vec::new();
        }
        let mut all = IndexSet::from([&hook.request]);
        let mut next = 0;
        let mut said = Vec::new();
        while let Some(request) = all.get_index(next).copied() {
            // What is no half runs wholly in the reverse launch.
            let is_half = request.mode != Mode::Gradient;
            if let Some((asked, refusal)) = self.halves.get(request).filter(|_| is_half) {
                all.extend(asked);
                let view = &self.analysed.prepared[&request.function.name()].view;
                let refused = refusal.clone().into_iter().collect();
                said.extend(self.word(request.function, view, refused));
            }
            next += 1;
        }
        said
    }

    /// Launches know of a kernel's parameters what their types say.
    pub(super) fn hidden_number(&self, hook: &frontend::Hook) -> Option<Diagnostic> {
        let asks = hook.request.mode == Mode::Reverse && hook.is_of_launch();
        let name = Some(hook.request.function.name()).filter(|_| asks)?;
        let memory = self.analysed.memories.get(&name)?;
        let body = &self.analysed.prepared.get(&name)?.view.body;
        let found = Parameters {
            memory,
            params: &body.params,
        };
        let hidden = frontend::hidden_number(self.module, &name, &found);
        let address = || frontend::hidden_address(self.module, &name, &found);
        let declared = || declared_otherwise(memory, body, frontend::kernel_of(&name));
        let hidden = hidden.map(|param| hook.hidden_number(param));
        let hidden = hidden.or_else(|| Some(hook.hidden_address(address()?)));
        hidden.or_else(|| Some(hook.declared_otherwise(declared()?)))
    }

    /// Whether threads have copies of a global, each with a shadow of its own.
    fn is_copied(&self, hook: &frontend::Hook, name: &str) -> bool {
        let known = (self.module, self.registry);
        self.twins.is_copied(known, name, hook.request.width)
    }

    /// What tells of derivatives that find shadows of threads' copies of a global, and the global, if this one does.
    fn copied(&self, hook: &frontend::Hook) -> Option<(&'static CopyRule, String)> {
        let started = |starter: &str| self.module.function(starter).is_some();
        let mut peers = self.registry.peers(started).into_iter();
        let rule = peers.find_map(|peers| peers.copies)?;
        let memory = self.analysed.memories.get(&hook.request.function.name())?;
        let mut globals = memory.named_globals();
        let name = globals.find(|name| self.is_copied(hook, name))?;
        Some((rule, name.clone()))
    }

    /// The libraries that are to know where a hook's derivative begins and ends.
    pub(super) fn told_of(
        &self,
        hook: &frontend::Hook,
        derivatives: &[Value],
    ) -> Vec<frontend::Bracket> {
        let copies = self.copied(hook).map(|(rule, _)| frontend::Bracket {
            begins: rule.begin,
            ends: rule.end,
        });
        let is_whole = !matches!(hook.request.mode, Mode::Augmented | Mode::Reverse);
        let is_whole = is_whole && !hook.is_offered();
        let whole = derivatives.first().filter(|_| is_whole).into_iter();
        let reached = || whole.flat_map(|d| frontend::reachable(*d)).collect();
        let hosts = host::called(self.module, self.registry, reached).into_iter();
        let hosts = hosts.map(|rule| frontend::Bracket {
            begins: rule.begins,
            ends: rule.ends,
        });
        copies.into_iter().chain(hosts).collect()
    }

    /// Shadows of threads' copies do not last from one half of a derivative to the other.
    pub(super) fn copied_global(&self, hook: &frontend::Hook) -> Option<Diagnostic> {
        let apart = matches!(hook.request.mode, Mode::Augmented | Mode::Reverse);
        let (_, name) = self.copied(hook).filter(|_| apart || hook.is_virtual())?;
        Some(hook.copied_global(&name))
    }
}
