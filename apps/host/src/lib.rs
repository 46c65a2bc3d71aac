//! What every way into the engine shares.
//!
//! Owns: which rule packs are registered ([`registry`]), one run over a module ([`run`]) and
//! what is due before it ([`keep`]), the engine's options as text ([`settings`]), reports as files ([`reports`]), what happens when the engine
//! breaks ([`crash`]), and how messages look ([`message`]).
//! Must not: parse command lines, change IR, or decide where a diagnostic is printed.

#![deny(unsafe_code)]

pub mod crash;
pub mod message;
pub mod reports;
pub mod settings;

use crash::Crash;
use enzyme_core::{Diagnostic, Outcome, differentiate_module, frontend};
use enzyme_llvm_shim::analyses::look_further;
use enzyme_llvm_shim::ir::Module;
use enzyme_rules::{Registry, RegistryError};
use settings::Settings;

/// How many uses of an address LLVM looks at in modules with hooks. By itself it gives up at 100: the arrays of a large function have more, and any call might then
/// write each of them.
const USES: u32 = 2000;

/// Differentiates what the module asks for. A module that names no hook costs nothing.
///
/// # Errors
/// When the engine breaks; the module may then be in any state.
pub fn run(module: Module, settings: &Settings) -> Result<Outcome, Crash> {
    if !is_concerned(module, settings) {
        return Ok(Outcome::default());
    }
    look_further(USES);
    let before = module.print();
    let mut outcome = crash::guard(&before, || {
        assert!(!settings.provoke_crash, "asked to crash");
        let registry = registry().unwrap_or_else(|error| panic!("{error}"));
        differentiate_module(module, &registry, &settings.options)
    })?;
    // The engine noticed by itself that it is broken: the same report.
    let own = |d: &&mut Diagnostic| d.code == Crash::CODE;
    if let Some(broken) = outcome.diagnostics.iter_mut().find(own) {
        let report = crash::write_report(&before);
        broken.help = crash::remedies(report.as_deref());
    }
    Ok(outcome)
}

/// Whether the engine has to do with a module: it has hooks, or kernels that a setting names.
pub fn is_concerned(module: Module, settings: &Settings) -> bool {
    let patterns = settings.options.mark_kernels.as_slice();
    if crash::has_hooks(module) || patterns.is_empty() {
        return crash::has_hooks(module);
    }
    if module.is_for_gpu() {
        return frontend::names_kernels(module, patterns);
    }
    let registry = registry().unwrap_or_else(|error| panic!("{error}"));
    frontend::names_launched(module, &registry, patterns)
}

/// Keeps what the engine has to recognise from being inlined, and marks what it could not tell apart later, before anything else is done with a module;
/// returns whether there is anything.
pub fn keep(module: Module, settings: &Settings) -> bool {
    let known = match is_concerned(module, settings) {
        true => {
            look_further(USES);
            registry().unwrap_or_else(|error| panic!("{error}"))
        }
        // What the program itself says may be for another module.
        false => Registry::default(),
    };
    let marked = enzyme_core::mark_variables(module, &known);
    let said = match settings.device_checker {
        // Whoever runs the code elsewhere knows LLVM's instructions.
        true => registry().is_ok_and(|all| frontend::say_updates(module, &all)),
        false => frontend::say_updates(module, &known),
    };
    let in_bytes = frontend::say_bytes(module, &known);
    frontend::keep(module, &known) || marked || said || in_bytes
}

/// The registry of all packs that this build contains.
///
/// # Errors
/// When two packs contradict each other, which is a mistake of the build and not of the user.
pub fn registry() -> Result<Registry, RegistryError> {
    Registry::builder()
        .with(&enzyme_rules::builtin())
        .with(&enzyme_mpi_rules::Mpi)
        .with(&enzyme_parallel_rules::Regions)
        .with(&enzyme_parallel_rules::OpenMp)
        .with(&enzyme_parallel_rules::Kokkos)
        .with(&enzyme_parallel_rules::Raja)
        .with(&enzyme_parallel_rules::Rust)
        .with(&enzyme_parallel_rules::Threads)
        .with(&enzyme_blas_rules::Blas)
        .with(&enzyme_gpu_rules::Nvidia)
        .with(&enzyme_gpu_rules::Amd)
        .build()
}

#[cfg(test)]
mod tests {
    #[test]
    fn packs_of_this_build_do_not_contradict_each_other() {
        if let Err(error) = super::registry() {
            panic!("{error}");
        }
    }
}
