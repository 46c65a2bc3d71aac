//! Simulations of `apps` as their users compile them: through MPI's own compilers and the wrappers.
//!
//! Owns: command lines of compilers. Must not: run a simulation.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a source of `apps` in C, C++ or Fortran to a library in a folder, and gives its path.
pub(crate) fn library(wrappers: &Path, source: &str, flags: &[&str], folder: &Path) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let source = root.join("apps").join(source);
    let name = source.file_stem().unwrap().to_str().unwrap();
    let library = folder.join(format!("lib{name}.so"));
    let headers = root.join("include/enzyme_rs");
    let mut compiler = match source.extension().unwrap().to_str().unwrap() {
        "c" => Command::new("mpicc"),
        "cpp" => Command::new("mpicxx"),
        _ => Command::new(wrappers.join("enzyme-fc")),
    };
    for mpi in ["OMPI", "MPICH"] {
        compiler.env(format!("{mpi}_CC"), wrappers.join("enzyme-cc"));
        compiler.env(format!("{mpi}_CXX"), wrappers.join("enzyme-c++"));
    }
    compiler.args(["-O2", "-shared", "-fPIC"]).args(flags);
    if source.extension().is_some_and(|kind| kind == "F90") {
        compiler.arg("-I").arg(&headers);
        compiler.arg(headers.join("enzyme_rs_application.f90"));
    }
    let compiled = compiler
        .arg(&source)
        .arg("-o")
        .arg(&library)
        .arg("-lm")
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(
        compiled.status.success(),
        "{} cannot be compiled\n{said}",
        source.display()
    );
    library
}

/// Where the wrappers lie, if they were built (`make build`), and there is an MPI.
pub(crate) fn wrappers() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_BIN_EXE_enzyme-rs-run")).parent()?;
    let built = folder.join("enzyme-cc").exists() && folder.join("libenzyme_rs.so").exists();
    let there = built && Command::new("mpicc").arg("--version").output().is_ok();
    if !there {
        eprintln!("SKIPPED: no enzyme-cc beside the driver, or no MPI");
    }
    there.then(|| folder.to_owned())
}
