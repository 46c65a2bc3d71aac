//! The documents as a book: its contents name every page, and what pages show as files and as a terminal's lines works as it stands there.
//!
//! A block ```` ```c,file=norm2.c ```` is a file. A block ```` ```console ```` has commands behind `$ `, each with what it prints, on both channels; `…` stands for any text. All blocks of
//! a page share a folder.
//!
//! Owns: reading the blocks, running the commands, comparing. Must not: know what a page is about.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Bench, finish, program};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(docs()).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    pages.sort();
    pages
}

fn name(page: &Path) -> String {
    page.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn the_contents_name_every_page() {
    let contents = fs::read_to_string(docs().join("SUMMARY.md")).unwrap();
    let named = contents.split("](").skip(1);
    let named: Vec<&str> = named.map(|rest| rest.split(')').next().unwrap()).collect();
    let once: BTreeSet<String> = named.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(once.len(), named.len(), "a page stands there twice");
    let mut there: BTreeSet<String> = pages().iter().map(|page| name(page)).collect();
    there.remove("SUMMARY.md");
    assert_eq!(once, there);
}

/// A fenced block: what stands behind the fence, and its lines.
struct Block<'a> {
    info: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(info), false) => {
                let lines = Vec::new();
                blocks.push(Block { info, lines });
                inside = true;
            }
            (Some(_), true) => inside = false,
            (None, true) => blocks.last_mut().unwrap().lines.push(line),
            (None, false) => {}
        }
    }
    blocks
}

/// Whether a text is what a page shows, where `…` is any text.
fn is_shown(text: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn any_text_may_stand_for_an_ellipsis() {
    assert!(is_shown("a b c", "a b c"));
    assert!(is_shown("a b c", "a…c"));
    assert!(is_shown("a b c", "…"));
    assert!(!is_shown("a b c", "a…b"));
    assert!(!is_shown("a b c", "a b"));
}

/// What a shell prints in the folder, on both channels, with the wrappers in the PATH, and its exit code.
fn shell(bench: &Bench, line: &str) -> (String, i32) {
    let path = format!(
        "{}:{}:{}",
        bench.path(".").display(),
        program().parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    let mut command = Command::new("bash");
    command
        .arg("-c")
        .arg(format!("({line}) 2>&1"))
        .current_dir(bench.path("."))
        .env("PATH", path)
        .env_remove("ENZYME_RS_OPTIONS");
    let ran = finish(command, "", line);
    (ran.out, ran.code)
}

/// Runs the commands of a block; gives what is not as shown.
fn run(bench: &Bench, block: &Block<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in &block.lines {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((command, Vec::new())),
            None => commands.last_mut().unwrap().1.push(line),
        }
    }
    for (line, shown) in commands {
        let (printed, _) = shell(bench, line);
        let shown = shown.join("\n");
        if !is_shown(printed.trim_end(), shown.trim_end()) {
            wrong.push(format!("$ {line}\n{printed}--- shown is\n{shown}"));
        }
    }
    wrong
}

/// The examples as their Makefile builds and runs them; each checks itself.
#[test]
fn the_examples_are_made() {
    let bench = Bench::new();
    let examples = docs().join("../examples");
    let (copied, code) = shell(&bench, &format!("cp -R {}/. .", examples.display()));
    assert_eq!(code, 0, "{copied}");
    let (printed, code) = shell(&bench, "make all");
    assert_eq!(code, 0, "{printed}");
    let listed = fs::read_to_string(examples.join("README.md")).unwrap();
    let sources = fs::read_dir(&examples)
        .unwrap()
        .map(|entry| name(&entry.unwrap().path()));
    let programs = sources.filter(|name| {
        let source = [".c", ".cpp", ".f90"].iter().any(|end| name.ends_with(end));
        source && !["fftw_pack.c", "shadow_vtable_springs.cpp"].contains(&name.as_str())
    });
    let missing: Vec<String> = programs
        .filter(|name| !listed.contains(&format!("]({name})")))
        .collect();
    assert!(
        missing.is_empty(),
        "examples/README.md leaves out {missing:?}"
    );
}

#[test]
fn what_pages_show_works() {
    let mut wrong = Vec::new();
    let mut commands = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let bench = Bench::new();
        for block in blocks(&text) {
            if let Some((_, file)) = block.info.split_once("file=") {
                let folder = bench.path(file).parent().unwrap().to_owned();
                fs::create_dir_all(folder).unwrap();
                bench.write(file, block.lines.join("\n") + "\n");
            } else if block.info == "console" {
                commands += 1;
                let all = run(&bench, &block).into_iter();
                wrong.extend(all.map(|what| format!("{}: {what}", name(&page))));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(commands > 9, "no page shows anything any more");
}
