//! Files packed by zfp: the bound holds, the error is reported, and runs that crash and go on give the same bits.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod models;

use enzyme_checkpoint::store::{Owner, Pool};
use enzyme_checkpoint::{
    Background, Check, Data, Entry, Executor, Fault, Field, FileOptions, Files, Filter, Format,
    Journal, JournalError, Kind, Layout, Memory, Model, Outcome, RunError, Slot, Spec, Stop,
    StorageLevel, Store, Tiered,
};
use models::Rod;
use rand::{Rng, SeedableRng};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const BOUND: f64 = 1e-6;

fn options(bound: f64) -> FileOptions {
    FileOptions {
        format: Format::Hdf5,
        filter: Filter::Zfp(bound),
        ..FileOptions::default()
    }
}

fn entry(data: Data, fields: &[(&str, Kind, &[usize])]) -> Entry {
    let field = |(name, kind, shape): &(&str, Kind, &[usize])| Field {
        name: (*name).into(),
        kind: *kind,
        shape: (*shape).into(),
    };
    Entry {
        slot: Slot::disk(0),
        data,
        step: 3,
        generation: 7,
        layout: Arc::new(Layout::new(fields.iter().map(field).collect::<Vec<_>>())),
        split: 0,
        run: 0,
    }
}

/// What comes back of these bytes, the error that the store reports, and the size of the file.
fn through(options: &FileOptions, entry: &Entry, bytes: &[u8]) -> (Vec<u8>, f64, u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Files::new(folder.path(), options).unwrap();
    let mut buffer = Pool::new().take(entry.bytes());
    buffer.copy_from_slice(bytes);
    store.write(entry, buffer).unwrap();
    let back = read(&mut store, entry);
    // And so it does at the start of another process.
    assert_eq!(
        store
            .recover(&Owner::default(), &[entry.clone().into()])
            .unwrap(),
        [true]
    );
    let is_it = |path: &Path| path.extension().is_some_and(|e| e == "h5");
    let mut files = fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap());
    let size = files.find(|file| is_it(&file.path())).unwrap();
    (
        back,
        store.traffic().max_error,
        size.metadata().unwrap().len(),
    )
}

fn read(store: &mut dyn Store, entry: &Entry) -> Vec<u8> {
    let mut back = Vec::new();
    store
        .read(entry, &mut |bytes| back.extend_from_slice(bytes))
        .unwrap();
    back
}

/// Of one field of doubles: what comes back, and the error reported.
fn doubles(bound: f64, shape: &[usize], numbers: &[f64]) -> (Vec<f64>, f64, u64) {
    let entry = entry(Data::State, &[("u", Kind::F64, shape)]);
    let (back, error, size) = through(&options(bound), &entry, bytemuck::cast_slice(numbers));
    (bytemuck::allocation::pod_collect_to_vec(&back), error, size)
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.fold(0.0, |max: f64, (a, b)| max.max((a - b).abs()))
}

fn smooth(count: usize) -> Vec<f64> {
    (0..count).map(|k| (k as f64 * 0.01).sin()).collect()
}

fn rough(count: usize) -> Vec<f64> {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let number = |_| random.random_range(-1.0..1.0) * 10f64.powi(random.random_range(-8..4));
    (0..count).map(number).collect()
}

#[test]
fn the_bound_holds_and_the_error_is_reported() {
    let shapes: [&[usize]; 5] = [
        &[6000],
        &[60, 100],
        &[3, 20, 100],
        &[4, 15, 4, 25],
        &[1, 6000],
    ];
    let cases = [
        (1e-3, smooth(6000)),
        (BOUND, smooth(6000)),
        (1e-9, smooth(6000)),
        (1e-3, rough(6000)),
        (BOUND, rough(6000)),
    ];
    for (bound, numbers) in cases {
        for shape in shapes {
            let (back, error, size) = doubles(bound, shape, &numbers);
            assert!(error <= bound, "{shape:?}: {error} > {bound}");
            assert_eq!(difference(&numbers, &back), error, "{shape:?}");
            assert!(error > 0.0 && size < 48_000, "{shape:?}: {size} B");
        }
    }
}

#[test]
fn chunks_are_packed_one_by_one() {
    let numbers = rough(6000);
    let entry = entry(Data::State, &[("u", Kind::F64, &[60, 100])]);
    let small = FileOptions {
        chunk: Some(5000),
        ..options(BOUND)
    };
    let (back, error, _) = through(&small, &entry, bytemuck::cast_slice(&numbers));
    assert!(error > 0.0 && error <= BOUND);
    let back: Vec<f64> = bytemuck::allocation::pod_collect_to_vec(&back);
    assert_eq!(difference(&numbers, &back), error);
}

/// Where the bound cannot be kept, or packing is of no use, the field comes back to the last bit.
#[test]
fn what_is_not_fit_is_kept_as_it_is() {
    let with = |number: f64| {
        let mut numbers = smooth(6000);
        numbers[1234] = number;
        numbers
    };
    // zfp would lose the other numbers of the block.
    let large = with(1e300);
    let noise: Vec<f64> = rough(6000).iter().map(|x| x * 1e40).collect();
    let cases = [
        (BOUND, vec![6000], large),
        (BOUND, vec![6000], with(f64::NAN)),
        (BOUND, vec![6000], with(f64::INFINITY)),
        (BOUND, vec![6000], with(f64::NEG_INFINITY)),
        (1e-15, vec![6000], noise),
        (BOUND, vec![1], vec![1.0 / 3.0]),
        (BOUND, vec![1, 1, 1], vec![1.0 / 3.0]),
        (BOUND, vec![], vec![1.0 / 3.0]),
        (BOUND, vec![0], vec![]),
        (BOUND, vec![0, 5], vec![]),
        (BOUND, vec![2, 5, 6, 10, 10], smooth(6000)),
    ];
    for (bound, shape, numbers) in cases {
        let (back, error, _) = doubles(bound, &shape, &numbers);
        let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&back), bits(&numbers), "{shape:?}");
        assert_eq!(error, 0.0, "{shape:?}");
    }
}

#[test]
fn only_floating_point_numbers_of_states_are_packed() {
    let fields: &[(&str, Kind, &[usize])] = &[
        ("flags", Kind::U8, &[4001]),
        ("single", Kind::F32, &[50, 80]),
        ("count", Kind::I64, &[4000]),
        ("double", Kind::F64, &[4000]),
    ];
    let state = entry(Data::State, fields);
    let doubles = smooth(4000);
    let singles: Vec<f32> = doubles.iter().map(|x| *x as f32).collect();
    let counts: Vec<i64> = (0..4000).map(|k| k * k).collect();
    let mut bytes = vec![7; 4001];
    bytes.extend_from_slice(bytemuck::cast_slice(&singles));
    bytes.extend_from_slice(bytemuck::cast_slice(&counts));
    bytes.extend_from_slice(bytemuck::cast_slice(&doubles));
    let (back, error, _) = through(&options(1e-4), &state, &bytes);
    let (single, count, double) = (4001..20_001, 20_001..52_001, 52_001..84_001);
    assert!(back[..4001] == bytes[..4001] && back[count.clone()] == bytes[count]);
    assert!(back[single.clone()] != bytes[single.clone()]);
    assert!(back[double.clone()] != bytes[double.clone()]);
    let back_singles: Vec<f32> = bytemuck::allocation::pod_collect_to_vec(&back[single]);
    let pairs = singles.iter().zip(&back_singles);
    let largest = pairs.fold(0.0, |max: f64, (a, b)| {
        max.max((f64::from(*a) - f64::from(*b)).abs())
    });
    let back_doubles: Vec<f64> = bytemuck::allocation::pod_collect_to_vec(&back[double]);
    assert_eq!(largest.max(difference(&doubles, &back_doubles)), error);
    assert!(error <= 1e-4);
    for data in [Data::Tape, Data::Stages] {
        let (back, error, _) = through(&options(1e-4), &entry(data, fields), &bytes);
        assert!(back == bytes && error == 0.0, "{data}");
    }
}

#[test]
fn bounds_without_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for bound in [0.0, -1.0, 1e-20, f64::NAN, f64::INFINITY] {
        let error = Files::new(folder.path(), &options(bound)).err().unwrap();
        assert_eq!(error.fault(), Fault::Unsupported);
        assert!(error.to_string().contains("at least 2.2"), "{error}");
    }
    let plain = FileOptions {
        format: Format::Plain,
        ..options(BOUND)
    };
    assert!(Files::new(folder.path(), &plain).is_err());
}

#[test]
fn a_lossy_tier_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::new(folder.path(), &options(BOUND)).unwrap();
    let mut tiered = Tiered::new(vec![
        (Box::new(Memory::new()), 1000),
        (Box::new(files), u64::MAX),
    ]);
    let error = tiered.recover(&Owner::default(), &[]).unwrap_err();
    assert_eq!(error.fault(), Fault::Unsupported);
    assert!(
        error.to_string().contains("a level of the schedule"),
        "{error}"
    );
}

/// What waits to be written is not what will be read.
#[test]
fn the_background_reads_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::new(folder.path(), &options(1e-3)).unwrap();
    let mut store = Background::new(files, 64 << 20).unwrap();
    let numbers = smooth(6000);
    let of = |k: u32| Entry {
        slot: Slot::disk(k),
        generation: u64::from(k),
        ..entry(Data::State, &[("u", Kind::F64, &[6000])])
    };
    let (expected, ..) = doubles(1e-3, &[6000], &numbers);
    for k in 0..40 {
        let mut buffer = Pool::new().take(48_000);
        buffer.copy_from_slice(bytemuck::cast_slice(&numbers));
        store.write(&of(k), buffer).unwrap();
        if k % 2 == 0 {
            store.prefetch(&of(k));
        }
        let back = read(&mut store, &of(k));
        assert!(back == bytemuck::cast_slice::<f64, u8>(&expected), "{k}");
    }
}

fn level(slots: u64, cost: f64) -> StorageLevel {
    StorageLevel {
        slots: Some(slots),
        write: cost,
        read: cost,
    }
}

/// Schedules with checkpoints at level 1, and those that have level 0 only.
fn specs(adjoints: u32) -> Vec<Spec> {
    vec![
        Spec::Revolve { slots: 4, adjoints },
        Spec::Multistage {
            ram: 2,
            disk: 3,
            write: 1.0,
            read: 1.0,
        },
        Spec::Levels {
            levels: vec![level(2, 0.0), level(3, 2.0)],
            forward: 1.0,
        },
        Spec::PeriodicDisk { ram: 2, period: 7 },
        Spec::TwoLevel {
            period: 7,
            ram: 2,
            adjoints,
        },
        Spec::Stages {
            units: 7,
            stage_units: 2,
        },
        Spec::Periodic {
            period: 6,
            level: 1,
            adjoints,
        },
    ]
}

/// Error of a state: at most the bound for each lossy checkpoint on the way to it, for no step of the linear model enlarges
/// the largest of the differences. The gradient is a sum of as many states as there are steps, taken through such steps.
#[test]
fn the_gradient_is_within_the_bound_that_follows() {
    const STEPS: u64 = 60;
    let mut changed = 0;
    for spec in specs(1) {
        let folder = tempfile::tempdir().unwrap();
        let mut model = Rod::new(256, 2, STEPS, 0.0);
        let lossy = |name: &str| Files::new(folder.path().join(name), &options(BOUND)).unwrap();
        let outcome = Executor::new(spec.clone())
            .store(lossy("0"))
            .store(lossy("1"))
            .check(Check::Every)
            .run(&mut model)
            .unwrap();
        let report = outcome.report();
        let errors = report.levels.iter().map(|level| level.traffic.max_error);
        let largest = errors.fold(0.0, f64::max);
        assert!(largest <= BOUND);
        let json = serde_json::to_string(report).unwrap();
        assert!(json.contains("max_error"));
        if largest > 0.0 {
            assert!(report.to_string().contains("largest error"), "{report}");
        }
        let depth: u64 = (0..2).map(|k| report.count.level(k).peak).sum();
        let bound = (STEPS * depth) as f64 * largest + 1e-11;
        let error = model.error();
        assert!(error <= bound, "{}: {error} > {bound}", spec.name());
        changed += u32::from(error > 1e-9);
    }
    // Not of all schedules are states restored.
    assert!(changed >= 4, "{changed}");
}

/// A run in `folder` with lossy files at the levels of `lossy`, lossless ones at level 0 or memory otherwise.
struct Case {
    spec: Spec,
    lossy: [bool; 2],
    background: bool,
}

impl Case {
    fn store(
        &self,
        level: usize,
        folder: &Path,
    ) -> Box<dyn Fn(Executor<'static>) -> Executor<'static>> {
        let path = folder.join(level.to_string());
        let (lossy, background) = (self.lossy[level], self.background);
        Box::new(move |executor| {
            if !lossy && level == 0 {
                return executor.store(Memory::new());
            }
            let options = if lossy {
                options(BOUND)
            } else {
                FileOptions::default()
            };
            let files = Files::new(&path, &options).unwrap();
            if background {
                executor.store(Background::new(files, 1 << 13).unwrap())
            } else {
                executor.store(files)
            }
        })
    }

    fn run(
        &self,
        folder: &Path,
        every: Duration,
        stop: Option<u64>,
        left: Option<u64>,
    ) -> (Result<Outcome, RunError>, Vec<u8>) {
        let mut model = Rod::new(256, 3, 31, 0.05);
        let word = Stop::new();
        model.left = left;
        model.stop = stop.map(|at| (at, word.clone()));
        let mut executor = Executor::new(self.spec.clone()).check(Check::Every);
        for level in 0..2 {
            executor = self.store(level, folder)(executor);
        }
        let journal = Journal::new(folder).every(every);
        let outcome = executor.journal(journal).stop(word).run(&mut model);
        (outcome, bytemuck::cast_slice(model.gradient()).to_vec())
    }

    fn name(&self) -> String {
        let Self {
            lossy, background, ..
        } = self;
        format!("{} {lossy:?} {background}", self.spec.name())
    }
}

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for spec in specs(2) {
        for lossy in [[false, true], [true, false], [true, true]] {
            all.push(Case {
                spec: spec.clone(),
                lossy,
                background: all.len() % 2 == 1,
            });
        }
    }
    all
}

const NEVER: Duration = Duration::from_secs(3600);

/// Gradient of a run that nothing interrupts and that never saves on the way; steps that it runs.
fn reference(case: &Case) -> (Vec<u8>, u64) {
    let folder = tempfile::tempdir().unwrap();
    let (outcome, gradient) = case.run(folder.path(), NEVER, None, None);
    let outcome = outcome.unwrap();
    let count = &outcome.report().count;
    (gradient, count.forward_steps() + count.reverses)
}

/// Steps between the places where a run crashes.
fn crashes() -> usize {
    let every = std::env::var("ENZYME_CHECKPOINT_CRASHES").ok();
    every.map_or(29, |text| text.parse().unwrap())
}

#[test]
fn a_run_that_crashes_and_goes_on_gives_the_same_bits() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let (mut rebuilt, mut resumed) = (0, 0);
    for case in cases() {
        let (expected, calls) = reference(&case);
        for at in (1..calls).step_by(crashes()) {
            // A crash when the run has saved wherever it can, or when it has saved at one point only.
            let folder = tempfile::tempdir().unwrap();
            let often = random.random_bool(0.5);
            let (every, stop) = if often {
                (Duration::ZERO, None)
            } else {
                (NEVER, Some(at))
            };
            let (first, _) = case.run(folder.path(), every, stop, often.then_some(at));
            assert_eq!(first.is_err(), often);
            let left = random.random_range(1..calls);
            let _ = case.run(folder.path(), every, None, Some(left));
            let (outcome, gradient) = case.run(folder.path(), NEVER, None, None);
            let outcome = outcome.unwrap_or_else(|error| panic!("{}, {at}: {error}", case.name()));
            assert!(
                gradient == expected,
                "{}, {at}, {left}, seed {seed}",
                case.name()
            );
            rebuilt += outcome.report().rebuilt_steps;
            resumed += u32::from(outcome.report().processes > 1);
        }
    }
    println!("{resumed} runs resumed, {rebuilt} steps to rebuild");
    assert!(rebuilt > 0 && resumed > 40);
}

/// The save before the last one finds all that it needs, the lossy checkpoints as well that things were computed from which
/// a run has only in memory.
#[test]
fn a_damaged_journal_loses_nothing() {
    let mut gone_back = 0;
    for case in cases() {
        let (expected, calls) = reference(&case);
        for (k, at) in (1..calls).step_by(13).enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let stopped = |at| case.run(folder.path(), NEVER, Some(at), None).0.unwrap();
            stopped(at);
            stopped(3 + 11 * (k as u64 % 5));
            let path = folder.path().join("rank0000.journal");
            if !path.with_extension("previous.journal").exists() {
                // It was stopped while it computed again what it had lost, and has not saved a second time.
                continue;
            }
            if k % 2 == 1 {
                // A process that ends before it saves removes nothing of what the save before needs.
                let _ = case.run(folder.path(), NEVER, None, Some(1));
            }
            let mut bytes = fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&path, bytes).unwrap();
            let (outcome, gradient) = case.run(folder.path(), NEVER, None, None);
            outcome.unwrap_or_else(|error| panic!("{}, {at}: {error}", case.name()));
            assert!(gradient == expected, "{}, {at}", case.name());
            gone_back += 1;
        }
    }
    println!("{gone_back} runs went on from the save before");
    assert!(gone_back > 100);
}

/// Where the files are lost besides, either the run gives the same bits or says that it cannot.
#[test]
fn lost_files_are_computed_again_or_the_run_ends() {
    let (mut same, mut refused) = (0, 0);
    for case in cases() {
        let (expected, calls) = reference(&case);
        for at in (1..calls).step_by(23) {
            let folder = tempfile::tempdir().unwrap();
            let (first, _) = case.run(folder.path(), NEVER, Some(at), None);
            first.unwrap();
            for level in ["0", "1"] {
                let Ok(files) = fs::read_dir(folder.path().join(level)) else {
                    continue;
                };
                let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
                files.retain(|path| path.extension().is_some_and(|e| e == "h5"));
                for file in files {
                    fs::write(file, "damaged").unwrap();
                }
            }
            match case.run(folder.path(), NEVER, None, None) {
                (Ok(_), gradient) => {
                    assert!(gradient == expected, "{}, {at}", case.name());
                    same += 1;
                }
                (Err(error), _) => {
                    assert!(matches!(error, RunError::NoOrigin(_)), "{error}");
                    refused += 1;
                }
            }
        }
    }
    println!("{same} as before, {refused} refused");
    assert!(same > refused && refused > 0);
}

#[test]
fn a_run_goes_on_with_the_same_bound_only() {
    let folder = tempfile::tempdir().unwrap();
    let run = |bound: f64, stop: bool| {
        let mut model = Rod::new(256, 3, 31, 0.05);
        let word = Stop::new();
        model.stop = stop.then(|| (20, word.clone()));
        let (spec, steps) = (
            Spec::Revolve {
                slots: 4,
                adjoints: 1,
            },
            model.steps(),
        );
        assert_eq!(steps, Some(31));
        Executor::new(spec)
            .store(Files::new(folder.path(), &options(bound)).unwrap())
            .journal(Journal::new(folder.path()).every(NEVER))
            .stop(word)
            .run(&mut model)
    };
    run(BOUND, true).unwrap();
    let error = run(1e-5, false).unwrap_err();
    assert!(
        matches!(error, RunError::Journal(JournalError::Other { .. })),
        "{error}"
    );
    assert!(error.to_string().contains("errors up to 1e-5"), "{error}");
    assert!(run(BOUND, false).unwrap().is_done());
}

/// Steps that are repeated from a checkpoint without loss are compared as ever.
#[test]
fn a_step_that_is_not_reproducible_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Rod::new(256, 3, 31, 0.05);
    model.flaky = Some(29);
    let error = Executor::new(specs(1).swap_remove(1))
        .store(Memory::new())
        .store(Files::new(folder.path(), &options(BOUND)).unwrap())
        .run(&mut model)
        .unwrap_err();
    assert!(matches!(error, RunError::NotReproducible { .. }), "{error}");
}
