//! `docs/rules.md` is what the tables say now.
//!
//! Owns: the freshness check. `BLESS=1` rewrites the file.

mod common;

use enzyme_rules::manual;
use std::path::Path;

#[test]
fn the_reference_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules.md");
    let expected = manual::render(&common::registry());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expected).expect("docs/rules.md is writable");
        return;
    }
    let found = std::fs::read_to_string(&path).expect("docs/rules.md is there");
    let differs = found
        .lines()
        .zip(expected.lines())
        .position(|(a, b)| a != b);
    let hint = "run `BLESS=1 cargo test -p enzyme-rules --test manual`";
    assert!(
        found == expected,
        "docs/rules.md is stale from line {differs:?} (0-based); {hint}"
    );
}
