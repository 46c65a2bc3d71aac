//! `enzyme-rs cargo`: cargo, with the settings by which stable Rust leaves its code to a linker that differentiates.
//!
//! Owns: these settings, as environment variables of cargo's own. Must not: interpret, drop or reorder the user's arguments, or edit files.

use crate::exit::{Exit, Failure};
use crate::toolchain::{self, Language};
use enzyme_llvm_shim::io::llvm_version;
use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

/// What goes between flags in `CARGO_ENCODED_RUSTFLAGS`.
const BETWEEN: &str = "\u{1f}";
const ENCODED: &str = "CARGO_ENCODED_RUSTFLAGS";

/// Flags of rustc beside the linker: all code comes to it as bitcode, with loops as they were written.
const FLAGS: [&str; 5] = [
    "-Clinker-plugin-lto",
    "-Clink-arg=-flto",
    "-Cno-vectorize-loops",
    "-Cno-vectorize-slp",
    "-Cllvm-args=-unroll-runtime=0",
];

/// Settings of profiles: the linker sees all crates; at opt-level 0 it would do nothing.
const PROFILES: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_LTO", "fat"),
    ("CARGO_PROFILE_DEV_LTO", "fat"),
    ("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
];

/// Becomes cargo.
pub(crate) fn run(user: &[OsString]) -> Result<Exit, Failure> {
    let toolchain = user
        .first()
        .filter(|word| word.to_string_lossy().starts_with('+'));
    fits(toolchain)?;
    let mut command = Command::new("cargo");
    command.args(user).env(ENCODED, flags()?);
    for (name, value) in PROFILES {
        if env::var_os(name).is_none() {
            command.env(name, value);
        }
    }
    let error = command.exec();
    Err(Failure::environment(format!("cannot start cargo: {error}"))
        .help("install Rust, 1.90 or newer: https://rustup.rs"))
}

/// The user's flags of rustc, and ours behind them.
fn flags() -> Result<OsString, Failure> {
    let words = |text: OsString| {
        let text = text.to_string_lossy().into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(BETWEEN)
    };
    let own =
        env::var_os(ENCODED).or_else(|| env::var_os("RUSTFLAGS").map(|text| words(text).into()));
    let mut driver = OsString::from("-Clinker=");
    driver.push(wrapper()?);
    // Rust brings an lld of its own, which cannot load the plugin.
    let mut linker = OsString::from("-Clink-arg=--ld-path=");
    linker.push(toolchain::linker()?);
    let mut all: Vec<OsString> = own.filter(|flags| !flags.is_empty()).into_iter().collect();
    all.extend(FLAGS.map(OsString::from));
    all.extend([driver, linker]);
    Ok(all.join(OsStr::new(BETWEEN)))
}

/// The compiler wrapper beside us, which links with the plugin.
fn wrapper() -> Result<PathBuf, Failure> {
    let own = env::current_exe().ok();
    let beside = own.map(|own| own.with_file_name(Language::C.wrapper()));
    beside.filter(|path| path.exists()).ok_or_else(|| {
        Failure::environment("cannot find enzyme-cc beside enzyme-rs")
            .help("`make build` and `make install` put it there")
    })
}

/// Whether the linker reads what this rustc writes.
fn fits(toolchain: Option<&OsString>) -> Result<(), Failure> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Command::new(rustc).args(toolchain).arg("-vV").output();
    let said = said.map_err(|e| {
        Failure::environment(format!("cannot start rustc: {e}"))
            .help("install Rust, 1.90 or newer: https://rustup.rs")
    })?;
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let (own, ..) = llvm_version();
    match llvm_of(&said) {
        Some(theirs) if theirs > own => Err(Failure::environment(format!(
            "this rustc works with LLVM {theirs}, and derivatives are made by LLVM {own}, which cannot read its code"
        ))
        .help("choose an older toolchain: `enzyme-rs cargo +1.90 build`")),
        _ => Ok(()),
    }
}

/// The major version of LLVM in what `rustc -vV` prints.
fn llvm_of(said: &str) -> Option<u32> {
    let line = said
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: "))?;
    line.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::llvm_of;

    #[test]
    fn rustc_says_its_llvm() {
        assert_eq!(
            llvm_of("rustc 1.90.0\nhost: x\nLLVM version: 20.1.8\n"),
            Some(20)
        );
        assert_eq!(llvm_of("rustc 1.90.0\n"), None);
    }
}
