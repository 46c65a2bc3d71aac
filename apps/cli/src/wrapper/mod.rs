//! `enzyme-cc`, `enzyme-c++`, `enzyme-fc`: the compiler, with our flags in front.
//!
//! A wrapper only adds flags. They come first, so that the user's own win (but for a library that is linked only where it
//! is needed, which comes last), and they can be shown
//! (`--showme`) and given by hand to the compiler just as well. Flang is told in its environment which of the user's
//! arguments are meant for gfortran (`fortran`).
//!
//! Owns: which flags are added when. Must not: interpret, drop or reorder the user's arguments.

mod arguments;
mod blas;
mod fortran;
mod mpi;
mod showme;

use crate::exit::{Exit, Failure};
use crate::toolchain::{self, Compiler, Language};
use arguments::{Lto, Shape};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;

/// Help that follows the arguments of `enzyme-rs cc` and its siblings.
pub(crate) const HELP: &str = "\
All arguments go to the compiler; these only print:
  --showme            the whole command
  --showme:compile    the flags that are added when compiling
  --showme:link       the flags that are added when linking; say -flto as well if you use it
  --showme:command, :incdirs, :libdirs, :libs, :plugin, :version, :help

Environment:
  ENZYME_RS_CC, ENZYME_RS_CXX, ENZYME_RS_FC   the compiler to start
  ENZYME_RS_OPTIONS                           options of the engine: inline-limit=0,print-plans
  ENZYME_RS_PLUGIN, ENZYME_RS_INCLUDE         plugin and headers, if they are elsewhere
  ENZYME_RS_MPI                               folder of libenzyme_rs_mpi, or none: do not link it
  ENZYME_RS_BLAS                              folder of libenzyme_rs_blas, or none: do not link it";

/// Becomes the compiler, or prints what `--showme` asks for.
pub(crate) fn run(language: Language, user: &[OsString]) -> Result<Exit, Failure> {
    if let Some((request, rest)) = showme::request(user) {
        return showme::print(language, request, &rest);
    }
    let compiler = Compiler::find(language)?;
    // Clang's own front end is started through the driver again; it takes no driver flags.
    let internal = user
        .first()
        .is_some_and(|a| a.to_string_lossy().starts_with("-cc1"));
    let mut command = compiler.command();
    let mut behind = Vec::new();
    if !internal {
        let shape = Shape::of(user);
        command.args(added(language, &shape)?);
        behind = added_behind(&shape)?;
        if let Some(value) = overrides(language, &shape) {
            command.env(fortran::OVERRIDES, value);
        }
    }
    let error = command.args(user).args(behind).exec();
    Err(Failure::environment(format!(
        "cannot start {}: {error}",
        compiler.words[0].display()
    )))
}

/// The flags in front of the user's.
fn added(language: Language, shape: &Shape) -> Result<Vec<OsString>, Failure> {
    let mut flags = compile_flags(language, shape)?;
    if shape.links {
        flags.extend(link_flags(shape)?);
    }
    Ok(flags)
}

/// The flags behind the user's: the library of BLAS's adjoints in a program with BLAS, behind what may call it.
fn added_behind(shape: &Shape) -> Result<Vec<OsString>, Failure> {
    match shape.links && shape.blas {
        true => blas::link_flags(),
        false => Ok(Vec::new()),
    }
}

/// Which of the user's arguments the compiler is to leave out, as it wants to be told.
fn overrides(language: Language, shape: &Shape) -> Option<OsString> {
    if language != Language::Fortran {
        return None;
    }
    let inherited = std::env::var_os(fortran::OVERRIDES);
    shape.fortran.overrides(inherited.as_deref())
}

/// What compiling needs: the plugin and the headers.
fn compile_flags(language: Language, shape: &Shape) -> Result<Vec<OsString>, Failure> {
    let mut flags = vec![joined("-fpass-plugin=", toolchain::plugin()?)];
    let headers = match language {
        Language::Fortran => shape.fortran.include().map(OsString::from),
        Language::C | Language::Cxx => include_folder(),
    };
    flags.extend(headers.map(|folder| joined("-I", folder)));
    if shape.lto == Lto::Full {
        // The plugin's turn comes at link time, when everything is known; code that is vectorised
        // by then has lost its shape.
        let early = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"];
        flags.extend(early.map(OsString::from));
    }
    Ok(flags)
}

/// What linking needs: the library of MPI's adjoints in a program with MPI, the plugin when the linker optimises.
fn link_flags(shape: &Shape) -> Result<Vec<OsString>, Failure> {
    let mpi = shape.mpi.map(mpi::Mpi::link_flags).transpose()?;
    let mut flags = mpi.unwrap_or_default();
    if shape.lto != Lto::Off && !shape.other_linker {
        let plugin = toolchain::plugin()?;
        flags.push("-fuse-ld=lld".into());
        flags.push(joined("-Wl,--load-pass-plugin=", plugin));
    }
    Ok(flags)
}

/// The folder of the headers, unless compilers search it anyway.
fn include_folder() -> Option<OsString> {
    let searched = ["/usr/include", "/usr/local/include"];
    let folder = toolchain::include()?;
    (!searched.iter().any(|s| folder == std::path::Path::new(s))).then(|| folder.into())
}

fn joined(flag: impl Into<OsString>, value: impl Into<OsString>) -> OsString {
    let mut text = flag.into();
    text.push(value.into());
    text
}
