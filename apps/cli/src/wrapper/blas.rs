//! Linking the run-time library of BLAS's adjoints.
//!
//! Owns: telling from the words of a link whether it is one with BLAS, and the flags for it. Must not: look for BLAS
//! itself; the user names it.

use super::mpi::library;
use super::words::joined;
use crate::exit::Failure;
use crate::toolchain;
use std::ffi::OsString;

/// The library's name to a linker.
pub(super) const LIBRARY: &str = "enzyme_rs_blas";
/// Parts of the names of libraries that are BLAS or LAPACK, or bring them.
const PARTS: [&str; 11] = [
    "blas", "lapack", "mkl", "blis", "libflame", "atlas", "armpl", "nvpl", "sci_cray", "essl",
    "aocl",
];

/// Whether a link with these words is with BLAS.
pub(super) fn is_linked(words: &[String]) -> bool {
    let mut names = words.iter().filter_map(|word| library(word));
    names.any(|name| name != LIBRARY && PARTS.iter().any(|part| name.contains(part)))
}

/// The flags behind the user's, if the library is installed: the linker takes it only where generated code calls it.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn linked(line: &str) -> bool {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        is_linked(&words)
    }

    #[test]
    fn the_link_line_tells_whether_there_is_blas() {
        for line in [
            "a.o -lopenblas",
            "a.o -l:libopenblas.so.0",
            "a.o -llapack -lblas",
            "a.o -lmkl_rt",
            "a.o /usr/lib/libcblas.a",
            "a.o /opt/lib/libopenblas.so.0",
        ] {
            assert!(linked(line), "{line}");
        }
        for line in [
            "blas.o -lm",
            "a.o -lenzyme_rs_blas",
            "lapack.c",
            "a.o -Lblas",
        ] {
            assert!(!linked(line), "{line}");
        }
    }
}
