//! The van der Pol oscillator in C, against what PETSc publishes and what holds for any autonomous equation.

use crate::bench::{Bench, number, wrappers};

/// The figures of PETSc's example `ex20adj`, with more digits: the same scheme in 50 decimal digits, by central differences. Of y and of z by y0, z0 and mu.
const TRUTH: [[f64; 3]; 2] = [
    [
        1.008444313753941,
        5.749818345851919e-6,
        -1.897841717734623e-13,
    ],
    [
        1.031281906541948,
        -0.8286916880152165,
        -1.296570504017877e-11,
    ],
];

#[test]
fn vanderpol_is_that_of_petsc() {
    let Some(wrappers) = wrappers() else { return };
    let case =
        "application = \"libvanderpol.so\"\n[checkpoints]\nram = \"48 B\"\ndisk = \"64 B\"\n";
    let bench = Bench::new(&wrappers, "vanderpol", case);
    for (objective, truth) in ["y", "z"].iter().zip(TRUTH) {
        for derivative in ["iterations", "theorem"] {
            let wanted = format!("parameters.objective = \"{objective}\"");
            let way = format!("parameters.derivative = \"{derivative}\"");
            let mut bits = Vec::new();
            for schedule in ["\"auto\"", "\"whole\"", "\"multistage\""] {
                let set = format!("checkpoints.schedule = {schedule}");
                bench.run(1, &["--set", &wanted, "--set", &way, "--set", &set]);
                let found = ["y0", "z0", "mu"].map(|name| bench.gradient(name)[0]);
                for (found, truth) in found.iter().zip(truth) {
                    let error = found / truth - 1.0;
                    assert!(
                        error.abs() < 1e-9,
                        "{objective}, {derivative}: {found} is not {truth}"
                    );
                }
                bits.push(found);
            }
            assert!(
                bits.iter().all(|one| *one == bits[0]),
                "{derivative}: schedules differ"
            );
        }
    }
}

/// Where mu is small enough for it to matter in a random direction.
#[test]
fn vanderpol_passes_its_check() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libvanderpol.so\"\ntask = \"check\"\n[parameters]\nmu = 5\ndt = 0.01\nsteps = 100\nstart = \"free\"\n";
    let bench = Bench::new(&wrappers, "vanderpol", case);
    for scheme in ["crank-nicolson", "euler"] {
        for derivative in ["iterations", "theorem"] {
            let scheme = format!("parameters.scheme = \"{scheme}\"");
            let way = format!("parameters.derivative = \"{derivative}\"");
            let said = bench.run(1, &["--set", &scheme, "--set", &way]);
            assert!(said.contains("verdict: the gradient is right"), "{said}");
        }
    }
}

/// The flow takes its own velocity at the beginning to that at the end: what is left falls with the square of a step by Crank-Nicolson.
#[test]
fn vanderpol_takes_its_velocity_along() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libvanderpol.so\"\n[parameters]\nmu = 5\nz0 = -0.5\nstart = \"free\"\nderivative = \"theorem\"\n";
    let bench = Bench::new(&wrappers, "vanderpol", case);
    let left = [200, 400, 800].map(|steps| {
        let steps_set = format!("parameters.steps = {steps}");
        let dt = format!("parameters.dt = {}", 2.0 / f64::from(steps));
        let set = ["--set", &steps_set, "--set", &dt];
        let said = bench.run(1, &[&set[..], &["--task", "primal"]].concat());
        let velocity = bench.state("z")[0];
        assert!((number(&said, "objective: ") - bench.state("y")[0]).abs() < 1e-14);
        bench.run(1, &set);
        // y' and z' for y = 2, z = -1/2, mu = 5.
        let along = -0.5 * bench.gradient("y0")[0] - 2.5 * bench.gradient("z0")[0];
        (along - velocity).abs()
    });
    for pair in left.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "{left:?}");
    }
}
