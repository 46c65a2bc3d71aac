//! The programs of `omp/`, `threads/`, `kokkos/` and `raja/`, and those of `apps/threads`, through the wrappers, at several levels of optimisation.
//!
//! Owns: what each program is compiled for. Must not: know what a program computes: it prints a line PASS or FAIL for each
//! thing it checks. Without the wrapper, OpenMP or the library its programs are reported as ignored.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[path = "support/libraries.rs"]
mod libraries;

use libtest_mimic::{Arguments, Failed, Trial};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use tempfile::TempDir;

/// Where a program stands still instead of ending.
const SECONDS: &str = "300";

/// Programs, and whether ThreadSanitizer looks at them, which LLVM's OpenMP tells what waits for what.
const PROGRAMS: &[(&str, bool)] = &[
    ("loops.c", true),
    ("sharing.c", true),
    ("atomics.c", true),
    ("counted.c", false),
    ("lengths.c", false),
    ("checkpoints.c", true),
    ("tasks.c", true),
    ("chain.c", false),
    ("taskloops.c", true),
    ("objects.c", true),
    ("objects.cpp", true),
    ("planes.c", true),
    ("spans.c", true),
    ("beside.c", true),
    ("remembered.c", true),
    ("given_back.c", true),
    ("often.c", true),
    ("unneeded.c", true),
    ("unneeded_atomics.c", false),
    ("windows.c", true),
    ("sums.c", true),
    ("handed.c", true),
    ("scans.c", true),
    ("leagues.c", true),
    ("cancels.c", true),
    ("groups.c", true),
    ("copies.c", true),
    ("copies.cpp", true),
    ("copies.f90", false),
    ("classes.cpp", false),
    ("loops.f90", false),
    ("arrays.f90", false),
    ("owned.f90", false),
    ("pieces.f90", false),
    ("bounds.f90", false),
    ("workshare.f90", false),
    ("tasks.f90", false),
    ("../threads/joined.c", true),
    ("../threads/results.c", true),
    ("../threads/tapes.c", true),
    ("../threads/waiting.c", true),
    ("../threads/standard.cpp", true),
    ("../threads/execution.cpp", false),
    ("../../../examples/openmp.c", false),
    ("../../../apps/threads/docking.c", false),
    ("../../../apps/threads/cg.c", true),
    ("../../../apps/threads/nbody.c", true),
    ("../../../apps/threads/hydro/hydro.cpp", false),
];

/// Flags of a program that it watches, and its own settings.
const WATCH: &[&str] = &["-O1", "-g", "-fsanitize=thread"];
const TELLS: &str = "/usr/lib/llvm-22/lib/libarcher.so";

/// What LLVM's OpenMP orders without a word to ThreadSanitizer, in programs without derivatives as well: it uses the records of the program's tasks again, and
/// the last worker that leaves a `reduction(task, …)` combines what the others added. Derivatives' functions are not among them.
const UNSEEN: &str =
    "race:omp_outlined\nrace:omp_task_entry\nrace:omp_task_dup\nrace:^.red_comb.\n";

/// Programs that are refused at -O0, where compilers leave more to their libraries.
const OPTIMISED: &[&str] = &["optimised.f90"];

const LEVELS: &[&str] = &["-O0", "-O2"];
/// The level at which most programs are watched besides, and one that differs little from that below it: tried if ENZYME_RS_LEVELS is `all`
/// (`make test-levels`).
const FURTHER_LEVELS: &[&str] = &["-O1", "-O3"];
/// The levels at which LLVM unrolls short loops.
const WELL: &[&str] = &["-O2", "-O3"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("omp")
}

/// The wrapper for a program: in the build folder that the environment names, or in the release build.
fn wrapper(program: &str) -> Option<PathBuf> {
    let name = match Path::new(program).extension().and_then(|e| e.to_str()) {
        Some("cpp") => "enzyme-c++",
        Some("f90") => "enzyme-fc",
        _ => "enzyme-cc",
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let build = env::var_os("ENZYME_RS_BUILD").map_or(target.join("release"), PathBuf::from);
    Some(build.join(name)).filter(|path| path.exists())
}

/// Whether a program with OpenMP and these flags can be compiled, and runs: a sanitizer is not at home in every container.
fn runs(scratch: &Path, flags: &[&str]) -> bool {
    let Some(wrapper) = wrapper("openmp.c") else {
        return false;
    };
    let program = scratch.join("openmp.c");
    std::fs::write(
        &program,
        "#include <omp.h>\nint main(void) { return omp_in_parallel(); }\n",
    )
    .unwrap();
    let compiled = Command::new(wrapper)
        .arg("-fopenmp")
        .args(flags)
        .arg(&program)
        .arg("-o")
        .arg(scratch.join("openmp"))
        .output();
    let ran = || Command::new(scratch.join("openmp")).output();
    let succeeds =
        |output: std::io::Result<Output>| output.is_ok_and(|output| output.status.success());
    succeeds(compiled) && succeeds(ran())
}

fn main() {
    let arguments = Arguments::from_args();
    let scratch = Arc::new(tempfile::tempdir().unwrap());
    let is_there = runs(scratch.path(), &[]);
    let mut trials = Vec::new();
    let all_levels = env::var("ENZYME_RS_LEVELS").is_ok_and(|levels| levels == "all");
    let further = if all_levels { FURTHER_LEVELS } else { &[] };
    let levels: Vec<&str> = [LEVELS, further].concat();
    for (program, _) in PROGRAMS {
        for level in &levels {
            trials.push(trial(is_there, (program, vec![level]), &scratch));
        }
    }
    for program in OPTIMISED {
        for level in levels.iter().filter(|level| **level != "-O0") {
            trials.push(trial(is_there, (program, vec![level]), &scratch));
        }
    }
    let can_watch = Path::new(TELLS).exists() && runs(scratch.path(), WATCH);
    for (program, _) in PROGRAMS.iter().filter(|(_, watched)| *watched) {
        trials.push(trial(can_watch, (program, WATCH.to_vec()), &scratch));
    }
    for library in libraries::LIBRARIES {
        let found = library.found().filter(|_| is_there);
        let well = levels.iter().copied().filter(|level| WELL.contains(level));
        let well: Vec<&str> = well.collect();
        for (programs, levels) in [(library.programs, &levels), (library.optimised, &well)] {
            for (program, level) in programs
                .iter()
                .flat_map(|p| levels.iter().map(move |l| (p, l)))
            {
                trials.push(of_library(found.clone(), (program, level), &scratch));
            }
        }
    }
    for program in KEPT.iter().chain(BROKEN) {
        trials.push(with_options(*program, is_there, &scratch));
    }
    trials.push(of_apps(is_there));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Programs whose derivatives find that promises are kept.
const KEPT: &[(&str, &str, &[&str])] = &[
    ("spans.c", "check-exclusive", &[]),
    ("../../../apps/threads/nbody.c", "check-exclusive", &[]),
];

/// Programs whose derivatives end with a message, which has these words.
const BROKEN: &[(&str, &str, &[&str])] = &[
    (
        "broken/promise.c",
        "check-exclusive",
        &["promise.c:7: two workers", "EZ7410"],
    ),
    ("broken/nested.c", "", &["EZ7407"]),
    ("broken/group.c", "", &["EZ7414"]),
];

/// A program, compiled with options of the engine's, which is to end with a message or, if there is none, to be right.
fn with_options(
    (program, options, words): (&'static str, &'static str, &'static [&'static str]),
    is_there: bool,
    scratch: &Arc<TempDir>,
) -> Trial {
    let found = wrapper(program).filter(|_| is_there);
    let ignored = found.is_none();
    let scratch = scratch.clone();
    let name = format!("{program} {options}");
    Trial::test(name.trim_end(), move || {
        let to = scratch.path().join(program.replace(['.', '/'], "_"));
        let compiled = Command::new(found.unwrap())
            .current_dir(folder())
            .env("ENZYME_RS_OPTIONS", options)
            .args(["-fopenmp", "-O2", "-g", program, "-lm", "-o"])
            .arg(&to)
            .output()?;
        if !compiled.status.success() {
            return Err(String::from_utf8_lossy(&compiled.stderr)
                .into_owned()
                .into());
        }
        let ran = Command::new("timeout").arg(SECONDS).arg(&to).output()?;
        let said = String::from_utf8_lossy(&ran.stderr);
        if words.is_empty() {
            return judge(&ran);
        }
        match words.iter().all(|word| said.contains(word)) {
            true => Ok(()),
            false => Err(format!("{}\n{said}", ran.status).into()),
        }
    })
    .with_ignored_flag(ignored)
}

/// The programs of `apps/threads` in all variants, which have one gradient: without threads, with RAJA, Kokkos and MPI.
fn of_apps(is_there: bool) -> Trial {
    let found = wrapper("openmp.c").filter(|_| is_there);
    let ignored = found.is_none();
    Trial::test("apps/threads", move || {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut run = Command::new(root.join("apps/threads/run.sh"));
        run.args([
            found.as_deref().and_then(Path::parent).unwrap(),
            Path::new("check"),
        ]);
        judge(&run.output()?)
    })
    .with_ignored_flag(ignored)
}

fn trial(
    is_there: bool,
    (program, flags): (&'static str, Vec<&'static str>),
    scratch: &Arc<TempDir>,
) -> Trial {
    let found = wrapper(program).filter(|_| is_there);
    let ignored = found.is_none();
    let scratch = scratch.clone();
    let name = format!("{program} {}", flags.join(" "));
    Trial::test(name.clone(), move || {
        let to = scratch.path().join(name.replace([' ', '.', '/'], "_"));
        check(&found.unwrap(), program, &flags, &to)
    })
    .with_ignored_flag(ignored)
}

fn of_library(
    flags: Option<libraries::Flags>,
    (program, level): (&'static str, &'static str),
    scratch: &Arc<TempDir>,
) -> Trial {
    let found = wrapper(program).zip(flags);
    let ignored = found.is_none();
    let scratch = scratch.clone();
    let name = format!("{program} {level}");
    Trial::test(name.clone(), move || {
        let (wrapper, flags) = found.unwrap();
        let to = scratch.path().join(name.replace([' ', '.', '/'], "_"));
        let compiled = Command::new(wrapper)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["-std=c++17", "-fopenmp", "-w", level])
            .args(&flags.compile)
            .args([program, "-o"])
            .arg(&to)
            .args(&flags.link)
            .output()?;
        if !compiled.status.success() {
            return Err(String::from_utf8_lossy(&compiled.stderr)
                .into_owned()
                .into());
        }
        for workers in ["1", "2", "4"] {
            let mut run = Command::new("timeout");
            run.env("OMP_NUM_THREADS", workers)
                .env("OMP_PROC_BIND", "false");
            judge(&ended(run.arg(SECONDS).arg(&to))?)?;
        }
        Ok(())
    })
    .with_ignored_flag(ignored)
}

/// Where a compiler of Fortran writes modules: each trial has a folder of its own.
fn modules(program: &str, to: &Path) -> Result<Vec<OsString>, Failed> {
    if !program.ends_with(".f90") {
        return Ok(Vec::new());
    }
    let folder = to.with_extension("modules");
    std::fs::create_dir_all(&folder)?;
    Ok(vec!["-J".into(), folder.into()])
}

fn check(wrapper: &Path, program: &str, flags: &[&str], to: &Path) -> Result<(), Failed> {
    let compiled = Command::new(wrapper)
        .current_dir(folder())
        .arg("-fopenmp")
        .args(flags)
        .args(modules(program, to)?)
        .args([program, "-o"])
        .arg(to)
        .arg("-lm")
        .output()?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr)
            .into_owned()
            .into());
    }
    let mut run = Command::new("timeout");
    if flags.contains(&"-fsanitize=thread") {
        let unseen = to.with_extension("suppressions");
        std::fs::write(&unseen, UNSEEN)?;
        let unseen = unseen.display();
        let options = format!("ignore_noninstrumented_modules=1 suppressions={unseen}");
        run.env("OMP_TOOL_LIBRARIES", TELLS)
            .env("TSAN_OPTIONS", options);
    }
    judge(&ended(run.arg(SECONDS).arg(to))?)
}

/// Runs a program. Where LLVM's OpenMP ends it at an assertion of its own, which it does without derivatives as well (docs/openmp.md, "To watch for"), it runs
/// again.
fn ended(run: &mut Command) -> std::io::Result<Output> {
    for _ in 0..2 {
        let output = run.output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        if !said.contains("Assertion failure at kmp_dispatch.cpp") {
            return Ok(output);
        }
    }
    run.output()
}

/// Whether a program printed that all is right, or what could not be tried, and nothing else.
fn judge(output: &Output) -> Result<(), Failed> {
    let text = String::from_utf8_lossy(&output.stdout);
    let wrong: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("PASS ") && !line.starts_with("SKIPPED: "))
        .collect();
    match wrong.is_empty() && !text.is_empty() && output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{}\n{}\n{}",
            output.status,
            wrong.join("\n"),
            String::from_utf8_lossy(&output.stderr)
        )
        .into()),
    }
}
