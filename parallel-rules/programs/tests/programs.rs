//! The programs of `omp/` through the wrappers, at all levels of optimisation.
//!
//! Owns: what each program is compiled for. Must not: know what a program computes: it prints a line PASS or FAIL for each
//! thing it checks. Without the wrapper or OpenMP its programs are reported as ignored.

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// Where a program stands still instead of ending.
const SECONDS: &str = "300";

const PROGRAMS: &[&str] = &["loops.c", "sharing.c"];

const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("omp")
}

/// The wrapper: in the build folder that the environment names, or in the release build.
fn wrapper() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let build = env::var_os("ENZYME_RS_BUILD").map_or(target.join("release"), PathBuf::from);
    Some(build.join("enzyme-cc")).filter(|path| path.exists())
}

/// Whether the compiler finds OpenMP's header and library.
fn has_openmp(wrapper: &Path, scratch: &Path) -> bool {
    let program = scratch.join("openmp.c");
    std::fs::write(
        &program,
        "#include <omp.h>\nint main(void) { return omp_in_parallel(); }\n",
    )
    .unwrap();
    let compiled = Command::new(wrapper)
        .arg("-fopenmp")
        .arg(&program)
        .arg("-o")
        .arg(scratch.join("openmp"))
        .output();
    compiled.is_ok_and(|output| output.status.success())
}

fn main() {
    let arguments = Arguments::from_args();
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    let found = wrapper().filter(|wrapper| has_openmp(wrapper, scratch.path()));
    let mut trials = Vec::new();
    for program in PROGRAMS {
        for level in LEVELS {
            trials.push(trial(found.clone(), program, level, &scratch));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn trial(
    wrapper: Option<PathBuf>,
    program: &'static str,
    level: &'static str,
    scratch: &Arc<TempDir>,
) -> Trial {
    let ignored = wrapper.is_none();
    let scratch = scratch.clone();
    Trial::test(format!("{program} {level}"), move || {
        let to = scratch.path().join(format!("{program}{level}"));
        check(&wrapper.unwrap(), program, level, &to)
    })
    .with_ignored_flag(ignored)
}

fn check(wrapper: &Path, program: &str, level: &str, to: &Path) -> Result<(), Failed> {
    let compiled = Command::new(wrapper)
        .current_dir(folder())
        .args(["-fopenmp", level, program, "-o"])
        .arg(to)
        .arg("-lm")
        .output()?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr)
            .into_owned()
            .into());
    }
    let output = Command::new("timeout").arg(SECONDS).arg(to).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let wrong: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("PASS "))
        .collect();
    match wrong.is_empty() && !text.is_empty() && output.status.success() {
        true => Ok(()),
        false => Err(format!("{}\n{}", output.status, wrong.join("\n")).into()),
    }
}
