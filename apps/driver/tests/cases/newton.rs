//! Inversions by Newton's method: what is asked of a simulation, what is said, and how they go on after a crash.

use crate::bench::{Bench, CASE, Ran, near, numbers, saving};

const NEWTON: &str =
    "case.toml --task invert --set inversion.method='\"newton-cg\"' --set controls.rate.fixed=true";

/// The lines that say what was evaluated.
fn course(text: &str) -> Vec<String> {
    let is_one = |line: &&str| line.starts_with("evaluation") || line.contains("curvature");
    text.lines().filter(is_one).map(str::to_owned).collect()
}

/// Products by second derivatives and by differences of gradients lead to the same place.
#[test]
fn both_kinds_of_products_lead_to_the_least_objective() {
    let limits = "[controls.start]\nleast = 0.05\n[inversion]\ntolerance = 1e-9\niterations = 40\n";
    let case = format!("{CASE}{limits}");
    let exact = Bench::with(&case, &["-DTWICE"]);
    let ran = exact.run(NEWTON).exits(0);
    ran.says("Hessian-vector products by second derivatives")
        .says("Hessian-vector products: the gradient has fallen as far as was asked for");
    let differences = Bench::new(&case);
    let ran = differences.run(NEWTON).exits(0);
    ran.says("products by differences of gradients: the simulation has no second derivatives");
    // The least that the limit leaves.
    for bench in [&exact, &differences] {
        let start = numbers(bench, "estimate.h5", "start");
        assert!(
            start.iter().all(|x| (0.05..0.0501).contains(x)),
            "{start:?}"
        );
    }
    let report = std::fs::read_to_string(exact.0.path().join("case.run/report.html")).unwrap();
    assert!(report.contains("gradients and Hessian-vector products"));
}

/// Killed in a gradient or in a product, an inversion comes to the same place by the same way, without computing again what is kept.
#[test]
fn a_killed_inversion_goes_on() {
    let case = format!("{}[inversion]\niterations = 2\n", saving());
    let run = format!("{NEWTON} --set checkpoints.schedule='\"multistage\"'");
    let whole = Bench::with(&case, &["-DTWICE"]);
    let said = whole.run(&run).exits(0);
    let expected = course(&said.out);
    assert!(expected.len() > 4, "{}", said.out);
    let mut was_in_product = false;
    for dies in [100, 1300, 2000] {
        let bench = Bench::with(&case, &["-DTWICE"]);
        let mut command = bench.command(&run);
        let killed = command.env("LOGISTIC_DIES", dies.to_string()).output();
        let killed = Ran::of(killed.unwrap());
        assert_eq!(killed.code, None, "it was to be killed at {dies}");
        was_in_product |= expected[course(&killed.out).len()].contains("curvature");
        let ran = bench.run(&run).exits(0);
        assert_eq!(course(&ran.out), expected, "killed at step {dies}");
        assert_eq!(
            numbers(&bench, "estimate.h5", "start"),
            numbers(&whole, "estimate.h5", "start")
        );
        // What is there is not computed again: no step is run.
        let mut command = bench.command(&run);
        let again = command.env("LOGISTIC_DIES", "1").output().unwrap();
        assert_eq!(again.status.code(), Some(0), "{dies}: computed again");
    }
    assert!(was_in_product, "no product was cut off");
}

/// A region that leads to where the model grows without bound becomes smaller.
#[test]
fn a_step_to_where_nothing_is_finite_is_taken_back() {
    let controls = "[controls.start]\nscale = 2\n[inversion]\niterations = 20\n";
    let bench = Bench::with(&format!("{CASE}{controls}"), &["-DTWICE"]);
    let ran = bench.run(NEWTON).exits(0);
    let objective = ran.line("objective: ").replace("objective: ", "");
    assert!(objective.parse::<f64>().unwrap() < 1e-2, "{}", ran.out);
}

#[test]
fn a_check_finds_a_wrong_second_derivative() {
    let right = Bench::with(CASE, &["-DTWICE"]);
    right
        .run("case.toml --task check")
        .exits(0)
        .says("product with the Hessian: v·Hv = ")
        .says("verdict: the gradient is right");
    let wrong = Bench::with(CASE, &["-DTWICE", "-DMISTAKE_TWICE"]);
    wrong
        .run("case.toml --task check")
        .exits(1)
        .says(": WRONG")
        .says("error: Hessian-vector products are not the gradient's derivative");
}

/// A library that was built before there were second derivatives has none, and runs; one that is older is refused.
#[test]
fn a_library_of_the_first_edition_runs() {
    let whole = Bench::new(CASE).run("case.toml").exits(0);
    let first = Bench::with(CASE, &["-DTWICE", "-DFIRST_EDITION"]);
    let ran = first.run("case.toml").exits(0);
    assert_eq!(ran.line("gradient: "), whole.line("gradient: "));
    let run = format!("{NEWTON} --fresh");
    first.run(&run).exits(0).says("no second derivatives");
    Bench::with(CASE, &["-DOTHER_EDITION"])
        .run("case.toml")
        .exits(4)
        .says("was built with another version of <enzyme_rs/application.h>");
}

#[test]
fn other_methods_are_refused() {
    let bench = Bench::new(CASE);
    let set = "case.toml --task invert --set inversion.method='\"newtoncg\"'";
    bench.run(set).exits(2).says("did you mean `newton-cg`?");
    let set = "case.toml --task invert --set inversion.method='\"simplex\"'";
    bench
        .run(set)
        .exits(2)
        .says("there are `lbfgs`, `newton-cg`");
    let set = "case.toml --task invert --set inversion.products=0";
    bench.run(set).exits(2).says("must be 1 or more");
}

/// One step leads to the least value of an objective that is a sum of squares.
#[test]
fn curvature_is_that_of_the_model() {
    // Without growth the objective is half the sum of squares, times the square of the scale.
    let case = format!(
        "{CASE}[controls]\nrate = {{ start = 0, fixed = true }}\nstart = {{ scale = 2 }}\n"
    );
    let bench = Bench::with(&case, &["-DTWICE"]);
    let ran = bench.run(NEWTON).exits(0);
    let line = course(&ran.out)[1].clone();
    let (_, curvature) = line.split_once("curvature ").unwrap();
    near(curvature.parse().unwrap(), 4.0);
    let start = numbers(&bench, "estimate.h5", "start");
    assert!(start.iter().all(|x| x.abs() < 1e-12), "{start:?}");
}
