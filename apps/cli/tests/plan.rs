//! `enzyme-rs plan`: what it prints for budgets whose best schedule is known.

use enzyme_checkpoint::{Executor, Layout, Memory, Model, ModelError, Spec};
use std::process::{Command, Output};
use std::sync::Arc;

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
fn budgets_may_be_bytes_and_numbers_short() {
    let value = json("--steps 1e5 --ram 64GB --state 1.28GB");
    assert_eq!(value["forward_steps"], 475_196);
    let value = json("--steps 1e3 --ram 10 --disk 20GiB --state 2GiB --write-cost 2 --read-cost 2");
    assert_eq!(value["forward_steps"], 3797);
    let output = plan("--steps 1e5 --ram 64GB --state 1.28GB");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("at most 50 checkpoints (64.0 GB)"), "{text}");
}

#[test]
fn a_schedule_may_be_named() {
    let costs = "--steps 10000 --ram 20 --disk unlimited --write-cost 2 --read-cost 2";
    let (best, named) = (json(costs), json(&format!("{costs} --schedule revolve")));
    assert_eq!(named["schedule"], "revolve");
    assert_ne!(best["schedule"], "revolve");
    let reason = named["reasons"][0].as_str().expect("a reason");
    let name = best["schedule"].as_str().expect("a name");
    assert!(
        reason.contains(&format!("times as long as {name}")),
        "{reason}"
    );
}

/// One that is not tried by itself, for it takes long to plan.
#[test]
fn a_schedule_that_takes_long_may_be_named() {
    let costs = "--steps 20001 --ram 3 --disk 10";
    let named = json(&format!("{costs} --schedule h-revolve"));
    assert_eq!(named["schedule"], "h-revolve");
    let best = json(costs);
    let rejected = best["rejected"].as_array().expect("a list");
    assert!(
        rejected.iter().any(|one| one["name"] == "h-revolve"),
        "{best}"
    );
}

/// People read what costs are known by, programs all of it.
#[test]
fn times_are_rounded_for_people_alone() {
    let budget = "--steps 100000 --ram 50 --disk 500";
    let output = plan(budget);
    let text = String::from_utf8_lossy(&output.stdout);
    for line in [
        "predicted time   374800 (1.87 times that",
        "forward steps    373800 (3.74 per step)",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(json(budget)["time"], 374_798.0);
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

/// Each ends at once, with a message that names the option and says what to do.
#[test]
fn odd_budgets_are_refused_by_option() {
    let cases = [
        ("--steps 18446744073709551615 --ram 3", 2, "--steps"),
        ("--steps 0 --ram 3", 2, "--steps"),
        ("--steps 10 --ram -3", 2, "--ram"),
        ("--steps 1.5 --ram 3", 2, "--steps"),
        ("--steps 10 --ram 64G", 2, "--state"),
        ("--steps 10 --ram 1G --state 2G", 1, "--ram 1.0 GB"),
        ("--steps 10 --ram 3 --plot x.jpeg", 2, ".svg"),
        ("--steps 10 --ram 3 --schedule fastest", 1, "revolve"),
        ("--steps 10 --ram 3 --disk many", 2, "--disk"),
        ("--steps 10 --ram 3 --write-cost NaN", 2, "--write-cost"),
        ("--steps 10 --ram 3 --adjoints 0", 2, "--adjoints"),
        ("--steps 10 --ram 0 --disk 0", 1, "--ram or --disk"),
        (
            "--steps 100000000 --ram 9 --adjoints 4294967295",
            1,
            "--adjoints",
        ),
        ("--steps 1000001 --ram 9 --plot x.svg", 1, "--plot"),
        (
            "--steps 1000 --ram 9 --adjoints 2000 --plot x.svg",
            1,
            "--plot",
        ),
    ];
    for (arguments, code, option) in cases {
        let output = plan(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {message}");
        assert!(message.contains(option), "{arguments}: {message}");
    }
}

#[test]
fn huge_budgets_are_as_good_as_enough() {
    let all = "18446744073709551615";
    let value = json(&format!("--steps 1000 --ram {all} --disk {all}"));
    assert_eq!(
        (&value["schedule"], &value["forward_steps"]),
        (&"revolve".into(), &1999.into())
    );
    let value = json(&format!("--steps 1000 --ram {all} --tape-units 1"));
    assert_eq!(
        (&value["schedule"], &value["forward_steps"]),
        (&"store-all".into(), &1000.into())
    );
}

#[test]
fn long_schedules_with_tables_are_planned() {
    let costs = "--write-cost 2 --read-cost 2 --compare";
    let output = plan(&format!(
        "--steps 100000 --ram 50 --disk 50 --tape-units 1 {costs}"
    ));
    let text = String::from_utf8_lossy(&output.stdout);
    let row = |name: &str| {
        text.lines()
            .find(|line| line.starts_with(name))
            .map(str::to_owned)
    };
    assert!(
        row("mixed").is_some_and(|row| row.contains("378805")),
        "{text}"
    );
    assert!(
        row("h-revolve").is_some_and(|row| row.contains("395820")),
        "{text}"
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

#[test]
fn many_adjoints_of_unknown_length_need_a_disk_or_tapes() {
    let text = "--steps 16 --unknown-length --ram 7 --adjoints 5";
    let output = plan(text);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(message.contains("online (serves one adjoint)"), "{message}");
    assert!(message.contains("--disk"), "{message}");
    let value = json(&format!("{text} --disk 8"));
    assert_eq!(value["schedule"], "two-level");
    assert_eq!(value["spec"]["two-level"]["adjoints"], 5);
}

/// A number that each step makes larger.
struct Growth([f64; 1], [f64; 1]);

fn save(from: &[f64], out: &mut [u8]) -> Result<(), ModelError> {
    out.copy_from_slice(&from[0].to_ne_bytes());
    Ok(())
}

fn load(into: &mut [f64], from: &[u8]) -> Result<(), ModelError> {
    into[0] = f64::from_ne_bytes(from.try_into()?);
    Ok(())
}

impl Model for Growth {
    fn identity(&self) -> String {
        "growth".into()
    }
    fn steps(&self) -> Option<u64> {
        Some(1000)
    }
    fn step(&mut self, _: u64) -> Result<(), ModelError> {
        self.0[0] *= 1.001;
        Ok(())
    }
    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.step(step)
    }
    fn seed(&mut self, _: u32) -> Result<(), ModelError> {
        self.1[0] = 1.0;
        Ok(())
    }
    fn reverse(&mut self, _: u64) -> Result<(), ModelError> {
        self.1[0] *= 1.001;
        Ok(())
    }
    fn state_layout(&self) -> Arc<Layout> {
        Arc::new(Layout::opaque(8))
    }
    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        save(&self.0, out)
    }
    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        load(&mut self.0, from)
    }
    fn adjoint_layout(&self) -> Arc<Layout> {
        self.state_layout()
    }
    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError> {
        save(&self.1, out)
    }
    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError> {
        load(&mut self.1, from)
    }
}

/// The command that a run's report ends with is one, and plans that run.
#[test]
fn what_a_report_says_is_planned() {
    let two = Spec::ram_and_disk(4, None, 1.0, 1e9, 1e9);
    let (slots, adjoints) = (10, 3);
    for spec in [two, Spec::Revolve { slots, adjoints }] {
        let limits = spec.limits();
        let executor = Executor::new(spec.clone());
        let executor = limits
            .iter()
            .fold(executor, |all, _| all.store(Memory::new()));
        let outcome = executor.run(&mut Growth([1.0], [0.0]));
        let plan = outcome.expect("it runs").report().plan.clone();
        let plan = plan.expect("a plan");
        let arguments = plan.strip_prefix("enzyme-rs plan ").expect("a command");
        let value = json(arguments);
        assert!(value["time"].as_f64() > Some(0.0), "{value}");
        assert_eq!(
            arguments.contains("--disk unlimited"),
            limits.len() == 2,
            "{plan}"
        );
        assert_eq!(
            arguments.contains("--adjoints 3"),
            limits.len() == 1,
            "{plan}"
        );
    }
}
