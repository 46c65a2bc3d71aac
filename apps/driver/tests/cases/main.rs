//! Cases of a simulation with known derivatives: what they give, what is said of wrong ones, and how they go on after a crash.
//!
//! Owns: this. Must not: need the compiler plugin (`tests/applications` does).

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod bench;
mod controls;
mod ensemble;
mod newton;
mod other_readers;
mod pictures;
mod stops;

use bench::{Bench, CASE, Ran, near, numbers, saving};

/// The model and its derivative once more, in other words.
fn expected(points: usize, steps: usize, time_step: f64, rate: f64) -> (f64, Vec<f64>, f64) {
    let (mut objective, mut by_start, mut by_rate) = (0.0, Vec::new(), 0.0);
    for i in 0..points {
        let (mut x, mut dx, mut drate) = (0.1 + 0.05 * i as f64, 1.0, 0.0);
        for _ in 0..steps {
            let slope = 1.0 + time_step * rate * (1.0 - 2.0 * x);
            drate = slope * drate + time_step * x * (1.0 - x);
            dx *= slope;
            x += time_step * rate * x * (1.0 - x);
        }
        objective += x * x / 2.0;
        by_start.push(x * dx);
        by_rate += x * drate;
    }
    (objective, by_start, by_rate)
}

#[test]
fn a_gradient_is_that_of_the_model() {
    let bench = Bench::new(CASE);
    let ran = bench.run("case.toml").exits(0).says("schedule: ");
    let (objective, by_start, by_rate) = expected(8, 200, 0.01, 0.7);
    let found = ran.line("objective: ").replace("objective: ", "");
    near(found.parse().unwrap(), objective);
    for (found, expected) in numbers(&bench, "gradient.h5", "start").iter().zip(by_start) {
        near(*found, expected);
    }
    near(numbers(&bench, "gradient.h5", "rate")[0], by_rate);
    let xdmf = std::fs::read_to_string(bench.0.path().join("case.run/gradient.xdmf")).unwrap();
    assert!(
        xdmf.contains("gradient.h5:/start") && !xdmf.contains(":/rate"),
        "{xdmf}"
    );
}

#[test]
fn a_primal_run_leaves_its_last_state() {
    let bench = Bench::new(CASE);
    bench
        .run("case.toml --task primal")
        .exits(0)
        .says("objective: ");
    let last = numbers(&bench, "state.h5", "size");
    let (objective, ..) = expected(8, 200, 0.01, 0.7);
    near(last.iter().map(|x| x * x / 2.0).sum(), objective);
}

#[test]
fn a_check_finds_a_wrong_step() {
    let right = Bench::new(CASE).run("case.toml --task check").exits(0);
    right.says("verdict: the gradient is right");
    let wrong = Bench::with(CASE, &["-DMISTAKE"]);
    let ran = wrong
        .run("case.toml --task check")
        .exits(1)
        .says("verdict: WRONG");
    ran.says("error: the gradient is not the objective's derivative");
}

/// What the rate adds is 1e-7 of the whole derivative, and wrong in both modes.
#[test]
fn a_check_looks_at_each_field() {
    let faint = "case.toml --task check --set parameters.time_step=1e-9";
    let right = Bench::new(CASE).run(faint).exits(0);
    right
        .says("    rate: ")
        .says("verdict: the gradient is right");
    let wrong = Bench::with(CASE, &["-DMISTAKE_OF_RATE"]);
    let ran = wrong.run(faint).exits(1).says("verdict: by rate: WRONG");
    ran.says("error: the gradient by `rate` is not the objective's derivative");
}

/// Rounding of numbers of 32 bits is no wrong gradient, where a case says that there are such numbers.
#[test]
fn a_check_knows_single_precision() {
    let single = Bench::with(CASE, &["-DSINGLE"]);
    let ran = single.run("case.toml --task check").exits(1);
    ran.says("to single precision at best")
        .says("precision = \"single\"");
    let said = "case.toml --task check --set precision='\"single\"'";
    let ran = single.run(said).exits(0);
    ran.says("verdict: the gradient is right");
    let wrong = Bench::with(CASE, &["-DSINGLE", "-DMISTAKE"]);
    wrong.run(said).exits(1).says("verdict: WRONG");
    single
        .run("case.toml --set precision='\"doubl\"'")
        .exits(2)
        .says("did you mean `double`?");
}

/// What a run leaves in static variables is so in all runs of a process, and neither mode nor a difference sees it.
#[test]
fn a_check_sees_what_is_kept_from_run_to_run() {
    for flags in [&["-DREMEMBERS"][..], &["-DREMEMBERS", "-DUNIQUE"]] {
        let bench = Bench::with(CASE, flags);
        let ran = bench.run("case.toml --task check").exits(1);
        ran.says("a copy of the library that has run nothing before gives another objective")
            .says("verdict: WRONG: the simulation keeps something from one run to the next")
            .says("help: look for static, SAVE, module and global variables");
    }
}

/// The copy of its library lies beside it, where it may look for its files, and is gone behind the check.
#[test]
fn a_copy_of_a_library_is_beside_it() {
    let bench = Bench::with(CASE, &["-DREADS_BESIDE", "-ldl"]);
    let ran = bench.run("case.toml --task check").exits(0);
    ran.says("verdict: the gradient is right");
    let files = std::fs::read_dir(bench.0.path()).unwrap();
    let left = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut left: Vec<String> = left.collect();
    left.sort();
    assert_eq!(left, ["case.run", "case.toml", "liblogistic.so"]);
}

/// A control that nothing reads is said, and is no wrong gradient.
#[test]
fn a_check_says_what_moves_nothing() {
    let bench = Bench::new(CASE);
    let ran = bench.run("case.toml --task check --set parameters.time_step=0");
    let ran = ran.exits(0).says("rate: reverse mode 0.000000e0");
    ran.says("moves nothing");
}

/// The report of a check is none of a run that has failed since.
#[test]
fn fresh_runs_leave_no_earlier_report() {
    let bench = Bench::new(CASE);
    bench.run("case.toml --task check").exits(0);
    let is_there = |name: &str| bench.0.path().join("case.run").join(name).exists();
    assert!(is_there("report.html") && is_there("taylor.svg"));
    bench.run("case.toml --fresh").exits(0);
    assert!(is_there("report.html") && !is_there("taylor.svg"));
    let failing = "case.toml --fresh --set checkpoints.schedule='\"whole\"'";
    bench.run(failing).exits(1);
    assert!(!is_there("report.html"));
    assert!(is_there("gradient.h5"));
}

/// Each of two processes would do the whole run, and write the same files.
#[test]
fn processes_that_do_not_know_of_each_other_are_refused() {
    let bench = Bench::new(CASE);
    let mut command = bench.command("case.toml");
    let ran = command.env("OMPI_COMM_WORLD_SIZE", "2").output().unwrap();
    Ran::of(ran)
        .exits(1)
        .says("2 processes were started, and the simulation knows of one")
        .says("start it without mpirun, or compile it with mpicc");
    assert!(!bench.0.path().join("case.run").exists());
}

#[test]
fn a_gradient_by_one_number_is_said() {
    let bench = Bench::new(CASE);
    let ran = bench.run("case.toml").exits(0);
    let said = ran.line("  by rate: ").replace("  by rate: ", "");
    let (.., by_rate) = expected(8, 200, 0.01, 0.7);
    near(
        said.strip_suffix(" per 1/s").unwrap().parse().unwrap(),
        by_rate,
    );
    let report = std::fs::read_to_string(bench.0.path().join("case.run/report.json")).unwrap();
    assert!(report.contains("\"rate\": "), "{report}");
}

#[test]
fn what_is_no_number_is_no_result() {
    let bench = Bench::new(CASE);
    for task in ["primal", "gradient", "invert"] {
        let run = format!("case.toml --fresh --task {task} --set controls.rate=1e6");
        let ran = bench.run(&run).exits(1);
        ran.says("error: the objective is ")
            .says("no finite number");
    }
}

/// Killed at every place in turn, a run gives the same bits.
#[test]
fn a_killed_run_goes_on() {
    let whole = Bench::new(CASE)
        .run("case.toml --set checkpoints.schedule='\"multistage\"'")
        .exits(0);
    let gradient = whole.line("gradient: ");
    for dies in [30, 150, 260, 400] {
        let bench = Bench::new(&saving());
        let arguments = "case.toml --set checkpoints.schedule='\"multistage\"'";
        let mut command = bench.command(arguments);
        let killed = command
            .env("LOGISTIC_DIES", dies.to_string())
            .output()
            .unwrap();
        assert_eq!(killed.status.code(), None, "it was to be killed at {dies}");
        let ran = bench.run(arguments).exits(0);
        assert_eq!(ran.line("gradient: "), gradient, "killed at step {dies}");
    }
}

#[test]
fn a_run_without_time_stops_and_goes_on() {
    let case = CASE.replace("save =", "limit = \"150 ms\"\nsave =");
    let bench = Bench::new(&case);
    let mut slow = bench.command("case.toml");
    let ran = Ran::of(slow.env("LOGISTIC_SLEEPS", "1000").output().unwrap()).exits(75);
    ran.says("stopped: the same command goes on from here");
    let ran = bench
        .run("case.toml --set checkpoints.limit='\"1 h\"'")
        .exits(0)
        .says("goes on under the schedule that it began with");
    let whole = Bench::new(CASE).run("case.toml").exits(0);
    assert_eq!(ran.line("gradient: "), whole.line("gradient: "));
}

/// A file of which the disk has taken nothing says nothing of a run: with room again, the same command begins.
#[test]
fn a_disk_without_room_leaves_nothing_in_the_way() {
    let bench = Bench::new(CASE);
    let large = "--set parameters.points=200 --set checkpoints.ram='\"16 kB\"' --set checkpoints.disk='\"64 kB\"'";
    let ways = [
        (0, "", "cannot write case.run/run.json"),
        (
            1,
            large,
            "checkpoints cannot be written to case.run/checkpoints",
        ),
        (
            1,
            "",
            "cannot write the schedule and its picture into case.run",
        ),
    ];
    for (blocks, set, words) in ways {
        let full = format!("trap '' XFSZ; ulimit -f {blocks}");
        let mut full = bench.command_after(&full, &format!("case.toml {set}"));
        Ran::of(full.output().unwrap()).exits(4).says(words);
    }
    bench.run("case.toml").exits(0);
}

#[test]
fn a_case_that_has_changed_is_refused() {
    let bench = Bench::new(CASE);
    bench.run("case.toml").exits(0);
    let ran = bench.run("case.toml --set parameters.points=9").exits(1);
    ran.says("the run in case.run is another one")
        .says("points = 9")
        .says("--fresh");
    bench
        .run("case.toml --set parameters.points=9 --fresh")
        .exits(0);
    let bench = Bench::new(CASE);
    bench.run("case.toml").exits(0);
    let ran = bench.run("case.toml --set controls.rate=0.8").exits(1);
    ran.says("the run in case.run is another one: what its controls begin with has changed")
        .says("--fresh");
}

/// What is changed in a case, how the run ends then, and what is said of it.
const WRONG: [(&str, &str, i32, &str, &str); 14] = [
    (
        "parameters]\nsteps",
        "parameters]\nstep",
        2,
        "there is no `step` in `[parameters]`",
        "did you mean `steps`?",
    ),
    (
        "[checkpoints]",
        "[checkpoint]",
        2,
        "there is no `checkpoint` in a case",
        "did you mean `checkpoints`?",
    ),
    (
        "steps = 200",
        "steps = \"many\"",
        2,
        "`steps` must be a whole number, not a text",
        "case.toml:3:9",
    ),
    (
        "\"640 B\"",
        "640",
        2,
        "`ram` must be a number of bytes with a unit",
        "\"8 GiB\"",
    ),
    (
        "\"1 min\"",
        "\"soon\"",
        2,
        "`save` must be a time with a unit",
        "\"10 min\"",
    ),
    (
        "save = \"1 min\"",
        "limit = \"0 s\"",
        2,
        "`limit` must be more than 0",
        "case.toml:6:9",
    ),
    (
        "steps = 200",
        "time_step = \"1 m\"",
        2,
        "`time_step` must be a number in s: `m` is not understood as a multiple of s",
        "case.toml:3:13",
    ),
    (
        "steps = 200",
        "points = 0",
        2,
        "`points` must be 1 or more",
        "case.toml:3:10",
    ),
    (
        "steps = 200",
        "method = \"heun\"",
        2,
        "`method` must be \"euler\"",
        "case.toml:3:10",
    ),
    (
        "steps = 200",
        "data = \"none.h5\"",
        2,
        "`data` names none.h5, which cannot be read",
        "case.toml:3:8",
    ),
    ("steps = 200", "steps = ", 2, "case.toml:3", ""),
    (
        "liblogistic",
        "liblogistics",
        4,
        "there is no liblogistics.so",
        "-shared",
    ),
    (
        "application =",
        "app =",
        2,
        "there is no `app` in a case",
        "`application`",
    ),
    (
        "\"640 B\"",
        "\"10 B\"",
        1,
        "no schedule fits",
        "give more room in [checkpoints]: a state takes 64 B on each rank; ram is 10 B",
    ),
];

#[test]
fn what_is_wrong_is_said_at_its_place() {
    let bench = Bench::new(CASE);
    for (old, new, code, words, more) in WRONG {
        let case = CASE.replace(old, new).replace("disk = \"1 kB\"\n", "");
        std::fs::write(bench.0.path().join("case.toml"), case).unwrap();
        bench
            .run("case.toml --fresh")
            .exits(code)
            .says(words)
            .says(more);
    }
    bench
        .run("none.toml")
        .exits(2)
        .says("cannot read none.toml");
    bench.run("case.toml --set steps").exits(2).says("--set");
    std::fs::write(bench.0.path().join("case.toml"), CASE).unwrap();
    for (set, words, more) in WRONG_WORDS {
        let ran = bench.run(&format!("case.toml --set '{set}'")).exits(2);
        assert!(!ran.out.contains("measured"), "{}", ran.out);
        ran.says(words).says(more);
    }
    let ran = bench
        .run("case.toml --set output='\"/proc/none\"'")
        .exits(4);
    ran.says("error: cannot make /proc/none")
        .says("help: name a folder in which this user may write: `output`");
}

/// Keys that are set to words that they do not know, and what is said of that, at its place.
const WRONG_WORDS: [(&str, &str, &str); 6] = [
    (
        "checkpoints.schedule=\"revolv\"",
        "`schedule` cannot be `revolv`",
        "did you mean `revolve`?",
    ),
    (
        "checkpoints.schedule=\"revolv\"",
        "--set:1:22",
        "did you mean",
    ),
    (
        "pictures=\"png\"",
        "`pictures` cannot be `png`",
        "there are `svg`, `both`",
    ),
    (
        "task=\"gradent\"",
        "`task` cannot be `gradent`",
        "did you mean `gradient`?",
    ),
    (
        "checkpoints.limit=\"-1 s\"",
        "`limit` must not be negative",
        "--set:1:19",
    ),
    (
        "checkpoints.limit=\"1 fortnight\"",
        "`limit` has the unit `fortnight`, which is none of a time",
        "units are ns, us, ms, s, min, h, days",
    ),
];

/// A run that takes no time has no schedule that is slower by some part of it.
#[test]
fn no_steps_take_no_time() {
    let ran = Bench::new(CASE).run("case.toml --set parameters.steps=0");
    let ran = ran.exits(0).says("takes least time of");
    assert!(!ran.out.contains("NaN"), "{}", ran.out);
}

/// Numbers for which there is no memory are refused, and end no run in its middle.
#[test]
fn fields_that_are_too_large_are_refused() {
    let ran = Bench::new(CASE).run("case.toml --set parameters.points=1000000000000000");
    ran.exits(1)
        .says("error: there is no memory for the simulation's fields: the largest, `size`,")
        .says("help: let fields have fewer points, or run on more ranks");
    let ran = Bench::new(CASE).run("case.toml --set parameters.points=4000000000000000000");
    ran.exits(2)
        .says("more points than memory has room for numbers");
}

#[test]
fn units_have_multiples() {
    let bench = Bench::new(CASE);
    let ran = bench.run("case.toml --parameters --set parameters.time_step='\"10 ms\"'");
    ran.exits(0)
        .says("time_step = 0.01 s")
        .says("time from step to step");
}

#[test]
fn a_plan_runs_nothing() {
    for task in ["primal", "gradient", "check", "invert"] {
        let bench = Bench::new(CASE);
        let plan = format!("case.toml --task {task} --plan");
        let ran = bench.run(&plan).exits(0).says("schedule: ");
        assert!(!ran.out.contains("objective"), "{}", ran.out);
        assert!(!ran.out.contains("gradient:"), "{}", ran.out);
        let left = std::fs::read_dir(bench.0.path().join("case.run"));
        assert_eq!(left.map_or(0, Iterator::count), 0, "{task}");
    }
    // A folder that was there is the user's, also an empty one.
    let bench = Bench::new(CASE);
    let own = bench.0.path().join("scratch");
    std::fs::create_dir(&own).unwrap();
    bench
        .run("case.toml --plan --set checkpoints.folder='\"scratch\"'")
        .exits(0);
    assert!(own.exists());
    let bench = Bench::new(CASE);
    bench.run("case.toml --plan --fresh").exits(2);
    // What a plan says is of the case as it is, also where another run has begun.
    bench.run("case.toml").exits(0);
    let ran = bench.run("case.toml --plan --set checkpoints.ram='\"6400 B\"'");
    ran.exits(0).says("measured: ");
}

/// Killed in the middle of an evaluation, an inversion comes to the same place, by the same way.
#[test]
fn a_killed_inversion_goes_on() {
    let case = format!("{}[inversion]\niterations = 4\n", saving());
    let run = "case.toml --task invert --set checkpoints.schedule='\"multistage\"'";
    let whole = Bench::new(&case);
    let said = whole.run(run).exits(0);
    let course = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("evaluation"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = course(&said.out);
    assert!(expected.len() > 4, "{}", said.out);
    for dies in [100, 900, 1500] {
        let bench = Bench::new(&case);
        let killed = bench
            .command(run)
            .env("LOGISTIC_DIES", dies.to_string())
            .output();
        assert_eq!(
            killed.unwrap().status.code(),
            None,
            "it was to be killed at {dies}"
        );
        let ran = bench.run(run).exits(0);
        assert_eq!(course(&ran.out), expected, "killed at step {dies}");
        assert_eq!(
            numbers(&bench, "estimate.h5", "start"),
            numbers(&whole, "estimate.h5", "start")
        );
    }
}
