//! Functions that run functions, through the wrappers: the examples.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

/// Each line of the example has a derivative and a central difference.
#[test]
fn a_sort_is_differentiated() {
    let bench = Bench::new();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/percentiles.c");
    bench.write("percentiles.c", std::fs::read_to_string(source).unwrap());
    bench
        .run("enzyme-cc -O2 percentiles.c -o percentiles -lm")
        .exits(0);
    let out = bench.run("./percentiles").exits(0).out;
    let number = |text: &str| text.trim_end_matches(')').parse::<f64>().unwrap();
    let pairs = out.lines().map(|line| {
        let (_, both) = line.split_once(": ").unwrap();
        both.split_once(" (by differences: ").unwrap()
    });
    let pairs: Vec<_> = pairs.map(|(d, h)| (number(d), number(h))).collect();
    assert_eq!(pairs.len(), 3, "{out}");
    assert!(
        pairs
            .iter()
            .all(|(d, h)| (d - h).abs() < 2e-6 && d.abs() > 0.1),
        "{out}"
    );
}
