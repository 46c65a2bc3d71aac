//! Several directions at once through the wrappers: the example.

#[allow(dead_code, reason = "each test program uses a part")]
mod support;

use support::Bench;

/// Both blocks of the example are one Jacobian: by columns and by rows. The last output is the sum of the angles.
#[test]
fn the_example_prints_one_jacobian_twice() {
    let bench = Bench::new();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/jacobian.c");
    bench.write("jacobian.c", std::fs::read_to_string(source).unwrap());
    bench
        .run("enzyme-cc -O2 jacobian.c -o jacobian -lm")
        .exits(0);
    let out = bench.run("./jacobian").exits(0).out;
    let rows: Vec<(&str, &str)> = out
        .lines()
        .map(|line| line.split_once("   |").unwrap())
        .collect();
    assert_eq!(rows.len(), 3, "{out}");
    assert!(rows.iter().all(|(columns, rows)| columns == rows), "{out}");
    assert_eq!(rows[2].0, "  1.00000  1.00000  1.00000  1.00000");
}
