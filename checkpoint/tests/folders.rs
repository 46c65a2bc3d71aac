//! What lies in the folders of a run when another run, a slip of the user or the disk has changed it: the gradient has
//! the same bits as ever, or the run is refused with the place and what to do.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod models;

use enzyme_checkpoint::store::{Pool, checksum};
use enzyme_checkpoint::{
    Background, Entry, Event, Executor, Fault, FileOptions, Files, Format, Journal, Memory,
    Outcome, RunError, Spec, Stop, Store, Tiered,
};
use models::Heat;
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

const STEPS: u64 = 30;
const INTERVALS: usize = 64;

fn spec() -> Spec {
    Spec::Multistage {
        ram: 2,
        disk: 3,
        write: 1.0,
        read: 1.0,
    }
}

fn options(format: Format) -> FileOptions {
    FileOptions {
        format,
        ..FileOptions::default()
    }
}

fn formats() -> Vec<Format> {
    if cfg!(feature = "hdf5") {
        vec![Format::Plain, Format::Hdf5]
    } else {
        vec![Format::Plain]
    }
}

fn files(folder: &Path, format: Format) -> Files {
    Files::new(folder, &options(format)).unwrap()
}

/// The usual schedule with this store as its disk.
fn on(disk: impl Store + 'static) -> Executor<'static> {
    Executor::new(spec()).store(Memory::new()).store(disk)
}

/// What a run came to: how it ended, its gradient, and checkpoints that it had lost.
struct Ran {
    outcome: Result<Outcome, RunError>,
    gradient: Vec<f64>,
    lost: u32,
}

impl Ran {
    /// The message, where it was refused for what lies in a folder.
    fn refusal(&self) -> String {
        match &self.outcome {
            Err(RunError::Store(error)) => error.to_string(),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("not refused"),
        }
    }

    fn is_done(&self) -> bool {
        self.outcome.as_ref().unwrap().is_done()
    }
}

/// Runs the model `mu` with a journal in `folder`; stops behind the save number `saves`, if there is one.
fn run(mu: f64, executor: Executor<'_>, folder: &Path, saves: Option<u32>) -> Ran {
    let mut model = Heat::new(INTERVALS, 1, STEPS);
    model.mu = mu;
    let stop = Stop::new();
    let (seen, lost) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    // Saves at every point only where one is to be the last: else what the save before names has to stay.
    let every = saves.map_or(Duration::from_secs(3600), |_| Duration::ZERO);
    let events = (Rc::clone(&seen), Rc::clone(&lost), stop.clone());
    let outcome = executor
        .journal(Journal::new(folder).every(every))
        .stop(stop)
        .on_event(move |event| match event {
            Event::Saved { .. } => {
                events.0.set(events.0.get() + 1);
                if Some(events.0.get()) == saves {
                    events.2.request();
                }
            }
            Event::Lost(_) => events.1.set(events.1.get() + 1),
            _ => {}
        })
        .run(&mut model);
    Ran {
        outcome,
        gradient: model.gradient().to_vec(),
        lost: lost.get(),
    }
}

fn reference(mu: f64) -> Vec<f64> {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(mu, on(Memory::new()), folder.path(), None);
    assert!(ran.is_done());
    ran.gradient
}

/// Checkpoint files in a folder.
fn checkpoints(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let is = |path: &PathBuf| path.extension().is_some_and(|e| e == "h5" || e == "ckpt");
    let mut all: Vec<_> = all.filter(is).collect();
    all.sort();
    all
}

#[test]
fn runs_that_share_a_folder_of_files_do_not_take_each_others() {
    let expected = reference(0.4);
    let mut refused = 0;
    for (a, b) in (2..60)
        .step_by(3)
        .flat_map(|a| [3, 9, 17, a].map(|b| (a, b)))
    {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let shared = || files(&at("files"), Format::Plain);
        if run(0.4, on(shared()), &at("a"), Some(a)).is_done() {
            continue;
        }
        let other = run(0.3, on(shared()), &at("b"), Some(b));
        if other.outcome.is_err() {
            let text = other.refusal();
            assert!(
                text.contains("rank0000.journal") && text.contains("help:"),
                "{text}"
            );
            assert!(text.contains("files"), "{text}");
            refused += 1;
        }
        let again = run(0.4, on(shared()), &at("a"), None);
        if other.outcome.is_err() {
            assert!(
                again.is_done() && again.gradient == expected,
                "stopped at {a} and {b}"
            );
        } else if again.outcome.is_ok() {
            assert!(
                again.gradient == expected,
                "stopped at {a} and {b}: a wrong gradient"
            );
        } else {
            let text = again.refusal();
            assert!(
                text.contains("another run"),
                "stopped at {a} and {b}: {text}"
            );
        }
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn files_of_another_run_are_not_taken() {
    let expected = reference(0.4);
    for format in formats() {
        let mut replaced = 0;
        for at in 5..30 {
            let folder = tempfile::tempdir().unwrap();
            let path = |name: &str| folder.path().join(name);
            for (mu, name) in [(0.4, "a"), (0.3, "b")] {
                run(mu, on(files(&path(name), format)), &path(name), Some(at));
            }
            // Somebody confuses the folders.
            let mut swapped = 0;
            for file in checkpoints(&path("a")) {
                let other = path("b").join(file.file_name().unwrap());
                if other.exists() {
                    fs::copy(other, file).unwrap();
                    swapped += 1;
                }
            }
            let ran = run(0.4, on(files(&path("a"), format)), &path("a"), None);
            assert!(ran.is_done());
            assert!(ran.gradient == expected, "{format:?}, stopped at {at}");
            assert_eq!(ran.lost, swapped);
            replaced += swapped;
        }
        assert!(replaced > 10);
    }
}

/// The entry that the header of a plain file names.
fn entry_of(file: &Path) -> Entry {
    let bytes = fs::read(file).unwrap();
    let length = u64::from_le_bytes(bytes[8..16].try_into().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&bytes[24..24 + length]).unwrap();
    serde_json::from_value(header["entry"].clone()).unwrap()
}

#[test]
fn a_file_with_other_content_is_not_taken() {
    let expected = reference(0.4);
    let folder = tempfile::tempdir().unwrap();
    run(
        0.4,
        on(files(folder.path(), Format::Plain)),
        folder.path(),
        Some(12),
    );
    let all = checkpoints(folder.path());
    assert!(!all.is_empty());
    // Whole, of this run, and with checksums that fit: but not what this save names.
    let mut store = files(folder.path(), Format::Plain);
    let entry = entry_of(&all[0]);
    let mut bytes = Pool::new().take(entry.bytes());
    bytes.fill(0);
    store.write(&entry, bytes).unwrap();
    drop(store);
    let ran = run(
        0.4,
        on(files(folder.path(), Format::Plain)),
        folder.path(),
        None,
    );
    assert!(ran.is_done() && ran.gradient == expected);
    assert_eq!(ran.lost, 1);
}

#[test]
fn a_damaged_journal_gives_way_to_the_one_before() {
    let expected = reference(0.4);
    for at in [0, 9, 17, 30, 200, usize::MAX] {
        let folder = tempfile::tempdir().unwrap();
        let store = || files(folder.path(), Format::Plain);
        run(0.4, on(store()), folder.path(), Some(40));
        let path = folder.path().join("rank0000.journal");
        let mut bytes = fs::read(&path).unwrap();
        let at = at.min(bytes.len() - 1);
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let ran = run(0.4, on(store()), folder.path(), None);
        assert!(ran.is_done() && ran.gradient == expected, "byte {at}");
        assert!(ran.outcome.unwrap().report().processes > 1);
    }
}

/// Whichever bit of the last save is flipped: the one before is gone on from, to the same bits.
#[test]
fn one_flipped_bit_of_a_journal_loses_nothing() {
    let expected = reference(0.4);
    let folder = tempfile::tempdir().unwrap();
    let store = || files(folder.path(), Format::Plain);
    run(0.4, on(store()), folder.path(), Some(40));
    let kept: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    let path = folder.path().join("rank0000.journal");
    let bits = fs::read(&path).unwrap().len() * 8;
    for bit in (0..bits).step_by(bits / 24 + 1) {
        for file in fs::read_dir(folder.path()).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
        for (path, bytes) in &kept {
            fs::write(path, bytes).unwrap();
        }
        let mut bytes = fs::read(&path).unwrap();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, bytes).unwrap();
        let ran = run(0.4, on(store()), folder.path(), None);
        assert!(ran.is_done() && ran.gradient == expected, "bit {bit}");
        assert!(ran.outcome.unwrap().report().processes > 1, "bit {bit}");
    }
}

#[test]
fn room_for_the_slots_is_enough() {
    let size = (INTERVALS as u64 + 1) * 8;
    let expected = reference(0.4);
    let levels = |ram, disk| Spec::ram_and_disk(ram, Some(disk), 1.0, 0.1, 0.1);
    let stages = Spec::Stages {
        units: 6,
        stage_units: 2,
    };
    let cases = [
        (spec(), 3, false),
        (spec(), 3, true),
        (levels(1, 3), 3, false),
        (levels(2, 2), 2, true),
        (Spec::Mixed { units: 4 }, 4, false),
        (stages, 6, false),
    ];
    for (spec, room, background) in cases {
        for at in (3..60).step_by(4) {
            let folder = tempfile::tempdir().unwrap();
            let executor = || {
                let tier = Box::new(files(folder.path(), Format::Plain)) as _;
                let tiers = Tiered::new(vec![(tier, room * size)]);
                let executor = Executor::new(spec.clone());
                // Those with tapes have one level.
                if matches!(spec, Spec::Mixed { .. } | Spec::Stages { .. }) {
                    executor.store(tiers)
                } else if background {
                    let store = Background::new(tiers, 1 << 20).unwrap();
                    executor.store(Memory::new()).store(store)
                } else {
                    executor.store(Memory::new()).store(tiers)
                }
            };
            run(0.4, executor(), folder.path(), Some(at));
            let ran = run(0.4, executor(), folder.path(), None);
            if let Err(error) = &ran.outcome {
                panic!("{spec:?}, stopped at {at}: {error}");
            }
            assert!(ran.gradient == expected, "{spec:?}, stopped at {at}");
        }
    }
}

#[test]
fn a_folder_in_the_place_of_a_checkpoint_does_not_end_every_resume() {
    let expected = reference(0.4);
    for full in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let store = || files(folder.path(), Format::Plain);
        run(0.4, on(store()), folder.path(), Some(12));
        let place = checkpoints(folder.path()).remove(0);
        fs::remove_file(&place).unwrap();
        fs::create_dir(&place).unwrap();
        if full {
            fs::write(place.join("notes"), "mine").unwrap();
            let text = run(0.4, on(store()), folder.path(), None).refusal();
            assert!(text.contains("move it away"), "{text}");
            fs::remove_dir_all(&place).unwrap();
        }
        let ran = run(0.4, on(store()), folder.path(), None);
        assert!(ran.is_done() && ran.gradient == expected);
        assert_eq!(ran.lost, 1);
    }
}

#[test]
fn the_remedy_for_a_full_disk_is_one_that_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let tiers = |checkpoints: u64| {
        let files = Box::new(files(folder.path(), Format::Plain)) as _;
        Tiered::new(vec![(files, checkpoints * (INTERVALS as u64 + 1) * 8)])
    };
    let ran = run(0.4, on(tiers(2)), folder.path(), None);
    let Err(RunError::Store(error)) = ran.outcome else {
        panic!("room for two of three is enough")
    };
    assert_eq!(error.fault(), Fault::Full);
    let remedy = error.remedy();
    assert!(
        remedy.starts_with("give the tiers more room, then run the same command again"),
        "{remedy}"
    );
    // A journal refuses another number of slots: whoever gives fewer needs another one.
    assert!(remedy.contains("another journal"), "{remedy}");
    let ran = run(0.4, on(tiers(3)), folder.path(), None);
    assert!(ran.is_done() && ran.gradient == reference(0.4));
}

#[test]
fn another_version_of_journal_or_files_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = || files(folder.path(), Format::Plain);
    run(0.4, on(store()), folder.path(), Some(12));
    // A file of the version before is computed again.
    let place = checkpoints(folder.path()).remove(0);
    let mut bytes = fs::read(&place).unwrap();
    let entry = entry_of(&place);
    bytes[7] = b'1';
    fs::write(&place, bytes).unwrap();
    let error = store().read(&entry, &mut |_| ()).unwrap_err().to_string();
    assert!(error.contains("another version"), "{error}");
    let ran = run(0.4, on(store()), folder.path(), Some(1));
    assert_eq!(ran.lost, 1);
    // A journal is refused, and so is the save before.
    let path = folder.path().join("rank0000.journal");
    let bytes = fs::read(&path).unwrap();
    let length = u64::from_le_bytes(bytes[8..16].try_into().unwrap()) as usize;
    let mut header: serde_json::Value = serde_json::from_slice(&bytes[24..24 + length]).unwrap();
    header["version"] = 3.into();
    let header = serde_json::to_vec(&header).unwrap();
    let mut old = bytes[..8].to_vec();
    old.extend((header.len() as u64).to_le_bytes());
    old.extend(checksum(&header).to_le_bytes());
    old.extend(&header);
    old.extend(&bytes[24 + length..]);
    fs::write(&path, old).unwrap();
    let ran = run(0.4, on(store()), folder.path(), None);
    let error = ran.outcome.unwrap_err().to_string();
    assert!(
        error.contains("version 3") && error.contains("help:"),
        "{error}"
    );
}
