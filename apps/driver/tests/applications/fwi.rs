//! Acoustic waves in C++, over MPI and OpenMP, against travel times in closed form.

use crate::bench::{Bench, evaluations, modes_apart, number, wrappers};
use std::f64::consts::PI;

const SMALL: &str = "application = \"libfwi.so\"\n[parameters]\ncolumns = 40\nrows = 30\nborder = 10\nshots = 4\n\
    receivers = 8\nlens_depth = 150\nlens_radius = 30\nduration = 0.35\n";

/// Each rank has all speeds and some of the shots: the gradient is that of all of them, on any number of ranks, of which one has two threads. With
/// checkpoints in memory and on disk, and without, it has the same bits.
#[test]
fn fwi_passes_its_check() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::cpp_with(&wrappers, "fwi", SMALL, &["-fopenmp"]);
    let gradients = [1, 2, 4].map(|ranks| {
        let said = bench.run(ranks, &["--task", "check"]);
        assert!(modes_apart(&said) < 1e-12, "{ranks} ranks\n{said}");
        assert!(said.contains("verdict: the gradient is right"), "{said}");
        // Misfits are parts of that of the first guess.
        let error = number(&said, "objective: ") - 1.0;
        assert!(error.abs() < 1e-13, "{said}");
        bench.gradient("speed")
    });
    let largest =
        |numbers: &mut dyn Iterator<Item = f64>| numbers.map(f64::abs).fold(0.0, f64::max);
    let size = largest(&mut gradients[0].iter().copied());
    for other in &gradients[1..] {
        let both = gradients[0].iter().zip(other);
        let apart = largest(&mut both.map(|(a, b)| a - b)) / size;
        assert!(apart < 1e-12, "ranks differ by {apart:e}");
    }
    let room = ["checkpoints.ram = \"1 MB\"", "checkpoints.disk = \"4 MB\""];
    for schedule in ["whole", "multistage"] {
        let set = format!("checkpoints.schedule = \"{schedule}\"");
        bench.run(1, &["--set", room[0], "--set", room[1], "--set", &set]);
        assert!(bench.gradient("speed") == gradients[0], "{schedule}");
    }
}

/// When the energy of a wave of Ricker's comes in a plane of one speed. The wave is the integral of the wavelet's past over all that a line of sources
/// would send: u(t) = ∫ w(t - L/c cosh s) ds.
fn time_of_energy(speed: f64, way: f64, frequency: f64, duration: f64) -> f64 {
    let wavelet = |time: f64| {
        let phase = PI * frequency * time - 4.0;
        (1.0 - 2.0 * phase * phase) * (-phase * phase).exp()
    };
    let (mut energy, mut moment) = (0.0, 0.0);
    let (times, pieces) = (1000, 2000);
    for k in 0..times {
        let time = duration * (f64::from(k) + 0.5) / f64::from(times);
        let past = (0..pieces)
            .map(|s| time - way / speed * (3.0 * f64::from(s) / f64::from(pieces)).cosh());
        let heads = past.filter(|past| *past > 0.0).map(wavelet).sum::<f64>();
        let wave = heads - wavelet(time - way / speed) / 2.0;
        energy += wave * wave;
        moment += time * wave * wave;
    }
    moment / energy
}

/// In a ground of one speed, all its speeds together change the time of a wave by -L/c², and by the closed form with an error of second order.
#[test]
fn fwi_has_the_gradient_of_travel_times() {
    let Some(wrappers) = wrappers() else { return };
    let case = "application = \"libfwi.so\"\n[parameters]\nobjective = \"time\"\nshots = 1\nreceivers = 1\n\
        shot_depth = 200\nreceiver_depth = 600\nfrequency = 15\ngreatest = 2500\nduration = 0.42\n";
    let bench = Bench::cpp(&wrappers, "fwi", case);
    let time = |speed| time_of_energy(speed, 400.0, 15.0, 0.42);
    let slope = (time(2001.0) - time(1999.0)) / 2.0;
    let errors = [10, 5].map(|spacing| {
        let size = [
            ("spacing", spacing),
            ("columns", 600 / spacing + 1),
            ("rows", 800 / spacing + 1),
            ("border", 200 / spacing),
        ];
        let size = size.map(|(name, number)| format!("parameters.{name} = {number}"));
        let said = bench.run(
            1,
            &[
                "--set", &size[0], "--set", &size[1], "--set", &size[2], "--set", &size[3],
            ],
        );
        let sum: f64 = bench.gradient("speed").iter().sum();
        let by_ray = sum / (-400.0 / 2000.0_f64.powi(2)) - 1.0;
        assert!(by_ray.abs() < 6e-3, "{by_ray}");
        [number(&said, "objective: ") - time(2000.0), sum - slope]
    });
    for k in 0..2 {
        let order = (errors[0][k] / errors[1][k]).abs().log2();
        assert!((order - 2.0).abs() < 0.3, "order {order}: {errors:?}");
    }
}

/// L-BFGS finds the lens where it lies, from records near the surface. (Here, and for travel times, without threads.)
#[test]
fn fwi_finds_the_lens() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::cpp(&wrappers, "fwi", SMALL);
    let said = bench.run(
        2,
        &["--task", "invert", "--set", "inversion.iterations = 6"],
    );
    let course = evaluations(&said);
    let best = course.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(best < 0.4 * course[0], "{said}");
    let found = bench.estimate("speed");
    let fastest = (0..found.len()).max_by(|a, b| found[*a].total_cmp(&found[*b]));
    let (row, column) = (fastest.unwrap() / 60, fastest.unwrap() % 60);
    let (depth, place) = (10.0 * (39.0 - row as f64), 10.0 * (column as f64 - 10.0));
    assert!(
        (depth - 150.0).abs() <= 60.0 && (place - 195.0).abs() <= 120.0,
        "{depth} {place}\n{said}"
    );
}
