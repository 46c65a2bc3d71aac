//! The heat equation in C, over MPI, against its closed form.

use crate::bench::{Bench, number, wrappers};
use std::f64::consts::PI;

/// Without measurements the gradient is that of an eigenvector, on any number of ranks, with checkpoints in memory and on disk and without.
#[test]
fn heat_is_that_of_the_closed_form() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libheat.so\"\n[parameters]\npoints = 48\nsteps = 300\nmu = 0.2\n\
        [checkpoints]\nram = \"100 kB\"\ndisk = \"100 kB\"\n";
    let bench = Bench::new(&wrappers, "heat", case);
    let (points, steps) = (48, 300);
    let h = 1.0 / (points as f64 + 1.0);
    let sine = |k: f64| (k * PI * h / 2.0).sin().powi(2);
    let lambda = 1.0 - 0.8 * (sine(3.0) + sine(2.0));
    let factor = lambda.powi(2 * steps);
    let wave = |k: f64, i: usize| (k * PI * h * (i as f64 + 1.0)).sin();
    let exact: Vec<f64> = (0..points * points)
        .map(|at| factor * wave(3.0, at / points) * wave(2.0, at % points))
        .collect();
    for ranks in [1, 2, 4] {
        let mut bits = Vec::new();
        for schedule in ["\"auto\"", "\"whole\"", "\"multistage\""] {
            let set = format!("checkpoints.schedule = {schedule}");
            let said = bench.run(ranks, &["--set", &set]);
            assert_eq!(
                said.contains("300 steps take "),
                schedule == "\"whole\"",
                "{said}"
            );
            let found = bench.gradient("start");
            let apart = found.iter().zip(&exact).map(|(a, b)| (a - b).abs());
            let apart = apart.fold(0.0, f64::max);
            assert!(
                apart < 1e-13 * factor.max(0.01),
                "{ranks} ranks, {schedule}: {apart:e}"
            );
            let objective = factor * (points as f64 + 1.0).powi(2) / 8.0;
            let error = number(&said, "objective: ") / objective - 1.0;
            assert!(error.abs() < 1e-11, "{ranks} ranks, {schedule}: {error:e}");
            bits.push(found);
        }
        assert!(
            bits.iter().all(|one| *one == bits[0]),
            "{ranks} ranks: schedules differ"
        );
    }
}

#[test]
fn heat_passes_its_check() {
    let Some(wrappers) = wrappers() else { return };
    let case =
        "application = \"libheat.so\"\ntask = \"check\"\n[parameters]\npoints = 20\nsteps = 40\n";
    let bench = Bench::new(&wrappers, "heat", case);
    let along: Vec<String> = [1, 2, 4]
        .map(|ranks| {
            let said = bench.run(ranks, &[]);
            assert!(said.contains("verdict: the gradient is right"), "{said}");
            let line = said
                .lines()
                .find(|line| line.contains("reverse mode"))
                .unwrap();
            // The direction is the same on any number of ranks: so are the first digits.
            line.trim().chars().take(26).collect()
        })
        .into();
    assert!(along.iter().all(|one| *one == along[0]), "{along:?}");
}

/// From noisy temperatures at the end, L-BFGS finds those at the beginning as far as the noise allows, on any number of ranks by the same way.
#[test]
fn heat_is_inverted() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libheat.so\"\ntask = \"invert\"\n[parameters]\npoints = 32\nsteps = 10\n\
        data = \"made\"\nnoise = \"10 mK\"\n[inversion]\niterations = 8\n";
    let bench = Bench::new(&wrappers, "heat", case);
    let mut courses = Vec::new();
    for ranks in [1, 2] {
        let said = bench.run(ranks, &[]);
        let objective = number(&said, "objective: ");
        // Half the sum of squares of as many numbers with that deviation, of which some are fitted.
        let noise = 0.5 * 32.0 * 32.0 * 1e-4;
        assert!(
            objective < 1.1 * noise,
            "{objective} is more than {noise}\n{said}"
        );
        let course = said.lines().filter(|line| line.starts_with("evaluation"));
        let course: Vec<String> = course.map(|line| line.chars().take(32).collect()).collect();
        courses.push(course);
    }
    assert_eq!(courses[0], courses[1]);
}
