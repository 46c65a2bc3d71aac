//! What a wrapper adds to the user's arguments.
//!
//! Owns: which flags are added when. Must not: start the compiler.

use super::arguments::{Lto, Shape};
use super::behind::Behind;
use super::words::joined;
use super::{fortran, mpi};
use crate::exit::Failure;
use crate::toolchain::{self, Language};
use enzyme_host::settings::VARIABLE;
use std::ffi::{OsStr, OsString};

/// The flags in front of the user's.
pub(super) fn added(language: Language, shape: &Shape) -> Result<Vec<OsString>, Failure> {
    let mut flags = compile_flags(language, shape)?;
    if shape.links {
        flags.extend(link_flags(shape)?);
    }
    Ok(flags)
}

/// The flags behind the user's: libraries behind what may call them.
pub(super) fn added_behind(shape: &Shape) -> Result<Vec<OsString>, Failure> {
    let libraries = shape.behind.iter().filter(|_| shape.links);
    let flags = libraries.map(|library| Behind::link_flags(*library));
    Ok(flags.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Which of the user's arguments the compiler is to leave out, as it wants to be told.
pub(super) fn overrides(language: Language, shape: &Shape) -> Option<OsString> {
    if language != Language::Fortran {
        return None;
    }
    let inherited = std::env::var_os(fortran::OVERRIDES);
    shape.fortran.overrides(inherited.as_deref())
}

/// The plugin's options: what the user has set, and more.
pub(super) fn options(more: Vec<OsString>) -> OsString {
    let inherited = std::env::var_os(VARIABLE).filter(|text| !text.is_empty());
    let all: Vec<OsString> = inherited.into_iter().chain(more).collect();
    all.join(OsStr::new(","))
}

/// Clang and flang know the lines of the source for remarks of passes, if any are asked for, and write none of that into the object file.
const LINES: &str = "-Rpass=enzyme-rs";

/// Clang leaves the names of variables out otherwise.
const NAMES: &str = "-fno-discard-value-names";

/// Between these, clang does not say that it has no use for a flag (as it has none for assembly).
const UNUSED: [&str; 2] = ["--start-no-unused-arguments", "--end-no-unused-arguments"];

/// Flags for messages with the lines and names of the source.
fn message_flags(language: Language) -> Vec<OsString> {
    let flags: &[&str] = match language {
        Language::Fortran => &[LINES],
        Language::C | Language::Cxx => &[UNUSED[0], LINES, NAMES, UNUSED[1]],
    };
    flags.iter().map(OsString::from).collect()
}

/// What compiling needs: the plugin, the headers, and what messages are made of.
pub(super) fn compile_flags(language: Language, shape: &Shape) -> Result<Vec<OsString>, Failure> {
    let mut flags = vec![joined("-fpass-plugin=", toolchain::plugin()?)];
    let headers = match language {
        Language::Fortran => shape.fortran.include().map(OsString::from),
        Language::C | Language::Cxx => include_folder(),
    };
    flags.extend(headers.map(|folder| joined("-I", folder)));
    flags.extend(message_flags(language));
    if shape.lto == Lto::Full {
        // The plugin's turn comes at link time, when everything is known; code that is vectorised
        // by then has lost its shape.
        let early = ["-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"];
        for flag in early {
            // Device code has its turn here.
            flags.extend(shape.has_device_code.then(|| "-Xarch_host".into()));
            flags.push(flag.into());
        }
    }
    Ok(flags)
}

/// What linking needs: the library of MPI's adjoints in a program with MPI, the plugin when the linker optimises.
pub(super) fn link_flags(shape: &Shape) -> Result<Vec<OsString>, Failure> {
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
