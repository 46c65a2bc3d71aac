//! Loops whose steps are run again from checkpoints: the driver, and how often it runs them.
//!
//! Owns: that `steps.ll` is made of `steps.c` (`BLESS=1` makes it anew), and that the driver makes exactly the steps that the crate
//! `checkpoint` says. Must not: check derivatives (`c/steps.c`).

#![allow(clippy::unwrap_used, reason = "tests may")]

use enzyme_checkpoint::{Action, Schedule, Spec};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What makes IR of the driver: plain code, without types or the machine's features.
const FLAGS: [&str; 7] = [
    "-O1",
    "-S",
    "-emit-llvm",
    "-ffreestanding",
    "-fno-strict-aliasing",
    "-fno-stack-protector",
    "-fno-discard-value-names",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/synth")
}

fn clang() -> Option<&'static str> {
    let found = Command::new("clang-22").arg("--version").output().is_ok();
    if !found {
        eprintln!("steps: skipped, there is no clang-22");
    }
    found.then_some("clang-22")
}

/// The driver as text, without what is about a file, a machine or a compiler.
fn compiled(clang: &str) -> String {
    let mut command = Command::new(clang);
    command.args(FLAGS).args(["-o", "-", "steps.c"]);
    let output = command.current_dir(folder()).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let about = [
        "; ModuleID",
        "source_filename",
        "target ",
        "attributes",
        "!",
        "; Function Attrs",
    ];
    let lines = text
        .lines()
        .filter(|line| !about.iter().any(|start| line.starts_with(start)));
    let mut made = String::from(
        "; Made of steps.c; do not edit. BLESS=1 cargo test -p enzyme-core --test steps\n",
    );
    for line in lines {
        let words = line.split(' ').filter(|word| !is_reference(word));
        let line = words.collect::<Vec<_>>().join(" ");
        let line = line.split(", !llvm.loop").next().unwrap();
        made += line.trim_end_matches(',');
        made.push('\n');
    }
    made.replace("\n\n\n", "\n\n")
}

/// Whether a word names a group of attributes.
fn is_reference(word: &str) -> bool {
    let number = word
        .strip_prefix('#')
        .map(|rest| rest.trim_end_matches(','));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

#[test]
fn the_driver_is_what_its_source_says() {
    let Some(clang) = clang() else { return };
    let (made, path) = (compiled(clang), folder().join("steps.ll"));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    assert!(
        made == fs::read_to_string(path).unwrap(),
        "run with BLESS=1"
    );
}

/// Steps that a schedule advances, beyond the recording of each.
fn advances(steps: u64, slots: u64) -> u64 {
    let spec = Spec::Revolve { slots, adjoints: 1 };
    let schedule = Schedule::new(spec, Some(steps)).unwrap();
    let advanced = |action: Action| match action {
        Action::Advance { from, to, .. } => to - from,
        _ => 0,
    };
    schedule.map(advanced).sum()
}

const PROGRAM: &str = r#"
#include "steps.c"
int printf(const char *, ...);
static struct { long at, runs, reversed, wrong; } all;
static void body(long i, void *context) {
  long *state = context;
  all.wrong += *state != i;
  *state = i + 1;
  all.runs++;
}
static void reverse(long i, void *context, void *shadow) {
  body(i, context);
  all.runs--;
  all.wrong += i != --all.reversed;
}
static void check(long steps, long slots, long wanted) {
  long state = 0;
  struct piece piece = {(char *)&state, sizeof state};
  all.runs = all.wrong = 0;
  all.reversed = steps;
  struct record *r = enzyme_rs_steps_forward(steps, slots, &piece, 1, body, &state);
  state = 77;
  enzyme_rs_steps_reverse(r, body, reverse, &state, 0);
  if (all.runs != wanted + 1 || all.wrong || all.reversed || state != 77)
    printf("%ld steps, %ld slots: %ld runs, %ld wanted, %ld wrong\n", steps, slots, all.runs, wanted + 1, all.wrong);
}
int main(void) {
"#;

/// The forward sweep runs the last step as well, which a schedule records at once: one run more than it advances.
#[test]
fn the_driver_runs_as_many_steps_as_the_schedule_says() {
    let Some(clang) = clang() else { return };
    let mut program = String::from(PROGRAM);
    let small = (1..40).flat_map(|n| (1..12).map(move |s| (n, s)));
    let large = [
        (1000, 3),
        (1000, 10),
        (5000, 50),
        (100_000, 20),
        (100_000, 200),
        (9999, 1234),
    ];
    let mut cases = 0;
    for (steps, slots) in small.chain(large) {
        writeln!(
            program,
            "  check({steps}, {slots}, {});",
            advances(steps, slots)
        )
        .unwrap();
        cases += 1;
    }
    program += "  return 0;\n}\n";
    assert!(cases > 400);
    let scratch = std::env::temp_dir().join(format!("enzyme-steps-{}", std::process::id()));
    fs::create_dir_all(&scratch).unwrap();
    fs::write(scratch.join("main.c"), program).unwrap();
    let mut compiler = Command::new(clang);
    compiler
        .args(["-O1", "-w", "main.c", "-o", "main", "-I"])
        .arg(folder());
    assert!(compiler.current_dir(&scratch).status().unwrap().success());
    let output = Command::new(scratch.join("main")).output().unwrap();
    fs::remove_dir_all(&scratch).unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
}
