//! The source of the engine, where its text must keep a rule that the compiler does not check.
//!
//! [`arms`]: what a match decides for variants that it does not name. [`circles`]: files that use each other.
//!
//! Owns: the list of the source files. Must not: compile or run the engine.

#![allow(clippy::unwrap_used, reason = "tests may")]

mod arms;
mod circles;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the engine's source.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
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
