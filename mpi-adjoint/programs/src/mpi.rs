//! The MPIs of the system. Owns compiling with enzyme-cc as a user would, and running. Must not: judge numbers.
//!
//! `ENZYME_RS_BUILD` names the folder of the wrappers and of the libraries, `target/release` unless set.

use crate::launch::launch;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// An MPI as it is installed beside others.
#[derive(Debug)]
pub struct Mpi {
    /// In words, and the folder of the library that is built for it.
    pub name: &'static str,
    /// Ends of the names of its programs.
    suffix: &'static str,
    /// How its compiler wrappers are told the compiler.
    cc: &'static str,
    cxx: &'static str,
    fc: &'static str,
    /// More ranks than cores, and no questions asked of root.
    run: &'static [&'static str],
}

const MPIS: [Mpi; 2] = [
    Mpi {
        name: "openmpi",
        suffix: ".openmpi",
        cc: "OMPI_CC",
        cxx: "OMPI_CXX",
        fc: "OMPI_FC",
        run: &["--oversubscribe", "--allow-run-as-root"],
    },
    Mpi {
        name: "mpich",
        suffix: ".mpich",
        cc: "MPICH_CC",
        cxx: "MPICH_CXX",
        fc: "MPICH_FC",
        run: &[],
    },
];

const LIMIT: Duration = Duration::from_secs(90);

/// Those for which the library has been built; the ones whose ranks wait without spinning come first.
pub fn installed() -> impl Iterator<Item = &'static Mpi> {
    MPIS.iter().filter(move |mpi| library(mpi).is_file())
}

/// The run-time library that is built for an MPI.
pub fn library(mpi: &Mpi) -> PathBuf {
    build_folder().join(mpi.name).join("libenzyme_rs_mpi.so")
}

/// What the name of a file ends with, behind the dot.
pub fn extension(file: &Path) -> &str {
    file.extension().and_then(|e| e.to_str()).unwrap_or("")
}

fn build_folder() -> PathBuf {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release");
    env::var_os("ENZYME_RS_BUILD").map_or_else(|| default.into(), PathBuf::from)
}

/// Compiles one source: C, C++ or Fortran by its name.
///
/// # Errors
/// The command, and what it said.
pub fn compile(mpi: &Mpi, source: &Path, flags: &[&str], program: &Path) -> Result<(), String> {
    let (wrapper, variable, ours) = match extension(source) {
        "cpp" => ("mpicxx", mpi.cxx, "enzyme-c++"),
        "f90" => ("mpifort", mpi.fc, "enzyme-fc"),
        _ => ("mpicc", mpi.cc, "enzyme-cc"),
    };
    let build = std::fs::canonicalize(build_folder()).map_err(|error| error.to_string())?;
    let mut command = Command::new(format!("{wrapper}{}", mpi.suffix));
    command
        .env(variable, build.join(ours))
        // Where flang leaves the files of modules.
        .current_dir(program.parent().unwrap_or(Path::new(".")))
        .args(flags)
        .arg("-o")
        .arg(program)
        .arg(source)
        .arg("-lm");
    succeed(command)
}

/// Configures and builds a project with the wrappers as its compilers, and MPI as CMake finds it.
///
/// # Errors
/// The command that failed, and what it said.
pub fn build_with_cmake(mpi: &Mpi, source: &Path, folder: &Path) -> Result<(), String> {
    let compiler = |language: &str, name: &str| {
        let path = build_folder().join(name);
        format!("-DCMAKE_{language}_COMPILER={}", path.display())
    };
    let mut configure = Command::new("cmake");
    configure
        .arg("-S")
        .arg(source)
        .arg("-B")
        .arg(folder)
        .arg(compiler("C", "enzyme-cc"))
        .arg(compiler("CXX", "enzyme-c++"))
        .arg(format!("-DMPI_C_COMPILER=mpicc{}", mpi.suffix))
        .arg(format!("-DMPI_CXX_COMPILER=mpicxx{}", mpi.suffix))
        .arg("-DCMAKE_BUILD_TYPE=Release");
    succeed(configure)?;
    let mut build = Command::new("cmake");
    build.arg("--build").arg(folder);
    succeed(build)
}

fn succeed(mut command: Command) -> Result<(), String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stdout);
            let complained = String::from_utf8_lossy(&output.stderr);
            Err(format!("{command:?}\n{said}{complained}"))
        }
    }
}

/// Runs a program, and returns its standard output.
///
/// # Errors
/// The command, and what it said, if it did not end well or not in time.
pub fn run(mpi: &Mpi, ranks: usize, program: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new(format!("mpirun{}", mpi.suffix));
    command
        .args(mpi.run)
        .args(["-n", &ranks.to_string()])
        .arg(program)
        .args(arguments)
        .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
        // Without that this one makes no windows, nor for a single process.
        .env("OMPI_MCA_osc", "^rdma");
    let line = format!("{command:?}");
    let run = launch(&mut command, LIMIT).map_err(|error| format!("{line}: {error}"))?;
    let what = match run.status {
        Some(status) if status.success() => return Ok(run.said),
        Some(_) => "failed",
        None => "did not end",
    };
    Err(format!("{line} {what}\n{}", run.text()))
}
