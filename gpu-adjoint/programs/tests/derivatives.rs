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

/// Numbers that go in and come out, what the program is told, the grid, the block, and bytes that the host gives each thread.
struct Run {
    inputs: u32,
    outputs: u32,
    n: u32,
    grid: [u32; 2],
    block: [u32; 2],
    keeps: u32,
}

const fn run(
    inputs: u32,
    outputs: u32,
    n: u32,
    grid: [u32; 2],
    block: [u32; 2],
    keeps: u32,
) -> Run {
    Run {
        inputs,
        outputs,
        n,
        grid,
        block,
        keeps,
    }
}

/// Programs, and what they are run with.
const PROGRAMS: &[(&str, &[Run])] = &[
    (
        "update",
        &[
            run(100, 100, 100, [4, 1], [32, 1], 0),
            run(100, 100, 100, [1, 1], [128, 1], 0),
        ],
    ),
    ("product", &[run(512, 256, 16, [2, 2], [8, 8], 4096)]),
    (
        "reduce",
        &[
            run(200, 1, 200, [2, 1], [128, 1], 4096),
            run(200, 1, 200, [4, 1], [64, 1], 4096),
        ],
    ),
    (
        "scan",
        &[
            run(128, 128, 128, [1, 1], [128, 1], 4096),
            run(200, 200, 200, [1, 1], [200, 1], 4096),
        ],
    ),
    ("histogram", &[run(200, 16, 200, [2, 1], [32, 1], 4096)]),
    (
        "shuffles",
        &[
            run(128, 128, 0, [1, 1], [128, 1], 4096),
            run(128, 128, 0, [2, 1], [64, 1], 4096),
        ],
    ),
    (
        "iterate",
        &[
            run(64, 64, 13, [2, 1], [32, 1], 1024),
            run(60, 60, 7, [3, 1], [20, 1], 1024),
        ],
    ),
    ("heat", &[run(256, 256, 16, [2, 2], [8, 8], 0)]),
    ("nbody", &[run(256, 192, 64, [2, 1], [32, 1], 16384)]),
    ("lattice", &[run(1216, 1216, 4, [2, 1], [32, 1], 16384)]),
    ("lookup", &[run(305, 96, 20, [1, 1], [32, 1], 16384)]),
    ("poles", &[run(64, 64, 16, [1, 1], [32, 1], 16384)]),
    ("maths", &[run(70, 61, 0, [1, 1], [32, 1], 16384)]),
    ("meetings", &[run(128, 128, 0, [2, 1], [64, 1], 4096)]),
    (
        "calls",
        &[
            run(64, 64, 1, [2, 1], [32, 1], 4096),
            run(64, 64, 2, [2, 1], [32, 1], 4096),
        ],
    ),
];

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

    fn warp(self) -> u32 {
        match self {
            Language::Cuda => 32,
            Language::Hip => 64,
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
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(output),
        false => Err(format!("{command:?}\n{said}").into()),
    }
}

/// Compiles a program, differentiates it, and makes an executable of it for this machine.
fn compiled(
    program: &str,
    (language, level): (Language, &str),
    folder: &Path,
) -> Result<PathBuf, Failed> {
    let [module, object, executable] =
        ["device.bc", "device.o", "program"].map(|name| folder.join(name));
    let plugin = build().join("libenzyme_rs.so");
    succeeds(
        Command::new(CLANG)
            .args(language.flags())
            .args([level, "-gline-tables-only", "-emit-llvm", "-c"])
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
            .arg(format!("-DWARP={}", language.warp()))
            .arg(device("host.c"))
            .arg(&object)
            .arg(build().join("libenzyme_rs_emulator.a"))
            .args(["-rdynamic", "-lm", "-lpthread", "-ldl", "-o"])
            .arg(&executable),
    )?;
    Ok(executable)
}

fn check(program: &str, runs: &[Run], how: (Language, &str)) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let executable = compiled(program, how, folder.path())?;
    for run in runs {
        let numbers = [
            run.inputs,
            run.outputs,
            run.n,
            run.grid[0],
            run.grid[1],
            run.block[0],
            run.block[1],
            run.keeps,
        ];
        let numbers = numbers.map(|number| number.to_string());
        let output = Command::new(&executable).args(&numbers).output()?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if printed != "passed\n" || !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}\n{printed}{said}", numbers.join(" ")).into());
        }
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let all = env::var_os("ENZYME_RS_LEVELS").is_some_and(|levels| levels == "all");
    let further: &[&str] = if all { FURTHER_LEVELS } else { &[] };
    let levels: Vec<&'static str> = [LEVELS, further].concat();
    let there = is_there();
    let mut trials = Vec::new();
    for (program, runs) in PROGRAMS {
        for language in [Language::Cuda, Language::Hip] {
            for level in levels.iter().copied() {
                let name = format!("{program} {language:?} {level}");
                let test = move || check(program, runs, (language, level));
                trials.push(Trial::test(name, test).with_ignored_flag(!there));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
