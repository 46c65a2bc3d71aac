//! Lorenz' equations in C, against what is known of their flow and of the gradients of a chaotic one.

use crate::bench::{Bench, number, wrappers};

const CASE: &str =
    "application = \"liblorenz.so\"\n[checkpoints]\nram = \"640 B\"\ndisk = \"320 B\"\n";

fn set(name: &str, value: impl std::fmt::Display) -> [String; 2] {
    ["--set".to_owned(), format!("{name} = {value}")]
}

fn run(bench: &Bench, settings: &[[String; 2]]) -> String {
    let arguments: Vec<&str> = settings.as_flattened().iter().map(String::as_str).collect();
    bench.run(1, &arguments)
}

fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    let minor = |j: usize, k: usize| m[1][j] * m[2][k] - m[1][k] * m[2][j];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

/// Liouville's theorem: volumes shrink by exp(-(sigma + 1 + beta) t), but for the error of the method, of order 4.
#[test]
fn lorenz_shrinks_volumes() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "lorenz", CASE);
    let errors = [100, 200, 400].map(|steps| {
        let jacobian = ["x", "y", "z"].map(|name| {
            let settings = [
                set("parameters.steps", steps),
                set("parameters.dt", 1.0 / f64::from(steps)),
                set("parameters.objective", format!("\"{name}\"")),
            ];
            run(&bench, &settings);
            ["x0", "y0", "z0"].map(|control| bench.gradient(control)[0])
        });
        determinant(&jacobian).ln() + 41.0 / 3.0
    });
    assert!((errors[2] - 6.3e-7).abs() < 1e-8, "{errors:?}");
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 4.0).abs() < 0.05, "{errors:?}");
    }
}

/// Where the flow comes to rest, at x = y = sqrt(beta (rho - 1)), z = rho - 1.
#[test]
fn lorenz_comes_to_rest() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "lorenz", CASE);
    let (rho, beta) = (10.0, 8.0 / 3.0);
    let x = f64::sqrt(beta * (rho - 1.0));
    let of_z = [1.0, 0.0];
    let of_x = [beta / (2.0 * x), (rho - 1.0) / (2.0 * x)];
    for (name, exact) in [("x", of_x), ("z", of_z)] {
        let mut bits = Vec::new();
        for schedule in ["\"auto\"", "\"multistage\"", "\"whole\""] {
            let settings = [
                set("parameters.rho", rho),
                set("parameters.steps", 6_000),
                set("parameters.objective", format!("\"{name}\"")),
                set("checkpoints.schedule", schedule),
            ];
            run(&bench, &settings);
            let found = ["rho", "beta", "sigma", "x0"].map(|control| bench.gradient(control)[0]);
            let exact = [exact[0], exact[1], 0.0, 0.0];
            for (found, exact) in found.iter().zip(exact) {
                assert!((found - exact).abs() < 1e-12, "{found} is not {exact}");
            }
            bits.push(found);
        }
        assert!(bits[0] == bits[1], "schedules differ");
    }
}

#[test]
fn lorenz_passes_its_check() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "lorenz", CASE);
    for objective in ["y", "mean_z"] {
        for (window, substeps) in [(0, 1), (20, 1), (10, 2)] {
            let settings = [
                set("task", "\"check\""),
                set("parameters.steps", 60),
                set("parameters.objective", format!("\"{objective}\"")),
                set("parameters.window", window),
                set("parameters.substeps", substeps),
                set("parameters.dt", 0.01 / f64::from(substeps)),
            ];
            let said = run(&bench, &settings);
            assert!(said.contains("verdict: the gradient is right"), "{said}");
        }
    }
}

/// With windows, the gradient is the mean of those of runs that begin where the windows do.
#[test]
fn lorenz_takes_the_mean_of_windows() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::new(&wrappers, "lorenz", CASE);
    let mean = set("parameters.objective", "\"mean_z\"");
    let (windows, steps) = (3, 50);
    let mut place = [1.0, 1.0, 1.0];
    let mut sum = 0.0;
    for _ in 0..windows {
        let mut settings = vec![mean.clone(), set("parameters.steps", steps)];
        for (name, value) in ["x0", "y0", "z0"].iter().zip(place) {
            settings.push(set(&format!("parameters.{name}"), format!("{value:e}")));
        }
        run(&bench, &settings);
        sum += bench.gradient("rho")[0] / f64::from(windows);
        settings.push(set("task", "\"primal\""));
        run(&bench, &settings);
        place = ["x", "y", "z"].map(|name| bench.state(name)[0]);
    }
    let all = set("parameters.steps", windows * steps);
    run(&bench, &[mean, all, set("parameters.window", steps)]);
    let found = bench.gradient("rho")[0];
    assert!((found - sum).abs() < 1e-13, "{found} is not {sum}");
}

/// The derivative of a long mean is of no use, and that of short windows is some four fifths of how the long mean varies, which is about 1.
#[test]
fn lorenz_is_chaotic() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"liblorenz.so\"\n[parameters]\nx0 = -8.7\ny0 = -17.2\nz0 = 9.4\ndt = 0.005\nobjective = \"mean_z\"\n\
        [checkpoints]\nschedule = \"whole\"\n";
    let bench = Bench::new(&wrappers, "lorenz", case);
    run(&bench, &[set("parameters.steps", 10_000)]);
    assert!(bench.gradient("rho")[0].abs() > 1e12);
    let long = set("parameters.steps", 200_000);
    run(&bench, &[long.clone(), set("parameters.window", 100)]);
    let windows = bench.gradient("rho")[0];
    assert!((0.78..0.88).contains(&windows), "{windows}");
    let mean = |rho: f64| {
        let settings = [
            long.clone(),
            set("task", "\"primal\""),
            set("parameters.rho", rho),
        ];
        number(&run(&bench, &settings), "objective: ")
    };
    let truth = (mean(30.0) - mean(26.0)) / 4.0;
    assert!((truth - 1.0).abs() < 0.05, "{truth}");
}
