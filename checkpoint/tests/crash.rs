//! Runs that are killed, told to stop, or run out of disk, and go on: the gradient has the same bits.
//!
//! The programs that are killed are this one, with `RUN` in the environment. `ENZYME_CHECKPOINT_KILLS` says how
//! many runs are killed (`ENZYME_CHECKPOINT_KILLS=500` takes some minutes), `ENZYME_CHECKPOINT_SEED` repeats them.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod models;

use enzyme_checkpoint::{
    Background, Executor, Fault, FileOptions, Files, Format, Journal, Memory, Model, Outcome,
    RESUME_EXIT_CODE, RunError, Spec, Stop, StorageLevel,
};
use models::Heat;
use rand::{Rng, SeedableRng};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const STEPS: u64 = 120;
const POINTS: usize = 8192;
const RUN: &str = "ENZYME_CHECKPOINT_TEST_RUN";
/// What a run prints once a signal stops it cleanly; before, a signal kills it.
const READY: &str = "ready";

/// The runs that there are: a schedule each, and whether its length is known before.
fn cases() -> Vec<(Spec, bool)> {
    let level = |slots, cost| StorageLevel {
        slots: Some(slots),
        write: cost,
        read: cost,
    };
    vec![
        (
            Spec::Revolve {
                slots: 6,
                adjoints: 2,
            },
            true,
        ),
        (
            Spec::Multistage {
                ram: 3,
                disk: 5,
                write: 1.0,
                read: 1.0,
            },
            true,
        ),
        (
            Spec::Levels {
                levels: vec![level(2, 0.0), level(4, 2.0)],
                forward: 1.0,
            },
            true,
        ),
        (Spec::PeriodicDisk { ram: 3, period: 15 }, true),
        (
            Spec::Stages {
                units: 9,
                stage_units: 2,
            },
            true,
        ),
        (
            Spec::TwoLevel {
                period: 15,
                ram: 3,
                adjoints: 2,
            },
            false,
        ),
        (
            Spec::Periodic {
                period: 12,
                level: 1,
                adjoints: 1,
            },
            false,
        ),
        (Spec::StoreAll { adjoints: 1 }, false),
    ]
}

/// One run of case number `case`, in `folder`; on success its gradient is in the file `gradient` there.
fn go(case: usize, folder: &Path, stop: Stop) -> Result<Outcome, RunError> {
    let (spec, known) = cases().swap_remove(case % cases().len());
    let mut model = Heat::new(POINTS, 1, STEPS);
    model.steps = known.then_some(STEPS);
    let plain = case % 3 == 2 || !cfg!(feature = "hdf5");
    let options = FileOptions {
        format: if plain { Format::Plain } else { Format::Hdf5 },
        ..FileOptions::default()
    };
    let journal = Journal::new(folder).every(Duration::from_micros(500));
    let executor = Executor::new(spec).store(Memory::new()).stop(stop);
    let files = Files::new(folder, &options)?;
    let executor = if case.is_multiple_of(2) {
        executor.store(Background::new(files, 1 << 18)?)
    } else {
        executor.store(files)
    };
    let outcome = executor.journal(journal).run(&mut model)?;
    if outcome.is_done() {
        let mut bytes = vec![0; model.adjoint_layout().bytes()];
        model.save_adjoint(&mut bytes).unwrap();
        fs::write(folder.join("gradient.part"), bytes).unwrap();
        fs::rename(folder.join("gradient.part"), folder.join("gradient")).unwrap();
    }
    Ok(outcome)
}

/// What the killed programs do; nothing in the test itself.
#[test]
fn run() {
    let Ok(text) = env::var(RUN) else { return };
    let (case, folder) = text.split_once(' ').unwrap();
    let stop = Stop::new().on_signals().unwrap();
    println!("{READY}");
    let code = match go(case.parse().unwrap(), Path::new(folder), stop) {
        Ok(outcome) => {
            println!("processes {}", outcome.report().processes);
            outcome.exit_code()
        }
        Err(error) => {
            eprintln!("{error}");
            9
        }
    };
    std::process::exit(code.into());
}

fn command(case: usize, folder: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "run", "--nocapture"]);
    command.env(RUN, format!("{case} {}", folder.display()));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits for the end; the number of processes that have worked on the run, and the gradient.
fn finish(child: Child, folder: &Path) -> (u32, Vec<u8>) {
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let word = text
        .split("processes ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    (
        word.parse().unwrap(),
        fs::read(folder.join("gradient")).unwrap(),
    )
}

/// The gradient of a run that nothing interrupts, and the time that it takes.
fn reference(case: usize) -> (Vec<u8>, Duration) {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let (_, gradient) = finish(command(case, folder.path()).spawn().unwrap(), folder.path());
    (gradient, start.elapsed())
}

fn empty(folder: &Path) {
    for file in fs::read_dir(folder).unwrap() {
        fs::remove_file(file.unwrap().path()).unwrap();
    }
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap())
}

/// Whether a run in this folder has written its journal.
fn has_journal(folder: &Path) -> bool {
    folder.join("rank0000.journal").exists()
}

/// Kills a run at a random point of its life, or of what is left of it once it has a journal. Whether it was still
/// running.
fn kill_at_random(case: usize, folder: &Path, time: Duration, random: &mut impl Rng) -> bool {
    let mut child = command(case, folder).spawn().unwrap();
    if random.random_bool(0.6) {
        while !has_journal(folder) && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(100));
        }
        thread::sleep(time.mul_f64(random.random_range(0.0..0.5)));
    } else {
        thread::sleep(time.mul_f64(random.random_range(0.0..1.0)));
    }
    let alive = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    alive
}

#[test]
fn killed_at_random_points() {
    let kills = number("ENZYME_CHECKPOINT_KILLS").unwrap_or(24);
    let seed = number("ENZYME_CHECKPOINT_SEED").unwrap_or_else(rand::random);
    println!("ENZYME_CHECKPOINT_SEED={seed}");
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let references: Vec<_> = (0..2 * cases().len()).map(reference).collect();
    let (mut killed, mut resumed) = (0, 0);
    for done in 0..kills {
        let case = done as usize % references.len();
        let (expected, time) = &references[case];
        let folder = tempfile::tempdir().unwrap();
        let (mut before, mut journalled) = (0, 0);
        // Until it finishes by itself; at least one kill each.
        while before == 0 || random.random_bool(0.4) {
            if kill_at_random(case, folder.path(), *time, &mut random) {
                before += 1;
                journalled += u32::from(has_journal(folder.path()));
            } else if before == 0 {
                // Too late: once more, from the start.
                empty(folder.path());
            }
        }
        let (processes, gradient) =
            finish(command(case, folder.path()).spawn().unwrap(), folder.path());
        assert!(
            gradient == *expected,
            "case {case}, seed {seed}: another gradient"
        );
        assert!(
            processes > 1 || journalled == 0,
            "case {case}, seed {seed}: killed {journalled} times with a journal, and not resumed"
        );
        killed += before;
        resumed += u64::from(processes > 1);
    }
    println!("{kills} runs killed {killed} times, {resumed} resumed, {kills} identical gradients");
    assert!(resumed > 0, "none of {kills} runs was resumed");
}

/// Starts a run and sends it the signal once it has its handlers and has worked for `wait`. How it ended.
fn signal(case: usize, folder: &Path, wait: Duration, name: &str) -> ExitStatus {
    let mut child = command(case, folder).spawn().unwrap();
    // Kept until the end: the run still prints what it has done.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().ends_with(READY)));
    thread::sleep(wait);
    let process = child.id().to_string();
    let mut kill = Command::new("kill");
    kill.args([name, &process]).output().unwrap();
    child.wait().unwrap()
}

#[test]
fn a_signal_stops_cleanly() {
    for case in [0, 1, 5] {
        let (expected, time) = reference(case);
        let folder = tempfile::tempdir().unwrap();
        let mut stops = 0;
        let (mut wait, start) = (time / 3, Instant::now());
        while start.elapsed() < Duration::from_secs(20) {
            let name = if stops % 2 == 0 { "-TERM" } else { "-USR1" };
            let ended = signal(case, folder.path(), wait, name);
            if ended.success() && stops > 0 {
                break;
            }
            if ended.success() {
                // Too late: once more, from the start. The reference may have run while this machine was busy.
                empty(folder.path());
                wait /= 2;
            } else {
                assert_eq!(ended.code(), Some(RESUME_EXIT_CODE.into()));
                stops += 1;
                wait += time / 4;
            }
        }
        assert!(stops > 0);
        let (processes, gradient) =
            finish(command(case, folder.path()).spawn().unwrap(), folder.path());
        assert!(gradient == expected, "case {case}");
        assert!(processes > 1);
    }
}

#[test]
fn a_deadline_stops_cleanly() {
    for case in 0..cases().len() {
        let folder = tempfile::tempdir().unwrap();
        let start = Instant::now();
        go(case, folder.path(), Stop::new()).unwrap();
        let mut left = start.elapsed() / 5;
        let expected = fs::read(folder.path().join("gradient")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut stops = 0;
        loop {
            let stop = Stop::new().at(Instant::now() + left);
            let outcome = go(case, folder.path(), stop).unwrap();
            if outcome.is_done() && stops > 0 {
                break;
            }
            if outcome.is_done() {
                // Too late: once more, from the start.
                empty(folder.path());
                left /= 2;
                continue;
            }
            assert_eq!(outcome.exit_code(), RESUME_EXIT_CODE);
            stops += 1;
            left = left.mul_f64(1.3);
        }
        assert!(
            fs::read(folder.path().join("gradient")).unwrap() == expected,
            "case {case}"
        );
    }
}

/// A limit on the size of files is the disk that is full: here the journal fits, a checkpoint does not.
#[test]
fn without_room_the_run_ends_and_resumes_later() {
    for case in [1, 2, 3] {
        let (expected, _) = reference(case);
        let folder = tempfile::tempdir().unwrap();
        let limited = command(case, folder.path());
        let mut shell = Command::new("bash");
        // In KiB; a checkpoint has 64.
        shell.args(["-c", "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\""]);
        shell.arg(limited.get_program()).args(limited.get_args());
        shell.envs(
            limited
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        let output = shell.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(9), "{text}");
        assert!(
            text.contains("no room left") && text.contains("help:"),
            "{text}"
        );
        let (_, gradient) = finish(command(case, folder.path()).spawn().unwrap(), folder.path());
        assert!(gradient == expected, "case {case}");
    }
}

#[test]
fn another_run_in_the_same_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let spec = |slots| Spec::Revolve { slots, adjoints: 1 };
    let run = |slots, mu, wave| {
        let mut model = Heat::new(64, wave, STEPS);
        model.mu = mu;
        let journal = Journal::new(folder.path());
        Executor::new(spec(slots))
            .store(Memory::new())
            .journal(journal)
            .run(&mut model)
    };
    run(5, 0.4, 1).unwrap();
    // The same one is finished, and says so.
    assert_eq!(run(5, 0.4, 1).unwrap().report().processes, 2);
    for (error, what) in [
        (run(6, 0.4, 1), "the schedule"),
        (run(5, 0.3, 1), "the model"),
        (run(5, 0.4, 2), "the initial state"),
    ] {
        let text = error.unwrap_err().to_string();
        assert!(text.contains(what) && text.contains("help:"), "{text}");
    }
    let files = Files::new(folder.path(), &FileOptions::default()).unwrap();
    let error = Files::new(folder.path(), &FileOptions::default())
        .err()
        .unwrap();
    assert_eq!(error.fault(), Fault::Busy);
    drop(files);

    let path = folder.path().join("rank0000.journal");
    let good = fs::read(&path).unwrap();
    // Else it would take the place of a damaged one.
    fs::remove_file(folder.path().join("rank0000.previous.journal")).unwrap();
    for at in [0, 9, 17, 30, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(&path, &bad).unwrap();
        let text = run(5, 0.4, 1).unwrap_err().to_string();
        assert!(
            text.contains("damaged") && text.contains("rank0000.journal"),
            "{at}: {text}"
        );
    }
    fs::write(&path, &good[..good.len() / 2]).unwrap();
    assert!(matches!(run(5, 0.4, 1), Err(RunError::Journal(_))));
    Journal::new(folder.path()).clear().unwrap();
    assert_eq!(run(5, 0.3, 1).unwrap().report().processes, 1);
}
