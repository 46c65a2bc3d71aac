//! Each program of `c/`, compiled as a user would with each MPI that is there, run with 1 to 4 ranks. Must not: judge
//! numbers; the programs do (`c/check.h`).

#![allow(clippy::unwrap_used, reason = "tests may")]

use enzyme_mpi_programs::mpi::{self, Mpi};
use libtest_mimic::{Arguments, Failed, Trial};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

fn main() {
    let arguments = Arguments::from_args();
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    let mut trials = Vec::new();
    for mpi in mpi::installed() {
        for source in sources() {
            for level in ["-O0", "-O2"] {
                trials.extend(build(mpi, &source, level, &scratch));
            }
        }
        let scratch = scratch.clone();
        let title = format!("cmake {}", mpi.name);
        trials.push(Trial::test(title, move || {
            with_cmake(mpi, &scratch).map_err(Failed::from)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("c");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c" || e == "cpp"));
    files.sort();
    files
}

/// The trials of one program: it is compiled by the first one that needs it.
fn build(
    mpi: &'static Mpi,
    source: &Path,
    level: &'static str,
    scratch: &Arc<tempfile::TempDir>,
) -> Vec<Trial> {
    let stem = source.file_stem().unwrap().to_string_lossy().into_owned();
    let title = format!("{stem} {} {level}", mpi.name);
    let program = scratch.path().join(title.replace(' ', "_"));
    let compiled: Arc<OnceLock<Result<(), String>>> = Arc::default();
    let one = |ranks: usize| {
        let (source, program) = (source.to_owned(), program.clone());
        let (compiled, scratch) = (compiled.clone(), scratch.clone());
        Trial::test(format!("{title} {ranks} ranks"), move || {
            let made =
                compiled.get_or_init(|| mpi::compile(mpi, &source, &["-g", level], &program));
            made.clone().map_err(Failed::from)?;
            let _alive = scratch;
            mpi::run(mpi, ranks, &program, &[])
                .map(drop)
                .map_err(Failed::from)
        })
    };
    (1..=4).map(one).collect()
}

/// CMake names libraries by their paths, and compilers are ours throughout.
fn with_cmake(mpi: &Mpi, scratch: &tempfile::TempDir) -> Result<(), String> {
    let folder = scratch.path().join(format!("cmake-{}", mpi.name));
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("c");
    mpi::build_with_cmake(mpi, &sources, &folder)?;
    for name in ["halo", "gather"] {
        mpi::run(mpi, 2, &folder.join(name), &[])?;
    }
    Ok(())
}
