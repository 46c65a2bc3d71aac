//! The programs of `c/` through `enzyme-cc`, with each BLAS that is installed.
//!
//! Owns: the libraries, and what each program is compiled for. Must not: know what a program computes: it prints a line PASS or
//! FAIL for each thing it checks. Without the wrapper or a library its programs are reported as ignored.

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// Where a program stands still instead of ending.
const SECONDS: &str = "300";

/// A BLAS with LAPACK: its name, folders where it may be, libraries.
struct Blas {
    name: &'static str,
    folders: &'static [&'static str],
    libraries: &'static [&'static str],
    /// Integers of 64 bits, in functions whose names do not say so.
    wide: bool,
}

const DEBIAN: &str = "/usr/lib/x86_64-linux-gnu";

const LIBRARIES: &[Blas] = &[
    Blas {
        name: REFERENCE,
        folders: &["lapack", "blas"],
        libraries: &["lapack", "blas"],
        wide: false,
    },
    Blas {
        name: "openblas",
        folders: &["openblas-pthread"],
        libraries: &["openblas"],
        wide: false,
    },
    Blas {
        name: "openblas64",
        folders: &["openblas64-pthread"],
        libraries: &["openblas64"],
        wide: true,
    },
    Blas {
        name: FFTW,
        folders: &[""],
        libraries: &["fftw3"],
        wide: false,
    },
];

/// With which programs are compiled at all levels of optimisation.
const REFERENCE: &str = "reference";
/// No BLAS: the library of the example that brings its rules itself.
const FFTW: &str = "fftw";

impl Blas {
    fn flags(&self) -> Option<Vec<String>> {
        let folders = self.folders.iter().map(|f| Path::new(DEBIAN).join(f));
        let folders: Vec<PathBuf> = folders.collect();
        let there = folders
            .iter()
            .zip(self.libraries)
            .all(|(folder, name)| folder.join(format!("lib{name}.so")).is_file());
        let search = folders.iter().flat_map(|f| {
            [
                format!("-L{}", f.display()),
                format!("-Wl,-rpath,{}", f.display()),
            ]
        });
        let names = self.libraries.iter().map(|name| format!("-l{name}"));
        there.then(|| search.chain(names).collect())
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("c")
}

/// The wrapper for a program: in the build folder that the environment names, or in the release build.
fn wrapper(program: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let build = env::var_os("ENZYME_RS_BUILD").map_or(target.join("release"), PathBuf::from);
    let name = if program.ends_with(".f90") {
        "enzyme-fc"
    } else {
        "enzyme-cc"
    };
    Some(build.join(name)).filter(|path| path.exists())
}

fn main() {
    let arguments = Arguments::from_args();
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    let mut trials = Vec::new();
    for blas in LIBRARIES {
        for (program, flags) in variants(blas) {
            trials.push(trial(blas, program, flags, &scratch));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// The programs and what they are compiled for.
fn variants(blas: &Blas) -> Vec<(&'static str, Vec<String>)> {
    let mut all = Vec::new();
    if blas.name == FFTW {
        let files =
            |level: &str| vec![level.to_owned(), "../../../examples/fftw_pack.c".to_owned()];
        let levels = ["-O1", "-O2", "-O3"].map(|level| ("../../../examples/fftw.c", files(level)));
        return levels.into();
    }
    let width = if blas.wide { "-DWIDE -DPLAIN" } else { "" };
    let conventions = ["", "-DCBLAS"];
    // A derivative is the same with any library, which only computes with it: `make test-levels` tries all levels with all.
    let all_are_wanted = env::var("ENZYME_RS_LEVELS").is_ok_and(|levels| levels == "all");
    let has_all_levels = blas.name == REFERENCE || all_are_wanted;
    for kind in ["d", "s", "z", "c"] {
        for convention in conventions {
            // Names of CBLAS differ from kind to kind in a letter, as those of Fortran do.
            let is_like_another = !all_are_wanted && convention == "-DCBLAS" && kind != "d";
            let levels: &[&str] = match kind {
                "s" | "c" if is_like_another => &[],
                _ if is_like_another || !has_all_levels => &["-O2"],
                "d" => &["-O0", "-O1", "-O2", "-O3"],
                _ => &["-O0", "-O2"],
            };
            for level in levels {
                let words = format!("{level} -DKIND_{kind} {convention} {width}");
                all.push((
                    "routines.c",
                    words.split_whitespace().map(str::to_owned).collect(),
                ));
            }
        }
    }
    if !blas.wide {
        // At -O0 flang takes the address of the function to differentiate from memory.
        for level in ["-O1", "-O2", "-O3"] {
            all.push(("../f/product.f90", vec![level.to_owned()]));
        }
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            for program in ["shapes.c", "../../../examples/least_squares.c"] {
                all.push((program, vec![level.to_owned()]));
            }
        }
    } else {
        for convention in conventions {
            let words = format!("-O2 -DKIND_d -DWIDE {convention} names64.S");
            all.push((
                "routines.c",
                words.split_whitespace().map(str::to_owned).collect(),
            ));
        }
    }
    all
}

fn trial(
    blas: &'static Blas,
    program: &'static str,
    flags: Vec<String>,
    scratch: &Arc<TempDir>,
) -> Trial {
    let file = Path::new(program).file_name().unwrap().to_str().unwrap();
    let name = format!("{} {file} {}", blas.name, flags.join(" "));
    let found = wrapper(program).zip(blas.flags());
    let ignored = found.is_none();
    let scratch = scratch.clone();
    Trial::test(name.clone(), move || {
        let (wrapper, libraries) = found.unwrap();
        check(
            &wrapper,
            program,
            &flags,
            &libraries,
            &scratch.path().join(name.replace([' ', '/'], "_")),
        )
    })
    .with_ignored_flag(ignored)
}

/// Where a compiler of Fortran writes modules: each trial has a folder of its own.
fn modules(program: &str, to: &Path) -> Result<Vec<OsString>, Failed> {
    if !program.ends_with(".f90") {
        return Ok(Vec::new());
    }
    let folder = to.with_extension("modules");
    fs::create_dir_all(&folder)?;
    Ok(vec!["-J".into(), folder.into()])
}

fn check(
    wrapper: &Path,
    program: &str,
    flags: &[String],
    libraries: &[String],
    to: &Path,
) -> Result<(), Failed> {
    let compiled = Command::new(wrapper)
        .current_dir(folder())
        .args(flags)
        .args(modules(program, to)?)
        .arg(program)
        .arg("-o")
        .arg(to)
        .args(libraries)
        .arg("-lm")
        .output()?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr)
            .into_owned()
            .into());
    }
    let output = Command::new("timeout")
        .arg(SECONDS)
        .arg(to)
        .env("OPENBLAS_NUM_THREADS", "1")
        .output()?;
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
