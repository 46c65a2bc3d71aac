//! What a simulation in C++ throws is said.

use crate::bench::{Bench, wrappers};

const CASE: &str = "application = \"libthrows.so\"\n";

/// Steps that the driver calls one by one, and the run as one function.
const SCHEDULES: [&str; 2] = [
    "checkpoints.schedule = 'auto'",
    "checkpoints.schedule = 'whole'",
];

#[test]
fn what_is_thrown_is_said() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::cpp_model(&wrappers, "throws", CASE);
    // Steps that may throw have derivatives: the square grows by 1.01 twice in each of ten steps.
    for schedule in SCHEDULES {
        bench.run(1, &["--set", schedule]);
        for (k, found) in (1..).zip(bench.gradient("start")) {
            let exact = 2.0 * f64::from(k) * 1.01_f64.powi(20);
            assert!(
                (found - exact).abs() < 1e-12 * exact,
                "{found} is not {exact} with {schedule}"
            );
        }
    }
    let refused = bench.fails(&["--set", "parameters.numbers = 11"]);
    assert!(
        refused.contains("error: more numbers than ten"),
        "{refused}"
    );
    for schedule in SCHEDULES {
        let ended = bench.fails(&["--set", "parameters.at = 3", "--set", schedule]);
        assert!(ended.contains("the step does not converge"), "{ended}");
    }
}
