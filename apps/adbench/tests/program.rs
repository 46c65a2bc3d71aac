//! Runs the built program with the system's clang-22 and without the engine: the objectives, the
//! data and the hand-written adjoints must agree, and failures must be told apart.

use std::process::{Command, Output};

fn adbench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_enzyme-adbench"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

#[test]
fn every_problem_passes_without_the_engine() {
    let output = adbench(&["demo", "--no-ad", "--reps", "0"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(text.ends_with("8 of 8 passed\n"), "{text}");
}

#[test]
fn a_program_that_cannot_be_built_stops_no_other() {
    // Without the engine nobody defines the hooks, so that linking fails.
    let output = adbench(&[
        "demo",
        "--cc",
        "clang-22",
        "--only",
        "fft",
        "--only",
        "logsumexp",
    ]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("FAIL fft (built-in data): cannot link fft"),
        "{text}"
    );
    assert!(
        text.contains("FAIL logsumexp (built-in data): cannot link logsumexp"),
        "{text}"
    );
    assert!(text.ends_with("0 of 2 passed\n"), "{text}");
}

#[test]
fn bench_writes_both_files() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    let output = adbench(&[
        "bench", "--no-ad", "--only", "K5", "--reps", "1", "--min-ms", "1", "--out", folder,
    ]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let json = std::fs::read_to_string(out.path().join("bench.json")).unwrap();
    let entries: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(entries[0]["instance"], "gmm_n1k_d2_K5");
    assert!(
        entries[0]["ratio"]["hand"]
            .as_f64()
            .is_some_and(|ratio| ratio > 0.0)
    );
    assert!(out.path().join("bench.txt").is_file());
}
