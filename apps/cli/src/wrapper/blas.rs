//! Linking the run-time library of BLAS's adjoints.
//!
//! A program may bring routines of BLAS in any library, or in sources of its own. So the library stands behind every link, and the linker takes
//! it only where generated code calls it.
//!
//! Owns: the flags for it. Must not: look for BLAS itself; the user names it.

use super::words::joined;
use crate::exit::Failure;
use crate::toolchain;
use std::ffi::OsString;

/// The library's name to a linker.
pub(super) const LIBRARY: &str = "enzyme_rs_blas";

/// Whether a link with these words may have the library: not one into an object file, and not one whose last words are all files.
pub(super) fn may_be_linked(words: &[String]) -> bool {
    !words
        .iter()
        .any(|word| ["-r", "--"].contains(&word.as_str()))
}

/// The flags behind the user's, if the library is installed.
pub(super) fn link_flags() -> Result<Vec<OsString>, Failure> {
    let Some(folder) = toolchain::blas_library()? else {
        return Ok(Vec::new());
    };
    Ok(vec![
        joined("-L", folder.clone()),
        joined("-Wl,-rpath,", folder),
        "-Wl,--push-state,--as-needed".into(),
        format!("-l{LIBRARY}").into(),
        "-Wl,--pop-state".into(),
    ])
}
