//! `enzyme-cc`, `enzyme-c++`, `enzyme-fc`: the compiler, with our flags in front.
//!
//! A wrapper only adds flags. They come first, so that the user's own win (but for a library that is linked only where it
//! is needed, which comes last), and they can be shown
//! (`--showme`) and given by hand to the compiler just as well; but for a build that compares its derivatives ([`checked`]), which is linked with a library made for it, and for programs whose GPU code
//! runs on the CPU ([`emulated`]), which several commands make. Flang is told in its environment which of the user's
//! arguments are meant for gfortran (`fortran`), and the plugin which libraries device code is linked with ([`devices`]).
//!
//! Owns: starting the compiler. Must not: interpret, drop or reorder the user's arguments.

mod arguments;
mod behind;
mod checked;
mod devices;
mod emulated;
mod flags;
mod fortran;
mod gpu;
mod link;
mod mpi;
mod showme;
mod words;

pub(crate) use behind::behind;

use crate::exit::{Exit, Failure};
use crate::toolchain::{Compiler, Language};
use arguments::Shape;
use devices::Devices;
use enzyme_host::settings::VARIABLE;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;

/// Becomes the compiler, or prints what `--showme` asks for.
pub(crate) fn run(language: Language, user: &[OsString]) -> Result<Exit, Failure> {
    if emulated::is_asked(user) {
        return emulated::run(language, user);
    }
    if let Some((request, rest)) = showme::request(user) {
        return showme::print(language, request, &rest);
    }
    let compiler = Compiler::find(language)?;
    if user
        .iter()
        .any(|argument| argument == "--help" || argument == "-help")
    {
        showme::introduce(language);
    }
    // Clang's own front end is started through the driver again; it takes no driver flags.
    let internal = user
        .first()
        .is_some_and(|a| a.to_string_lossy().starts_with("-cc1"));
    let mut command = compiler.command();
    let mut behind = Vec::new();
    let mut library = None;
    if !internal {
        let shape = Shape::of(user);
        let devices = Devices::of(&compiler, user)?;
        command.args(flags::added(language, &shape)?);
        command.args(devices.flags);
        if let Some(options) = devices.options {
            command.env(VARIABLE, options);
        }
        behind = flags::added_behind(&shape)?;
        if let Some(value) = flags::overrides(language, &shape) {
            command.env(fortran::OVERRIDES, value);
        }
        if checked::is_asked() {
            command.args(checked::flags(language, shape.lto));
            library = (shape.links)
                .then(|| checked::Library::compiled(language, shape.lto))
                .transpose()?;
        }
    }
    let name = compiler.words[0].display();
    let failed = |e| Failure::environment(format!("cannot start {name}: {e}"));
    let Some(library) = library else {
        return Err(failed(command.args(user).args(behind).exec()));
    };
    // Not become, for the library is to go behind it. Its object stands in front, where no `-x` of the user's says what it is.
    let command = command.arg(&library.object).args(user).args(behind);
    let status = command.status().map_err(failed)?;
    drop(library);
    std::process::exit(status.code().unwrap_or(Exit::Environment as i32))
}
