//! Runs whose times are known in closed form, and what is said of files that are wrong.
//!
//! Owns: this. Must not: look into the crate.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_case::Sources;
use enzyme_scale::{Answer, Outcome, Prediction, answer, open};

/// A file with these parts, read and answered; or what is said of it.
fn asked(run: &str, measured: &str, machine: &str) -> Result<Answer, String> {
    let folder = tempfile::tempdir().unwrap();
    asked_in(folder.path(), run, measured, machine)
}

fn asked_in(
    folder: &std::path::Path,
    run: &str,
    measured: &str,
    machine: &str,
) -> Result<Answer, String> {
    let path = folder.join("cluster.toml");
    let text = format!("[run]\n{run}\n[measured]\n{measured}\n[machine]\n{machine}\n");
    std::fs::write(&path, text).unwrap();
    let mut sources = Sources::default();
    let question = open(&path, &mut sources).map_err(|all| {
        let all = all.iter().map(|one| one.styled(&sources));
        plain(&all.collect::<Vec<_>>().join("\n"))
    })?;
    answer(&question).map_err(|(what, help)| format!("{what}; {help}"))
}

/// Without the colours of a terminal.
fn plain(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest));
    first + &rest.collect::<String>()
}

fn possible(answer: &Answer) -> Vec<&Prediction> {
    let all = answer.rows.iter().map(|row| match &row.outcome {
        Outcome::Possible(prediction) => &**prediction,
        Outcome::Impossible { impossible } => panic!("{} ranks: {impossible}", row.ranks),
    });
    all.collect()
}

fn near(found: f64, expected: f64) {
    let apart = (found - expected).abs();
    assert!(apart <= 1e-9 * expected.abs(), "{found}, not {expected}");
}

const RUN: &str = "steps = 1000\npoints = 1e9\nbytes_per_point = 8";
/// Room for all states.
const ROOMY: &str = "ranks_per_node = 10\nmemory = \"1 EB\"\nranks = [10, 100, 1000]";

#[test]
fn without_messages_ranks_share_the_work() {
    let run = format!("{RUN}\nreductions = 0\nhalo_bytes_per_point = 1e-300");
    let measured = "runs = [{ ranks = 1, points = 1e6, step = \"1 ms\", adjoint = \"3 ms\" }]";
    let machine = format!("{ROOMY}\nnetwork = {{ latency = 1e-300, bandwidth = 1e300 }}");
    let answer = asked(&run, measured, &machine).unwrap();
    for (prediction, ranks) in possible(&answer).iter().zip([10.0, 100.0, 1000.0]) {
        near(prediction.step.sum(), 1.0 / ranks);
        // All states are in memory: each step forward once, but for the last one, and each adjoint.
        near(prediction.time, (999.0 + 3.0 * 1000.0) / ranks);
        near(prediction.efficiency, 1.0);
        near(
            prediction.node_hours * 3600.0,
            prediction.nodes as f64 * prediction.time,
        );
        near(prediction.state, 8e9 / ranks);
        assert_eq!(prediction.limit().0, "compute");
    }
}

/// No work but reductions of 1 µs for each doubling.
#[test]
fn reductions_grow_with_the_logarithm_of_ranks() {
    let run =
        "steps = 1000\npoints_per_rank = 1e6\nbytes_per_point = 8\nhalo_bytes_per_point = 1e-300";
    let measured = "runs = [{ ranks = 1, points = 1e6, step = 1e-30, adjoint = 1e-30 }]";
    let machine = ROOMY.replace("10, 100, 1000", "16, 1024")
        + "\nnetwork = { latency = \"1 us\", bandwidth = 1e300 }";
    // Messages to neighbours have the latency as well: 16 ranks are 4 x 2 x 2, with 2 + 1 + 1 neighbours, 1024 have 6.
    let answer = asked(run, measured, &machine).unwrap();
    let found = possible(&answer);
    near(found[0].step.reductions, 4e-6);
    near(found[1].step.reductions, 10e-6);
    near(found[0].step.halo, 4e-6);
    near(found[1].step.halo, 6e-6);
    near(found[1].adjoint.sum(), 2.0 * 16e-6);
    near(found[1].efficiency, (8.0 * 2999.0) / (16.0 * 2999.0));
    assert_eq!(found[1].limit().0, "reductions");
}

/// On a tenth of the ranks' memory the planner recomputes; nodes that share a disk wait for it.
#[test]
fn checkpoints_are_what_the_planner_says_for_a_ranks_share() {
    let measured = "runs = [{ ranks = 1, points = 1e6, step = \"1 ms\", adjoint = \"3 ms\" }]";
    let network = "network = { latency = 1e-300, bandwidth = 1e300 }";
    let machine = format!("ranks_per_node = 10\nmemory = \"80 GB\"\nranks = [10, 100]\n{network}");
    let run = "steps = 1000\npoints_per_rank = 1e8\nbytes_per_point = 8\nreductions = 0";
    let answer = asked(run, measured, &machine).unwrap();
    let revolve = possible(&answer)[1].clone();
    // 8 GB of each rank, ten states of 800 MB: Revolve runs 4636 steps forward.
    assert_eq!((revolve.schedule, revolve.memory), ("revolve", 8e9));
    near(revolve.forward_steps, 4.636);
    near(revolve.time, (3636.0 + 3000.0) * 0.1);
    assert_eq!(revolve.limit().0, "compute");

    let disks = "local = { bandwidth = \"80 GB/s\", size = \"1 PB\" }\nshared = { bandwidth = \"80 GB/s\", size = \"1 PB\" }";
    let answer = asked(run, measured, &format!("{machine}\n{disks}")).unwrap();
    let found = possible(&answer);
    // One node: both disks are the same, and the first one is taken. A write takes a step.
    let plan = |cost: f64| {
        let mut budget = enzyme_checkpoint::Budget::memory(1000, 10);
        budget.step.adjoint = 3.0;
        budget.levels.push(enzyme_checkpoint::StorageLevel {
            slots: Some(100_000),
            write: cost,
            read: cost,
        });
        enzyme_checkpoint::plan(&budget).unwrap().best().time
    };
    assert_eq!(found[0].on, Some("local"));
    near(found[0].time, 0.1 * plan(1.0));
    // Ten nodes: the shared one is ten times slower for each.
    assert_eq!(found[1].on, Some("local"));
    near(found[1].time, 0.1 * plan(1.0));
    let shared = disks.split('\n').nth(1).unwrap();
    let answer = asked(run, measured, &format!("{machine}\n{shared}")).unwrap();
    near(possible(&answer)[1].time, 0.1 * plan(10.0));
}

#[test]
fn failures_cost_what_daly_says() {
    let measured = "runs = [{ ranks = 1, points = 1e6, step = \"10 ms\", adjoint = \"30 ms\" }]";
    let machine = format!(
        "{ROOMY}\nmtbf = \"100 days\"\nrestart = \"1 min\"\nshared = {{ bandwidth = \"1 TB/s\", size = \"1 PB\" }}\nnetwork = {{ latency = 1e-300, bandwidth = 1e300 }}"
    );
    let run = RUN.replace("1000", "100_000");
    let answer = asked(&run, measured, &machine).unwrap();
    let last = possible(&answer)[2];
    let between = 8.64e6 / 100.0;
    let save = 2.0 * 8e9 / 1e12;
    near(last.save.unwrap(), save);
    // All checkpoints are in memory, and lost: half of the run is run again, steps of 10 ms.
    let restart = 60.0 + save + 0.5e5 * 1e-2;
    let interval = last.save_every.unwrap();
    assert!((interval / (2.0 * save * between).sqrt() - 1.0).abs() < 0.01);
    let per_part = between * f64::exp(restart / between) * ((interval + save) / between).exp_m1();
    near(last.time, last.undisturbed * per_part / interval);
    near(last.failures, last.time / between);
    assert!(last.time > last.undisturbed * 1.005);
}

/// What is over long before a node fails is not saved; where nodes fail sooner than a run can be restored, it never ends.
#[test]
fn short_runs_are_not_saved_and_hopeless_ones_never_end() {
    let measured = "runs = [{ ranks = 1, points = 1e6, step = \"1 us\", adjoint = \"3 us\" }]";
    let machine = |mtbf: &str| {
        format!(
            "{ROOMY}\nmtbf = \"{mtbf}\"\nshared = {{ bandwidth = \"1 GB/s\", size = \"1 PB\" }}\nnetwork = {{ latency = 1e-300, bandwidth = 1e300 }}"
        )
    };
    let answer = asked(RUN, measured, &machine("5 y")).unwrap();
    let first = possible(&answer)[0];
    assert_eq!(first.save_every, None);
    let between = 5.0 * 31_557_600.0;
    let work = first.undisturbed;
    near(
        first.time,
        between * f64::exp(120.0 / between) * (work / between).exp_m1(),
    );
    let answer = asked(RUN, measured, &machine("10 ms")).unwrap();
    let last = possible(&answer)[2];
    assert_eq!((last.time, last.efficiency), (f64::INFINITY, 0.0));
    assert_eq!(last.limit(), ("failures", 1.0));
}

#[test]
fn what_is_not_possible_has_a_reason() {
    let measured = "runs = [{ ranks = 1, points = 1e6, step = 1e-3, adjoint = 3e-3 }]";
    let network = "network = { latency = 1e-6, bandwidth = 1e10 }";
    let small = format!("ranks_per_node = 10\nmemory = \"10 B\"\nranks = [10]\n{network}");
    let reason = |answer: &Answer, row: usize| match &answer.rows[row].outcome {
        Outcome::Impossible { impossible } => impossible.clone(),
        Outcome::Possible(prediction) => panic!("{prediction:?}"),
    };
    let answer = asked(RUN, measured, &small).unwrap();
    assert!(reason(&answer, 0).contains("no schedule fits"));
    let slabs = format!("{RUN}\ncut = 1");
    let many = format!("ranks_per_node = 10\nmemory = \"1 EB\"\nranks = [1000, 1001]\n{network}");
    let answer = asked(&slabs, measured, &many).unwrap();
    assert!(matches!(answer.rows[0].outcome, Outcome::Possible(_)));
    assert!(reason(&answer, 1).contains("fewer points than ranks"));
}

#[test]
fn far_from_what_was_measured_is_told() {
    let measured = "runs = [\n{ ranks = 1, points = 1e6, step = 1.0e-3, adjoint = 3e-3 },\n{ ranks = 2, points = 1e6, step = 0.6e-3, adjoint = 2e-3 },\n{ ranks = 4, points = 1e6, step = 0.3e-3, adjoint = 1e-3 }]";
    let answer = asked(RUN, measured, ROOMY).unwrap();
    for part in [
        "measured on one node",
        "250 times as many",
        "caches may",
        "full node",
        "as many coefficients as measured runs",
    ] {
        let told = answer.warnings.iter().any(|warning| warning.contains(part));
        assert!(told, "{part}: {:?}", answer.warnings);
    }
    let near = "points = 1e6\nsteps = 10\nbytes_per_point = 8";
    let machine = "ranks_per_node = 4\nmemory = \"1 GB\"\nranks = [4, 8]\nnetwork = { latency = 1e-7, bandwidth = 1e10 }";
    let measured = "runs = [{ ranks = 1, points = 1e6, step = 1e-3, adjoint = 3e-3 }, { ranks = 4, points = 1e6, step = 0.25e-3, adjoint = 0.75e-3 }]";
    let answer = asked(near, measured, machine).unwrap();
    assert_eq!(answer.warnings, Vec::<String>::new());
}

#[test]
fn what_is_wrong_is_said_at_its_place() {
    let runs = "runs = [{ ranks = 1, points = 1e6, step = 1e-3, adjoint = 3e-3 }]";
    let cases = [
        ("step = 10", runs, ROOMY, "did you mean `steps`?"),
        ("steps = 0\npoints = 1", runs, ROOMY, "must be 1 or more"),
        ("steps = 10", runs, ROOMY, "no `points` in `[run]`"),
        (
            "steps = 9\npoints = 1\npoints_per_rank = 1",
            runs,
            ROOMY,
            "cannot stand beside",
        ),
        (
            "steps = 9\npoints = 1\ncut = 4",
            runs,
            ROOMY,
            "must be 1, 2 or 3",
        ),
        (
            "steps = 9\npoints = \"1 km\"",
            runs,
            ROOMY,
            "it has no unit",
        ),
        (RUN, "", ROOMY, "no `reports` in `[measured]`"),
        (RUN, "runs = []", ROOMY, "must have a run"),
        (
            RUN,
            "runs = [{ ranks = 1, points = 1, step = \"3 m\", adjoint = 1 }]",
            ROOMY,
            "not understood as a multiple of s",
        ),
        (
            RUN,
            "runs = [{ ranks = 1, points = 1, steps = 3, adjoint = 1 }]",
            ROOMY,
            "did you mean `step`?",
        ),
        (
            RUN,
            "reports = \"none.json\"",
            ROOMY,
            "none.json cannot be read",
        ),
        (
            RUN,
            runs,
            "ranks_per_node = 4",
            "no `memory` in `[machine]`",
        ),
        (
            RUN,
            runs,
            "ranks_per_node = 4\nmemory = \"1 GB\"\nmtbf = \"5 y\"",
            "a disk that outlives nodes",
        ),
        (
            RUN,
            runs,
            "ranks_per_node = 4\nmemory = \"1 GB\"\nrestart = \"5 min\"",
            "without `mtbf`",
        ),
        (
            RUN,
            runs,
            "ranks_per_node = 4\nmemory = \"1 GB\"\nlocal = { bandwith = 1, size = \"1 GB\" }",
            "did you mean `bandwidth`?",
        ),
        (
            RUN,
            runs,
            "ranks_per_node = 4\nmemory = \"1 GB\"\nshared = { bandwidth = \"1 GB\", size = \"1 GB\" }",
            "not understood as a multiple of B/s",
        ),
        (
            RUN,
            runs,
            "ranks_per_node = 4\nmemory = \"1 GB\"\nranks = [1, 0]",
            "must be 1 or more",
        ),
        (RUN, runs, ROOMY, "does not tell what the borders"),
        (
            "steps = 9\npoints = 1e9",
            runs,
            ROOMY,
            "how large a state is",
        ),
    ];
    for (run, measured, machine, part) in cases {
        let said = asked(run, measured, machine).unwrap_err();
        assert!(said.contains(part), "{part} in {said}");
    }
}

/// As `enzyme-rs run` writes them.
#[test]
fn reports_have_times_and_states() {
    let folder = tempfile::tempdir().unwrap();
    for (ranks, step) in [(1, 40_000), (2, 22_000), (4, 13_000)] {
        let time = |nanos: u32| serde_json::json!({ "secs": 0, "nanos": nanos });
        let level = serde_json::json!({
            "traffic": enzyme_checkpoint::LevelReport::default().traffic,
            "write_wait": time(0),
            "read_wait": time(0),
            "largest": 8_000_000 / ranks,
        });
        let run = serde_json::json!({
            "schedule": "revolve", "steps": 10, "count": enzyme_checkpoint::Count::new(1), "optimum": null, "processes": 1,
            "ranks": ranks, "messages": 0, "rebuilt_steps": 0,
            "costs": { "step": time(step), "record": time(10), "reverse": time(2 * step) },
            "adjoint_error": null, "plan": null, "checked": 0, "saves": 0, "save_time": time(0), "elapsed": time(0),
            "levels": [level],
        });
        let report = serde_json::json!({ "case": "c", "ranks": ranks, "run": run });
        std::fs::write(
            folder.path().join(format!("{ranks}.json")),
            report.to_string(),
        )
        .unwrap();
    }
    let reports = "reports = [\"1.json\", \"2.json\", \"4.json\"]";
    let answer = asked_in(folder.path(), RUN, reports, ROOMY).unwrap();
    let found: Vec<(u64, f64, f64, f64)> = answer
        .residuals
        .iter()
        .map(|one| (one.run.ranks, one.run.points, one.run.step, one.run.adjoint))
        .collect();
    assert_eq!(found[1], (2, 1e6, 22e-6, 44.01e-6));
    let given = format!("{reports}\npoints = [1e6, 2e6]");
    let said = asked_in(folder.path(), RUN, &given, ROOMY).unwrap_err();
    assert!(said.contains("has 2 numbers for 3 reports"), "{said}");
    std::fs::write(
        folder.path().join("1.json"),
        "{\"ranks\": 1, \"run\": null}",
    )
    .unwrap();
    let said = asked_in(folder.path(), RUN, reports, ROOMY).unwrap_err();
    assert!(said.contains("1.json has no times of steps"), "{said}");
}
