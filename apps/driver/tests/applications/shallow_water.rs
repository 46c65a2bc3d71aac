//! The shallow water equations in C++, over MPI, against what they keep and against linear waves in closed form.

use crate::bench::{Bench, evaluations, modes_apart, number, wrappers};
use std::f64::consts::PI;

fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.map(f64::abs).fold(0.0, f64::max)
}

/// Walls keep the water: the gradient of the volume is the area of a cell wherever there is water, for any flow, on any number of ranks. And a level
/// surface stays level over any bottom.
#[test]
fn shallow_water_keeps_its_volume_and_rests() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libshallow_water.so\"\n[parameters]\nobjective = \"volume\"\n\
        columns = 24\nrows = 16\n[checkpoints]\nram = \"200 kB\"\n";
    let bench = Bench::cpp(&wrappers, "shallow_water", case);
    let area = (600e3_f64 / 24.0).powi(2);
    for (bottom, ranks, land) in [("flat", 2, 0), ("island", 4, 2)] {
        let set = format!("parameters.bottom = \"{bottom}\"");
        bench.run(ranks, &["--set", &set]);
        let found = bench.gradient("start");
        let wet = found.iter().filter(|number| **number != 0.0);
        let apart = largest(wet.map(|number| number / area - 1.0));
        assert!(apart < 1e-13, "{bottom}, {ranks} ranks: {apart:e}");
        let dry = found.iter().filter(|number| **number == 0.0).count();
        assert_eq!(dry, land, "{bottom}: cells on land");
    }
    let rest = ["parameters.height = 0", "parameters.level = 1.5"];
    let arguments = ["--task", "primal", "--set", rest[0], "--set", rest[1]];
    bench.run(2, &arguments);
    let surface = bench.state("surface").into_iter();
    let apart = largest(surface.filter(|h| *h != 0.0).map(|h| h - 1.5));
    assert!(apart < 1e-13, "{apart:e} m");
    for name in ["momentum_east", "momentum_north"] {
        let moved = largest(bench.state(name).into_iter());
        assert!(moved < 1e-9, "{name} {moved:e} m^2/s");
    }
}

/// The gradient of a gauge at rest is a linear wave: along a standing wave it gives what that shows, with an error of second order.
#[test]
fn shallow_water_has_the_gradient_of_standing_waves() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libshallow_water.so\"\n[parameters]\nbottom = \"flat\"\nheight = 0\n\
        gauge_x = 0.3125\ngauge_y = 0.21875\n";
    let bench = Bench::cpp(&wrappers, "shallow_water", case);
    let (length, breadth) = (600e3, 400e3);
    let mode = |x: f64, y: f64| (2.0 * PI * x / length).cos() * (PI * y / breadth).cos();
    let wave = PI * (2.0 / length).hypot(1.0 / breadth);
    let shown = (wave * (9.81_f64 * 4000.0).sqrt() * 1750.0).cos();
    let error = |columns: usize| {
        let rows = columns * 2 / 3;
        let size = [("columns", columns), ("rows", rows)];
        let size = size.map(|(name, count)| format!("parameters.{name} = {count}"));
        bench.run(1, &["--set", &size[0], "--set", &size[1]]);
        let place = |cell: usize| (cell as f64 + 0.5) * length / columns as f64;
        let gradient = bench.gradient("start").into_iter().enumerate();
        let along: f64 = gradient
            .map(|(k, g)| g * mode(place(k % columns), place(k / columns)))
            .sum();
        let cell = |part: f64, cells: usize| place((part * cells as f64) as usize);
        let gauge = mode(cell(0.3125, columns), cell(0.21875, rows));
        (along / gauge - shown).abs()
    };
    let errors = [24, 48].map(error);
    assert!(errors[1] < 2e-3, "{errors:?}");
    let order = (errors[0] / errors[1]).log2();
    assert!(order > 1.8, "{errors:?}: order {order}");
}

/// High waves in shallow water, long steps: the derivative by the steps counts, which depend on the waves of all ranks. It is the same on any number of
/// ranks, whatever the schedule. The least of all cells' steps has kinks, none of which lies on the way of this seed.
#[test]
fn shallow_water_passes_its_check() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libshallow_water.so\"\nseed = 2\n[parameters]\ncolumns = 24\nrows = 16\n\
        length = \"30 km\"\nocean = 10\nshelf = 6\nshallowest = 3\nheight = 1\ncourant = 0.6\nradius = 0.06\nsource_x = 0.3\n";
    let bench = Bench::cpp(&wrappers, "shallow_water", case);
    let gradients = [1, 2, 4].map(|ranks| {
        let said = bench.run(ranks, &["--task", "check"]);
        assert!(modes_apart(&said) < 1e-12, "{ranks} ranks\n{said}");
        assert!(said.contains("verdict: the gradient is right"), "{said}");
        bench.gradient("start")
    });
    let size = largest(gradients[0].iter().copied());
    for other in &gradients[1..] {
        let both = gradients[0].iter().zip(other);
        let apart = largest(both.map(|(a, b)| a - b)) / size;
        assert!(apart < 1e-12, "ranks differ by {apart:e}");
    }
    // With room for all states as above, or for few.
    let few = "checkpoints.ram = \"50 kB\"";
    let other = "checkpoints.schedule = \"dynamic\"";
    bench.run(1, &["--set", few, "--set", other]);
    assert!(bench.gradient("start") == gradients[0]);
}

/// From the records of twelve gauges, L-BFGS finds a source that explains them, and where it lies.
#[test]
fn shallow_water_is_inverted() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libshallow_water.so\"\ntask = \"invert\"\n[parameters]\n\
        objective = \"records\"\ncolumns = 24\nrows = 16\nsource_x = 0.3\nradius = 0.06\nend = 1500\n\
        [inversion]\niterations = 12\n";
    let bench = Bench::cpp(&wrappers, "shallow_water", case);
    let said = bench.run(1, &["--task", "check"]);
    assert!(said.contains("verdict: the gradient is right"), "{said}");
    let said = bench.run(2, &[]);
    let (begun, ended) = (evaluations(&said)[0], number(&said, "objective: "));
    assert!(ended < begun / 50.0, "{begun} {ended}\n{said}");
    let found = bench.estimate("start");
    let highest = (0..found.len()).max_by(|a, b| found[*a].total_cmp(&found[*b]));
    let at = highest.unwrap();
    let (x, y) = ((at % 24) as f64 + 0.5, (at / 24) as f64 + 0.5);
    let apart = (x - 0.3 * 24.0).hypot(y - 0.55 * 16.0);
    assert!(
        apart < 1.5,
        "the highest place is {apart} cells from the source"
    );
}
