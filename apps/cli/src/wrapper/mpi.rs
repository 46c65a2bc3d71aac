//! Linking the run-time library of MPI's adjoints.
//!
//! Owns: telling from the words of a link whether it is one with MPI and with which, and the flags for it. Must
//! not: look for MPI itself; MPI's own compiler wrappers have put it on the command line.

use super::link::{Needed, linked};
use crate::exit::Failure;
use crate::toolchain;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Kinds of MPI that are binary compatible within themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mpi {
    /// Open MPI.
    OpenMpi,
    /// MPICH, and what shares its binary interface: Intel MPI, MVAPICH2, Cray MPICH.
    Mpich,
}

/// The library's name to a linker.
pub(super) const LIBRARY: &str = "enzyme_rs_mpi";
/// Libraries by which programs are linked with MPI.
const LIBRARIES: [&str; 3] = ["mpi", "mpich", "mpi_cray"];
/// Parts of paths and libraries that give MPICH and its kin away.
const MPICH: [&str; 6] = [
    "mpich",
    "mvapich",
    "impi",
    "/intel/mpi",
    "mpi_cray",
    "-lmpifort",
];

impl Mpi {
    /// The MPI that a link with these words is with.
    pub(super) fn of_words(words: &[String]) -> Option<Self> {
        let linked = |word: &String| library(word).is_some_and(|name| LIBRARIES.contains(&name));
        let linked = words.iter().any(linked);
        let places = words
            .iter()
            .filter(|word| word.starts_with('-') || library(word).is_some());
        let mpich = places.filter(|word| MPICH.iter().any(|part| word.contains(part)));
        let mpich = mpich.count() > 0;
        match (linked, mpich) {
            (false, _) => None,
            (true, true) => Some(Self::Mpich),
            (true, false) => Some(Self::OpenMpi),
        }
    }

    /// The folder of the library for this MPI, if it is installed.
    pub(super) fn library(self) -> Result<Option<PathBuf>, Failure> {
        toolchain::mpi_library(match self {
            Self::OpenMpi => "openmpi",
            Self::Mpich => "mpich",
        })
    }

    /// The flags, if the library is installed. It comes before MPI, whose functions that make communicators
    /// it wraps, and stays although nothing has asked for it yet.
    pub(super) fn link_flags(self) -> Result<Vec<OsString>, Failure> {
        let Some(folder) = self.library()? else {
            return Ok(Vec::new());
        };
        Ok(linked(folder, LIBRARY, Needed::Always))
    }
}

/// The name of the library that a word of a link names: `-lNAME`, `-l:libNAME.so`, or the path of `libNAME.so`, `libNAME.so.12` or
/// `libNAME.a`, as CMake writes it.
pub(super) fn library(word: &str) -> Option<&str> {
    let file = match word.strip_prefix("-l") {
        Some(name) if !name.starts_with(':') => return Some(name),
        Some(file) => &file[1..],
        None if word.starts_with('-') => return None,
        None => Path::new(word).file_name()?.to_str()?,
    };
    let (name, suffix) = file.strip_prefix("lib")?.split_once('.')?;
    (suffix == "a" || suffix == "so" || suffix.starts_with("so.")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mpi(line: &str) -> Option<Mpi> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Mpi::of_words(&words)
    }

    #[test]
    fn the_link_line_tells_which_mpi() {
        assert_eq!(mpi("a.o -L/usr/lib/openmpi/lib -lmpi"), Some(Mpi::OpenMpi));
        assert_eq!(mpi("a.o -L/usr/lib -lmpich"), Some(Mpi::Mpich));
        assert_eq!(mpi("a.o -L/opt/mpich/lib -lmpi"), Some(Mpi::Mpich));
        assert_eq!(mpi("a.o -L/opt/lib -lmpifort -lmpi"), Some(Mpi::Mpich));
        assert_eq!(mpi("a.o -lmpi_mpifh -lmpi"), Some(Mpi::OpenMpi));
        assert_eq!(mpi("mpich.o -lm"), None);
        assert_eq!(mpi("mpich.o -lmpi"), Some(Mpi::OpenMpi));
        let cmake = "a.o -Wl,-rpath,/usr/lib/openmpi/lib /usr/lib/openmpi/lib/libmpi.so";
        assert_eq!(mpi(cmake), Some(Mpi::OpenMpi));
        assert_eq!(mpi("a.o /usr/lib/libmpich.so"), Some(Mpi::Mpich));
        assert_eq!(mpi("a.o /opt/mpich/lib/libmpi.so.12"), Some(Mpi::Mpich));
        assert_eq!(mpi("a.o /opt/lib/libmpi_stubs.a libmpi.c"), None);
    }
}
