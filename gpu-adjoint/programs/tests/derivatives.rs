//! The programs of `device/` through the plugin, for both vendors and at several levels, on the emulator with its checker.
//!
//! Owns: what each program is run with. Must not: know what a program computes, or judge: `host.c` prints what is wrong. Where the plugin, the CLI
//! or clang is missing, programs are reported as ignored.

#![allow(clippy::unwrap_used, reason = "tests may")]

use libtest_mimic::{Arguments, Failed, Trial};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const CLANG: &str = "clang-22";

/// Programs, and what they are run with.
const RUNS: &str = include_str!("../device/runs.txt");

/// The programs of [`RUNS`], in order, and the arguments of `host.c` for each of their runs.
fn programs() -> Vec<(&'static str, Vec<Vec<&'static str>>)> {
    let mut all: Vec<(&str, Vec<Vec<&str>>)> = Vec::new();
    for line in RUNS.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        if all.last().is_none_or(|(last, _)| *last != name) {
            all.push((name, Vec::new()));
        }
        all.last_mut().unwrap().1.push(words.collect());
    }
    all
}

const LEVELS: &[&str] = &["-O0", "-O2"];
/// Tried if ENZYME_RS_LEVELS is `all` (`make test-levels`).
const FURTHER_LEVELS: &[&str] = &["-O1", "-O3"];

/// A vendor's language.
#[derive(Clone, Copy, Debug)]
enum Language {
    Cuda,
    Hip,
}

impl Language {
    /// For the device alone, without the vendor's headers.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Language::Cuda => &[
                "-x",
                "cuda",
                "-nocudainc",
                "-nocudalib",
                "--cuda-gpu-arch=sm_90",
                "--cuda-device-only",
                "--cuda-feature=+ptx78",
            ],
            Language::Hip => &[
                "-x",
                "hip",
                "-nogpuinc",
                "-nogpulib",
                "--offload-arch=gfx90a",
                "--offload-device-only",
            ],
        }
    }

    /// Of the host's code.
    fn vendor(self) -> &'static str {
        match self {
            Language::Cuda => "-DVENDOR_CUDA",
            Language::Hip => "-DVENDOR_HIP",
        }
    }
}

/// Where plugin, programs and libraries were built.
fn build() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    env::var_os("ENZYME_RS_BUILD").map_or(target.join("release"), PathBuf::from)
}

fn device(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("device")
        .join(name)
}

fn is_there() -> bool {
    let files = ["libenzyme_rs.so", "enzyme-rs", "libenzyme_rs_emulator.a"];
    let built = files.iter().all(|name| build().join(name).exists());
    built && Command::new(CLANG).arg("--version").output().is_ok()
}

fn succeeds(command: &mut Command) -> Result<Output, Failed> {
    let output = command.output()?;
    let said = [output.stdout.as_slice(), &output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    match output.status.success() {
        true => Ok(output),
        false => Err(format!("{command:?}\n{said}").into()),
    }
}

/// Compiles a program, differentiates it, and makes an executable of it for this machine, with a driver that runs it on the emulator.
fn compiled(
    program: &str,
    host: &str,
    (language, flags): (Language, &[&str]),
    folder: &Path,
) -> Result<PathBuf, Failed> {
    let [module, object, executable] =
        ["device.bc", "device.o", "program"].map(|name| folder.join(name));
    let plugin = build().join("libenzyme_rs.so");
    succeeds(
        Command::new(CLANG)
            .args(language.flags())
            .args(flags)
            .args(["-gline-tables-only", "-emit-llvm", "-c"])
            .arg(format!("-fpass-plugin={}", plugin.display()))
            .arg(device(&format!("{program}.cu")))
            .arg("-o")
            .arg(&module),
    )?;
    succeeds(
        Command::new(build().join("enzyme-rs"))
            .args(["emulate", "--module", "program", "-o"])
            .args([&object, &module]),
    )?;
    succeeds(
        Command::new(CLANG)
            .args(["-O1", language.vendor()])
            .args([host, "machine.c", "driver.c"].map(device))
            .arg(&object)
            .arg(build().join("libenzyme_rs_emulator.a"))
            .args(["-rdynamic", "-lm", "-lpthread", "-ldl", "-o"])
            .arg(&executable),
    )?;
    Ok(executable)
}

fn check(program: &str, runs: &[Vec<&str>], how: (Language, &[&str])) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let executable = compiled(program, "host.c", how, folder.path())?;
    for numbers in runs {
        let output = Command::new(&executable)
            .arg(folder.path().join("device.bc"))
            .args(numbers)
            .output()?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if printed != "passed\n" || !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}\n{printed}{said}", numbers.join(" ")).into());
        }
    }
    Ok(())
}

/// Blocks of another size than that of [`RUNS`], in a square grid.
fn in_tiles(language: Language, tile: &str, grid: &str) -> Result<(), Failed> {
    let along: usize = tile.parse::<usize>()? * grid.parse::<usize>()?;
    let (n, all) = (along.to_string(), (along * along).to_string());
    let run = vec![&*all, &*all, &*n, grid, grid, tile, tile, "0"];
    let tile = format!("-DTILE={tile}");
    check("heat_by_hand", &[run], (language, &["-O2", &tile]))
}

/// What is measured on devices: a row, after the gradients were compared.
fn measured(program: &str) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let executable = compiled(
        program,
        "bench.c",
        (Language::Cuda, &["-O2"]),
        folder.path(),
    )?;
    let module = folder.path().join("device.bc");
    let mut bench = Command::new(executable);
    let output = succeeds(bench.arg(module).arg(program))?;
    let row = String::from_utf8_lossy(&output.stdout);
    let is_row = row.starts_with(&format!("| {program} | ")) && row.matches('|').count() == 10;
    is_row.then_some(()).ok_or_else(|| row.as_ref().into())
}

fn main() {
    let arguments = Arguments::from_args();
    let all = env::var_os("ENZYME_RS_LEVELS").is_some_and(|levels| levels == "all");
    let further: &[&str] = if all { FURTHER_LEVELS } else { &[] };
    let levels: Vec<&'static str> = [LEVELS, further].concat();
    let there = is_there();
    let mut trials = Vec::new();
    for (program, runs) in programs() {
        for language in [Language::Cuda, Language::Hip] {
            for level in levels.iter().copied() {
                let name = format!("{program} {language:?} {level}");
                let runs = runs.clone();
                let test = move || check(program, &runs, (language, &[level]));
                trials.push(Trial::test(name, test).with_ignored_flag(!there));
            }
        }
    }
    for (tile, grid) in [("4", "5"), ("16", "2")] {
        for language in [Language::Cuda, Language::Hip] {
            let test = move || in_tiles(language, tile, grid);
            let name = format!("heat_by_hand {language:?} in tiles of {tile}");
            trials.push(Trial::test(name, test).with_ignored_flag(!there));
        }
    }
    // That one has one thread that works.
    let timed = programs().into_iter().map(|(program, _)| program);
    for program in timed.filter(|program| *program != "maths") {
        let test = move || measured(program);
        let name = format!("times of {program}");
        trials.push(Trial::test(name, test).with_ignored_flag(!there));
    }
    libtest_mimic::run(&arguments, trials).exit();
}
