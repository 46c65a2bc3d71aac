//! `enzyme-rs report`, and the compiler's remarks that say the same.
//!
//! Owns: what people and tools are told. Must not: know how plans are made.

#![allow(clippy::unwrap_used, reason = "tests may")]

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use serde_json::Value;
use support::{Bench, are_there};

const STATE: u64 = 8;

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("march.c", include_str!("report/march.c"));
    bench
}

/// The derivative of a function that is kept in the loops.
fn marching(json: &str) -> Value {
    let reports: Value = serde_json::from_str(json).unwrap();
    assert_eq!(reports["version"], 1);
    let derivatives = reports["derivatives"].as_array().unwrap();
    let named = |d: &&Value| d["symbol"] == "total.grad";
    derivatives.iter().find(named).unwrap().clone()
}

#[test]
fn a_state_that_is_overwritten_is_kept_in_each_iteration() {
    let out = bench().run("enzyme-rs report march.c --json").exits(0).out;
    let total = marching(&out);
    let kept = total["kept"].as_array().unwrap();
    let state = kept.iter().find(|kept| kept["line"]["line"] == 17).unwrap();
    assert_eq!(state["bytes"], STATE);
    let loops = state["loops"].as_array().unwrap();
    let counts: Vec<&Value> = loops
        .iter()
        .map(|l| &total["loops"][l.as_u64().unwrap() as usize]["iterations"])
        .collect();
    assert_eq!(counts, [100, 64]);
    let arguments = total["arguments"].as_array().unwrap();
    let activities: Vec<&Value> = arguments.iter().map(|a| &a["activity"]).collect();
    assert_eq!(activities, ["dup", "out"]);
    let active = total["active"].as_array().unwrap();
    assert!(active.iter().any(|line| line["line"] == 17), "{active:?}");
}

#[test]
fn the_text_shows_lines_sums_and_reasons() {
    let ran = bench().run("enzyme-rs report march.c").exits(0);
    for words in [
        "total.grad: gradient",
        "active: u, dt, the result",
        "keeps 16 B each iteration of the loops at march.c:15 > march.c:16, 100.0 KiB in all",
        "   17 *|       u[i] = u[i] + dt * sin(u[i]);",
        "overwrites it before the reverse pass reads it again (march.c:17)",
        "help: ",
        // As it was named, not as the compiler was given it.
        "\n  march.c\n",
    ] {
        assert!(ran.out.contains(words), "no `{words}` in\n{}", ran.out);
    }
}

#[test]
fn a_page_needs_nothing_else() {
    let bench = bench();
    bench
        .run("enzyme-rs report march.c --html kept.html")
        .exits(0);
    let page = bench.read("kept.html");
    for words in ["<!DOCTYPE html>", "total.grad", "sin(u[i])", "100.0 KiB"] {
        assert!(page.contains(words), "no `{words}`");
    }
    for loaded in ["<script", "src=", "http"] {
        assert!(!page.contains(loaded), "{loaded}");
    }
}

/// Each module of a build leaves a file in a folder, and all of them are shown together.
#[test]
fn a_build_leaves_reports_in_a_folder() {
    let bench = bench();
    bench.write(
        "other.c",
        include_str!("report/march.c")
            .replace("total", "other")
            .replace("gradient", "second"),
    );
    for file in ["march.c", "other.c"] {
        bench
            .run(&format!(
                "ENZYME_RS_OPTIONS=report=kept/ enzyme-cc -O2 -c {file}"
            ))
            .exits(0);
    }
    let out = bench.run("enzyme-rs report kept").exits(0).out;
    assert!(
        out.contains("total.grad") && out.contains("other.grad"),
        "{out}"
    );
    let one = bench
        .run("enzyme-rs report kept --function other")
        .exits(0)
        .out;
    assert!(
        !one.contains("total.grad") && one.contains("other.grad"),
        "{one}"
    );
}

#[test]
fn compilers_say_the_same_as_remarks() {
    let ran = bench()
        .run("enzyme-cc -O2 -c march.c -Rpass-analysis=enzyme")
        .exits(0);
    ran.says("march.c:17:")
        .says("remark: total.grad: keeps what is read here, 8 B in each iteration of 2 loops");
}

/// The engine's phases are in the compiler's own profile.
#[test]
fn compile_time_is_told_by_phases() {
    let bench = bench();
    let out = bench.run("enzyme-rs report march.c --time").exits(0).out;
    for phase in [
        "compile time",
        "derivatives",
        "prepare",
        "analyse",
        "plan",
        "emit",
        "simplify",
    ] {
        let line = out
            .lines()
            .find(|line| line.trim_start().starts_with(phase));
        let line = line.unwrap_or_else(|| panic!("no {phase} in\n{out}"));
        assert!(!line.contains(" 0.0ns"), "{line}");
    }
    bench.write("a.f90", "end\n");
    bench
        .run("enzyme-rs report a.f90 --time")
        .exits(2)
        .says("flang writes no profile");
}

#[test]
fn fortran_is_reported_as_well() {
    let bench = Bench::new();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rosenbrock.f90");
    bench.write("rosenbrock.f90", std::fs::read_to_string(source).unwrap());
    let out = bench.run("enzyme-rs report rosenbrock.f90").exits(0).out;
    assert!(
        out.contains("rosenbrock.f90") && out.starts_with("rosenbrock.grad: gradient"),
        "{out}"
    );
}

/// Of two copies of a loop one runs: what is kept is told once.
#[test]
fn copies_of_loops_count_once() {
    let bench = Bench::new();
    bench.write("condition.c", include_str!("report/condition.c"));
    let out = bench.run("enzyme-rs report condition.c").exits(0).out;
    let sines = out.matches("the result of `sin`").count();
    assert_eq!((sines, out.contains("2 times")), (1, false), "{out}");
}

#[test]
fn what_is_no_report_is_told_with_a_remedy() {
    let bench = bench();
    bench.write("plain.c", "double f(double x) { return x; }\n");
    bench.write("wrong.json", "{}");
    bench
        .run("enzyme-rs report plain.c")
        .exits(3)
        .says("plain.c asks for no derivative")
        .says("give the file that calls a hook");
    bench
        .run("enzyme-rs report wrong.json")
        .exits(3)
        .says("wrong.json is no report");
    bench
        .run("enzyme-rs report march.c --function wrong")
        .exits(2)
        .says("there are those of: total, energy");
    bench.run("enzyme-rs report .").exits(3);
    bench
        .run("ENZYME_RS_OPTIONS=report enzyme-cc -O2 -c march.c")
        .exits(1)
        .says("option `report` needs a file or a folder");
    bench
        .run("ENZYME_RS_OPTIONS=report=/nowhere/kept.json enzyme-cc -O2 -c march.c")
        .exits(1)
        .says("cannot write the report to /nowhere/kept.json");
}

/// A large function with a message in its middle: its array is one that nobody else writes, also where it is read in more places than LLVM looks at by itself.
#[test]
fn a_large_function_keeps_no_copy_of_what_nobody_overwrites() {
    if !are_there(&["mpicc"]) {
        return;
    }
    let bench = Bench::new();
    let read = |k: usize| {
        let u = format!("before[at[{k}] + i]");
        format!("    s += {u} * {u} * {u};\n")
    };
    let reads: String = (0..45).map(read).collect();
    let text = include_str!("report/large.c").replace("    READS\n", &reads);
    bench.write("large.c", text);
    let flags = bench.run("mpicc --showme:compile").exits(0).out;
    let ran = bench.run(&format!(
        "enzyme-rs report -f outer large.c -- {}",
        flags.trim()
    ));
    let out = ran.exits(0).out;
    assert!(out.contains("keeps 64 B once"), "{out}");
    assert!(!out.contains("copy"), "{out}");
}
