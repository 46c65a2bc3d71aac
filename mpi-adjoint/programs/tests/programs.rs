//! Each program of `c/` and `f/`, compiled as a user would with each MPI that is there, run with 1 to 4 ranks.
//!
//! A program whose first line says `Fails with: WORDS` is to be refused with these words, when compiled or when run. A
//! library has the symbols that the compiler's table names, of C and of Fortran.
//!
//! Owns: compiling, running, the time limit. Must not: judge numbers; the programs do (`c/check.h`,
//! `f/check.inc`). A program that
//! does not end is a failure: its ranks are asked for their last action and ended.
//!
//! `ENZYME_RS_BUILD` names the folder of the wrappers and of the libraries, `target/release` unless set.

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
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

fn main() {
    let arguments = Arguments::from_args();
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    let mut trials = Vec::new();
    for mpi in MPIS.iter().filter(|mpi| is_there(mpi)) {
        let title = format!("symbols {}", mpi.name);
        trials.push(Trial::test(title, || symbols(mpi)));
        for source in sources() {
            for level in ["-O0", "-O2"] {
                trials.extend(build(mpi, &source, level, &scratch));
            }
        }
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

/// What compiled code may call is there.
fn symbols(mpi: &Mpi) -> Result<(), Failed> {
    let library = build_folder().join(mpi.name).join("libenzyme_rs_mpi.so");
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
    files.retain(|file| matches!(extension(file), "c" | "cpp" | "f90"));
    files.sort();
    files
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|e| e.to_str()).unwrap_or("")
}

/// The trials of one program: it is compiled by the first one that needs it.
fn build(
    mpi: &'static Mpi,
    source: &Path,
    level: &'static str,
    scratch: &Arc<tempfile::TempDir>,
) -> Vec<Trial> {
    let stem = source.file_stem().unwrap().to_string_lossy().into_owned();
    let title = format!("{stem}.{} {} {level}", extension(source), mpi.name);
    let program = scratch.path().join(title.replace(' ', "_"));
    if let Some(words) = refusal(source) {
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
            let made = compiled.get_or_init(|| compile(mpi, &source, level, &program));
            made.clone().map_err(Failed::from)?;
            let _alive = scratch;
            run(mpi, &program, ranks)
        })
    };
    (1..=4).map(one).collect()
}

/// The words that a program is refused with, if it is to be.
fn refusal(source: &Path) -> Option<String> {
    let text = fs::read_to_string(source).unwrap();
    let (_, words) = text.lines().next()?.split_once("Fails with: ")?;
    Some(words.to_owned())
}

fn refused(
    mpi: &Mpi,
    source: &Path,
    level: &str,
    program: &Path,
    words: &str,
) -> Result<(), Failed> {
    let done = compile(mpi, source, level, program).map_err(Failed::from);
    match done.and_then(|()| run(mpi, program, 1)) {
        Ok(()) => Err("it is not refused".into()),
        Err(failed) if failed.message().is_some_and(|text| text.contains(words)) => Ok(()),
        Err(failed) => Err(failed),
    }
}

fn compile(mpi: &Mpi, source: &Path, level: &str, program: &Path) -> Result<(), String> {
    let (wrapper, variable, ours) = match extension(source) {
        "cpp" => ("mpicxx", mpi.cxx, "enzyme-c++"),
        "f90" => ("mpifort", mpi.fc, "enzyme-fc"),
        _ => ("mpicc", mpi.cc, "enzyme-cc"),
    };
    let mut command = Command::new(format!("{wrapper}{}", mpi.suffix));
    let build = fs::canonicalize(build_folder()).map_err(|e| e.to_string())?;
    command
        .env(variable, build.join(ours))
        // Where flang leaves the files of modules.
        .current_dir(program.parent().unwrap_or(Path::new(".")))
        .args(["-g", level, "-o"])
        .arg(program)
        .arg(source)
        .arg("-lm");
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
        // Without that this one makes no windows, nor for a single process.
        .env("OMPI_MCA_osc", "^rdma")
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
