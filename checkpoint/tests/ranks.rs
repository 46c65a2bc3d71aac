//! Several ranks that run one model together, as threads: what they agree on, and what one of them can do to the
//! others. With MPI it is `mpi.rs`.
//!
//! A rank that dies is a thread that panics; the others panic when they wait for it. `ENZYME_CHECKPOINT_KILLS` and
//! `ENZYME_CHECKPOINT_SEED` are as in `crash.rs`.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod models;

use enzyme_checkpoint::{
    Background, Executor, FileOptions, Files, Format, Journal, JournalError, Memory, ModelError,
    Outcome, Peers, RunError, Spec, Stop,
};
use models::{Heat, Link, SplitHeat};
use rand::{Rng, SeedableRng};
use std::cell::Cell;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const STEPS: u64 = 90;
const INTERVALS: usize = 50;

/// Where threads wait for one another.
#[derive(Default)]
struct Place {
    round: Mutex<Round>,
    changed: Condvar,
}

#[derive(Default)]
struct Round {
    number: u64,
    come: u32,
    value: u64,
    /// Of the round before.
    result: u64,
    /// A rank is dead.
    gone: bool,
}

struct Threads {
    rank: u32,
    size: u32,
    place: Arc<Place>,
}

impl Threads {
    fn combine(&self, mine: u64, with: fn(u64, u64) -> u64) -> u64 {
        let mut round = self.place.round.lock().unwrap();
        let first = round.come == 0;
        round.value = if first { mine } else { with(round.value, mine) };
        round.come += 1;
        let number = round.number;
        if round.come == self.size {
            (round.come, round.number) = (0, number + 1);
            round.result = round.value;
            self.place.changed.notify_all();
        }
        while round.number == number {
            if round.gone {
                drop(round);
                panic!("{DEATH}: waiting for a dead rank");
            }
            let limit = Duration::from_secs(20);
            let (next, waited) = self.place.changed.wait_timeout(round, limit).unwrap();
            round = next;
            if waited.timed_out() {
                drop(round);
                panic!("rank {} waits in vain", self.rank);
            }
        }
        round.result
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if thread::panicking() {
            self.place.round.lock().unwrap().gone = true;
            self.place.changed.notify_all();
        }
    }
}

impl Peers for Threads {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.size
    }

    fn union(&self, mine: u64) -> u64 {
        self.combine(mine, |a, b| a | b)
    }

    fn min(&self, mine: u64) -> u64 {
        self.combine(mine, u64::min)
    }
}

/// Of a rank that was killed, not of a test that fails.
const DEATH: &str = "death";

type Side = Option<(Sender<f64>, Receiver<f64>)>;

/// Neighbours by channels.
struct Channels([Side; 2]);

impl Link for Channels {
    fn exchange(&mut self, first: f64, last: f64) -> Result<(f64, f64), ModelError> {
        for (side, value) in self.0.iter().zip([first, last]) {
            if let Some((to, _)) = side {
                to.send(value).map_err(|_| "the neighbour is gone")?;
            }
        }
        let mut found = [0.0; 2];
        for (side, value) in self.0.iter().zip(&mut found) {
            if let Some((_, from)) = side {
                *value = from.recv().map_err(|_| "the neighbour is gone")?;
            }
        }
        Ok((found[0], found[1]))
    }
}

fn links(size: usize) -> Vec<Channels> {
    let mut links: Vec<Channels> = (0..size).map(|_| Channels([None, None])).collect();
    for left in 1..size {
        let ((a, b), (c, d)) = (channel(), channel());
        links[left - 1].0[1] = Some((a, d));
        links[left].0[0] = Some((c, b));
    }
    links
}

/// One rank of a run, to be set up by a test.
struct Rank {
    number: usize,
    model: SplitHeat<Channels>,
    executor: Executor<'static>,
}

type End = (Result<Outcome, RunError>, Vec<f64>);

/// Runs `size` ranks, each as `set_up` wants it; outcomes and gradients, or `None` for a rank that died.
fn run(size: usize, spec: &Spec, set_up: impl Fn(Rank) -> Rank + Sync) -> Vec<Option<End>> {
    let place = Arc::new(Place::default());
    let one = |number: usize, link: Channels| {
        let peers = Threads {
            rank: number as u32,
            size: size as u32,
            place: Arc::clone(&place),
        };
        let mut rank = set_up(Rank {
            number,
            model: SplitHeat::new(INTERVALS, STEPS, [number, size], link),
            executor: Executor::new(spec.clone()).peers(peers),
        });
        let outcome = rank.executor.run(&mut rank.model);
        (outcome, rank.model.gradient().to_vec())
    };
    let one = &one;
    thread::scope(|scope| {
        let start = |(number, link)| scope.spawn(move || one(number, link));
        let started: Vec<_> = links(size).into_iter().enumerate().map(start).collect();
        let joined = started.into_iter().map(|thread| match thread.join() {
            Ok(end) => Some(end),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or(panic.downcast_ref::<&str>().copied());
                assert!(text.is_some_and(|text| text.starts_with(DEATH)), "{text:?}");
                None
            }
        });
        joined.collect()
    })
}

fn multistage() -> Spec {
    Spec::Multistage {
        ram: 2,
        disk: 4,
        write: 1.0,
        read: 1.0,
    }
}

/// Memory, files and a journal in `folder`.
fn on_disk(rank: Rank, folder: &Path, every: Duration) -> Rank {
    let options = FileOptions {
        format: Format::Plain,
        rank: rank.number as u32,
        ..FileOptions::default()
    };
    let files = Files::new(folder, &options).unwrap();
    let executor = rank.executor.store(Memory::new());
    let executor = if rank.number == 1 {
        executor.store(Background::new(files, 1 << 12).unwrap())
    } else {
        executor.store(files)
    };
    Rank {
        executor: executor.journal(Journal::new(folder).every(every)),
        ..rank
    }
}

/// The gradient of one process by itself.
fn expected() -> Vec<f64> {
    let mut model = Heat::new(INTERVALS, 1, STEPS);
    let spec = Spec::StoreAll { adjoints: 1 };
    let executor = Executor::new(spec).store(Memory::new());
    executor.run(&mut model).unwrap();
    model.gradient()[1..INTERVALS].to_vec()
}

fn gradient(ends: &[Option<End>]) -> Vec<f64> {
    let parts = ends.iter().flatten().flat_map(|(_, gradient)| gradient);
    parts.copied().collect()
}

fn errors(ends: Vec<Option<End>>) -> Vec<String> {
    let texts = ends.into_iter().flatten();
    texts.map(|(end, _)| end.unwrap_err().to_string()).collect()
}

#[test]
fn all_ranks_together_have_the_gradient_of_one() {
    let specs = [
        multistage(),
        Spec::Revolve {
            slots: 4,
            adjoints: 2,
        },
        Spec::TwoLevel {
            period: 15,
            ram: 3,
            adjoints: 1,
        },
        Spec::Periodic {
            period: 12,
            level: 1,
            adjoints: 1,
        },
        Spec::StoreAll { adjoints: 1 },
    ];
    for (k, spec) in specs.iter().enumerate() {
        for size in [1, 2, 3] {
            let folder = tempfile::tempdir().unwrap();
            let ends = run(size, spec, |mut rank| {
                rank.model.known = k < 2;
                on_disk(rank, folder.path(), Duration::from_micros(300))
            });
            assert_eq!(gradient(&ends), expected(), "{spec:?}, {size} ranks");
            let reports: Vec<_> = ends.iter().flatten().map(|end| &end.0).collect();
            let saves = |end: &Result<Outcome, _>| end.as_ref().unwrap().report().saves;
            assert!(reports.iter().all(|end| saves(end) == saves(reports[0])));
        }
    }
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap())
}

#[test]
fn ranks_that_die_at_random_points() {
    let kills = number("ENZYME_CHECKPOINT_KILLS").unwrap_or(40);
    let seed = number("ENZYME_CHECKPOINT_SEED").unwrap_or_else(rand::random);
    println!("ENZYME_CHECKPOINT_SEED={seed}");
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let two_level = Spec::TwoLevel {
        period: 15,
        ram: 3,
        adjoints: 1,
    };
    let (mut done, mut resumed) = (0, 0);
    while done < kills {
        let size = random.random_range(2..=3);
        let known = random.random_bool(0.5);
        let spec = if known { &multistage() } else { &two_level };
        let folder = tempfile::tempdir().unwrap();
        let every = Duration::from_micros(random.random_range(0..300));
        let ends = loop {
            let victim = random.random_range(0..size);
            let (death, last) = (random.random_range(0..400), random.random_bool(0.2));
            let ends = run(size, spec, |rank| {
                let mut rank = on_disk(rank, folder.path(), every);
                rank.model.known = known;
                let left = Cell::new(death);
                if rank.number == victim && !last {
                    rank.model.watch = Box::new(move |_, _| {
                        assert!(left.get() > 0, "{DEATH}");
                        left.set(left.get() - 1);
                    });
                }
                rank
            });
            if ends.iter().all(Option::is_some) {
                break ends;
            }
        };
        assert_eq!(gradient(&ends), expected(), "seed {seed}, run {done}");
        let report = ends[0].as_ref().unwrap().0.as_ref().unwrap().report();
        resumed += u64::from(report.processes > 1);
        done += 1;
    }
    println!("{done} runs, {resumed} resumed");
    assert!(resumed * 3 > done, "only {resumed} of {done} were resumed");
}

#[test]
fn a_stop_on_one_rank_stops_all() {
    let folder = tempfile::tempdir().unwrap();
    let ends = run(3, &multistage(), |rank| {
        let mut rank = on_disk(rank, folder.path(), Duration::from_secs(60));
        let stop = Stop::new();
        rank.executor = rank.executor.stop(stop.clone());
        if rank.number == 2 {
            rank.model.watch = Box::new(move |what, step| {
                if what == "step" && step == 40 {
                    stop.request();
                }
            });
        }
        rank
    });
    for (end, _) in ends.into_iter().flatten() {
        let outcome = end.unwrap();
        assert_eq!(outcome.exit_code(), enzyme_checkpoint::RESUME_EXIT_CODE);
        // The stretch between two meetings has been learnt by then.
        assert!(outcome.report().count.forward_steps() < STEPS);
    }
    let again = |rank| on_disk(rank, folder.path(), Duration::from_secs(60));
    let ends = run(3, &multistage(), again);
    assert_eq!(gradient(&ends), expected());
}

#[test]
fn an_error_on_one_rank_reaches_all() {
    // The state after this step is compared before another rank can see the difference.
    let ends = run(3, &multistage(), |mut rank| {
        rank.model.flaky = (rank.number == 1).then_some(84);
        rank.executor = rank.executor.store(Memory::new()).store(Memory::new());
        rank
    });
    let texts = errors(ends);
    assert!(texts[1].contains("not reproducible"), "{texts:?}");
    for k in [0, 2] {
        assert!(
            texts[k].contains("rank 1 of the run has failed"),
            "{texts:?}"
        );
    }
    // Files that vanish on one rank.
    let folder = tempfile::tempdir().unwrap();
    let ends = run(2, &multistage(), |rank| {
        let mut rank = on_disk(rank, folder.path(), Duration::from_secs(60));
        if rank.number == 0 {
            let folder = folder.path().to_path_buf();
            rank.model.watch = Box::new(move |what, _| {
                if what == "adjoint of step" {
                    remove(&folder, "rank0000-L");
                }
            });
        }
        rank
    });
    let texts = errors(ends);
    assert!(texts[0].contains("not there"), "{texts:?}");
    assert!(texts[1].contains("rank 0"), "{texts:?}");
}

fn remove(folder: &Path, prefix: &str) -> usize {
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let ours = paths.filter(|path| name(path).starts_with(prefix));
    ours.map(|path| fs::remove_file(path).unwrap()).count()
}

#[test]
fn ranks_that_do_different_things_are_told() {
    let memory = |mut rank: Rank| {
        rank.executor = rank.executor.store(Memory::new()).store(Memory::new());
        rank
    };
    let two_level = Spec::TwoLevel {
        period: 15,
        ram: 3,
        adjoints: 1,
    };
    let ends = run(2, &two_level, |rank| {
        let mut rank = memory(rank);
        rank.model.known = false;
        rank.model.end += rank.number as u64;
        rank
    });
    for text in errors(ends) {
        assert!(text.contains("whether state 90 is the final one"), "{text}");
    }
    let ends = run(2, &multistage(), |rank| {
        let mut rank = memory(rank);
        rank.model.end += rank.number as u64;
        rank
    });
    for text in errors(ends) {
        assert!(text.contains("the number of steps"), "{text}");
    }
}

/// Stops a run of two ranks in the middle.
fn interrupted(folder: &Path) {
    let ends = run(2, &multistage(), |rank| {
        let mut rank = on_disk(rank, folder, Duration::from_micros(100));
        let stop = Stop::new();
        rank.executor = rank.executor.stop(stop.clone());
        rank.model.watch = Box::new(move |what, step| {
            if what == "adjoint of step" && step == 70 {
                stop.request();
            }
        });
        rank
    });
    let stopped = |end: &Option<End>| !end.as_ref().unwrap().0.as_ref().unwrap().is_done();
    assert!(ends.iter().all(stopped));
}

#[test]
fn what_one_rank_has_lost_all_compute_again() {
    let folder = tempfile::tempdir().unwrap();
    interrupted(folder.path());
    assert!(remove(folder.path(), "rank0001-L") > 0);
    let again = |rank| on_disk(rank, folder.path(), Duration::from_secs(60));
    let ends = run(2, &multistage(), again);
    assert_eq!(gradient(&ends), expected());

    let folder = tempfile::tempdir().unwrap();
    interrupted(folder.path());
    assert!(remove(folder.path(), "rank0001.journal") > 0);
    assert!(remove(folder.path(), "rank0001.previous") > 0);
    let again = |rank| on_disk(rank, folder.path(), Duration::from_secs(60));
    for (end, _) in run(2, &multistage(), again).into_iter().flatten() {
        let error = end.unwrap_err();
        let apart = matches!(error, RunError::Journal(JournalError::Apart { .. }));
        assert!(apart, "{error}");
    }
}

#[test]
fn agreement_costs_a_message_for_each_checkpoint_moved() {
    let start = Instant::now();
    let ends = run(2, &multistage(), |mut rank| {
        rank.executor = rank.executor.store(Memory::new()).store(Memory::new());
        rank
    });
    let took = start.elapsed();
    for (end, _) in ends.into_iter().flatten() {
        let report = end.unwrap().report().clone();
        let moved = |k: usize| report.levels[k].traffic.writes + report.levels[k].traffic.reads;
        // The stretch between two meetings is found by doubling.
        let few = 40 + took.as_millis() as u64 / 200;
        let most = moved(0) + moved(1) + report.checked + few;
        assert!(report.messages <= most, "{} of {most}", report.messages);
        assert!(report.messages > moved(0));
    }
}
