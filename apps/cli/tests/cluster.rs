//! `enzyme-rs plan --cluster`: what is printed, drawn and refused. The model is tested by `enzyme-scale`.

#![allow(clippy::unwrap_used, reason = "tests may")]

use std::path::Path;
use std::process::{Command, Output};

const FILE: &str = "[run]
steps = 1000
points = 1e8
bytes_per_point = 8
[measured]
runs = [{ ranks = 1, points = 1e6, step = \"1 ms\", adjoint = \"3 ms\" }]
[machine]
ranks_per_node = 10
memory = \"1 GB\"
network = { latency = \"2 us\", bandwidth = \"10 GB/s\" }
ranks = [10, 1000]
";

/// Runs it in a folder where `cluster.toml` has this text.
fn plan(folder: &Path, text: &str, arguments: &str) -> Output {
    std::fs::write(folder.join("cluster.toml"), text).unwrap();
    Command::new(env!("CARGO_BIN_EXE_enzyme-rs"))
        .args(["plan", "--cluster", "cluster.toml"])
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn people_and_programs_are_told_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let output = plan(folder.path(), FILE, "--plot times.svg");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    for part in [
        "measured ranks",
        "a point ",
        "[machine]",
        "revolve",
        "warning: 1000 ranks are 1000 times",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let picture = std::fs::read_to_string(folder.path().join("times.svg")).unwrap();
    assert!(picture.contains("recomputation"));

    let output = plan(folder.path(), FILE, "--json");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["rows"][1]["ranks"], 1000);
    assert_eq!(value["rows"][1]["nodes"], 100);
    assert_eq!(value["rows"][0]["schedule"], "revolve");
    // On ten ranks one state fits, on a thousand there is room for many.
    assert_eq!(value["rows"][0]["limit"], "recomputation");
    assert_eq!(value["rows"][1]["limit"], "compute");
    assert_eq!(value["step"]["point"]["origin"], "measured");
    let shares = value["rows"][0]["shares"].as_object().unwrap();
    let sum: f64 = shares.values().map(|share| share.as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{shares:?}");
}

#[test]
fn wrong_files_are_refused_where_they_are_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (FILE.replace("latency", "latancy"), 3, "cluster.toml:10:13"),
        (
            FILE.replace("2 us", "2 ms/s"),
            3,
            "not understood as a multiple of s",
        ),
        (
            FILE.replace("network", "# network"),
            3,
            "measure on 2 ranks as well",
        ),
        (
            FILE.replace("1 GB\"", "1 B\""),
            1,
            "on none of these numbers",
        ),
    ];
    for (text, code, part) in cases {
        let output = plan(folder.path(), &text, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(part), "{part} in {said}");
        assert_eq!(output.status.code(), Some(code), "{said}");
    }
}

#[test]
fn what_the_file_says_is_no_option() {
    let folder = tempfile::tempdir().unwrap();
    let output = plan(folder.path(), FILE, "--steps 10");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot be used with"), "{said}");
}
