//! An exam on programs that were not written for it: two of the HPC Challenge, differentiated without a change to them.
//! `HPCC` names the folder of its source, version 1.5 (Debian: `apt-get source hpcc`); without it nothing is tried.
//! Must not: judge numbers; the programs do.

#![allow(clippy::unwrap_used, reason = "tests may")]

use enzyme_mpi_programs::mpi;
use std::env;
use std::path::{Path, PathBuf};

/// Compiles `name` with files of HPCC, as one program for the linker, and runs it.
fn holds(name: &str, folder: &str, files: &[&str]) {
    let Some(hpcc) = env::var_os("HPCC").map(PathBuf::from) else {
        eprintln!("SKIPPED: HPCC names no folder");
        return;
    };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("hpcc/{name}.c"));
    let mut flags = vec!["-w".to_owned(), "-flto".to_owned()];
    for include in ["include", "hpl/include", folder] {
        flags.push(format!("-I{}", hpcc.join(include).display()));
    }
    flags.extend(
        files
            .iter()
            .map(|file| hpcc.join(folder).join(file).display().to_string()),
    );
    for mpi in mpi::installed() {
        for level in ["-O1", "-O2"] {
            let scratch = tempfile::tempdir().unwrap();
            let program = scratch.path().join(name);
            let flags: Vec<&str> = flags.iter().map(String::as_str).chain([level]).collect();
            mpi::compile(mpi, &source, &flags, &program).unwrap();
            for ranks in 1..=4 {
                print!(
                    "{} {level}: {}",
                    mpi.name,
                    mpi::run(mpi, ranks, &program, &[]).unwrap()
                );
            }
        }
    }
}

#[test]
fn distributed_fft() {
    holds(
        "fft",
        "FFT",
        &["pzfft1d.c", "zfft1d.c", "fft235.c", "wrapmpifftw.c"],
    );
}

#[test]
fn parallel_transpose() {
    holds(
        "transpose",
        "PTRANS",
        &["pdtrans.c", "cblacslt.c", "mem.c", "sclapack.c"],
    );
}
