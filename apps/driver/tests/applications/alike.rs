//! What the driver says of ranks that return the same objective, and of a rank that can make no second simulation.

use crate::bench::{Bench, wrappers};

const CASE: &str = "application = \"libalike.so\"\n";

#[test]
fn the_same_objective_of_all_ranks_is_warned_of() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::model(&wrappers, "alike", CASE);
    let warning = "warning: each rank has returned the same objective";
    let warned = bench.warned(2, &[]);
    assert!(warned.contains(warning), "{warned}");
    // One rank returns all of it, as it ought to.
    let warned = bench.warned(1, &[]);
    assert!(!warned.contains(warning), "{warned}");
}

/// No rank compares with a copy of the library where another has none: it would wait for that for ever.
#[test]
fn ranks_agree_whether_there_is_a_copy() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::model(&wrappers, "alike", CASE);
    let said = bench.run(2, &["--task", "check"]);
    assert!(
        said.contains("not compared with a copy of the library: rank 1: it was made before"),
        "{said}"
    );
    assert!(said.contains("verdict: the gradient is right"), "{said}");
}

/// A rank without controls is at the same place all the time, and evaluates as often as the others.
#[test]
fn an_inversion_takes_all_ranks_along() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::model(&wrappers, "alike", CASE);
    let empty = ["--set", "parameters.empty = 1"];
    let invert = ["--task", "invert", "--set", "inversion.iterations = 2"];
    let said = bench.run(
        2,
        &[empty, [invert[0], invert[1]], [invert[2], invert[3]]].concat(),
    );
    assert!(said.contains("inverted: 2 iterations"), "{said}");
}
