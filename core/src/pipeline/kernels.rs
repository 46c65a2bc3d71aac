//! Kernels of a module, and launches of them: what is added for them, what an option names, and what those do that have no derivative.
//!
//! Owns: these steps of a run. Must not: know other hook calls.

use super::shares;
use crate::analysed::Analysed;
use crate::analysis::callee;
use crate::diag::Diagnostic;
use crate::frontend;
use crate::launched::{running_unseen, written_beyond};
use crate::opened::Opened;
use crate::options::Options;
use crate::synth::host;
use crate::tiled::Tiled;
use enzyme_llvm_shim::ir::{Module, Value};
use enzyme_rules::{HostRule, Registry};

/// What is added beside kernels, and beside functions of a host that stand for them; and whether the module is of a host.
pub(super) fn kernels_of(
    module: Module,
    registry: &Registry,
    options: &Options,
) -> (frontend::AddedKernels, bool) {
    let patterns = options.mark_kernels.as_slice();
    let is_host = registry.grid().is_none();
    let kernels = match is_host {
        true => frontend::AddedKernels {
            optional: frontend::offer_launches(module, registry, patterns),
            ..frontend::AddedKernels::default()
        },
        false => {
            let shares = shares::told((module, registry), options.device_shadows);
            frontend::add_kernels((module, registry), patterns, shares)
        }
    };
    (kernels, is_host)
}

/// A kernel that an option names, the hook calls beside it, and what is wrong with these.
pub(super) struct Chosen {
    pub(super) kernel: frontend::Optional,
    pub(super) hooks: Vec<frontend::Hook>,
    pub(super) wrong: Vec<Diagnostic>,
}

impl Chosen {
    /// Takes what belongs to such kernels from all hook calls, and from all that is wrong.
    pub(super) fn of(
        kernels: Vec<frontend::Optional>,
        hooks: &mut Vec<frontend::Hook>,
        wrong: &mut Vec<Diagnostic>,
    ) -> Vec<Self> {
        let each = kernels.into_iter().map(|kernel| {
            let stands = |function: Option<Value>| function.is_some_and(|f| kernel.has(f));
            let own = hooks.extract_if(.., |hook| stands(Some(hook.caller)));
            let own = own.collect();
            let said = wrong.extract_if(.., |one| stands(one.handles.map(|(f, _)| f)));
            let wrong = said.collect();
            Self {
                kernel,
                hooks: own,
                wrong,
            }
        });
        each.collect()
    }
}

/// What is wrong with kernels that are said to have no derivative. The others have the host know what they write. Behind all waves: in what such a kernel does,
/// derivatives are code like any other.
pub(super) fn of_inactive_kernels(
    module: Module,
    registry: &Registry,
    options: &Options,
) -> Vec<Diagnostic> {
    let kernels = frontend::inactive_kernels(module);
    let mut analysed = Analysed::new(module, registry, options);
    let attempt = (&Opened::new(module, registry), &Tiled::default());
    let (mut wrong, _) = analysed.look_at_all(&kernels, attempt);
    for (name, prepared) in &analysed.prepared {
        let (view, function) = (&prepared.view, module.function(name));
        for at in running_unseen(&view.body, registry) {
            let symbol = callee::symbol(&view.body.insts[at]);
            let function = function.expect("what is analysed is there");
            wrong.push(frontend::runs_unseen(
                function,
                view.handles.inst(at),
                symbol,
            ));
        }
    }
    let known = |name: &str| {
        let body = &analysed.prepared.get(name)?.view.body;
        Some((body, analysed.memories.get(name)?))
    };
    for kernel in kernels {
        let handed = frontend::handed(module, kernel);
        let beyond = known(&kernel.name())
            .and_then(|(body, memory)| written_beyond((module, body, memory), &handed, registry));
        wrong.extend(beyond.map(|beyond| frontend::writes_beyond(kernel, &beyond)));
    }
    frontend::tell_of_kernels(module, &|function, param, offset| {
        let (body, memory) = known(function)?;
        Some(memory.written_behind(body, param, offset))
    });
    // Refusals point into the copies.
    if wrong.is_empty() {
        analysed.erase_copies();
    }
    wrong
}

/// Whether the module launches kernels. What these are handed lies in memory beside each other, with a derivative or without.
pub(super) fn launches(module: Module, registry: &Registry) -> bool {
    let mut hosts = registry.hosts().iter();
    hosts.any(|rule| host::launches(module, rule) || launches_elsewhere(module, rule))
}

/// Whether it launches kernels of a vendor that other files define.
pub(super) fn launches_elsewhere(module: Module, rule: &HostRule) -> bool {
    !frontend::launched_elsewhere(module, rule).is_empty()
}
