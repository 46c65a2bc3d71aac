//! C and C++ programs through the plugin, at several levels of optimisation: numbers against closed
//! forms and central differences.
//!
//! Programs also arrive as bitcode that was vectorised before the plugin sees it: for the CPU's vectors
//! where it has them (`c/vectors` holds programs that are about these), else for SSE2.
//!
//! Owns: finding the compilers, and the levels. Must not: know what a program computes (`c/*.c`, `c/check.h`, `c/walls.h`). Programs of `c/never_wrong` say at their
//! head which refusals are right for them: they may be refused, and are never wrong. Without a plugin every program is
//! reported as ignored, with the reason; so is a program whose head names a package that pkg-config does not know (`Packages: eigen3`).

#![allow(clippy::unwrap_used, reason = "tests may")]

#[path = "support/programs.rs"]
mod support;

use libtest_mimic::{Arguments, Trial};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{SECONDS, judge, may_be_refused, plugin, run, stated};

/// Compiler flags and the engine's options; what both leave out is the default.
const LEVELS: &[(&str, &str)] = &[
    ("-O2", ""),
    ("-O0 -g", ""),
    ("-O2", "inline-limit=0"),
    ("-O2", "no-minimum-cut"),
    ("-O1", "no-optimize"),
    ("-O2", "runtime-activity"),
];

/// Levels that find what those above find, but for what nobody has thought of: tried if ENZYME_RS_LEVELS is `all` (`make test-levels`).
const FURTHER_LEVELS: &[(&str, &str)] = &[("-O0", ""), ("-O1", ""), ("-O2 -g", ""), ("-O3", "")];

/// Levels of the programs of `never_wrong`, which may be refused: with little inlined, and with all of it.
const HOSTILE_LEVELS: &[(&str, &str)] = &[("-O1", "inline-limit=0"), ("-O2", "")];

/// The same as [`FURTHER_LEVELS`] for them.
const FURTHER_HOSTILE_LEVELS: &[(&str, &str)] = &[("-O0", ""), ("-O2 -fno-strict-aliasing", "")];

/// Compiler flags of code that `clang` optimises to the end before `opt` runs the plugin. Each asks for
/// more of the CPU than the one before.
const VECTORISED: [&str; 3] = [
    "-O3 -fno-math-errno",
    "-O3 -fno-math-errno -mavx2 -mfma",
    "-O3 -fno-math-errno -fassociative-math -fno-signed-zeros -fno-trapping-math -mfma \
     -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=512",
];

/// Directions that are the point itself say that all is inactive.
const NOT_WITH_RUNTIME_ACTIVITY: &str = "restricted.c";

/// Programs that are left out as bitcode. The compiler that gets it takes an allocation of impossible size
/// for one that succeeds, which the first tests for, and knows nothing of `errno`, which the second reads. Eigen
/// has instructions of its own for larger vectors, which are refused (`docs/cpp.md`). The last have functions with rules that are inlined, or made something
/// else, before the plugin could say so.
const NOT_AS_BITCODE: [&str; 7] = [
    "allocators.c",
    "errno_read.c",
    "eigen.cpp",
    "eigen_products.cpp",
    "custom_found.c",
    "custom_deep.c",
    "custom_libm.c",
];

fn main() {
    let arguments = Arguments::from_args();
    let found = plugin().and_then(|plugin| compilers().map(|()| plugin));
    if let Err(reason) = &found {
        eprintln!("c_programs: all skipped: {reason}");
    }
    report_missing_packages(&programs(&folder()));
    let scratch = env::temp_dir().join(format!("enzyme-c-programs-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    let mut trials = Vec::new();
    let hostile = || programs(&folder().join("never_wrong"));
    let mut wanted = vec![(programs(&folder()), LEVELS), (hostile(), HOSTILE_LEVELS)];
    if env::var("ENZYME_RS_LEVELS").is_ok_and(|levels| levels == "all") {
        wanted.push((programs(&folder()), FURTHER_LEVELS));
        wanted.push((hostile(), FURTHER_HOSTILE_LEVELS));
    }
    for (programs, levels) in wanted {
        for program in programs {
            let at = |level: &(_, _)| {
                let route = Route::Compiler(level.0, level.1);
                trial(program.clone(), route, &found, &scratch)
            };
            let fits = |level: &&(&str, &str)| {
                level.1 != "runtime-activity" || !program.ends_with(NOT_WITH_RUNTIME_ACTIVITY)
            };
            trials.extend(levels.iter().filter(fits).map(at));
        }
    }
    let level = supported();
    let kept = |program: &PathBuf| !NOT_AS_BITCODE.iter().any(|name| program.ends_with(name));
    let written = programs(&folder()).into_iter().filter(kept);
    let hostile = programs(&folder().join("never_wrong")).into_iter();
    let hostile: Vec<_> = hostile.filter(kept).collect();
    let all = written
        .chain(programs(&folder().join("vectors")))
        .chain(hostile.clone());
    for program in all {
        // Those that say so, and elsewhere the most that there is.
        let most = if hostile.contains(&program) {
            level.min(1)
        } else {
            level
        };
        let wanted = required(&program).unwrap_or(level.min(1))..=most;
        let at = |level| {
            let route = Route::Bitcode(VECTORISED[level]);
            trial(program.clone(), route, &found, &scratch)
        };
        trials.extend(wanted.map(at));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let _ = fs::remove_dir_all(&scratch);
    conclusion.exit();
}

/// How a program meets the plugin.
#[derive(Clone, Copy)]
enum Route {
    /// Within the compiler, by flags and the engine's options.
    Compiler(&'static str, &'static str),
    /// As bitcode of these flags.
    Bitcode(&'static str),
}

/// The last of [`VECTORISED`] that this machine can run.
fn supported() -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let has_avx512 = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw");
        if has_avx2 {
            return if has_avx512 { 2 } else { 1 };
        }
    }
    0
}

/// The first of [`VECTORISED`] that a program is written for, if it is written for one.
fn required(program: &Path) -> Option<usize> {
    match program.file_stem()?.to_str()? {
        "avx2" => Some(1),
        "avx512" => Some(2),
        _ => None,
    }
}

fn compilers() -> Result<(), String> {
    for name in ["clang-22", "clang++-22", "opt-22"] {
        let started = Command::new(name).arg("--version").output();
        started.map_err(|error| format!("cannot start {name}: {error}"))?;
    }
    Ok(())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c")
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_program = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "c" || extension == "cpp")
    };
    let mut programs: Vec<PathBuf> = entries.filter(is_program).collect();
    programs.sort();
    programs
}

fn trial(
    program: PathBuf,
    route: Route,
    plugin: &Result<PathBuf, String>,
    scratch: &Path,
) -> Trial {
    let name = program.file_name().unwrap().to_string_lossy().into_owned();
    let title = match route {
        Route::Compiler(flags, options) => format!("{name} {flags} {options}"),
        Route::Bitcode(flags) => format!("{name} bitcode {flags}"),
    };
    let title = title.trim().to_owned();
    let binary = scratch.join(title.replace([' ', '=', ','], "_"));
    let ignored = plugin.is_err() || package_flags(&program).is_err();
    let plugin = plugin.clone().unwrap_or_default();
    let run = move || {
        let compiled = match route {
            Route::Compiler(flags, options) => compile(&program, flags, options, &plugin, &binary),
            Route::Bitcode(flags) => compile_bitcode(&program, flags, &plugin, &binary),
        };
        if let Err(refused) = compiled {
            return may_be_refused(&program, &refused);
        }
        judge(&Command::new("timeout").arg(SECONDS).arg(&binary).output()?)
    };
    Trial::test(title, run).with_ignored_flag(ignored)
}

/// The compiler for a program's language.
fn compiler(program: &Path, flags: &str) -> Command {
    let plus = program
        .extension()
        .is_some_and(|extension| extension == "cpp");
    let mut command = Command::new(if plus { "clang++-22" } else { "clang-22" });
    command.args(flags.split_whitespace()).arg("-w");
    command
}

/// The same, for its source.
fn source(program: &Path, flags: &str) -> Command {
    let mut command = compiler(program, flags);
    if program
        .extension()
        .is_some_and(|extension| extension == "cpp")
    {
        command.arg("-std=c++17");
    }
    command
        .arg("-I")
        .arg(folder())
        .arg(program)
        .args(stated(program, "Flags:"))
        .args(package_flags(program).unwrap_or_default());
    command
}

/// What finds the headers of the packages that a program's head names, or which one is missing.
fn package_flags(program: &Path) -> Result<Vec<String>, String> {
    let packages = stated(program, "Packages:");
    if packages.is_empty() {
        return Ok(Vec::new());
    }
    let asked = Command::new("pkg-config")
        .arg("--cflags")
        .args(&packages)
        .output();
    let found = asked.map_err(|error| format!("cannot start pkg-config: {error}"))?;
    match found.status.success() {
        true => Ok(String::from_utf8_lossy(&found.stdout)
            .split_whitespace()
            .map(str::to_owned)
            .collect()),
        false => Err(format!("pkg-config knows no {}", packages.join(" "))),
    }
}

/// Says which programs are left out for want of a package.
fn report_missing_packages(programs: &[PathBuf]) {
    for program in programs {
        if let Err(reason) = package_flags(program) {
            eprintln!("{}: skipped: {reason}", program.display());
        }
    }
}

fn compile(
    program: &Path,
    flags: &str,
    options: &str,
    plugin: &Path,
    binary: &Path,
) -> Result<(), String> {
    let mut command = source(program, flags);
    command
        .arg(format!("-fpass-plugin={}", plugin.display()))
        .env("ENZYME_RS_OPTIONS", options);
    run(command.arg("-o").arg(binary).arg("-lm"))
}

/// Bitcode, optimised; the same with derivatives; the program.
fn compile_bitcode(
    program: &Path,
    flags: &str,
    plugin: &Path,
    binary: &Path,
) -> Result<(), String> {
    let named = |end: &str| PathBuf::from(format!("{}.{end}.bc", binary.display()));
    let [before, after] = [named("before"), named("after")];
    let mut optimise = source(program, flags);
    optimise.args(["-DAS_BITCODE", "-c", "-emit-llvm", "-o"]);
    run(optimise.arg(&before))?;
    let mut differentiate = Command::new("opt-22");
    differentiate
        .arg(format!("-load-pass-plugin={}", plugin.display()))
        .arg("-passes=enzyme")
        .arg(&before);
    run(differentiate.arg("-o").arg(&after))?;
    let mut link = compiler(program, flags);
    run(link.arg(&after).arg("-o").arg(binary).arg("-lm"))
}
