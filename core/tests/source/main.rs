//! The source of the engine and of the driver, where its text must keep a rule that the compiler does not check.
//!
//! [`arms`]: what a match of the engine decides for variants that it does not name. [`circles`]: files of either that use each other.
//!
//! Owns: the lists of the source files. Must not: compile or run what they are of.

#![allow(clippy::unwrap_used, reason = "tests may")]

mod arms;
mod circles;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the engine's source.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The folder of the source of `enzyme-rs-run`.
fn driver() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/driver/src")
}

/// All Rust files below a folder but tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}
