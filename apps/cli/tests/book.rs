//! The documents as a book: its contents name every page, and what pages show as files and as a terminal's lines works as it stands there.
//!
//! A block says behind its fence what it is:
//!
//! - ```` ```c,file=norm2.c ````: a file. All blocks of a page share a folder;
//! - ```` ```console ````: commands behind `$ `, each with what it prints, on both channels; `…` stands for any text. With `needs=mpi+gdb` only where these are;
//! - ```` ```rust,of=FILE ````: lines of a file of the repository, which something else compiles;
//! - ```` ```console,elsewhere ````: what cannot be tried here;
//! - ```` ```text ````: no program.
//!
//! `/where/enzyme-rs/is` is an installation of what is built (`make build`).
//!
//! Owns: reading the blocks, running the commands, comparing. Must not: know what a page is about.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use support::{Bench, MPI_AS_ROOT, are_there, finish, installed, program, root};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The pages of the book.
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

/// The blocks of a page, those in lists without their indentation.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut inside = None;
    for line in text.lines() {
        let plain = line.trim_start();
        match (plain.strip_prefix("```"), inside) {
            (Some(info), None) => {
                let lines = Vec::new();
                blocks.push(Block { info, lines });
                inside = Some(line.len() - plain.len());
            }
            (Some(_), Some(_)) => inside = None,
            (None, Some(indented)) => {
                let line = line.get(indented..).unwrap_or("");
                blocks.last_mut().unwrap().lines.push(line);
            }
            (None, None) => {}
        }
    }
    blocks
}

impl<'a> Block<'a> {
    /// What stands behind `what=` in the block's first line.
    fn says(&self, what: &str) -> Option<&'a str> {
        let mut words = self.info.split(',');
        words.find_map(|word| word.strip_prefix(what)?.strip_prefix('='))
    }

    fn is(&self, what: &str) -> bool {
        self.info.split(',').any(|word| word == what)
    }

    /// Whether all that it needs is there.
    fn can_run(&self) -> bool {
        let needs = self.says("needs").unwrap_or("");
        needs
            .split('+')
            .filter(|what| !what.is_empty())
            .all(is_here)
    }
}

/// Whether a program, a header, a folder that a variable names, or an MPI with its library is there.
fn is_here(what: &str) -> bool {
    let found = if what == "mpi" {
        let libraries = ["openmpi", "mpich"].map(|name| program().with_file_name(name));
        are_there(&["mpirun"]) && libraries.iter().any(|library| library.exists())
    } else if let Some(variable) = what.strip_prefix('$') {
        std::env::var_os(variable).is_some()
    } else if what.contains(['/', '.']) {
        let mut clang = Command::new("clang++-22");
        clang.args(["-fsyntax-only", "-x", "c++", "-"]);
        finish(clang, &format!("#include <{what}>\n"), what).code == 0
    } else {
        are_there(&[what])
    };
    if !found {
        println!("SKIPPED: no {what}");
    }
    found
}

/// What a page calls the place of an installation.
const PLACE: &str = "/where/enzyme-rs/is";

/// How a page takes the crate of simulations, which is that of this repository.
const CRATE: &str = r#"enzyme-rs-application = { git = "https://github.com/enzyme-rs/enzyme-rs" }"#;

/// The text with the place of an installation, which is made if it is asked for, and with that of the crate.
fn placed(text: &str) -> String {
    let folder = root().join("apps/application");
    let text = text.replace(
        CRATE,
        &format!("enzyme-rs-application = {{ path = {folder:?} }}"),
    );
    match text.contains(PLACE) {
        true => text.replace(PLACE, installed().to_str().unwrap()),
        false => text,
    }
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
    // Under `make test` a `make` of a page would take itself for a part of that; what cargo of a page builds lies in the page's folder.
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command
        .arg("-c")
        .arg(format!("({}) 2>&1", placed(line)))
        .current_dir(bench.path("."))
        .env("PATH", path)
        .envs(MPI_AS_ROOT)
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

/// Runs what a page shows; gives what is not as shown.
fn try_page(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let bench = Bench::new();
    let mut wrong = Vec::new();
    for block in blocks(&text) {
        if let Some(file) = block.says("file") {
            let folder = bench.path(file).parent().unwrap().to_owned();
            fs::create_dir_all(folder).unwrap();
            bench.write(file, placed(&block.lines.join("\n")) + "\n");
        } else if block.is("console") && !block.is("elsewhere") && block.can_run() {
            let all = run(&bench, &block).into_iter();
            wrong.extend(all.map(|what| format!("{}: {what}", name(page))));
        }
    }
    wrong
}

#[test]
fn what_pages_show_works() {
    // Compilers run on one core each: two pages at a time.
    let mut shown = pages();
    shown.push(docs().join("../README.md"));
    let left = Mutex::new(shown);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().pop();
                    let Some(page) = next else { break };
                    wrong.lock().unwrap().extend(try_page(&page));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Programs and commands are tried, or say that they are not; lines of a file stand there.
#[test]
fn what_pages_show_is_tried() {
    let mut wrong = Vec::new();
    for page in pages().iter().chain([&docs().join("../README.md")]) {
        let text = fs::read_to_string(page).unwrap();
        for block in blocks(&text) {
            let known = block.says("file").is_some()
                || ["console", "elsewhere", "text"]
                    .iter()
                    .any(|what| block.is(what));
            match block.says("of").map(|file| docs().join(file)) {
                Some(file) if !stands_in(&block.lines, &fs::read_to_string(&file).unwrap()) => {
                    wrong.push(format!(
                        "{}: no such lines in {}",
                        name(page),
                        file.display()
                    ));
                }
                None if !known => {
                    wrong.push(format!("{}: nobody tries ```{}", name(page), block.info));
                }
                _ => {}
            }
        }
        let code = indented(&text).map(|line| format!("{}: nobody tries{line}", name(page)));
        wrong.extend(code);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether lines stand in a text one behind the other, whatever their blanks.
fn stands_in(lines: &[&str], text: &str) -> bool {
    let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let all: Vec<String> = text.lines().map(plain).collect();
    let lines: Vec<String> = lines.iter().map(|line| plain(line)).collect();
    all.windows(lines.len()).any(|there| there == lines)
}

/// First lines of code that is set off by blanks alone.
fn indented(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    let mut before = "";
    text.lines().filter(move |line| {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        }
        let first = !inside && before.is_empty() && line.starts_with("    ");
        before = line;
        first
    })
}
