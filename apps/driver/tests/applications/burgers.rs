//! Burgers' equation in Fortran, against what it keeps.

use crate::bench::{Bench, number, wrappers};
use std::process::Command;

/// Whatever the flow, the sum of u stays: its gradient is the spacing everywhere.
#[test]
fn burgers_keeps_its_sum() {
    let Some(wrappers) = wrappers() else { return };
    if Command::new("flang-22").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no flang-22");
        return;
    }
    let case = "application = \"libburgers.so\"\n[parameters]\nsteps = 200\n\
        [checkpoints]\nram = \"16 kB\"\n";
    let bench = Bench::fortran(&wrappers, "burgers", case);
    let said = bench.run(1, &["--set", "parameters.power = 1"]);
    // The mean of the first guess.
    let error = number(&said, "objective: ") - 1.0;
    assert!(error.abs() < 1e-13, "{said}");
    for found in bench.gradient("start") {
        assert!((found - 0.005).abs() < 1e-16, "{found}");
    }
    let square = bench.run(1, &[]);
    let by_steps = bench.gradient("start");
    let whole = bench.run(1, &["--set", "checkpoints.schedule = \"whole\""]);
    assert_eq!(
        number(&square, "objective: "),
        number(&whole, "objective: ")
    );
    for (whole, step) in bench.gradient("start").iter().zip(by_steps) {
        assert!((whole - step).abs() < 1e-15, "{whole} {step}");
    }
    let said = bench.run(1, &["--task", "check"]);
    assert!(said.contains("verdict: the gradient is right"), "{said}");
}
