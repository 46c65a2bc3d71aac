//! What users read when they have made a mistake: the whole text, as the compiler wrapper or the command prints it.
//!
//! Each file in `messages` says in its first line how it is compiled; what is printed lies beside it, in a file that ends in .txt. `BLESS=1` writes that anew, to be
//! looked at.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::Bench;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages")
}

/// The mistakes: all files but the texts.
fn mistakes() -> Vec<PathBuf> {
    let all = fs::read_dir(folder()).expect("the folder is there");
    let all = all.map(|entry| entry.expect("it can be read").path());
    let mut all: Vec<PathBuf> = all.collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending != "txt"));
    all.sort_unstable();
    all
}

/// What a file's command prints, without the folders of this machine.
fn printed(bench: &Bench, file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a text");
    let run = text
        .lines()
        .next()
        .and_then(|line| line.split_once("RUN: "));
    let (_, command) = run.expect("the first line says how it is compiled");
    let said = bench.run(command).err;
    let include = bench.run("enzyme-cc --showme:incdirs").exits(0).out;
    said.replace(include.trim(), "include")
}

fn name(path: &Path) -> String {
    let name = path.file_name().expect("a file");
    name.to_string_lossy().into_owned()
}

#[test]
fn mistakes_are_told_as_they_were() {
    let has_fortran = std::process::Command::new("flang-22")
        .arg("--version")
        .output()
        .is_ok();
    let bench = Bench::new();
    for file in mistakes() {
        bench.write(&name(&file), fs::read(&file).expect("a file"));
    }
    let mut changed = Vec::new();
    for file in mistakes() {
        if name(&file).ends_with(".f90") && !has_fortran {
            println!("SKIPPED: no flang");
            continue;
        }
        let told = printed(&bench, &file);
        let known = folder().join(format!("{}.txt", name(&file)));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&known, &told).expect("it can be written");
        }
        if fs::read_to_string(&known).ok().as_deref() != Some(&told) {
            changed.push(format!("{}:\n{told}", name(&file)));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}
