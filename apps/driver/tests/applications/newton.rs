//! Newton's method with conjugate gradients, and products with Hessians: against closed forms, on applications, against L-BFGS.

use crate::bench::{Bench, evaluations, wrappers};
use std::f64::consts::PI;

const NEWTON: [&str; 4] = [
    "--task",
    "invert",
    "--set",
    "inversion.method = \"newton-cg\"",
];

/// The curvature of each product.
fn curvatures(said: &str) -> Vec<f64> {
    let lines = said
        .lines()
        .filter_map(|line| line.split_once("curvature "));
    lines
        .map(|(_, curvature)| curvature.parse().unwrap())
        .collect()
}

/// The square of the factor by which a wave with so many half periods falls in 50 steps of the rod: an eigenvalue of the Hessian.
fn eigenvalue(half_periods: f64) -> f64 {
    let factor: f64 = 1.0 - (half_periods * PI / 64.0).sin().powi(2);
    factor.powi(100)
}

const ROD: &str = "application = \"librod.so\"\n[controls.start]\nscale = 1\n\
    [checkpoints]\nram = \"4 kB\"\ndisk = \"4 kB\"\n[inversion]\ntolerance = 1e-9\n";

/// Where the gradient is an eigenvector, the first product has the eigenvalue for its curvature, and leads to the solution.
#[test]
fn one_product_solves_one_wave() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "driver/tests/model/rod", ROD);
    for schedule in ["auto", "multistage", "whole"] {
        let set = format!("checkpoints.schedule = \"{schedule}\"");
        let said = bench.run(1, &[&NEWTON[..], &["--set", &set]].concat());
        assert!(said.contains("products by second derivatives"), "{said}");
        let [curvature] = *curvatures(&said) else {
            panic!("{schedule}: {said}")
        };
        let error = curvature / eigenvalue(1.0) - 1.0;
        assert!(error.abs() < 1e-3, "{curvature} is not {}", eigenvalue(1.0));
        let start = bench.estimate("start");
        assert!(start.iter().all(|x| x.abs() < 1e-12), "{start:?}");
    }
}

/// Of so many waves, as many products solve the quadratic problem; curvatures are between the least eigenvalue and the greatest.
#[test]
fn as_many_products_as_waves_are_enough() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "driver/tests/model/rod", ROD);
    let said = bench.run(
        1,
        &[&NEWTON[..], &["--set", "parameters.waves = 4"]].concat(),
    );
    assert!(said.contains("fallen as far as was asked for"), "{said}");
    let all = curvatures(&said);
    assert!(all.len() <= 12, "{said}");
    let within = eigenvalue(4.0) * 0.999..eigenvalue(1.0) * 1.001;
    assert!(all.iter().all(|c| within.contains(c)), "{all:?}");
    let checked = bench.run(1, &["--task", "check"]);
    assert!(
        checked.contains("from symmetric") && checked.contains(": right"),
        "{checked}"
    );
}

/// Over MPI there are differences of gradients, whose curvature along the eigenvector of the heat equation's case is known as well.
#[test]
fn differences_have_the_curvature_of_the_closed_form() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libheat.so\"\n[parameters]\npoints = 20\nsteps = 40\nmu = 0.2\n[controls.start]\nscale = 1\n";
    let bench = Bench::new(&wrappers, "heat", case);
    let sine = |k: f64| (k * PI / 42.0).sin().powi(2);
    let lambda = 1.0 - 0.8 * (sine(3.0) + sine(2.0));
    let exact = lambda.powi(80);
    for ranks in [1, 3] {
        let said = bench.run(ranks, &NEWTON);
        assert!(
            said.contains("the simulation has no second derivatives"),
            "{said}"
        );
        assert!(said.contains("help: end its source with"), "{said}");
        let error = curvatures(&said)[0] / exact - 1.0;
        assert!(error.abs() < 1e-3, "{ranks} ranks: {exact}\n{said}");
        assert!(said.contains("fallen as far as was asked for"), "{said}");
    }
}

/// Products are right for each application that has them, and on ranks that share controls.
#[test]
fn applications_have_the_hessian_of_their_gradients() {
    let Some(wrappers) = wrappers() else { return };
    let small = "application = \"libfwi.so\"\n[parameters]\ncolumns = 30\nrows = 20\nborder = 8\nshots = 2\n\
        receivers = 4\nlens_depth = 100\nlens_radius = 30\nduration = 0.2\n";
    let waves = Bench::cpp(&wrappers, "fwi", small);
    let oscillator = "application = \"libvanderpol.so\"\n[parameters]\nmu = 5\ndt = 0.01\nsteps = 50\nstart = \"free\"\n";
    let oscillator = Bench::new(&wrappers, "vanderpol", oscillator);
    let weather = "application = \"liblorenz.so\"\n[parameters]\nsteps = 100\n";
    let weather = Bench::new(&wrappers, "lorenz", weather);
    let fluid = "application = \"libburgers.so\"\n[parameters]\nsteps = 100\n";
    let fluid = Bench::fortran_with(&wrappers, "burgers", fluid, &["-DENZYME_RS_TWICE"]);
    let theorem = ["--set", "parameters.derivative = \"theorem\""];
    let runs = [
        (&waves, 1, &[][..]),
        (&waves, 2, &[][..]),
        (&oscillator, 1, &[][..]),
        (&oscillator, 1, &theorem[..]),
        (&weather, 1, &[][..]),
        (&fluid, 1, &[][..]),
    ];
    for (bench, ranks, set) in runs {
        let said = bench.run(ranks, &[&["--task", "check"], set].concat());
        let line = said.lines().find(|line| line.contains("product with"));
        assert!(line.is_some_and(|line| line.ends_with(": right")), "{said}");
    }
}

/// The Brusselator's pattern: Newton's method comes further with what L-BFGS costs, counting a product as two gradients.
#[test]
fn newton_needs_less_than_l_bfgs_to_come_far() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libbrusselator.so\"\n[parameters]\npoints = 16\nside = 10\nsteps = 60\nobjective = \"pattern\"\n\
        [checkpoints]\nram = \"1 MB\"\n[inversion]\niterations = 120\n";
    let bench = Bench::new(&wrappers, "brusselator", case);
    let said = bench.run(1, &NEWTON);
    assert!(said.contains("fallen as far as was asked for"), "{said}");
    let (gradients, products) = (evaluations(&said), curvatures(&said).len());
    let cost = gradients.len() + 2 * products;
    let others = evaluations(&bench.run(1, &["--task", "invert"]));
    // The last ones may be trials of steps away from limits.
    let least = |list: &[f64]| list.iter().copied().fold(f64::INFINITY, f64::min);
    let (best, within) = (least(&gradients), least(&others[..cost.min(others.len())]));
    assert!(best < within, "{best} for {cost}, and {within}");
}
