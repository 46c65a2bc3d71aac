//! Ensembles: members as runs of their own, gone on with, failing, one by one, and what is said of wrong ones.

use crate::bench::{Bench, CASE, Ran, near, numbers};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ENSEMBLE: &str = "[ensemble]\njobs = 2\ncontrols.rate = [0.5, 0.7, 0.9]\n";

/// The case with an ensemble.
fn case(ensemble: &str) -> String {
    format!("{CASE}{ensemble}")
}

fn bench(ensemble: &str) -> Bench {
    Bench::new(&case(ensemble))
}

fn path(bench: &Bench, file: &str) -> PathBuf {
    bench.0.path().join("case.run").join(file)
}

fn text(bench: &Bench, file: &str) -> String {
    std::fs::read_to_string(path(bench, file)).unwrap()
}

/// The rows of the table, each with its columns by name.
fn rows(bench: &Bench) -> Vec<Vec<(String, String)>> {
    let table = text(bench, "ensemble.csv");
    let mut lines = table
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().unwrap();
    lines
        .map(|line| head.iter().cloned().zip(line).collect())
        .collect()
}

#[track_caller]
fn column(bench: &Bench, name: &str) -> Vec<String> {
    let cell = |row: &Vec<(String, String)>| {
        let found = row.iter().find(|(column, _)| column == name);
        found
            .unwrap_or_else(|| panic!("no {name} in {row:?}"))
            .1
            .clone()
    };
    rows(bench).iter().map(cell).collect()
}

#[track_caller]
fn column_of_numbers(bench: &Bench, name: &str) -> Vec<f64> {
    let cells = column(bench, name);
    cells.iter().map(|cell| cell.parse().unwrap()).collect()
}

/// The result of one run with settings of the command line.
fn alone(set: &str) -> Ran {
    bench("").run(&format!("case.toml {set}")).exits(0)
}

/// A number as runs print it.
fn printed(number: f64) -> f64 {
    format!("{number:.15e}").parse().unwrap()
}

fn said(ran: &Ran, begin: &str) -> f64 {
    let line = ran.line(begin);
    let number = line[begin.len()..].split_whitespace().next();
    number.unwrap().parse().unwrap()
}

#[test]
fn members_are_runs_with_other_settings() {
    let bench = bench(ENSEMBLE);
    let ran = bench.run("case.toml").exits(0);
    ran.says("case: 3 members by controls.rate")
        .says("3 of 3 members finished");
    assert_eq!(column(&bench, "controls.rate"), ["0.5", "0.7", "0.9"]);
    let objectives = column_of_numbers(&bench, "objective");
    let slopes = column_of_numbers(&bench, "by_rate");
    let mut starts = vec![0.0; 8];
    for (k, rate) in ["0.5", "0.7", "0.9"].iter().enumerate() {
        let one = alone(&format!("--set controls.rate={rate}"));
        assert_eq!(printed(objectives[k]), said(&one, "objective: "));
        assert_eq!(printed(slopes[k]), said(&one, "  by rate: "));
        let own = numbers(&bench, &format!("member000{k}/gradient.h5"), "start");
        starts
            .iter_mut()
            .zip(own)
            .for_each(|(sum, own)| *sum += own / 3.0);
    }
    let mean = numbers(&bench, "mean.h5", "start");
    mean.iter()
        .zip(starts)
        .for_each(|(mean, own)| near(*mean, own));
    let report: String = text(&bench, "report.html");
    for words in [
        "standard error",
        "controls.rate",
        "member0002/report.html",
        "<circle",
    ] {
        assert!(report.contains(words), "{words}");
    }
    assert!(path(&bench, "ensemble.by_rate.svg").exists());
}

#[test]
fn means_have_errors() {
    let bench = bench(ENSEMBLE);
    bench.run("case.toml --task primal").exits(0);
    let objectives = column_of_numbers(&bench, "objective");
    let mean = objectives.iter().sum::<f64>() / 3.0;
    let squares: f64 = objectives.iter().map(|one| (one - mean).powi(2)).sum();
    let report = text(&bench, "report.json");
    let number = |key: &str| -> f64 {
        let (_, rest) = report.split_once(&format!("\"{key}\": ")).unwrap();
        rest.split([',', '\n']).next().unwrap().parse().unwrap()
    };
    near(number("mean"), mean);
    near(number("error"), (squares / 6.0).sqrt());
}

/// All combinations, the last key changing from member to member; or pairs.
#[test]
fn lists_are_combined_or_zipped() {
    let lists = "parameters.steps = { from = 10, to = 12 }\n\"parameters.time_step\" = [\"5 ms\", \"10 ms\", 0.02]\n";
    let combined = bench(&format!("[ensemble]\n{lists}"));
    combined.run("case.toml --task primal").exits(0);
    assert_eq!(
        column(&combined, "parameters.steps"),
        ["10", "10", "10", "11", "11", "11", "12", "12", "12"]
    );
    assert_eq!(
        column(&combined, "parameters.time_step")[..4],
        ["5 ms", "10 ms", "0.02", "5 ms"]
    );
    let zipped = bench(&format!("[ensemble]\nzip = true\n{lists}"));
    zipped.run("case.toml --task primal").exits(0);
    assert_eq!(column(&zipped, "parameters.steps"), ["10", "11", "12"]);
    let objectives = column_of_numbers(&combined, "objective");
    let diagonal = [objectives[0], objectives[4], objectives[8]];
    assert_eq!(column_of_numbers(&zipped, "objective"), diagonal);
    // Two keys have no curve.
    assert!(!path(&zipped, "ensemble.objective.svg").exists());
}

#[test]
fn members_have_all_tasks() {
    for task in ["check", "invert"] {
        let bench = bench(&format!("[inversion]\niterations = 2\n{ENSEMBLE}"));
        bench.run(&format!("case.toml --task {task}")).exits(0);
        let name = if task == "invert" { "rate" } else { "by_rate" };
        let found = column_of_numbers(&bench, name);
        let set = "--set controls.rate=0.7 --set inversion.iterations=2";
        let one = alone(&format!("{set} --task {task}"));
        let begin = if task == "invert" {
            "  rate: "
        } else {
            "  by rate: "
        };
        assert_eq!(printed(found[1]), said(&one, begin), "{task}");
    }
}

/// Killed with its members at work, the same command does not run those again that are finished, and finds the same.
#[test]
fn a_killed_ensemble_goes_on() {
    let bench = bench(&ENSEMBLE.replace("jobs = 2", "jobs = 1"));
    let mut slow = bench.command("case.toml");
    slow.env("LOGISTIC_SLEEPS", "1000").stdout(Stdio::null());
    let mut running = slow.spawn().unwrap();
    wait_for(&path(&bench, "member0000/member.json"));
    running.kill().unwrap();
    running.wait().unwrap();
    let first = text(&bench, "member0000/log.txt");
    assert!(!path(&bench, "member0002/member.json").exists());
    let ran = bench.run("case.toml").exits(0);
    ran.says(" finished before, ")
        .says("3 of 3 members finished");
    assert_eq!(text(&bench, "member0000/log.txt"), first);
    let whole = self::bench(ENSEMBLE);
    whole.run("case.toml").exits(0);
    for name in ["objective", "by_rate"] {
        assert_eq!(column(&bench, name), column(&whole, name));
    }
    bench.run("case.toml").exits(0).says("all finished before");
}

#[track_caller]
fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "no {}",
            path.display()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Out of time, or told to stop, it ends with 75, as its members do, and goes on.
#[test]
fn a_stopped_ensemble_goes_on() {
    let bench = bench(&ENSEMBLE.replace("jobs = 2", "jobs = 1"));
    let mut slow = bench.command("case.toml --set checkpoints.limit='\"300 ms\"'");
    let ran = Ran::of(slow.env("LOGISTIC_SLEEPS", "1000").output().unwrap()).exits(75);
    ran.says("stopped: the same command goes on")
        .says("of 3 members finished");
    assert!(
        !path(&bench, "member0002").exists(),
        "it was started behind the end"
    );
    let ran = bench
        .run("case.toml --set checkpoints.limit='\"1 h\"'")
        .exits(0);
    ran.says("3 of 3 members finished");
}

/// Two processes at one member: the second finds it finished.
#[test]
fn a_member_is_run_by_one_process() {
    let bench = bench(ENSEMBLE);
    let mut slow = bench.command("case.toml --member 1");
    slow.env("LOGISTIC_SLEEPS", "5000").stdout(Stdio::null());
    let mut running = slow.spawn().unwrap();
    wait_for(&path(&bench, "member0001/schedule.json"));
    let ran = bench.run("case.toml --member 1").exits(0);
    ran.says("another process runs this member")
        .says("finished before");
    assert!(running.wait().unwrap().success());
}

/// Tells a slow ensemble to stop, when its second member runs.
fn stopped(bench: &Bench, arguments: &str) -> Ran {
    let mut slow = bench.command(arguments);
    slow.env("LOGISTIC_SLEEPS", "5000").stdout(Stdio::piped());
    let running = slow.spawn().unwrap();
    wait_for(&path(bench, "member0001/log.txt"));
    std::thread::sleep(Duration::from_millis(400));
    let pid = running.id().to_string();
    let told = Command::new("kill").args(["-TERM", &pid]).status();
    assert!(told.unwrap().success());
    Ran::of(running.wait_with_output().unwrap())
}

/// Told to stop, it tells its members, and all go on later.
#[test]
fn a_signal_comes_to_members() {
    let bench = bench(ENSEMBLE);
    let ran = stopped(&bench, "case.toml").exits(75);
    ran.says("member 1, controls.rate = 0.7: stopped")
        .says("0 of 3 members finished");
    bench
        .run("case.toml")
        .exits(0)
        .says("3 of 3 members finished");
    assert!(text(&bench, "member0001/log.txt").contains("stopped: the same command goes on"));
}

/// What is wrong with all members is said once, before any is run, and before what earlier ones have found is forgotten.
#[test]
fn a_wrong_key_is_said_once() {
    let bench = bench(ENSEMBLE);
    bench.run("case.toml").exits(0);
    let ran = bench.run("case.toml --fresh --set parameters.pionts=3");
    let ran = ran.exits(2).says("did you mean `points`?");
    let said = ran.err.matches("there is no `pionts`").count();
    assert_eq!(said, 1, "{}", ran.err);
    assert!(path(&bench, "member0002/gradient.h5").exists());
}

/// What others compute there is not removed: neither while the ensemble lives, nor where only its members do.
#[test]
fn a_fresh_ensemble_leaves_a_running_one_alone() {
    let bench = bench(ENSEMBLE);
    let mut slow = bench.command("case.toml");
    slow.env("LOGISTIC_SLEEPS", "20000").stdout(Stdio::null());
    let mut running = slow.spawn().unwrap();
    for member in ["member0000", "member0001"] {
        wait_for(&path(&bench, &format!("{member}/schedule.json")));
    }
    for how in ["", "--fresh"] {
        let ran = bench.run(&format!("case.toml {how}")).exits(4);
        ran.says("error: another process runs in case.run\n");
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let ran = bench.run("case.toml --fresh").exits(4);
    ran.says("error: another process runs in case.run/member000");
    for member in ["member0000", "member0001"] {
        assert!(path(&bench, &format!("{member}/schedule.json")).exists());
    }
}

/// Both leave reports of one name: neither writes over the other's.
#[test]
fn an_ensemble_and_a_run_have_folders_of_their_own() {
    let ensemble = bench(ENSEMBLE);
    ensemble.run("case.toml").exits(0);
    let report = std::fs::read(path(&ensemble, "report.html")).unwrap();
    std::fs::write(ensemble.0.path().join("alone.toml"), CASE).unwrap();
    for how in ["", "--fresh"] {
        let ran = ensemble.run(&format!("alone.toml --set output='\"case.run\"' {how}"));
        ran.exits(1)
            .says("error: case.run has the results of an ensemble");
    }
    assert_eq!(
        std::fs::read(path(&ensemble, "report.html")).unwrap(),
        report
    );
    ensemble.run("alone.toml").exits(0);
    let ran = ensemble.run("case.toml --set output='\"alone.run\"'");
    ran.exits(1)
        .says("error: alone.run has the results of a run that is no ensemble");
}

/// Where nothing can run, it is said once, and nothing is forgotten.
#[test]
fn what_cannot_run_forgets_nothing() {
    let bench = bench(ENSEMBLE);
    bench.run("case.toml").exits(0);
    std::fs::write(bench.0.path().join("libbroken.so"), "no library").unwrap();
    let command = |command: &str| format!("ensemble.command='\"{command}\"'");
    let ways = [
        (
            "application='\"libnone.so\"'",
            4,
            "error: there is no libnone.so",
        ),
        (
            "application='\"libbroken.so\"'",
            4,
            "error: libbroken.so cannot be loaded",
        ),
        (
            &command("mpirunx -n 2"),
            4,
            "error: no member can be run: the first ends with exit code 127",
        ),
        (
            &command("/dev/null"),
            4,
            "error: no member can be run: the first ends with exit code 126",
        ),
        (
            &command("false"),
            4,
            "error: no member can be run: the first ends with exit code 1",
        ),
        (
            "ensemble.parameters.points='[0]'",
            2,
            "error: `points` must be 1 or more",
        ),
    ];
    for (set, code, words) in ways {
        let ran = bench.run(&format!("case.toml --fresh --set {set}"));
        let ran = ran.exits(code).says(words);
        assert_eq!(ran.err.matches("error: ").count(), 1, "{}", ran.err);
        assert!(path(&bench, "member0002/gradient.h5").exists(), "{set}");
    }
}

/// What is wrong with the first member alone keeps no other from running.
#[test]
fn others_go_on_where_the_first_one_fails() {
    for points in ["[0, 8]", "[0, 8, -1]"] {
        let bench = bench(&format!("[ensemble]\nparameters.points = {points}\n"));
        let ran = bench.run("case.toml").exits(1);
        ran.says("member 0, parameters.points = 0: FAILED with exit code 2")
            .says("member 1, parameters.points = 8: objective");
    }
}

/// Told to stop while a simulation is made to try it, an ensemble ends the process that makes it, or finds it ended: batch systems tell all processes.
#[test]
fn a_signal_ends_the_trial() {
    for is_of_all in [false, true] {
        stops_in_the_trial(is_of_all);
    }
}

fn stops_in_the_trial(is_of_all: bool) {
    let bench = bench("[ensemble]\ncontrols.rate = [0.5]\n");
    let mut slow = bench.command("case.toml");
    slow.process_group(0);
    slow.env("LOGISTIC_CREATES", "60000000")
        .stdout(Stdio::piped());
    let running = slow.stderr(Stdio::piped()).spawn().unwrap();
    let process = rustix::process::Pid::from_child(&running);
    let children = format!("/proc/{0}/task/{0}/children", process.as_raw_nonzero());
    let child = (0..1000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(5));
        let child = std::fs::read_to_string(&children).ok()?;
        Some(child.split_whitespace().next()?.to_owned())
    });
    let child = Path::new("/proc").join(child.unwrap());
    std::thread::sleep(Duration::from_millis(200));
    let term = rustix::process::Signal::TERM;
    match is_of_all {
        true => rustix::process::kill_process_group(process, term).unwrap(),
        false => rustix::process::kill_process(process, term).unwrap(),
    }
    Ran::of(running.wait_with_output().unwrap()).exits(75);
    assert!(!child.exists(), "the process that makes it goes on");
    assert!(!path(&bench, "member0000").exists());
}

/// Members that keep nothing of what they have run come no further in the same time.
#[test]
fn a_limit_that_leads_nowhere_is_told() {
    let bench = Bench::with(&case(ENSEMBLE), &["-DWHOLE"]);
    let arguments =
        "case.toml --set checkpoints.schedule='\"whole\"' --set checkpoints.limit='\"500 ms\"'";
    let mut slow = bench.command(arguments);
    let ran = Ran::of(slow.env("LOGISTIC_SLEEPS", "10000").output().unwrap()).exits(1);
    ran.says("error: out of time before a member has come to its end")
        .says("help: give it more time: `limit` in `[checkpoints]`");
}

/// Members that are one function, which keeps nothing for a later run, end as well, and begin anew.
#[test]
fn a_signal_comes_to_members_without_checkpoints() {
    let bench = Bench::with(&case(ENSEMBLE), &["-DWHOLE"]);
    let arguments = "case.toml --set checkpoints.schedule='\"whole\"'";
    let ran = stopped(&bench, arguments).exits(75);
    ran.says("0 of 3 members finished");
    let ran = bench.run(arguments).exits(0);
    ran.says("3 of 3 members finished");
}

#[test]
fn others_go_on_where_one_fails() {
    let bench = bench("[ensemble]\nparameters.points = [8, 0, 9]\n");
    let ran = bench.run("case.toml").exits(1);
    let ran = ran
        .says("member 1, parameters.points = 0: FAILED with exit code 2")
        .says("member 1 (parameters.points = 0) failed with exit code 2")
        .says("| error: `points` must be 1 or more")
        .says("case.toml:9:25")
        .says("error: 1 of 3 members failed");
    ran.says("the fields of members differ");
    assert_eq!(column(&bench, "state"), ["finished", "failed", "finished"]);
    let ran = bench.run("case.toml").exits(1);
    ran.says("2 finished before, 1 to run");
}

/// What several processes have taken together nobody has counted: it is no time of the member.
#[test]
fn a_resumed_member_has_no_time() {
    let bench = bench(&format!("{ENSEMBLE}checkpoints.save = [\"0 s\"]\n"));
    stopped(&bench, "case.toml").exits(75);
    let ran = bench.run("case.toml").exits(0);
    ran.says("by several processes");
    let times = column(&bench, "seconds");
    assert_eq!(
        times.iter().filter(|time| time.is_empty()).count(),
        2,
        "{times:?}"
    );
}

/// A member is one of a number of ranks, and members of different numbers are averaged with a word.
#[test]
fn other_ranks_are_told() {
    let bench = bench(ENSEMBLE);
    let ran = bench.run("case.toml").exits(0);
    assert!(!ran.out.contains("numbers of ranks"), "{}", ran.out);
    let file = path(&bench, "member0001/member.json");
    let kept = text(&bench, "member0001/member.json");
    std::fs::write(file, kept.replace("\"ranks\": 1", "\"ranks\": 2")).unwrap();
    let ran = bench.run("case.toml --summary").exits(0);
    ran.says("note: members were run on different numbers of ranks, 1 and 2");
    let ran = bench.run("case.toml --member 1").exits(1);
    ran.says("was run on 2 ranks, and this is one on 1 rank");
}

/// As an array of jobs runs them: one each, and the sum at the end.
#[test]
fn members_run_one_by_one() {
    let bench = bench(ENSEMBLE);
    for member in [0, 2] {
        let ran = bench.run(&format!("case.toml --member {member}")).exits(0);
        ran.says(&format!("case, member {member}: logistic"));
    }
    let ran = bench.run("case.toml --summary").exits(75);
    ran.says("2 of 3 members finished");
    assert_eq!(
        column(&bench, "state"),
        ["finished", "not finished", "finished"]
    );
    bench.run("case.toml --member 1").exits(0);
    bench
        .run("case.toml --member 1")
        .exits(0)
        .says("finished before");
    bench.run("case.toml --summary").exits(0);
    let one = alone("--set controls.rate=0.7");
    assert_eq!(
        printed(column_of_numbers(&bench, "objective")[1]),
        said(&one, "objective: ")
    );
    let ran = bench.run("case.toml --member 3").exits(2);
    ran.says("there is no member 3: they are numbered from 0 to 2")
        .says("case.toml:8:2");
}

#[test]
fn other_settings_are_another_ensemble() {
    let bench = bench(ENSEMBLE);
    bench.run("case.toml").exits(0);
    let set = "--set 'ensemble.controls.rate=[0.5,0.8]'";
    for how in ["", "--summary", "--member 1"] {
        let ran = bench.run(&format!("case.toml {set} {how}")).exits(1);
        ran.says("the member in case.run/member0001 is another one")
            .says("rate = 0.8")
            .says("--fresh");
    }
    let ran = bench.run(&format!("case.toml {set} --fresh")).exits(0);
    ran.says("2 of 2 members finished");
    assert!(!path(&bench, "member0002").exists());
    // Room for checkpoints changes nothing of what is found.
    let ran = bench.run(&format!("case.toml {set} --set checkpoints.ram='\"1 kB\"'"));
    ran.exits(0).says("all finished before");
}

#[test]
fn another_build_of_the_simulation_is_another_ensemble() {
    let bench = bench(ENSEMBLE);
    bench.run("case.toml").exits(0);
    let other = Bench::with(CASE, &["-DMISTAKE"]);
    let library = "liblogistic.so";
    std::fs::copy(other.0.path().join(library), bench.0.path().join(library)).unwrap();
    let ran = bench.run("case.toml").exits(1);
    ran.says("liblogistic.so has changed since the member in case.run/member0000 was run");
    bench.run("case.toml --summary").exits(0);
}

/// A file that members have read is part of what they are.
#[test]
fn other_data_are_another_ensemble() {
    let bench = bench(ENSEMBLE);
    let data = bench.0.path().join("data");
    std::fs::write(&data, "1").unwrap();
    let command = "case.toml --set parameters.data='\"data\"'";
    bench.run(command).exits(0);
    bench.run(command).exits(0).says("finished");
    std::fs::write(&data, "2").unwrap();
    let ran = bench.run(command).exits(1);
    ran.says("data has changed since the member in");
}

/// Results beside the case leave what the user has there.
#[test]
fn a_summary_removes_its_own_files_only() {
    let bench = bench(ENSEMBLE);
    let home = bench.0.path();
    std::fs::rename(home.join("case.toml"), home.join("ensemble.toml")).unwrap();
    for name in ["mean.py", "ensemble.txt", "logo.svg", "logo.png"] {
        std::fs::write(home.join(name), "mine").unwrap();
    }
    let command = "ensemble.toml --set output='\".\"'";
    bench.run(command).exits(0);
    bench.run(command).exits(0);
    for name in [
        "ensemble.toml",
        "mean.py",
        "ensemble.txt",
        "logo.svg",
        "logo.png",
    ] {
        assert!(home.join(name).exists(), "{name}");
    }
}

#[test]
fn a_command_starts_members() {
    let bench = bench(&format!(
        "{ENSEMBLE}command = \"env FRONT='a b' nice -n 1\"\n"
    ));
    bench.run("case.toml").exits(0);
    let bench = self::bench(&format!("{ENSEMBLE}command = \"true\"\n"));
    let ran = bench.run("case.toml").exits(1);
    ran.says("FAILED without a result")
        .says("member 0 (controls.rate = 0.5), member 1 (controls.rate = 0.7)");
    let ranks = bench
        .command("case.toml")
        .env("OMPI_COMM_WORLD_SIZE", "2")
        .output();
    Ran::of(ranks.unwrap())
        .exits(2)
        .says("which starts its members by itself")
        .says("command = \"mpirun -n 4\"");
}

/// An ensemble, and what is said of it.
const WRONG: [(&str, &str, &str); 17] = [
    (
        "parametrs.points = [8]",
        "there is no `parametrs` in `[ensemble]`",
        "did you mean `parameters`?",
    ),
    (
        "jobbs = 3",
        "there is no `jobbs` in `[ensemble]`",
        "did you mean `jobs`?",
    ),
    (
        "parameters.points = []",
        "`parameters.points` has no values",
        "case.toml:9:21",
    ),
    (
        "parameters.points = 8",
        "`parameters.points` must be a list in `[ensemble]`, not a whole number",
        "case.toml:9:21",
    ),
    (
        "parameters.points = [[8]]",
        "members have numbers, texts, true or false, not a list",
        "case.toml:9:22",
    ),
    (
        "zip = true\nparameters.points = [8, 9]\nparameters.steps = [1, 2, 3]",
        "`parameters.steps` has 3 values, and `parameters.points` has 2",
        "case.toml:11:12",
    ),
    (
        "parameters.points = { from = 1, to = 1000 }\nparameters.steps = { from = 1, to = 101 }",
        "the ensemble has 101000 members, and 100000 are the most",
        "case.toml:8:2",
    ),
    (
        "parameters.points = { from = 1, to = 1000000 }",
        "a range has 2 to 100000 points, not 1000000",
        "case.toml:9:21",
    ),
    (
        "controls.rate = { from = 0.1, to = 1 }",
        "the range does not say how many `points` it has",
        "points = 5",
    ),
    (
        "controls.rate = { from = 0.1, points = 3 }",
        "a range has `from` and `to`",
        "case.toml:9:17",
    ),
    (
        "controls.rate = { from = 0.1, two = 3 }",
        "there is no `two` in `[controls.rate]`",
        "",
    ),
    (
        "parameters.points = [8]\n\"parameters.points\" = [9]",
        "`parameters.points` is there twice",
        "case.toml:10:1",
    ),
    (
        "jobs = 2",
        "`[ensemble]` names nothing by which members differ",
        "case.toml:8:2",
    ),
    (
        "jobs = 0\nseed = [1, 2]",
        "`jobs` must be 1 or more",
        "case.toml:9:8",
    ),
    (
        "zip = 1\nseed = [1, 2]",
        "`zip` must be true or false, not a whole number",
        "",
    ),
    (
        "output = [\"a\", \"b\"]",
        "members have folders in `output` of the case",
        "leave `output` out",
    ),
    (
        "checkpoints.ram = [\"1 kB\", 3]",
        "`ram` must be a number of bytes with a unit",
        "case.toml:9:28",
    ),
];

#[test]
fn what_is_wrong_is_said_at_its_place() {
    let bench = Bench::new(CASE);
    for (ensemble, words, more) in WRONG {
        let case = format!("{CASE}[ensemble]\n{ensemble}\n");
        std::fs::write(bench.0.path().join("case.toml"), case).unwrap();
        bench.run("case.toml").exits(2).says(words).says(more);
    }
    std::fs::write(bench.0.path().join("case.toml"), CASE).unwrap();
    for how in ["--summary", "--member 0"] {
        let ran = bench.run(&format!("case.toml {how}")).exits(2);
        ran.says("case.toml has no ensemble").says("`[ensemble]`");
    }
    assert!(!path(&bench, "").exists(), "something was run");
}
