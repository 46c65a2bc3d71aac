//! `enzyme-rs run`: the program that runs simulations, which lies beside this one.
//!
//! Owns: finding it. Must not: know cases.

use crate::exit::{Exit, Failure};
use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

/// What it is called.
const PROGRAM: &str = "enzyme-rs-run";

/// Becomes it.
pub(crate) fn run(arguments: &[OsString]) -> Result<Exit, Failure> {
    let here = std::env::current_exe();
    let beside = here.map(|here| here.with_file_name(PROGRAM));
    let beside = beside.ok().filter(|path| path.exists());
    let program = beside.unwrap_or_else(|| PathBuf::from(PROGRAM));
    let error = Command::new(&program).args(arguments).exec();
    let what = format!("cannot start {}: {error}", program.display());
    Err(Failure::environment(what).help("install it beside enzyme-rs: make install"))
}
