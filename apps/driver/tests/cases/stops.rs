//! Tasks that are asked to stop, by a signal or by a limit: each ends with 75, and the same command comes to what one gives that nobody disturbed.
//!
//! Owns: these. Must not: kill (`main` and `tests/kills` do).

use crate::bench::{Bench, CASE, Ran, numbers};
use std::process::Stdio;
use std::time::Duration;

const TASKS: [(&str, &str, &str); 5] = [
    ("primal", "state.h5", "size"),
    ("gradient", "gradient.h5", "start"),
    ("check", "gradient.h5", "start"),
    ("invert", "estimate.h5", "start"),
    (
        "invert --set inversion.method='\"newton-cg\"'",
        "estimate.h5",
        "start",
    ),
];

/// Limits of inversions, so that they end soon.
fn case() -> String {
    format!("{CASE}[inversion]\niterations = 2\n").replace("steps = 200", "steps = 60")
}

/// What a task has found: its result, and what it says of it, but for times.
fn found(bench: &Bench, ran: &Ran, (_, file, name): (&str, &str, &str)) -> (Vec<f64>, Vec<String>) {
    let words = ["objective: ", "gradient: ", "verdict: ", "inverted: "];
    let is_result = |line: &&str| words.iter().any(|word| line.starts_with(word));
    let said = ran.out.lines().filter(is_result).map(str::to_owned);
    (numbers(bench, file, name), said.collect())
}

/// Runs it until it is done, each process for so long; gives how often it was stopped.
#[track_caller]
fn with_limit(bench: &Bench, task: &str, limit: &str) -> (Ran, usize) {
    let arguments = format!("case.toml --task {task} --set checkpoints.limit='\"{limit}\"'");
    for stops in 0..500 {
        let mut slow = bench.command(&arguments);
        let ran = Ran::of(slow.env("LOGISTIC_SLEEPS", "1000").output().unwrap());
        match ran.code {
            Some(0) => return (ran, stops),
            // The machine was busy with something else.
            Some(1) => ran.says(NO_FURTHER),
            _ => ran
                .exits(75)
                .says("stopped: the same command goes on from here"),
        };
    }
    panic!("{task} does not come to its end");
}

#[test]
fn limited_tasks_go_on() {
    for task in TASKS {
        let whole = Bench::new(&case());
        let expected = whole.run(&format!("case.toml --task {}", task.0)).exits(0);
        let expected = found(&whole, &expected, task);
        let bench = Bench::new(&case());
        // Longer than it takes to compute lost checkpoints again, and shorter than the task.
        let limit = match task.0 {
            "primal" => "40 ms",
            "gradient" => "70 ms",
            _ => "200 ms",
        };
        let (ran, stops) = with_limit(&bench, task.0, limit);
        assert!(stops > 0, "{} was never stopped", task.0);
        assert_eq!(found(&bench, &ran, task), expected, "{}", task.0);
    }
}

#[test]
fn signalled_tasks_go_on() {
    for task in TASKS {
        let whole = Bench::new(&case());
        let arguments = format!("case.toml --task {}", task.0);
        let expected = whole.run(&arguments).exits(0);
        let expected = found(&whole, &expected, task);
        let bench = Bench::new(&case());
        let mut slow = bench.command(&arguments);
        // A run takes half a second: inversions are in the search behind their first gradient.
        let slow = slow.env("LOGISTIC_SLEEPS", "4000").stdout(Stdio::piped());
        let child = slow.stderr(Stdio::piped()).spawn().unwrap();
        let wait = match task.0 {
            "primal" | "gradient" => 120,
            _ => 1200,
        };
        std::thread::sleep(Duration::from_millis(wait));
        let process = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
        Ran::of(child.wait_with_output().unwrap())
            .exits(75)
            .says("stopped: the same command goes on from here");
        let ran = bench.run(&arguments).exits(0);
        assert_eq!(found(&bench, &ran, task), expected, "{}", task.0);
    }
}

/// Nothing is lost yet, and nobody looks at signals: the process ends at once, as one that has stopped.
#[test]
fn a_signal_ends_the_making_of_a_simulation() {
    let bench = Bench::new(&case());
    let mut slow = bench.command("case.toml");
    let slow = slow.env("LOGISTIC_CREATES", "60000000");
    let child = slow.stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
    Ran::of(child.wait_with_output().unwrap()).exits(75);
}

/// What is differentiated as a whole looks at no clock, and that is said.
#[test]
fn a_limit_of_a_whole_run_is_told() {
    let bench = Bench::with(&case(), &["-DWHOLE"]);
    let whole = "case.toml --set checkpoints.schedule='\"whole\"'";
    let ran = bench.run(&format!("{whole} --set checkpoints.limit='\"1 ms\"'"));
    ran.exits(0)
        .says("note: `limit` ends no run that is differentiated as a whole:");
    let ran = bench.run(&format!("{whole} --fresh")).exits(0);
    assert!(!ran.out.contains("note: "), "{}", ran.out);
}

const NO_FURTHER: &str = "error: out of time before checkpoints that had been in memory";

/// A job that is queued again and again would come no further.
#[test]
fn a_limit_that_leads_nowhere_is_told() {
    let bench = Bench::new(&case());
    let limited = "case.toml --set checkpoints.limit='\"5 ms\"'";
    let mut ends = (0..100).map(|_| {
        let mut slow = bench.command(limited);
        Ran::of(slow.env("LOGISTIC_SLEEPS", "2000").output().unwrap())
    });
    let ran = ends.find(|ran| ran.code != Some(75)).unwrap();
    ran.exits(1)
        .says(NO_FURTHER)
        .says("help: give the task more time");
    let ran = bench.run("case.toml").exits(0);
    let whole = Bench::new(&case()).run("case.toml").exits(0);
    assert_eq!(ran.line("gradient: "), whole.line("gradient: "));
}

/// What a run without `--fresh` would go on with is not to be lost by a second one beside it.
#[test]
fn a_second_run_leaves_the_first_alone() {
    let bench = Bench::new(&case());
    let mut slow = bench.command("case.toml");
    let slow = slow.env("LOGISTIC_SLEEPS", "20000").stdout(Stdio::piped());
    let first = slow.stderr(Stdio::piped()).spawn().unwrap();
    let schedule = bench.0.path().join("case.run/schedule.json");
    let there = (0..500).find(|_| {
        std::thread::sleep(Duration::from_millis(20));
        schedule.exists()
    });
    assert!(there.is_some());
    let before = std::fs::read(&schedule).unwrap();
    for arguments in ["case.toml --fresh", "case.toml --fresh --task primal"] {
        let ran = bench.run(arguments).exits(4);
        ran.says("error: another process runs in case.run");
    }
    bench.run("case.toml --plan").exits(0);
    assert_eq!(std::fs::read(&schedule).unwrap(), before);
    let process = rustix::process::Pid::from_child(&first);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
    Ran::of(first.wait_with_output().unwrap()).exits(75);
    let ran = bench.run("case.toml").exits(0);
    let whole = Bench::new(&case()).run("case.toml").exits(0);
    assert_eq!(ran.line("gradient: "), whole.line("gradient: "));
}
