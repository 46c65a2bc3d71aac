//! Rust programs with hooks, differentiated in the linker as a user of stable Rust does it: `-C linker-plugin-lto`, and
//! the plugin loaded by lld. Numbers against central differences.
//!
//! Owns: the compiler's command line and its levels. Must not: know what a program computes (`rust/*.rs`, `rust/check/`).
//! Without a plugin, or with a compiler of a newer LLVM, every program is reported as ignored, with the reason.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[path = "support/programs.rs"]
mod support;

use libtest_mimic::{Arguments, Trial};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{SECONDS, judge, may_be_refused, plugin, run, stated};

/// Flags of the compiler. Nothing is generated without optimisation: the linker runs no plugin then.
const LEVELS: &[&str] = &[
    "opt-level=1",
    "opt-level=2",
    "opt-level=3",
    "opt-level=2 panic=abort",
    "opt-level=2 lto=fat",
];

/// The newest LLVM whose bitcode the linker reads.
const NEWEST: u32 = 22;

fn main() {
    let arguments = Arguments::from_args();
    let found = plugin().and_then(|plugin| tools().map(|()| plugin));
    if let Err(reason) = &found {
        eprintln!("rust_programs: all skipped: {reason}");
    }
    let scratch = env::temp_dir().join(format!("enzyme-rust-programs-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    let mut trials = Vec::new();
    for program in programs() {
        for level in LEVELS {
            trials.push(trial(program.clone(), level, &found, &scratch));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let _ = fs::remove_dir_all(&scratch);
    conclusion.exit();
}

fn compiler() -> OsString {
    env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Whether there are a linker and a compiler whose bitcode it reads.
fn tools() -> Result<(), String> {
    for name in ["clang-22", "ld.lld-22"] {
        let started = Command::new(name).arg("--version").output();
        started.map_err(|error| format!("cannot start {name}: {error}"))?;
    }
    let said = Command::new(compiler()).arg("-vV").output();
    let said = said.map_err(|error| format!("cannot start rustc: {error}"))?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let version = said.lines().find_map(|l| l.strip_prefix("LLVM version: "));
    let major = version.and_then(|v| v.split('.').next()?.parse::<u32>().ok());
    match major {
        Some(major) if major <= NEWEST => Ok(()),
        _ => Err(format!("rustc has LLVM {version:?}, the linker {NEWEST}")),
    }
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rust");
    let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let mut programs: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    programs.sort();
    programs
}

fn trial(
    program: PathBuf,
    level: &'static str,
    plugin: &Result<PathBuf, String>,
    scratch: &Path,
) -> Trial {
    let name = program.file_name().unwrap().to_string_lossy().into_owned();
    let title = format!("{name} {level}");
    let folder = scratch.join(title.replace([' ', '='], "_"));
    let ignored = plugin.is_err();
    let plugin = plugin.clone().unwrap_or_default();
    let test = move || {
        // The compiler puts object files, whose names do not know the level, beside the program, and deletes them.
        fs::create_dir_all(&folder)?;
        let binary = folder.join("program");
        if let Err(refused) = run(&mut compile(&program, level, &plugin, &binary)) {
            return may_be_refused(&program, &refused);
        }
        judge(&Command::new("timeout").arg(SECONDS).arg(&binary).output()?)
    };
    Trial::test(title, test).with_ignored_flag(ignored)
}

fn compile(program: &Path, level: &str, plugin: &Path, binary: &Path) -> Command {
    let mut command = Command::new(compiler());
    command.args(["--edition", "2024", "-A", "warnings"]);
    for flag in level.split_whitespace() {
        command.args(["-C", flag]);
    }
    let load = format!("link-arg=-Wl,--load-pass-plugin={}", plugin.display());
    let linker = [
        "linker-plugin-lto",
        "linker=clang-22",
        "link-arg=-fuse-ld=lld-22",
        &load,
    ];
    for option in linker {
        command.args(["-C", option]);
    }
    for flag in stated(program, "Flags:") {
        command.arg(flag);
    }
    command.arg(program).arg("-o").arg(binary);
    command
}
