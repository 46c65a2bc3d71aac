//! From the module to an object file.
//!
//! Owns: which passes run in which order, and what other object files see of the module: nothing. Must not: know what the code does.

use crate::watch;
use crate::{EMULATED, Error, Options};
use enzyme_llvm_shim::host::Machine;
use enzyme_llvm_shim::ir::{Module, Value};
use std::marker::PhantomData;
use std::path::Path;

/// Code for the machine that we run on, in the module that it was made of.
pub struct Lowered<'m> {
    module: Module,
    machine: Machine,
    lent: PhantomData<&'m mut ()>,
}

impl Lowered<'_> {
    /// Writes the object file.
    ///
    /// # Errors
    /// The operating system's reason.
    pub fn write_object(&self, path: &Path) -> Result<(), Error> {
        let written = self.machine.write_object(self.module, path);
        written.map_err(Error::Llvm)
    }

    /// The module as text.
    pub fn print(&self) -> String {
        self.module.print()
    }
}

/// Functions of the device library that the checker has to see: what they access is what device code accesses.
const SEEN: [&str; 6] = [
    "device_nvvm_atomic",
    "device_nvvm_membar",
    "device___atomic_work_item_fence",
    "device_ptx_membar",
    "device_ptx_ld",
    "device_ptx_st",
];

/// Small again, and without the memory of local variables that nobody else sees; what vectorisers do comes later.
const BEFORE: &str = "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";

/// Optimises, instruments, and hides all that the module has.
pub(crate) fn finish<'m>(
    module: Module,
    machine: Machine,
    options: &Options,
    functions: &[String],
) -> Result<Lowered<'m>, Error> {
    hide(module);
    module.verify().map_err(Error::Llvm)?;
    let run = |passes: &str| machine.run_passes(module, passes).map_err(Error::Llvm);
    for function in module.functions() {
        if SEEN.iter().any(|seen| function.name().starts_with(seen)) {
            let always = module.context().enum_attribute("alwaysinline");
            function.add_function_attribute(always);
        }
    }
    run("always-inline,globaldce")?;
    match options.checked {
        true => check(module, functions, options, &run)?,
        false => own(module, functions).for_each(|f| watch::let_others_go(module, f)),
    }
    run(&format!("default<O{}>", options.level))?;
    Ok(Lowered {
        module,
        machine,
        lent: PhantomData,
    })
}

fn check(
    module: Module,
    functions: &[String],
    options: &Options,
    run: &dyn Fn(&str) -> Result<(), Error>,
) -> Result<(), Error> {
    if options.level > 0 {
        run(BEFORE)?;
    }
    module
        .functions()
        .into_iter()
        .for_each(|f| watch::leave(module, f));
    own(module, functions).for_each(|f| watch::watch(module, f));
    run("tsan-module,function(tsan)")?;
    watch::done(module);
    Ok(())
}

/// The functions of the program.
fn own(module: Module, functions: &[String]) -> impl Iterator<Item = Value> {
    let names = functions.iter().map(|name| format!("{name}{EMULATED}"));
    names.filter_map(move |name| module.function(&name))
}

/// No other object file sees what the module has.
fn hide(module: Module) {
    let all = module.functions().into_iter().chain(module.globals());
    for value in all {
        if !value.is_declaration() && !value.name().starts_with("llvm.") {
            value.set_internal();
        }
    }
}
