//! Each program of `c/`, compiled as a user would with each MPI that is there, run with 1 to 4 ranks.
//!
//! Owns: compiling, running, the time limit. Must not: judge numbers; the programs do (`c/check.h`). A program that
//! does not end is a failure: its ranks are asked for their last action and ended.
//!
//! `ENZYME_RS_BUILD` names the folder of the wrappers and of the libraries, `target/release` unless set.

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// An MPI as it is installed beside others.
struct Mpi {
    name: &'static str,
    /// Ends of the names of its programs.
    suffix: &'static str,
    /// How its compiler wrappers are told the compiler.
    cc: &'static str,
    cxx: &'static str,
    /// More ranks than cores, and no questions asked of root.
    run: &'static [&'static str],
}

const MPIS: [Mpi; 2] = [
    Mpi {
        name: "openmpi",
        suffix: ".openmpi",
        cc: "OMPI_CC",
        cxx: "OMPI_CXX",
        run: &["--oversubscribe", "--allow-run-as-root"],
    },
    Mpi {
        name: "mpich",
        suffix: ".mpich",
        cc: "MPICH_CC",
        cxx: "MPICH_CXX",
        run: &[],
    },
];

const LIMIT: Duration = Duration::from_secs(90);

fn main() {
    let arguments = Arguments::from_args();
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    let mut trials = Vec::new();
    for mpi in MPIS.iter().filter(|mpi| is_there(mpi)) {
        for source in sources() {
            for level in ["-O0", "-O2"] {
                trials.extend(build(mpi, &source, level, &scratch));
            }
        }
        let scratch = scratch.clone();
        let title = format!("cmake {}", mpi.name);
        trials.push(Trial::test(title, move || with_cmake(mpi, &scratch)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// An MPI with the library that was built for it.
fn is_there(mpi: &Mpi) -> bool {
    build_folder()
        .join(mpi.name)
        .join("libenzyme_rs_mpi.so")
        .is_file()
}

fn build_folder() -> PathBuf {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/release");
    env::var_os("ENZYME_RS_BUILD").map_or_else(|| default.into(), PathBuf::from)
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
            let made = compiled.get_or_init(|| compile(mpi, &source, level, &program));
            made.clone().map_err(Failed::from)?;
            let _alive = scratch;
            run(mpi, &program, ranks)
        })
    };
    (1..=4).map(one).collect()
}

fn compile(mpi: &Mpi, source: &Path, level: &str, program: &Path) -> Result<(), String> {
    let (wrapper, variable, ours) = match source.extension().is_some_and(|e| e == "cpp") {
        true => ("mpicxx", mpi.cxx, "enzyme-c++"),
        false => ("mpicc", mpi.cc, "enzyme-cc"),
    };
    let mut command = Command::new(format!("{wrapper}{}", mpi.suffix));
    command
        .env(variable, build_folder().join(ours))
        .args(["-g", level, "-o"])
        .arg(program)
        .arg(source)
        .arg("-lm");
    succeed(command)
}

/// CMake names libraries by their paths, and compilers are ours throughout.
fn with_cmake(mpi: &Mpi, scratch: &tempfile::TempDir) -> Result<(), Failed> {
    let folder = scratch.path().join(format!("cmake-{}", mpi.name));
    let define = |name: &str, value: PathBuf| format!("-D{name}={}", value.display());
    let mut configure = Command::new("cmake");
    configure
        .args(["-S", concat!(env!("CARGO_MANIFEST_DIR"), "/c"), "-B"])
        .arg(&folder)
        .arg(define("CMAKE_C_COMPILER", build_folder().join("enzyme-cc")))
        .arg(define(
            "CMAKE_CXX_COMPILER",
            build_folder().join("enzyme-c++"),
        ))
        .arg(format!("-DMPI_C_COMPILER=mpicc{}", mpi.suffix))
        .arg(format!("-DMPI_CXX_COMPILER=mpicxx{}", mpi.suffix))
        .arg("-DCMAKE_BUILD_TYPE=Release");
    succeed(configure)?;
    let mut build = Command::new("cmake");
    build.arg("--build").arg(&folder);
    succeed(build)?;
    run(mpi, &folder.join("halo"), 2)?;
    run(mpi, &folder.join("gather"), 2)
}

fn succeed(mut command: Command) -> Result<(), String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}\n{}", text(&output))),
    }
}

fn run(mpi: &Mpi, program: &Path, ranks: usize) -> Result<(), Failed> {
    let mut command = Command::new(format!("mpirun{}", mpi.suffix));
    command
        .args(mpi.run)
        .args(["-n", &ranks.to_string()])
        .arg(program)
        // Ranks that wait must not keep the others from the few cores.
        .env("OMPI_MCA_mpi_yield_when_idle", "1")
        .env("OMPI_MCA_btl_vader_single_copy_mechanism", "none")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let deadline = Instant::now() + LIMIT;
    let mut asked = false;
    while child.try_wait()?.is_none() {
        if Instant::now() > deadline {
            if asked {
                child.kill()?;
            } else {
                // Passed on to the ranks, which say what they did last.
                Command::new("kill").arg(child.id().to_string()).status()?;
                asked = true;
            }
            thread::sleep(Duration::from_secs(5));
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output()?;
    if output.status.success() && !asked {
        return Ok(());
    }
    let why = match asked {
        true => "did not end",
        false => "failed",
    };
    Err(format!("{command:?} {why}\n{}", text(&output)).into())
}

fn text(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    format!("{said}{complained}")
}
