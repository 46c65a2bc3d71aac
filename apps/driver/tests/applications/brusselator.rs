//! The Brusselator in C, against closed forms about its steady state.

use crate::bench::{Bench, wrappers};
use std::f64::consts::PI;

type Matrix = [[f64; 2]; 2];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |i: usize, j: usize| a[i][0] * b[0][j] + a[i][1] * b[1][j];
    [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
}

fn diagonal(a: f64, b: f64) -> Matrix {
    [[a, 0.0], [0.0, b]]
}

const POINTS: usize = 12;
const STEPS: usize = 40;
const DT: f64 = 0.05;
const A: f64 = 1.5;
const B: f64 = 2.0;

/// What all steps do to a wave with so many periods about the steady state: Heun's method, diffusion by Crank and Nicolson's, Heun's.
fn steps(rows: usize, columns: usize) -> Matrix {
    let jacobian = [[B - 1.0, A * A], [-B, -A * A]];
    let square = product(&jacobian, &jacobian);
    let half = DT / 2.0;
    let entry = |i: usize, j: usize| {
        f64::from(u8::from(i == j)) + half * jacobian[i][j] + half * half / 2.0 * square[i][j]
    };
    let react = [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]];
    let damped = |diffusivity: f64, periods: usize| {
        let r = diffusivity * DT * (1.0 - (2.0 * PI * periods as f64 / POINTS as f64).cos());
        (1.0 - r) / (1.0 + r)
    };
    let [u, v] = [1.0, 8.0].map(|d| damped(d, rows) * damped(d, columns));
    let step = product(&react, &product(&diagonal(u, v), &react));
    (0..STEPS).fold(diagonal(1.0, 1.0), |all, _| product(&all, &step))
}

/// The gradient of the centre by each point of both fields: a sum of waves.
fn truth(field: usize) -> [Vec<f64>; 2] {
    let places = (0..POINTS * POINTS).map(|at| (at / POINTS, at % POINTS));
    let waves: Vec<_> = places
        .clone()
        .map(|(rows, columns)| (rows, columns, steps(rows, columns)))
        .collect();
    let away = |place: usize| place as f64 - POINTS as f64 / 2.0;
    let sum = |by: usize, i: usize, j: usize| {
        let terms = waves.iter().map(|(rows, columns, all)| {
            let turns = *rows as f64 * away(i) + *columns as f64 * away(j);
            all[field][by] * (2.0 * PI * turns / POINTS as f64).cos()
        });
        terms.sum::<f64>() / (POINTS * POINTS) as f64
    };
    [0, 1].map(|by| places.clone().map(|(i, j)| sum(by, i, j)).collect())
}

const STEADY: &str = "application = \"libbrusselator.so\"\n[parameters]\npoints = 12\nside = 12\nsteps = 40\ndt = 0.05\nA = 1.5\nB = 2\n\
    noise = 0\n[checkpoints]\nram = \"20 kB\"\ndisk = \"20 kB\"\n";

/// From the steady state on, the gradient of a point is a sum of waves.
#[test]
fn brusselator_spreads_like_its_waves() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "brusselator", STEADY);
    // What is left of the beginning at the end, and so what is not of the steady state of A and B.
    let left = steps(0, 0);
    let by_a = [1.0, -B / (A * A)];
    let by_b = [0.0, 1.0 / A];
    for (field, name) in ["u", "v"].into_iter().enumerate() {
        let exact = truth(field);
        let objective = format!("parameters.objective = \"point_{name}\"");
        let mut bits = Vec::new();
        for schedule in ["\"auto\"", "\"multistage\"", "\"whole\""] {
            let set = format!("checkpoints.schedule = {schedule}");
            bench.run(1, &["--set", &objective, "--set", &set]);
            let found = [bench.gradient("u0"), bench.gradient("v0")];
            for (found, exact) in found.iter().flatten().zip(exact.iter().flatten()) {
                assert!((found - exact).abs() < 1e-14, "{found} is not {exact}");
            }
            for (number, steady) in [("A", by_a), ("B", by_b)] {
                let found = bench.gradient(number)[0];
                let row = left[field];
                let exact = steady[field] - row[0] * steady[0] - row[1] * steady[1];
                assert!((found - exact).abs() < 1e-13, "{found} is not {exact}");
            }
            assert!(bench.gradient("D_u")[0].abs() < 1e-13);
            bits.push(found);
        }
        assert!(bits[0] == bits[1], "schedules differ");
    }
}

/// After a long time the means are A and B/A, whatever the beginning.
#[test]
fn brusselator_comes_to_rest() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "brusselator", STEADY);
    let rest = [
        "--set",
        "parameters.steps = 1200",
        "--set",
        "parameters.noise = 0.2",
    ];
    for (name, exact) in [("u", [1.0, 0.0]), ("v", [-B / (A * A), 1.0 / A])] {
        let objective = format!("parameters.objective = \"mean_{name}\"");
        bench.run(1, &[&rest[..], &["--set", &objective]].concat());
        for (number, exact) in ["A", "B"].iter().zip(exact) {
            let found = bench.gradient(number)[0];
            assert!((found - exact).abs() < 1e-12, "{found} is not {exact}");
        }
        for number in ["D_u", "D_v", "u0", "v0"] {
            assert!(
                bench
                    .gradient(number)
                    .iter()
                    .all(|found| found.abs() < 1e-13)
            );
        }
    }
}

/// Away from the steady state, where a pattern grows.
#[test]
fn brusselator_passes_its_check() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libbrusselator.so\"\ntask = \"check\"\n[parameters]\npoints = 16\nside = 10\nsteps = 40\n";
    let bench = Bench::new(&wrappers, "brusselator", case);
    for objective in ["mean_v", "point_u", "pattern"] {
        let set = format!("parameters.objective = \"{objective}\"");
        let said = bench.run(1, &["--set", &set]);
        assert!(said.contains("verdict: the gradient is right"), "{said}");
    }
}
