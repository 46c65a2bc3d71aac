//! The heat equation in Rust, over MPI, against its closed form, and against the same equation in C.

use crate::bench::{Bench, number, wrappers};
use std::f64::consts::PI;

const POINTS: usize = 48;
const STEPS: usize = 300;

/// Of an application, in so many points and steps.
macro_rules! case {
    ($library:literal) => {
        concat!(
            "application = \"",
            $library,
            "\"\n[parameters]\npoints = 48\nsteps = 300\nmu = 0.2\n",
            "[checkpoints]\nram = \"100 kB\"\ndisk = \"100 kB\"\n"
        )
    };
}

/// The largest difference of two gradients.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    apart.fold(0.0, f64::max)
}

/// What the gradient's first guess is multiplied with, and the gradient.
fn exact() -> (f64, Vec<f64>) {
    let h = 1.0 / (POINTS as f64 + 1.0);
    let sine = |k: f64| (k * PI * h / 2.0).sin().powi(2);
    let factor = (1.0 - 0.8 * (sine(3.0) + sine(2.0))).powi(2 * STEPS as i32);
    let wave = |k: f64, i: usize| (k * PI * h * (i as f64 + 1.0)).sin();
    let points = (0..POINTS * POINTS).map(|at| (at / POINTS, at % POINTS));
    let gradient = points.map(|(i, j)| factor * wave(3.0, i) * wave(2.0, j));
    (factor, gradient.collect())
}

/// One test, for the package is built once.
#[test]
fn heat_in_rust_is_that_of_the_closed_form_and_that_of_c() {
    let Some(wrappers) = wrappers() else { return };
    let Some(rust) = Bench::rust(&wrappers, "heat_rust", case!("libheat_rust.so")) else {
        return;
    };
    without_measurements(&rust);
    let c = Bench::new(&wrappers, "heat", case!("libheat.so"));
    for ranks in [1, 4] {
        with_measurements(&rust, &c, ranks);
    }
    let said = rust.run(2, &["--task", "check", "--set", "parameters.steps = 40"]);
    assert!(said.contains("verdict: the gradient is right"), "{said}");
}

/// The gradient is that of an eigenvector, on any number of ranks, with checkpoints in memory and on disk and without.
fn without_measurements(rust: &Bench) {
    let (factor, exact) = exact();
    let objective = factor * (POINTS as f64 + 1.0).powi(2) / 8.0;
    for ranks in [1, 2, 4] {
        for schedule in ["auto", "whole", "multistage"] {
            let set = format!("checkpoints.schedule = \"{schedule}\"");
            let said = rust.run(ranks, &["--set", &set]);
            let apart = apart(&rust.gradient("start"), &exact);
            assert!(apart < 1e-15, "{ranks} ranks, {schedule}: {apart:e}");
            let error = number(&said, "objective: ") / objective - 1.0;
            assert!(error.abs() < 1e-11, "{ranks} ranks, {schedule}: {error:e}");
            let told = said.contains("of its time (");
            assert_eq!(told, ranks > 1, "who waits is known: {said}");
        }
    }
}

/// With measurements that both make, the gradients are equal to rounding.
fn with_measurements(rust: &Bench, c: &Bench, ranks: usize) {
    let [rust, c] = [rust, c].map(|bench| {
        bench.run(ranks, &["--set", "parameters.data = \"made\""]);
        bench.gradient("start")
    });
    let size = c.iter().fold(0.0, |size: f64, g| size.max(g.abs()));
    let apart = apart(&rust, &c);
    assert!(apart < 1e-13 * size, "{ranks} ranks: {apart:e} of {size:e}");
}
