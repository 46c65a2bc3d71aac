//! Each program of `c/` and `f/`, and the example, compiled as a user would with each MPI that is there, run with 1 to 4 ranks.
//!
//! A program whose first line says `Fails with: WORDS` is to be refused with these words, when compiled or when run; one that says
//! `Compiled with: FLAG` needs that flag. A library has the symbols that the compiler's table names, of C and of Fortran. Must not: judge numbers; the programs
//! do (`c/check.h`, `f/check.inc`).
//!
//! With ENZYME_RS_CASES=few each program runs unoptimised on three ranks, and optimised on one, two and four.

#![allow(clippy::unwrap_used, reason = "tests may")]

use enzyme_mpi_programs::mpi::{self, Mpi};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};

fn main() {
    let arguments = Arguments::from_args();
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    let mut trials = Vec::new();
    for mpi in mpi::installed() {
        let title = format!("symbols {}", mpi.name);
        trials.push(Trial::test(title, || symbols(mpi)));
        let [plain, optimised]: [&[usize]; 2] = match are_few() {
            true => [&[3], &[1, 2, 4]],
            false => [&[1, 2, 3, 4], &[1, 2, 3, 4]],
        };
        for source in sources() {
            for (level, ranks) in [("-O0", plain), ("-O2", optimised)] {
                trials.extend(build(mpi, &source, (level, ranks), &scratch));
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

/// Whether only some numbers of ranks are wanted.
fn are_few() -> bool {
    env::var("ENZYME_RS_CASES").is_ok_and(|cases| cases == "few")
}

/// What compiled code may call is there.
fn symbols(mpi: &Mpi) -> Result<(), Failed> {
    let library = mpi::library(mpi);
    let mut command = Command::new("nm");
    command.args(["--dynamic", "--defined-only", "--format=just-symbols"]);
    let output = command.arg(library).output()?;
    let text = String::from_utf8(output.stdout)?;
    let defined: BTreeSet<&str> = text.lines().collect();
    for row in enzyme_mpi_rules::rows() {
        let in_fortran = format!("mpi_{}_", row.name.to_ascii_lowercase());
        for (half, name) in HALVES
            .iter()
            .flat_map(|half| [(half, &row.name), (half, &in_fortran)])
        {
            let symbol = format!("enzyme_rs_mpi_{half}_{name}");
            if !defined.contains(symbol.as_str()) {
                return Err(format!("no {symbol}").into());
            }
        }
    }
    Ok(())
}

const HALVES: [&str; 3] = ["tangent", "augmented", "reverse"];

fn sources() -> Vec<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["c", "f"].map(|folder| fs::read_dir(package.join(folder)).unwrap());
    let entries = folders.into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| matches!(mpi::extension(file), "c" | "cpp" | "f90"));
    files.push(package.join("../../examples/neighbours.c"));
    files.sort();
    files
}

/// The trials of one program: it is compiled by the first one that needs it.
fn build(
    mpi: &'static Mpi,
    source: &Path,
    (level, ranks): (&'static str, &[usize]),
    scratch: &Arc<tempfile::TempDir>,
) -> Vec<Trial> {
    let stem = source.file_stem().unwrap().to_string_lossy().into_owned();
    let title = format!("{stem}.{} {} {level}", mpi::extension(source), mpi.name);
    let program = scratch.path().join(title.replace(' ', "_"));
    if let Some(words) = said(source, "Fails with: ") {
        let (source, scratch) = (source.to_owned(), scratch.clone());
        return vec![Trial::test(title, move || {
            let _alive = scratch;
            refused(mpi, &source, level, &program, &words)
        })];
    }
    let compiled: Arc<OnceLock<Result<(), String>>> = Arc::default();
    let one = |ranks: usize| {
        let (source, program) = (source.to_owned(), program.clone());
        let (compiled, scratch) = (compiled.clone(), scratch.clone());
        Trial::test(format!("{title} {ranks} ranks"), move || {
            let made = compiled.get_or_init(|| {
                let flag = said(&source, "Compiled with: ");
                let flags: Vec<&str> = ["-g", level].into_iter().chain(flag.as_deref()).collect();
                mpi::compile(mpi, &source, &flags, &program)
            });
            made.clone().map_err(Failed::from)?;
            let _alive = scratch;
            mpi::run(mpi, ranks, &program, &[])
                .map(drop)
                .map_err(Failed::from)
        })
    };
    ranks.iter().copied().map(one).collect()
}

/// What the first line of a program says behind some words.
fn said(source: &Path, words: &str) -> Option<String> {
    let text = fs::read_to_string(source).unwrap();
    let (_, behind) = text.lines().next()?.split_once(words)?;
    Some(behind.to_owned())
}

fn refused(
    mpi: &Mpi,
    source: &Path,
    level: &str,
    program: &Path,
    words: &str,
) -> Result<(), Failed> {
    let done = mpi::compile(mpi, source, &["-g", level], program);
    match done.and_then(|()| mpi::run(mpi, 1, program, &[])) {
        Ok(_) => Err("it is not refused".into()),
        Err(failed) if failed.contains(words) => Ok(()),
        Err(failed) => Err(failed.into()),
    }
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
