//! Linking the run-time libraries of BLAS's, OpenMP's, threads' and GPUs' adjoints.
//!
//! A program may bring routines of BLAS in any library, or in sources of its own, and threads are in the C library. So the libraries of their adjoints
//! stand behind every link, and that of OpenMP behind those with `-fopenmp`. The linker takes them only where generated code calls them.
//!
//! Owns: the flags for them. Must not: look for BLAS or OpenMP themselves; the user names them.

use super::link::{Needed, linked};
use crate::exit::Failure;
use crate::toolchain;
use std::ffi::OsString;
use std::path::PathBuf;

/// A library behind the user's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behind {
    /// `libenzyme_rs_blas`.
    Blas,
    /// `libenzyme_rs_gpu`.
    Gpu,
    /// `libenzyme_rs_omp`.
    OpenMp,
    /// `libenzyme_rs_threads`.
    Threads,
}

/// The flags of a link with these words of the user's.
pub(crate) fn behind(words: &[OsString]) -> Result<Vec<OsString>, Failure> {
    let words: Vec<String> = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let flags = Behind::of_words(&words).into_iter().map(Behind::link_flags);
    Ok(flags.collect::<Result<Vec<_>, _>>()?.concat())
}

impl Behind {
    /// The libraries of a link with these words: none of one into an object file, or one whose last words are all files.
    pub(super) fn of_words(words: &[String]) -> Vec<Self> {
        let says = |wanted: &str| words.iter().any(|word| word == wanted);
        if says("-r") || says("--") {
            return Vec::new();
        }
        let mut all = vec![Behind::Blas, Behind::Threads, Behind::Gpu];
        let mut switches = words.iter().filter(|word| {
            ["-fopenmp", "-fno-openmp"].contains(&word.as_str()) || word.starts_with("-fopenmp=")
        });
        // The last one counts.
        if switches
            .next_back()
            .is_some_and(|word| word != "-fno-openmp")
        {
            all.push(Behind::OpenMp);
        }
        all
    }

    /// The library's name to a linker.
    pub(super) fn name(self) -> &'static str {
        match self {
            Behind::Blas => "enzyme_rs_blas",
            Behind::Gpu => "enzyme_rs_gpu",
            Behind::OpenMp => "enzyme_rs_omp",
            Behind::Threads => "enzyme_rs_threads",
        }
    }

    /// Where it is installed, if it is.
    pub(super) fn folder(self) -> Result<Option<PathBuf>, Failure> {
        match self {
            Behind::Blas => toolchain::blas_library(),
            Behind::Gpu => toolchain::gpu_library(),
            Behind::OpenMp => toolchain::openmp_library(),
            Behind::Threads => toolchain::threads_library(),
        }
    }

    /// The flags behind the user's, if the library is installed.
    pub(super) fn link_flags(self) -> Result<Vec<OsString>, Failure> {
        let Some(folder) = self.folder()? else {
            return Ok(Vec::new());
        };
        Ok(linked(folder, self.name(), Needed::WhereUsed))
    }
}
