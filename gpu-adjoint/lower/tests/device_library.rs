//! The device library is what its source says.
//!
//! Owns: that `device.ll` is made of `device.c` (`BLESS=1` makes it anew). Must not: run it.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which may")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CLANG: &str = "clang-22";

const FLAGS: [&str; 11] = [
    "-Os",
    "-fno-inline-functions",
    "-ffp-contract=off",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-math-errno",
    "-fno-unwind-tables",
    "-emit-llvm",
    "-S",
    "-w",
    "-o-",
];

/// What says of what machine and by whom it was made.
const ABOUT: [&str; 5] = ["; ", "source_filename", "target ", "attributes", "!"];

/// Words that hold for that machine, or that the passes find out again.
const LEFT_OUT: [&str; 3] = ["dso_local", "local_unnamed_addr", "noundef"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("device")
}

/// A line without words that refer to what is left out.
fn cleaned(line: &str) -> String {
    let line = line.split(", !").next().unwrap_or_default();
    let is_group = |word: &&str| {
        word.strip_prefix('#')
            .is_some_and(|n| n.parse::<u32>().is_ok())
    };
    let words = line.split(' ');
    let words = words.filter(|word| !LEFT_OUT.contains(word) && !is_group(word));
    words.collect::<Vec<_>>().join(" ")
}

fn compiled() -> Option<String> {
    let mut command = Command::new(CLANG);
    let output = command
        .args(FLAGS)
        .arg("device.c")
        .current_dir(folder())
        .output();
    let Ok(output) = output else {
        println!("not tried: there is no {CLANG}");
        return None;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let mut made = String::from(
        "; Made of device.c; do not edit. BLESS=1 cargo test -p enzyme-gpu-lower --test device_library\n",
    );
    for line in text.lines() {
        if !line.is_empty() && !ABOUT.iter().any(|start| line.starts_with(start)) {
            made += &cleaned(line);
            made.push('\n');
        }
    }
    Some(made)
}

#[test]
fn the_device_library_is_what_its_source_says() {
    let Some(made) = compiled() else { return };
    let path = folder().join("device.ll");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    assert!(
        made == fs::read_to_string(path).unwrap(),
        "run with BLESS=1"
    );
}
