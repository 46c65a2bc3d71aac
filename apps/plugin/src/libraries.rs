//! Libraries of devices, linked into device code as compilers do it.
//!
//! Compilers link libdevice, or OCML, in front of all passes, and inline it: derivatives are made by the names of its functions, and call others of them, so that
//! here the libraries come behind that.
//!
//! Owns: which of the libraries in the settings are for a module. Must not: look for libraries; the wrappers do.

use enzyme_host::message::Message;
use enzyme_host::settings::DeviceLibrary;
use enzyme_llvm_shim::ir::Module;
use enzyme_llvm_shim::transform;

/// Links what the module needs; whether that was anything.
pub(crate) fn link(module: Module, libraries: &[DeviceLibrary]) -> Result<bool, Message> {
    if libraries.is_empty() || !module.is_for_gpu() || !calls_out(module) {
        return Ok(false);
    }
    let device = device(module);
    let fits = |library: &&DeviceLibrary| library.device.is_none() || library.device == device;
    let before = defined(module);
    for library in libraries.iter().filter(fits) {
        let linked = transform::link_needed(module, &library.file);
        linked.map_err(|reason| unreadable(library, &reason))?;
    }
    Ok(defined(module) > before)
}

/// Whether something is called that the module does not define.
fn calls_out(module: Module) -> bool {
    let mut functions = module.functions().into_iter();
    functions.any(|function| function.is_declaration() && !function.name().starts_with("llvm."))
}

fn defined(module: Module) -> usize {
    let functions = module.functions().into_iter();
    functions
        .filter(|function| !function.is_declaration())
        .count()
}

/// The device that a module is compiled for, as the compiler says with each of its functions.
fn device(module: Module) -> Option<String> {
    let mut functions = module.functions().into_iter();
    functions.find_map(|function| function.text_attribute("target-cpu"))
}

fn unreadable(library: &DeviceLibrary, reason: &str) -> Message {
    let title = format!(
        "cannot link {} into device code: {reason}",
        library.file.display()
    );
    let help = format!(
        "{} in the options names files of bitcode that this LLVM reads",
        DeviceLibrary::SETTING
    );
    Message::error(title).help(help)
}
