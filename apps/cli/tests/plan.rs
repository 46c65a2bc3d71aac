//! `enzyme-rs plan`: what it prints for budgets whose best schedule is known.

use std::process::{Command, Output};

fn plan(arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_enzyme-rs");
    let output = Command::new(program)
        .arg("plan")
        .args(arguments.split(' '))
        .output();
    output.expect("the program runs")
}

fn json(arguments: &str) -> serde_json::Value {
    let output = plan(&format!("{arguments} --json"));
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("valid JSON")
}

#[test]
fn memory_alone_is_revolve() {
    let value = json("--steps 100000 --ram 50");
    assert_eq!(value["schedule"], "revolve");
    assert_eq!(value["forward_steps"], 475_196);
    assert_eq!(
        (&value["writes"], &value["reads"]),
        (&76574.into(), &99999.into())
    );
    assert_eq!(
        (&value["peak_ram"], &value["peak_disk"]),
        (&50.into(), &0.into())
    );
}

#[test]
fn a_limited_disk_is_h_revolve() {
    let value = json("--steps 1000 --ram 10 --disk 10 --write-cost 2 --read-cost 2");
    assert_eq!(value["schedule"], "h-revolve");
    assert_eq!(
        (&value["forward_steps"], &value["time"]),
        (&3797.into(), &3847.0.into())
    );
    assert_eq!(value["peak_disk"], 10);
}

#[test]
fn the_table_has_all_that_fit() {
    let output =
        plan("--steps 1000 --ram 10 --disk unlimited --write-cost 2 --read-cost 2 --compare");
    let text = String::from_utf8_lossy(&output.stdout);
    for name in [
        "disk-revolve",
        "periodic-disk-revolve",
        "two-level",
        "revolve",
    ] {
        assert!(text.contains(&format!("\n{name} ")), "{name} in {text}");
    }
}

#[test]
fn impossible_budgets_are_refused_with_a_remedy() {
    let output = plan("--steps 10 --ram 0");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("no schedule fits") && message.contains("--ram"),
        "{message}"
    );
    assert_eq!(
        plan("--steps 10 --ram 3 --step-cost -1").status.code(),
        Some(2)
    );
}

#[test]
fn the_picture_names_its_schedule_and_stays_small() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("plan.svg");
    let output = plan(&format!(
        "--steps 100000 --ram 50 --plot {}",
        file.display()
    ));
    assert!(output.status.success(), "{output:?}");
    let picture = std::fs::read_to_string(file).expect("a picture");
    assert!(picture.starts_with("<svg"), "{}", &picture[..40]);
    for words in ["revolve: 100000 steps", "adjoint", "checkpoint in memory"] {
        assert!(picture.contains(words), "{words}");
    }
    // Half a million actions, thinned out.
    assert!(picture.len() < 1 << 20, "{} bytes", picture.len());
}

#[test]
fn a_picture_that_cannot_be_written_is_an_error() {
    let output = plan("--steps 10 --ram 3 --plot /nowhere/plan.svg");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(
        text.contains("/nowhere/plan.svg") && text.contains("help"),
        "{text}"
    );
}
