//! The header is the one that the sources make, and a C compiler takes it; `BLESS=1 cargo test -p enzyme-mpi
//! --test header` writes it anew.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn header() -> PathBuf {
    package().join("../../include/enzyme_rs/mpi.h")
}

#[test]
fn it_is_that_of_the_sources() {
    let config = cbindgen::Config::from_file(package().join("cbindgen.toml")).unwrap();
    let mut made = Vec::new();
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(package().join("src/statistics.rs"))
        .with_src(package().join("src/collective/operator.rs"))
        .with_src(package().join("src/public.rs"))
        .generate()
        .unwrap()
        .write(&mut made);
    // Without the headings for Rust's readers.
    let made = String::from_utf8(made)
        .unwrap()
        .replace(" *\n * # Safety\n", "");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(header(), &made).unwrap();
    }
    let found = std::fs::read_to_string(header()).unwrap_or_default();
    assert!(
        found == made,
        "{} is not what the sources say; run this test with BLESS=1 and look at the difference",
        header().display()
    );
}

#[test]
fn a_c_compiler_takes_it() {
    let mpicc = std::env::var("MPICC").unwrap_or_else(|_| "mpicc".into());
    let output = Command::new(mpicc)
        .args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-fsyntax-only",
            "-x",
            "c",
        ])
        .arg(header())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
