//! The blast wave in C++, over MPI, against the self-similar solution, what it keeps, and itself on other ranks.

use crate::bench::{Bench, number, wrappers};

const SIDE: usize = 8;

/// The gas is so warm, and here more than there, that no two elements allow the same time step.
const CASE: &str = "application = \"libsedov.so\"\n\
    [parameters]\nelements = 8\nsteps = 40\nambient = 0.05\nuneven = 0.3\n\
    [checkpoints]\nram = \"400 kB\"\n";

const SCHEDULES: [&str; 3] = [
    "checkpoints.schedule = \"auto\"",
    "checkpoints.schedule = \"whole\"",
    "checkpoints = { schedule = \"multistage\", ram = \"200 kB\", disk = \"1 MB\" }",
];

fn objective(name: &str) -> String {
    format!("parameters.objective = \"{name}\"")
}

fn furthest(one: &[f64], other: &[f64]) -> f64 {
    let apart = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    apart.fold(0.0, f64::max)
}

#[test]
fn sedov_is_differentiated() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::cpp(&wrappers, "sedov", CASE);
    ranks_and_schedules_agree(&bench);
    checks_are_passed(&bench);
    differences_agree(&bench);
    energy_is_kept(&bench);
}

/// On any number of ranks the same to rounding, and by any schedule the same bits.
fn ranks_and_schedules_agree(bench: &Bench) {
    let mut first = None;
    for (ranks, schedules) in [(1, 3), (2, 1), (4, 2), (8, 1)] {
        let mut bits = Vec::new();
        for schedule in &SCHEDULES[..schedules] {
            let said = bench.run(ranks, &["--set", schedule]);
            bits.push((number(&said, "objective: "), bench.gradient("ambient")));
        }
        let same = bits.iter().all(|one| *one == bits[0]);
        assert!(same, "{ranks} ranks: schedules differ");
        let (value, gradient) = first.get_or_insert_with(|| bits[0].clone());
        let apart = furthest(gradient, &bits[0].1);
        assert!(
            (bits[0].0 / *value - 1.0).abs() < 1e-14 && apart < 1e-14,
            "{ranks} ranks: {} and {value}, gradients {apart:e} apart",
            bits[0].0
        );
    }
}

fn checks_are_passed(bench: &Bench) {
    for (ranks, name) in [(1, "origin"), (2, "radius"), (4, "origin")] {
        let said = bench.run(ranks, &["--task", "check", "--set", &objective(name)]);
        assert!(said.contains("verdict: the gradient is right"), "{said}");
    }
}

/// By the blast, and by the warmth of all the gas.
fn differences_agree(bench: &Bench) {
    let even = "parameters.uneven = 0";
    bench.run(1, &["--set", even]);
    let volume = (1.2 / SIDE as f64).powi(3);
    let by_ambient: f64 = bench.gradient("ambient").iter().sum();
    let by_blast = bench.gradient("blast")[0];
    // What is set free at the origin is energy of its element.
    assert_eq!(by_blast.to_bits(), bench.gradient("ambient")[0].to_bits());
    for (name, at, slope) in [
        ("ambient", 0.05, by_ambient * volume),
        ("blast", 0.106384, by_blast),
    ] {
        let mut values = [1.0, -1.0].map(|sign| {
            let set = format!("parameters.{name} = {}", at * (1.0 + 1e-4 * sign));
            let said = bench.run(1, &["--task", "primal", "--set", even, "--set", &set]);
            number(&said, "objective: ")
        });
        values[0] -= values[1];
        let error = values[0] / (2e-4 * at * slope) - 1.0;
        assert!(error.abs() < 1e-6, "{name}: {slope}, {error:e}");
    }
}

/// Whatever happens, all energy stays: its gradient is 1 everywhere.
fn energy_is_kept(bench: &Bench) {
    let set = [
        "--set",
        &objective("total"),
        "--set",
        "parameters.uneven = 0",
    ];
    let said = bench.run(2, &set);
    let error = number(&said, "objective: ") / (0.106384 + 0.05 * 1.2_f64.powi(3)) - 1.0;
    assert!(error.abs() < 1e-14, "{error:e}");
    let apart = furthest(&bench.gradient("ambient"), &[1.0; SIDE * SIDE * SIDE]);
    assert!(apart < 1e-13, "{apart:e}");
}

/// Until the shock should be at 1 m: it is there, moves outward with a fifth of the energy's power, and all is the same along x, y and z.
#[test]
fn sedov_is_that_of_the_exact_solution() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libsedov.so\"\n\
        [parameters]\nelements = 16\nend = 1\nobjective = \"radius\"\n";
    let bench = Bench::cpp_with(&wrappers, "sedov", case, &["-DSEDOV_UNTIL"]);
    let said = bench.run(1, &[]);
    let radius = number(&said, "objective: ");
    assert!((radius - 1.0).abs() < 0.01, "{said}");
    let power = 0.106384 * bench.gradient("blast")[0] / radius;
    assert!((power - 0.2).abs() < 0.01, "{power}");
    bench.run(2, &["--task", "primal"]);
    assert_eq!(bench.state("time"), [1.0]);
    let energy = bench.state("energy");
    let turned: Vec<f64> = (0..16 * 16 * 16)
        .map(|at| energy[at % 16 * 256 + at / 16])
        .collect();
    assert!(furthest(&energy, &turned) < 1e-15);
}
