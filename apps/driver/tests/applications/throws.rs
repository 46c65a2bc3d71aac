//! What a simulation in C++ throws is said.

use crate::bench::{Bench, wrappers};

const CASE: &str = "application = \"libthrows.so\"\n";

#[test]
fn what_is_thrown_is_said() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::cpp_model(&wrappers, "throws", CASE);
    // Steps that may throw have derivatives: the square grows by 1.01 twice in each of ten steps.
    bench.run(1, &[]);
    for (k, found) in (1..).zip(bench.gradient("start")) {
        let exact = 2.0 * f64::from(k) * 1.01_f64.powi(20);
        assert!(
            (found - exact).abs() < 1e-12 * exact,
            "{found} is not {exact}"
        );
    }
    let refused = bench.fails(&["--set", "parameters.numbers = 11"]);
    assert!(
        refused.contains("error: more numbers than ten"),
        "{refused}"
    );
    let ended = bench.fails(&["--set", "parameters.at = 3"]);
    assert!(ended.contains("the step does not converge"), "{ended}");
}
