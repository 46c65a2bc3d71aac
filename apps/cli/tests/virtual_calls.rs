//! Derivatives behind shadows of function pointers, through the wrappers: programs of several files.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use std::path::PathBuf;
use support::Bench;

/// What a signal gives instead of an exit code.
const ABORTED: i32 = -1;

/// Files of the repository, in a bench.
fn bench(folder: &str, files: &[&str]) -> Bench {
    let bench = Bench::new();
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for file in files {
        let text = std::fs::read_to_string(root.join(folder).join(file)).unwrap();
        bench.write(file, text.replace("../check.h", "check.h"));
    }
    let check = std::fs::read_to_string(root.join("core/tests/c/check.h")).unwrap();
    bench.write("check.h", check);
    bench
}

/// All gradients and tangents of the program's checks are right, at each level.
#[test]
fn numbers_are_right_at_all_levels() {
    let files = ["operations.h", "solver.c", "functions.c", "main.c"];
    let bench = bench("core/tests/c/virtual_calls", &files);
    let levels = [
        ("-O0", ""),
        ("-O1", ""),
        ("-O2", ""),
        ("-O3", ""),
        ("-O0 -g", ""),
        ("-O2", ",inline-limit=0"),
        ("-O2", ",no-minimum-cut"),
        ("-O2 -fno-strict-aliasing", ""),
    ];
    for (flags, options) in levels {
        let line = format!(
            "ENZYME_RS_OPTIONS=virtual-calls{options} enzyme-cc {flags} solver.c functions.c main.c -o main -lm"
        );
        bench.run(&line).exits(0);
        let out = bench.run("./main").exits(0).out;
        let lines: Vec<&str> = out.lines().collect();
        let good = lines.iter().filter(|line| line.starts_with("PASS "));
        assert_eq!((good.count(), lines.len()), (218, 218), "{flags} {options}");
    }
}

/// Without the option, what is not seen is refused: the shadows may be anything.
#[test]
fn calls_go_through_shadows_only_where_they_are_asked_to() {
    let bench = bench("core/tests/c/virtual_calls", &["operations.h", "solver.c"]);
    let said = bench.run("enzyme-cc -O2 -c solver.c").exits(1);
    said.says("a call through a pointer touches active data")
        .says("__enzyme_virtualreverse");
}

const WRONG: &str = r#"
#include "operations.h"
int main(int argc, char **argv) {
  double x[5] = {1, 2, 3, 4, 5}, dx[5] = {0};
  struct operations o, d;
  set(&o, 0);
  set_reverse(&d, 0);
  switch (argc) {
  case 2: memset(&d, 0, sizeof d); break;
  case 3: set_forward(&d, 0); break;
  case 4: memcpy(&d, (char *)&d + 8, 8); break;
  case 5: d = o; break;
  }
  gradient_one_call(&o, &d, x, dx, 5);
  return 0;
}
"#;

/// A shadow that does not lead to the function's derivatives ends the program with a message, not with a wrong number.
#[test]
fn wrong_shadows_are_told() {
    let bench = bench(
        "core/tests/c/virtual_calls",
        &["operations.h", "solver.c", "functions.c"],
    );
    bench.write("wrong.c", WRONG);
    bench
        .run("ENZYME_RS_OPTIONS=virtual-calls enzyme-cc -g -O2 solver.c functions.c wrong.c -o wrong -lm")
        .exits(0);
    bench.run("./wrong").exits(0);
    let leads_elsewhere = "the shadow of a function pointer leads to something else";
    let cases = [
        ("1", "solver.c:5: the shadow of a function pointer is null"),
        ("1 2", leads_elsewhere),
        ("1 2 3", leads_elsewhere),
        (
            "1 2 3 4",
            "the shadow of a function pointer is the pointer itself",
        ),
    ];
    for (arguments, message) in cases {
        let run = bench.run(&format!("./wrong {arguments}")).exits(ABORTED);
        run.says(message).says("__enzyme_virtualreverse(f)");
    }
}

/// The derivative of a spring's energy is its force.
#[test]
fn the_example_prints_forces_twice() {
    let files = [
        "shadow_vtable.cpp",
        "shadow_vtable.hpp",
        "shadow_vtable_springs.cpp",
    ];
    let bench = bench("examples", &files);
    bench
        .run("ENZYME_RS_OPTIONS=virtual-calls enzyme-c++ -O2 shadow_vtable.cpp shadow_vtable_springs.cpp -o springs")
        .exits(0);
    let out = bench.run("./springs").exits(0).out;
    assert_eq!(
        out,
        "linear: d energy / d x = 1.000000 (the force: 1.000000), d energy / d stiffness = 0.125000\n\
         stiffening: d energy / d x = 1.042191 (the force: 1.042191), d energy / d stiffness = 0.127626\n"
    );
}
