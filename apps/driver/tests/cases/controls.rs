//! What a case says of controls: where they begin, and between which limits an inversion looks.

use crate::bench::{Bench, CASE, near, numbers, saving};

#[test]
fn controls_begin_where_the_case_says() {
    let case = format!("{CASE}[controls]\nrate = \"0.5 1/s\"\nstart = 0.25\n");
    let bench = Bench::new(&case);
    let ran = bench.run("case.toml --task primal").exits(0);
    let (mut x, rate) = (0.25, 0.5);
    for _ in 0..200 {
        x += 0.01 * rate * x * (1.0 - x);
    }
    let found = ran.line("objective: ").replace("objective: ", "");
    near(found.parse().unwrap(), 8.0 * x * x / 2.0);
}

/// The estimate of an inversion is what another run begins with.
#[test]
fn controls_begin_with_a_file() {
    let bench = Bench::new(&format!("{CASE}[inversion]\niterations = 3\n"));
    let inverted = bench.run("case.toml --task invert").exits(0);
    let set = "--set controls.rate='\"case.run/estimate.h5\"' --set controls.start='\"case.run/estimate.h5\"'";
    let ran = bench.run(&format!("case.toml {set} --set output='\"again\"'"));
    let objective = |text: &str| text.split_whitespace().nth(1).unwrap().parse().unwrap();
    let again = ran.exits(0).line("objective: ");
    near(objective(&again), objective(&inverted.line("objective: ")));
}

#[test]
fn an_inversion_keeps_to_limits() {
    let limits = "[controls]\nrate = { least = 0.65 }\nstart = { least = 0.05, greatest = 0.5, scale = 0.1 }\n";
    let bench = Bench::new(&format!("{CASE}{limits}[inversion]\niterations = 8\n"));
    bench.run("case.toml --task invert").exits(0);
    let rate = numbers(&bench, "estimate.h5", "rate")[0];
    assert!((0.65..0.7).contains(&rate), "{rate}");
    let start = numbers(&bench, "estimate.h5", "start");
    assert!(start.iter().all(|x| (0.05..0.5).contains(x)), "{start:?}");
}

/// The objective is least where all starts are 0, inside of the limit that a search begins with.
#[test]
fn a_search_leaves_the_limit_that_it_begins_with() {
    let limits = "[controls]\nrate = { fixed = true }\nstart = { start = 0.5, greatest = 0.5 }\n";
    let bench = Bench::new(&format!("{CASE}{limits}[inversion]\niterations = 60\n"));
    for method in ["lbfgs", "newton-cg"] {
        let set = format!("--set inversion.method='\"{method}\"' --fresh");
        let ran = bench
            .run(&format!("case.toml --task invert {set}"))
            .exits(0);
        let objective = ran.line("objective: ").replace("objective: ", "");
        assert!(objective.parse::<f64>().unwrap() < 1e-6, "{}", ran.out);
    }
}

/// Limits that are far away change nothing: what is moderate is a matter of the scale.
#[test]
fn an_inversion_does_not_feel_wide_limits() {
    let objective = |limits: &str| {
        let limits =
            format!("[controls]\nrate = {{ fixed = true }}\nstart = {{ scale = 0.1{limits} }}\n");
        let bench = Bench::new(&format!("{CASE}{limits}[inversion]\niterations = 6\n"));
        let ran = bench.run("case.toml --task invert").exits(0);
        let found = ran.line("objective: ").replace("objective: ", "");
        found.parse::<f64>().unwrap()
    };
    let (free, wide) = (objective(""), objective(", least = -1e6, greatest = 1e6"));
    assert!((free - wide).abs() <= 1e-3 * free, "{free} {wide}");
}

#[test]
fn what_is_fixed_stays() {
    let bench = Bench::new(&format!(
        "{CASE}[controls.rate]\nfixed = true\n[inversion]\niterations = 3\n"
    ));
    bench.run("case.toml --task invert").exits(0);
    assert_eq!(numbers(&bench, "estimate.h5", "rate"), [0.7]);
    let last = numbers(&bench, "estimate.h5", "start")[7];
    assert!(last < 0.449, "{last}");
}

/// The model grows without bound where a start is negative: such a step is taken back, and the search goes on with shorter ones.
#[test]
fn a_step_to_where_nothing_is_finite_is_taken_back() {
    let controls = "[controls.rate]\nfixed = true\n[controls.start]\nscale = 2\n";
    let bench = Bench::new(&format!("{CASE}{controls}[inversion]\niterations = 12\n"));
    let ran = bench.run("case.toml --task invert").exits(0);
    assert!(ran.out.contains(": objective inf"), "{}", ran.out);
    let objective = ran.line("objective: ").replace("objective: ", "");
    assert!(objective.parse::<f64>().unwrap() < 1e-2, "{}", ran.out);
}

/// Other controls are another run: what an earlier one has left of it is not gone on with.
#[test]
fn other_controls_are_another_run() {
    let bench = Bench::new(&saving());
    let run = "case.toml --set checkpoints.schedule='\"multistage\"'";
    let killed = bench.command(run).env("LOGISTIC_DIES", "260").output();
    assert_eq!(killed.unwrap().status.code(), None);
    let ran = bench.run(&format!("{run} --set controls.rate=0.6"));
    ran.exits(1)
        .says("is another one: what its controls begin with has changed")
        .says("--fresh");
}

/// A simulation that was built again, or that reads another file, is another one.
#[test]
fn other_files_are_another_run() {
    let bench = Bench::new(&CASE.replace("steps = 200\n", "steps = 200\ndata = \"data\"\n"));
    let data = |text: &str| std::fs::write(bench.0.path().join("data"), text).unwrap();
    let is_refused = || {
        let ran = bench.run("case.toml").exits(1);
        ran.says("is another one: ").says("--fresh");
    };
    data("1");
    bench.run("case.toml").exits(0);
    data("2");
    is_refused();
    data("1");
    bench.run("case.toml").exits(0);
    let library = bench.0.path().join("liblogistic.so");
    let built = std::fs::read(&library).unwrap();
    std::fs::write(&library, [&*built, b"again"].concat()).unwrap();
    is_refused();
}

/// What a task has found is not written over by that of another run, nor by another task of one.
#[test]
fn what_is_found_is_of_one_run() {
    for task in ["primal", "gradient", "check", "invert"] {
        let bench = Bench::new(&format!("{CASE}[inversion]\niterations = 2\n"));
        let run = |arguments: &str| bench.run(&format!("case.toml --task {arguments}"));
        run(task).exits(0);
        let all = |folder: &str| {
            let files = std::fs::read_dir(bench.0.path().join(folder)).unwrap();
            let files = files.map(|file| file.unwrap().path());
            let files = files.filter(|path| path.is_file());
            let mut files: Vec<_> = files
                .map(|path| (std::fs::read(&path).unwrap(), path))
                .collect();
            files.sort();
            files
        };
        let before = all("case.run");
        for other in [task, "primal"] {
            let set = |set: &str| run(&format!("{other} --set {set}")).exits(1);
            set("parameters.time_step=0.02")
                .says("error: the run in case.run is another one\n")
                .says("here: logistic on 1 rank, points = 8, time_step = 0.02")
                .says("--fresh");
            set("controls.rate=0.8")
                .says("is another one: what its controls begin with has changed")
                .says("--fresh");
            let library = bench.0.path().join("liblogistic.so");
            let built = std::fs::read(&library).unwrap();
            std::fs::write(&library, [&*built, b"again"].concat()).unwrap();
            set("seed=1").says("is another one: the simulation's library has changed");
            std::fs::write(&library, &built).unwrap();
        }
        assert!(all("case.run") == before, "{task}");
        let ran = run(&format!("{task} --set parameters.time_step=0.02 --fresh"));
        ran.exits(0);
    }
}

/// What has failed before it has found anything keeps no other run away.
#[test]
fn a_run_that_has_found_nothing_is_in_no_way() {
    for task in ["primal", "invert"] {
        let bench = Bench::with(CASE, &["-DUNSET=1"]);
        let run = format!("case.toml --task {task}");
        bench.run(&run).exits(1).says("does not set number");
        let ran = bench.run(&format!("{run} --set parameters.time_step=0.02"));
        ran.exits(1).says("does not set number");
    }
}

/// Limits beyond all numbers are none.
#[test]
fn infinite_limits_are_none() {
    let bench = Bench::new(&format!("{CASE}[inversion]\niterations = 2\n"));
    let limits = "--set controls.rate.least=-inf --set controls.rate.greatest=inf";
    let free = bench.run("case.toml --task invert").exits(0);
    let limited = bench.run(&format!("case.toml --task invert --fresh {limits}"));
    let objective = |ran: &crate::bench::Ran| ran.line("objective: ");
    assert_eq!(objective(&limited.exits(0)), objective(&free));
}

/// With nothing to vary there is nothing to look for.
#[test]
fn an_inversion_of_fixed_controls_is_refused() {
    let fixed = "[controls.start]\nfixed = true\n[controls.rate]\nfixed = true\n";
    let ran = Bench::new(&format!("{CASE}{fixed}")).run("case.toml --task invert");
    ran.exits(2)
        .says("error: all controls are fixed: there is nothing that an inversion may vary")
        .says("help: leave `fixed = true` out");
}

/// More iterations are no other run: it goes on from what is kept.
#[test]
fn an_inversion_goes_on_with_more_iterations() {
    let run = |bench: &Bench, iterations: u32| {
        let set = format!("--set inversion.iterations={iterations}");
        bench
            .run(&format!("case.toml --task invert {set}"))
            .exits(0)
    };
    let bench = Bench::new(CASE);
    run(&bench, 2);
    let first = bench.0.path().join("case.run/evaluations/0000.rank0000");
    let written = || std::fs::metadata(&first).unwrap().modified().unwrap();
    let before = written();
    let ran = run(&bench, 4);
    assert_eq!(written(), before);
    let whole = run(&Bench::new(CASE), 4);
    assert_eq!(ran.line("inverted: "), whole.line("inverted: "));
    assert_eq!(ran.line("objective: "), whole.line("objective: "));
}

/// What a case says of a control, and what is said of that.
const WRONG: [(&str, &str, &str); 11] = [
    (
        "[controls]\nrat = 1",
        "there is no `rat` in `[controls]`",
        "did you mean `rate`?",
    ),
    (
        "[controls.rate]\nleast = \"1 m\"",
        "`least` must be a number in 1/s",
        "case.toml:9:9",
    ),
    (
        "[controls.rate]\nleat = 1",
        "there is no `leat` in `[controls.rate]`",
        "did you mean `least`?",
    ),
    (
        "[controls.rate]\nleast = 2\ngreatest = 1",
        "`greatest` makes the range empty: from 2 to 1 1/s",
        "case.toml:10:12",
    ),
    (
        "[controls.rate]\nstart = 3\ngreatest = 1",
        "`start` leaves the control outside of its limits",
        "begins with 3",
    ),
    (
        "[controls.rate]\nleast = inf",
        "`least` is inf: no finite number is within that limit",
        "case.toml:9:9",
    ),
    (
        "[controls.rate]\ngreatest = -inf",
        "`greatest` is -inf: no finite number is within that limit",
        "case.toml:9:12",
    ),
    ("[controls.rate]\nscale = 0", "`scale` must be above 0", ""),
    (
        "[controls.rate]\nfixed = \"yes\"",
        "`fixed` must be true or false",
        "",
    ),
    (
        "[controls]\nrate = \"none.h5\"",
        "`rate` names none.h5: there is no such file",
        "",
    ),
    (
        "[controls]\nrate = \"liblogistic.f64\"",
        "`rate` names liblogistic.f64",
        "",
    ),
];

#[test]
fn what_is_wrong_is_said_at_its_place() {
    let bench = Bench::new(CASE);
    for (controls, words, more) in WRONG {
        let case = format!("{CASE}{controls}\n");
        std::fs::write(bench.0.path().join("case.toml"), case).unwrap();
        bench
            .run("case.toml --fresh")
            .exits(2)
            .says(words)
            .says(more);
    }
}

/// What a simulation writes behind the fields that it has named is nobody's.
#[test]
fn a_forgotten_field_is_refused() {
    for (forgets, code, words) in [
        (
            "STATE",
            1,
            "the simulation's `initial` writes outside of the 7 numbers of its state: size (7)",
        ),
        (
            "CONTROL",
            2,
            "the simulation's `guess` writes outside of the 8 numbers of its controls: start (8)",
        ),
    ] {
        let bench = Bench::with(CASE, &[&format!("-DFORGETS={forgets}")]);
        bench
            .run("case.toml")
            .exits(code)
            .says(words)
            .says("name all fields in `create`");
    }
}

/// What lies around arrays is nobody's: a first step, the objective, and what only later steps and adjoints do. Arrays that are constant to a function may be changed by a
/// program in C all the same.
#[test]
fn functions_that_leave_their_arrays_are_refused() {
    let state = "outside of the 8 numbers of its state: size (8)";
    let controls = "outside of the 9 numbers of its controls: start (8), rate (1)";
    for (leaves, task, function, does) in [
        (
            "INITIAL_READS_OUTSIDE",
            "primal",
            "`initial` reads ",
            controls,
        ),
        ("STEP_READS_OUTSIDE", "primal", "`step` reads ", state),
        ("STEP_READS_IN_FRONT", "primal", "`step` reads ", state),
        (
            "STEP_READS_CONTROLS_OUTSIDE",
            "gradient",
            "`step` reads ",
            controls,
        ),
        (
            "OBJECTIVE_READS_OUTSIDE",
            "gradient",
            "`objective` reads ",
            state,
        ),
        (
            "OBJECTIVE_WRITES_OUTSIDE",
            "primal",
            "`objective` writes ",
            state,
        ),
        (
            "INITIAL_CHANGES_CONTROLS",
            "primal",
            "`initial` changes ",
            "the controls that it is given to read",
        ),
        (
            "STEP_CHANGES_STATE",
            "primal",
            "`step` changes ",
            "the state that it is given to read",
        ),
        ("STEP_WRITES_IN_FRONT", "primal", "`step` writes ", state),
        ("LATER_STEP_READS_OUTSIDE", "primal", "`step` reads ", state),
        (
            "LATER_STEP_READS_OUTSIDE",
            "gradient",
            "`objective` or a step reads ",
            state,
        ),
        (
            "LATER_STEP_WRITES_OUTSIDE",
            "primal",
            "later `step` writes ",
            state,
        ),
        (
            "LATER_STEP_WRITES_OUTSIDE",
            "check",
            "later `step` writes ",
            state,
        ),
        (
            "ADJOINT_WRITES_OUTSIDE",
            "gradient",
            "adjoint writes ",
            state,
        ),
        ("ADJOINT_WRITES_FAR", "gradient", "adjoint writes ", state),
        ("ADJOINT_ADDS_OUTSIDE", "gradient", "adjoint writes ", state),
    ] {
        let bench = Bench::with(CASE, &[&format!("-DLEAVES={leaves}")]);
        let ran = bench.run(&format!("case.toml --task {task}")).exits(1);
        ran.says(&format!("the simulation's {function}{does}"));
    }
}

/// What is there instead would be any number, and another one the next time.
#[test]
fn a_number_that_is_left_out_is_refused() {
    let bench = Bench::with(CASE, &["-DUNSET=2"]);
    let ran = bench.run("case.toml").exits(1);
    ran.says("the simulation's `initial` does not set number 6 of this rank's `size`");
}

#[test]
fn a_first_guess_outside_of_its_limits_is_refused() {
    let bench = Bench::with(CASE, &["-DGREATEST=0.3"]);
    let ran = bench.run("case.toml").exits(2);
    ran.says("the simulation's first guess of `start` is 0.3")
        .says("start = NUMBER");
    bench.run("case.toml --set controls.start=0.2").exits(0);
}
