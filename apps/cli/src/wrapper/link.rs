//! How programs are linked with the libraries of the toolchain.
//!
//! Owns: the linker's flags. Must not: know which library a program needs.

use super::words::joined;
use std::ffi::OsString;
use std::path::PathBuf;

/// Whether a program needs a library that nothing has asked for yet where it is linked.
pub(super) enum Needed {
    Always,
    WhereUsed,
}

/// The flags that link a library in a folder, and find it there when the program runs.
pub(super) fn linked(folder: PathBuf, library: &str, needed: Needed) -> Vec<OsString> {
    let needed = match needed {
        Needed::Always => "-Wl,--push-state,--no-as-needed",
        Needed::WhereUsed => "-Wl,--push-state,--as-needed",
    };
    vec![
        joined("-L", folder.clone()),
        joined("-Wl,-rpath,", folder),
        needed.into(),
        format!("-l{library}").into(),
        "-Wl,--pop-state".into(),
    ]
}
