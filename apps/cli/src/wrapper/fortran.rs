//! What compiler wrappers of an MPI that was built with gfortran pass to flang.
//!
//! Owns: the flags among it that flang refuses, and the `mpif.h` that flang can read. Must not: change the user's
//! arguments: flang leaves out by itself what its environment names.

use crate::toolchain;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// How flang is told to leave arguments out.
pub(super) const OVERRIDES: &str = "FCC_OVERRIDE_OPTIONS";
/// Flags of gfortran that flang does not know, by their beginnings. They widen what gfortran accepts, name paths in
/// its messages, or guard the stack of its code; what a program computes is the same without them.
const UNKNOWN: [&str; 4] = [
    "-fallow-argument-mismatch",
    "-fallow-invalid-boz",
    "-ffile-prefix-map=",
    "-fstack-protector",
];
/// The part of Open MPI's `mpif.h` that flang refuses.
const REFUSED: &str = "mpif-sizeof.h";

/// What concerns Fortran in a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fortran {
    /// Arguments that flang is to leave out.
    pub(super) unknown: Vec<String>,
    /// A folder of headers is that of Open MPI.
    pub(super) open_mpi: bool,
}

impl Fortran {
    pub(super) fn of_words(words: &[String]) -> Self {
        let unknown = |word: &&String| UNKNOWN.iter().any(|flag| word.starts_with(flag));
        let next = words.iter().skip(1).map(Some).chain([None]);
        let mut folders = words
            .iter()
            .zip(next)
            .filter_map(|(word, next)| match word.as_str() {
                "-I" | "-isystem" => next.map(String::as_str),
                _ => word.strip_prefix("-I"),
            });
        Self {
            open_mpi: folders.any(|folder| Path::new(folder).join(REFUSED).is_file()),
            unknown: words.iter().filter(unknown).cloned().collect(),
        }
    }

    /// The folder of a `mpif.h` without the part that flang refuses.
    pub(super) fn include(&self) -> Option<PathBuf> {
        let folder = toolchain::include().filter(|_| self.open_mpi)?;
        Some(folder.join("enzyme_rs/openmpi"))
    }

    /// The value of [`OVERRIDES`], if it is needed; `inherited` is that of the user. The `#` keeps flang from telling.
    pub(super) fn overrides(&self, inherited: Option<&OsStr>) -> Option<OsString> {
        if self.unknown.is_empty() {
            return None;
        }
        let mut value = inherited.map_or_else(|| "#".into(), OsStr::to_owned);
        for word in self.unknown.iter().filter(|word| !word.contains(' ')) {
            value.push(" x");
            value.push(word);
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fortran(line: &str) -> Fortran {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Fortran::of_words(&words)
    }

    #[test]
    fn flags_of_gfortran_are_left_out() {
        let seen = fortran("-O2 -ffile-prefix-map=/a=. -fallow-invalid-boz -fno-lto a.f90");
        let value = seen.overrides(None);
        assert_eq!(
            value,
            Some("# x-ffile-prefix-map=/a=. x-fallow-invalid-boz".into())
        );
        let value = seen.overrides(Some(OsStr::new("x-O2")));
        assert_eq!(
            value,
            Some("x-O2 x-ffile-prefix-map=/a=. x-fallow-invalid-boz".into())
        );
        assert_eq!(
            fortran("-O2 a.f90").overrides(Some(OsStr::new("x-O2"))),
            None
        );
    }

    #[test]
    fn the_headers_of_open_mpi_are_known_by_the_refused_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().display();
        assert!(!fortran(&format!("-I{path} a.f90")).open_mpi);
        std::fs::write(folder.path().join(REFUSED), "").unwrap();
        assert!(fortran(&format!("-I{path} a.f90")).open_mpi);
        assert!(fortran(&format!("a.f90 -I {path}")).open_mpi);
        assert!(!fortran(&format!("a.f90 {path} -I")).open_mpi);
    }
}
