//! Device code of CUDA and HIP as an object file for the CPU.
//!
//! [`lower`] turns a module that clang has compiled for a GPU, differentiated or not, into one for the machine we run on: address spaces become one
//! (`module`), calls of intrinsics and of the vendors' libraries become calls of the device library (`device/*.c`) or of libm (`meaning`, `assembly`, `vectors`, `gathered`, `calls`), shared
//! variables are asked for (`shared`), kernels read their arguments from a list and are made known by name (`kernels`, `variables`, `registration`), and accesses are
//! shown to the checker (`watch`). [`Lowered::write_object`] makes the object file. `enzyme-gpu-emulator` runs it.
//!
//! Owns: the order of these steps. Must not: know what a derivative is, run anything, or link programs.

#![deny(unsafe_code)]

mod assembly;
mod calls;
mod emit;
mod gathered;
mod kernels;
mod meaning;
mod module;
mod refusal;
mod registration;
mod shared;
mod sites;
mod variables;
mod vectors;
mod watch;

pub use emit::Lowered;
pub use refusal::Refusal;

use enzyme_llvm_shim::host::Machine;
use enzyme_llvm_shim::io::{OwnedModule, link_text};

/// Behind the names of functions that are run in place of device code: a host has some of the same name.
pub(crate) const EMULATED: &str = ".emulated";

/// The device library: `device/device.c`, compiled.
pub(crate) const LIBRARY: &str = include_str!("../device/device.ll");

/// What an object file is to be like.
#[derive(Clone, Debug)]
pub struct Options {
    /// Under which name its kernels and variables are made known: those of two modules may have the same names.
    pub module: String,
    /// The level of optimisation, 0 to 3.
    pub level: u8,
    /// Whether accesses are shown to the checker.
    pub checked: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            module: String::new(),
            level: 1,
            checked: true,
        }
    }
}

/// Why there is no object file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The module has what cannot be run here.
    #[error("{} cannot be run on the CPU", counted(.0.len()))]
    Refused(Vec<Refusal>),
    /// LLVM cannot do what it should.
    #[error("{0}")]
    Llvm(String),
}

fn counted(things: usize) -> String {
    match things {
        1 => "one thing".to_owned(),
        n => format!("{n} things"),
    }
}

/// Turns device code into code for the machine that we run on.
///
/// # Errors
/// What is not known how to run, or that LLVM makes no code for this machine.
pub fn lower<'m>(owned: &'m mut OwnedModule<'_>, options: &Options) -> Result<Lowered<'m>, Error> {
    let module = owned.handle();
    let refusals = module::refused(module);
    if !refusals.is_empty() {
        return Err(Error::Refused(refusals));
    }
    let machine = Machine::new(options.level).map_err(Error::Llvm)?;
    let found = module::read(module);
    module::prepare(module, &found);
    machine.claim(module);
    link_text(module, LIBRARY).map_err(Error::Llvm)?;
    gathered::gather(module, &machine, &found.kernels)?;
    let mut refusals = calls::replace(module, &found.functions);
    refusals.extend(shared::replace(module, &found.shared));
    refusals.extend(variables::undefined(module));
    if !refusals.is_empty() {
        return Err(Error::Refused(refusals));
    }
    let kernels = kernels::entries(module, &found.kernels);
    let variables = variables::roomy(module, &found.variables);
    registration::register(module, options, &kernels, &variables);
    emit::finish(module, machine, options, &found.functions)
}
