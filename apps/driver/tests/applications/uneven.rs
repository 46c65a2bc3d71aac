//! Ranks of which one is slow: the time line says who waits for whom.

use crate::bench::{Bench, wrappers};
use serde_json::Value;

/// Long naps: on a machine with other work, ranks wait a little for their cores as well.
const CASE: &str =
    "application = \"libuneven.so\"\npictures = \"both\"\n[parameters]\nsteps = 4\nnap = 200\n";

/// How long a rank has waited.
struct Waited {
    primal: f64,
    adjoint: f64,
    /// In the run itself.
    all: f64,
}

fn waited(bench: &Bench) -> Vec<Waited> {
    let report: Value = serde_json::from_slice(&bench.file("report.json")).unwrap();
    let ranks = report["timeline"]["ranks"].as_array().unwrap().iter();
    let waited = ranks.map(|rank| {
        let of = |phase: &str| rank["waiting"][phase].as_f64().unwrap();
        let (primal, adjoint) = (of("primal steps"), of("adjoint steps"));
        Waited {
            primal,
            adjoint,
            all: primal + adjoint + of("repeated steps"),
        }
    });
    waited.collect()
}

/// Rank 0 waits for most of what rank 1 sleeps, in steps and in their derivatives, and rank 1 hardly.
fn rank_0_waits(bench: &Bench) {
    let said = bench.run(2, &[]);
    assert!(said.contains("waiting: rank 0 most"), "{said}");
    assert!(said.contains("rank 1 waited least"), "{said}");
    let [first, other] = &waited(bench)[..] else {
        panic!("{said}");
    };
    // The last step is run by its derivative, as all are once more; a step takes a nap.
    assert!(first.primal > 0.5 * 3.0 * 0.2, "{}", first.primal);
    assert!(first.adjoint > 0.5 * 4.0 * 0.2, "{}", first.adjoint);
    assert!(first.all > 5.0 * other.all, "{}, {}", first.all, other.all);
}

#[test]
fn who_waits_is_seen_in_c() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::model(&wrappers, "uneven", CASE);
    rank_0_waits(&bench);
    let svg = String::from_utf8(bench.file("timeline.svg")).unwrap();
    assert!(svg.contains("waiting for others (MPI)"), "{svg}");
    assert!(bench.file("timeline.png").starts_with(b"\x89PNG"));
    let page = String::from_utf8(bench.file("report.html")).unwrap();
    assert!(page.contains("Waiting: rank 0 most"), "{page}");
    // One process waits for nobody, and nothing is said of it.
    let said = bench.run(1, &["--set", "pictures = \"svg\""]);
    assert!(!said.contains("waiting"), "{said}");
    assert!(!bench.has("timeline.png"), "that of the run before");
}

/// What is timed is seen by a tool that is linked as well, though the library of adjoints stands in front of it.
#[test]
fn a_tool_sees_calls_that_are_timed() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::model_with_tool(&wrappers, "uneven", CASE);
    rank_0_waits(&bench);
    let said = bench.run(2, &[]);
    let counts = said.lines().filter_map(|line| line.strip_prefix("tool: "));
    assert_eq!(counts.count(), 2, "{said}");
}

/// Open MPI's library for Fortran calls its own C by names that nobody stands in front of.
#[test]
fn who_waits_is_seen_in_fortran() {
    let Some(wrappers) = wrappers() else { return };
    let Some(bench) = Bench::fortran_model(&wrappers, "uneven", CASE) else {
        return;
    };
    rank_0_waits(&bench);
}
