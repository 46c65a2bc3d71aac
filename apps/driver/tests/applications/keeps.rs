//! What a check sees of a simulation that keeps something from one run to the next.

use crate::bench::{Bench, wrappers};

const CASE: &str = "application = \"libkeeps.so\"\n";

/// Whether it says so.
fn is_seen(said: &str) -> bool {
    said.contains("verdict: WRONG: the simulation keeps something from one run to the next")
}

/// What an earlier process has kept is gone with it: a check that goes on begins with the same controls, wherever the other was killed.
#[test]
fn what_is_kept_is_seen_by_a_check_that_goes_on() {
    let Some(wrappers) = wrappers() else { return };
    let bench = Bench::model(&wrappers, "keeps", CASE);
    let said = bench.fails(&["--task", "check"]);
    assert!(is_seen(&said), "{said}");
    for comparisons in [0, 1, 2, 3, 9, 10] {
        let said = bench.check_behind(comparisons);
        assert!(is_seen(&said), "behind {comparisons}:\n{said}");
    }
}
