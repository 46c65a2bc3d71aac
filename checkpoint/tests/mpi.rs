//! Ranks of MPI: files of all ranks, and runs that are killed and go on. `make test-mpi` runs it; needs `mpirun`.
//!
//! The programs below `mpirun` are this one, with `RUN` in the environment. A rank in which nothing happens for a while
//! says what it did last and ends. `ENZYME_CHECKPOINT_MPI_KILLS` says how many runs are killed,
//! `ENZYME_CHECKPOINT_SEED` repeats them, `ENZYME_CHECKPOINT_MPIRUN` is the command in place of `mpirun --oversubscribe`.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod models;

use enzyme_checkpoint::store::{Kept, Owner, Pool};
use enzyme_checkpoint::{
    Background, Data, Entry, Event, Executor, Fault, Field, FileOptions, Files, Journal, Kind,
    Layout, Memory, ModelError, MpiPeers, Outcome, RESUME_EXIT_CODE, RunError, SharedFiles, Slot,
    Spec, Stop, Store,
};
use models::{Heat, Link, SplitHeat};
use mpi::point_to_point::{Destination, Source};
use mpi::request::WaitGuard;
use mpi::topology::{Communicator, SimpleCommunicator};
use rand::{Rng, SeedableRng};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

const STEPS: u64 = 60;
const INTERVALS: usize = 20_000;
const RUN: &str = "ENZYME_CHECKPOINT_TEST_RUN";
/// After this time without any action a rank hangs.
const PATIENCE: Duration = Duration::from_secs(30);

// What happens below `mpirun`.

/// What this rank did last, and how often it did something.
static LAST: Mutex<(String, u64)> = Mutex::new((String::new(), 0));

fn note(what: &str, step: u64) {
    let mut last = LAST.lock().unwrap();
    *last = (format!("{what} {step}"), last.1 + 1);
}

/// Ends this process if nothing happens for long.
fn watch(rank: i32) {
    thread::spawn(move || {
        let mut seen = 0;
        let mut since = Instant::now();
        loop {
            thread::sleep(Duration::from_millis(200));
            let (what, count) = LAST.lock().unwrap().clone();
            if count != seen {
                (seen, since) = (count, Instant::now());
            } else if since.elapsed() > PATIENCE {
                eprintln!("rank {rank} hangs; last action: {what}");
                // Until the others have said so, too.
                thread::sleep(Duration::from_secs(2));
                process::exit(70);
            }
        }
    });
}

struct Neighbours(SimpleCommunicator);

impl Link for Neighbours {
    fn exchange(&mut self, first: f64, last: f64) -> Result<(f64, f64), ModelError> {
        let (comm, rank) = (&self.0, self.0.rank());
        let left = (rank > 0).then(|| comm.process_at_rank(rank - 1));
        let right = (rank + 1 < comm.size()).then(|| comm.process_at_rank(rank + 1));
        Ok(mpi::request::scope(|scope| {
            let send = |to: &mpi::topology::Process<'_>, value| {
                WaitGuard::from(to.immediate_send(scope, value))
            };
            let _sent = (
                left.as_ref().map(|to| send(to, &first)),
                right.as_ref().map(|to| send(to, &last)),
            );
            let receive = |from: &mpi::topology::Process<'_>| from.receive::<f64>().0;
            (
                left.as_ref().map_or(0.0, receive),
                right.as_ref().map_or(0.0, receive),
            )
        }))
    }
}

/// A schedule, whether its length is known before, and whether files are those of all ranks.
fn cases() -> Vec<(Spec, bool, bool)> {
    let multistage = Spec::Multistage {
        ram: 2,
        disk: 5,
        write: 1.0,
        read: 1.0,
    };
    let two_level = Spec::TwoLevel {
        period: 10,
        ram: 2,
        adjoints: 1,
    };
    vec![
        (multistage.clone(), true, true),
        (two_level, false, true),
        (multistage, true, false),
    ]
}

/// One rank of a run; on success its gradient is in a file.
fn go(case: usize, folder: &Path, world: &SimpleCommunicator) -> Result<Outcome, RunError> {
    let (spec, known, shared) = cases().swap_remove(case);
    let ranks = [world.rank() as usize, world.size() as usize];
    let link = Neighbours(world.duplicate());
    let mut model = SplitHeat::new(INTERVALS, STEPS, ranks, link);
    model.known = known;
    model.watch = Box::new(note);
    let executor = Executor::new(spec)
        .peers(MpiPeers::new(world))
        .store(Memory::new());
    let executor = if shared {
        executor.store(SharedFiles::new(folder, world)?)
    } else {
        let options = FileOptions {
            rank: ranks[0] as u32,
            ..FileOptions::default()
        };
        executor.store(Background::new(Files::new(folder, &options)?, 1 << 20)?)
    };
    fs::write(folder.join(format!("started.{}", ranks[0])), "").unwrap();
    let outcome = executor
        .journal(Journal::new(folder).every(Duration::from_millis(2)))
        .stop(Stop::new().on_signals().unwrap())
        .on_event(|event| {
            if let Event::Saved { .. } = event {
                note("save", 0);
            }
        })
        .run(&mut model)?;
    if outcome.is_done() {
        let gradient: &[u8] = bytemuck::cast_slice(model.gradient());
        fs::write(folder.join(format!("gradient.{}", ranks[0])), gradient).unwrap();
    }
    Ok(outcome)
}

/// What the programs below `mpirun` do; nothing in the test itself.
#[test]
fn run() {
    let Ok(text) = env::var(RUN) else { return };
    let (what, folder) = text.split_once(' ').unwrap();
    let folder = Path::new(folder);
    let universe = mpi::initialize().unwrap();
    let world = universe.world();
    let rank = world.rank();
    watch(rank);
    let name = folder.join(format!("pid.{rank}"));
    fs::write(&name, process::id().to_string()).unwrap();
    match what {
        "store" => use_store(folder, &world),
        "full" => fill(folder, &world),
        case => {
            let code = match go(case.parse().unwrap(), folder, &world) {
                Ok(outcome) => {
                    println!("processes {}", outcome.report().processes);
                    outcome.exit_code()
                }
                Err(error) => {
                    eprintln!("rank {rank}: {error}");
                    9
                }
            };
            fs::write(folder.join(format!("code.{rank}")), code.to_string()).unwrap();
        }
    }
}

/// Of rank `rank`: fields of different extents, one of them empty on rank 1.
fn layout(rank: usize) -> Arc<Layout> {
    let field = |name: &str, kind, shape: &[usize]| Field {
        name: name.into(),
        kind,
        shape: shape.into(),
    };
    Arc::new(Layout::new([
        field("flags", Kind::U8, &[5 + rank]),
        // Not aligned, behind bytes.
        field("velocity", Kind::F64, &[30 + 7 * rank, 20]),
        field("count", Kind::I64, &[]),
        field("mask", Kind::F32, &[2, if rank == 1 { 0 } else { 9 }]),
    ]))
}

fn entry(rank: usize, index: u32, generation: u64) -> Entry {
    Entry {
        slot: Slot::disk(index),
        data: Data::State,
        step: 17 + u64::from(index),
        generation,
        layout: layout(rank),
        split: 0,
        run: 0,
    }
}

fn bytes(rank: usize, seed: u64) -> Vec<u8> {
    let mut x = seed * 1000 + rank as u64;
    let numbers = std::iter::repeat_with(|| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (x >> 56) as u8
    });
    numbers.take(layout(rank).bytes()).collect()
}

fn put(store: &mut SharedFiles, entry: &Entry, bytes: &[u8]) {
    let mut buffer = Pool::new().take(entry.bytes());
    buffer.copy_from_slice(bytes);
    store.write(entry, buffer).unwrap();
}

fn get(store: &mut SharedFiles, entry: &Entry) -> Vec<u8> {
    let mut found = Vec::new();
    let read = store.read(entry, &mut |bytes| found.extend_from_slice(bytes));
    read.unwrap();
    found
}

fn use_store(folder: &Path, world: &SimpleCommunicator) {
    let rank = world.rank() as usize;
    let mut store = SharedFiles::new(folder, world).unwrap();
    assert!(store.is_shared());
    for (index, generation) in [(0, 4), (1, 5), (2, 9)] {
        let entry = entry(rank, index, generation);
        put(&mut store, &entry, &bytes(rank, generation));
    }
    store.flush().unwrap();
    for (index, generation) in [(2, 9), (0, 4), (1, 5)] {
        let found = get(&mut store, &entry(rank, index, generation));
        assert!(found == bytes(rank, generation), "rank {rank}");
    }
    mpi::collective::CommunicatorCollectives::barrier(world);
    // The piece of the last rank in one of them is damaged.
    if rank == 0 {
        let path = folder.join("shared-L1-000001-g000000000005.h5");
        let mut content = fs::read(&path).unwrap();
        let last = world.size() as usize - 1;
        let piece = &bytes(last, 5)[..5 + last];
        let at = content.windows(piece.len()).position(|w| w == piece);
        content[at.unwrap()] ^= 1;
        fs::write(&path, content).unwrap();
    }
    mpi::collective::CommunicatorCollectives::barrier(world);
    let damaged = store.read(&entry(rank, 1, 5), &mut |_| {});
    if rank + 1 == world.size() as usize {
        let error = damaged.unwrap_err();
        assert_eq!(error.fault(), Fault::Corrupt, "{error}");
        assert_eq!(error.dataset(), Some("checkpoint/flags"));
        assert_eq!((error.step(), error.rank()), (Some(18), Some(rank)));
    } else {
        damaged.unwrap();
    }
    // Nobody else may use it, neither here nor there.
    let error = SharedFiles::new(folder, world).err().unwrap();
    assert_eq!(
        (error.fault(), error.rank()),
        (Fault::Busy, Some(0)),
        "{error}"
    );
    // Found again are what is whole on all ranks; what is not named goes.
    drop(store);
    let mut store = SharedFiles::new(folder, world).unwrap();
    let keep = [entry(rank, 0, 4), entry(rank, 1, 5), entry(rank, 7, 7)].map(Kept::from);
    assert_eq!(
        store.recover(&Owner::default(), &keep).unwrap(),
        [true, false, false]
    );
    mpi::collective::CommunicatorCollectives::barrier(world);
    assert!(!folder.join("shared-L1-000002-g000000000009.h5").exists());
    // Ranks that do not write the same are told.
    let mut buffer = Pool::new().take(keep[0].entry.bytes());
    buffer.copy_from_slice(&bytes(rank, 1));
    let other = entry(rank, 3, 20 + rank as u64);
    if world.size() > 1 {
        let error = store.write(&other, buffer).unwrap_err();
        assert!(error.to_string().contains("same checkpoint"), "{error}");
    }
    // In the background ranks would not do things in the same order, in another thread they have no MPI.
    let store = thread::spawn(move || {
        let read = store.recover(&Owner::default(), &[]);
        assert_eq!(read.unwrap_err().fault(), Fault::Unsupported);
        store
    });
    let error = Background::new(store.join().unwrap(), 1).err().unwrap();
    assert_eq!(error.fault(), Fault::Unsupported);
}

/// Rank 1 has a limit on the size of files: the disk that is full for one of them.
fn fill(folder: &Path, world: &SimpleCommunicator) {
    let rank = world.rank() as usize;
    let mut store = SharedFiles::new(folder, world).unwrap();
    let entry = Entry {
        layout: Arc::new(Layout::new([Field::f64("u", [20_000])])),
        ..entry(rank, 3, 8)
    };
    let buffer = Pool::new().take(entry.bytes());
    let error = store.write(&entry, buffer).unwrap_err();
    assert_eq!(error.fault(), Fault::Full, "{error}");
    assert_eq!((error.step(), error.rank()), (Some(20), Some(1)), "{error}");
    mpi::collective::CommunicatorCollectives::barrier(world);
    let files = fs::read_dir(folder).unwrap();
    let mut names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(!names.any(|name| name.starts_with("shared-L")));
}

// What happens above.

fn command(what: &str, ranks: usize, folder: &Path) -> Command {
    let line = env::var("ENZYME_CHECKPOINT_MPIRUN").unwrap_or("mpirun --oversubscribe".into());
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    command.args(words).args(["-n", &ranks.to_string()]);
    // Open MPI wants to be asked twice.
    command.env("OMPI_ALLOW_RUN_AS_ROOT", "1");
    command.env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    command.env("OMPI_MCA_orte_tmpdir_base", folder);
    command.env(RUN, format!("{what} {}", folder.display()));
    if what == "full" {
        let limit = r#"[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != 1 ] || { trap "" XFSZ; ulimit -f 40; }; exec "$0" "$@""#;
        command.args(["bash", "-c", limit]);
    }
    command.arg(env::current_exe().unwrap());
    command.args(["--exact", "run", "--nocapture", "--test-threads=1"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Ends it after a while, if it does not end by itself.
fn finish(child: Child) -> Output {
    let id = child.id();
    let (done, over) = std::sync::mpsc::channel::<()>();
    let limit = thread::spawn(move || {
        if over.recv_timeout(2 * PATIENCE).is_err() {
            kill("-KILL", id);
        }
    });
    let output = child.wait_with_output().unwrap();
    // The thread may have ended by itself.
    let _ = done.send(());
    limit.join().unwrap();
    output
}

fn kill(signal: &str, id: u32) {
    let sent = Command::new("kill")
        .args([signal, &id.to_string()])
        .output();
    sent.unwrap();
}

fn succeed(what: &str, ranks: usize, folder: &Path) -> String {
    let output = finish(command(what, ranks, folder).spawn().unwrap());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{what} on {ranks} ranks: {text}{errors}"
    );
    text
}

#[test]
fn one_file_for_all_ranks() {
    for ranks in [1, 2, 3] {
        let folder = tempfile::tempdir().unwrap();
        succeed("store", ranks, folder.path());
        // Any program can read it: the ranks' pieces one after the other.
        let file = folder.path().join("shared-L1-000000-g000000000004.h5");
        let file = hdf5::File::open(file).unwrap();
        let velocity = file.dataset("checkpoint/velocity").unwrap();
        let found = velocity.read_raw::<f64>().unwrap();
        let pieces = (0..ranks).flat_map(|rank| {
            let all = bytes(rank, 4);
            let start = 5 + rank;
            all[start..start + 8 * 20 * (30 + 7 * rank)].to_vec()
        });
        assert!(bytemuck::cast_slice::<f64, u8>(&found) == pieces.collect::<Vec<_>>());
        let table = file.dataset("ranks/velocity").unwrap();
        assert_eq!(table.shape(), [ranks, 4]);
        let table = table.read_raw::<u64>().unwrap();
        let last = ranks - 1;
        let before: usize = (0..last).map(|rank| 20 * (30 + 7 * rank)).sum();
        assert_eq!(table[4 * last], before as u64);
        assert_eq!(table[4 * last + 2..], [(30 + 7 * last) as u64, 20]);
        let group = file.group("checkpoint").unwrap();
        let attribute = |name| group.attr(name).unwrap().read_scalar::<u64>().unwrap();
        assert_eq!(attribute("ranks"), ranks as u64);
        let sum: usize = (0..ranks).map(|rank| layout(rank).bytes()).sum();
        assert_eq!((attribute("bytes"), attribute("step")), (sum as u64, 17));
    }
}

#[test]
fn a_full_disk_on_one_rank_reaches_all() {
    let folder = tempfile::tempdir().unwrap();
    succeed("full", 3, folder.path());
}

fn expected() -> Vec<u8> {
    let mut model = Heat::new(INTERVALS, 1, STEPS);
    let spec = Spec::StoreAll { adjoints: 1 };
    let executor = Executor::new(spec).store(Memory::new());
    executor.run(&mut model).unwrap();
    bytemuck::cast_slice(&model.gradient()[1..INTERVALS]).to_vec()
}

fn gradient(ranks: usize, folder: &Path) -> Vec<u8> {
    let part = |rank| fs::read(folder.join(format!("gradient.{rank}"))).unwrap();
    (0..ranks).flat_map(part).collect()
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().unwrap())
}

fn is_there(ranks: usize, folder: &Path, name: &str) -> bool {
    (0..ranks).all(|rank| folder.join(format!("{name}.{rank}")).exists())
}

/// Process numbers of the ranks.
fn ids(ranks: usize, folder: &Path) -> Vec<u32> {
    let read = |rank| fs::read_to_string(folder.join(format!("pid.{rank}"))).ok();
    let ids = (0..ranks).filter_map(read);
    ids.filter_map(|text| text.parse().ok()).collect()
}

/// Whether a process is there, and not just waiting to be buried by its parent.
fn lives(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().unwrap_or_default();
    !state.is_empty() && !state.starts_with('Z')
}

/// Starts a run, and after `wait` of its own time sends a signal to some of it; how it has ended.
fn interrupt(
    case: usize,
    ranks: usize,
    folder: &Path,
    wait: Duration,
    send: impl FnOnce(u32, &[u32]),
) -> Output {
    for rank in 0..ranks {
        let _ = fs::remove_file(folder.join(format!("started.{rank}")));
        let _ = fs::remove_file(folder.join(format!("code.{rank}")));
    }
    let mut child = command(&case.to_string(), ranks, folder).spawn().unwrap();
    while !is_there(ranks, folder, "started") && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(wait);
    let ids = ids(ranks, folder);
    let over = is_there(ranks, folder, "code") || child.try_wait().unwrap().is_some();
    if !over {
        send(child.id(), &ids);
    }
    let output = finish(child);
    // Whoever is left holds locks.
    let start = Instant::now();
    while ids.iter().any(|id| lives(*id)) {
        assert!(start.elapsed() < PATIENCE, "a rank does not die");
        ids.iter().for_each(|id| kill("-KILL", *id));
        thread::sleep(Duration::from_millis(5));
    }
    output
}

#[test]
fn killed_at_random_points() {
    let kills = number("ENZYME_CHECKPOINT_MPI_KILLS").unwrap_or(6);
    let seed = number("ENZYME_CHECKPOINT_SEED").unwrap_or_else(rand::random);
    println!("ENZYME_CHECKPOINT_SEED={seed}");
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let expected = expected();
    let (mut killed, mut resumed, mut done) = (0, 0, 0);
    // How long a run takes depends on the machine: where one is over before it is hit, the next has less time.
    let mut longest = Duration::from_millis(300);
    while done < kills {
        let case = done as usize % cases().len();
        let ranks = 2 + done as usize / cases().len() % 2;
        let folder = tempfile::tempdir().unwrap();
        let mut before = 0;
        let text = loop {
            let again = before == 0 || random.random_bool(0.4);
            let wait = longest.mul_f64(random.random_range(0.0..1.0));
            let victim = random.random_range(0..=ranks);
            let mut hit = 0;
            let output = interrupt(case, ranks, folder.path(), wait, |mpirun, ids| {
                if !again {
                    return;
                }
                hit = 1;
                match ids.get(victim) {
                    Some(id) => kill("-KILL", *id),
                    None => ids
                        .iter()
                        .chain([&mpirun])
                        .for_each(|id| kill("-KILL", *id)),
                }
            });
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let errors = String::from_utf8_lossy(&output.stderr);
            let ended = output.status.success() && is_there(ranks, folder.path(), "gradient");
            assert!(
                ended || hit == 1 && !errors.contains("hangs"),
                "case {case}, {ranks} ranks, seed {seed}: {text}{errors}"
            );
            killed += hit;
            before += hit;
            if again && hit == 0 {
                longest = longest.mul_f64(0.6);
            }
            if ended {
                break text;
            }
        };
        assert!(
            gradient(ranks, folder.path()) == expected,
            "case {case}, {ranks} ranks, seed {seed}: another gradient"
        );
        resumed += u64::from(!text.contains("processes 1\n"));
        done += 1;
    }
    println!("{done} runs killed {killed} times, {resumed} resumed, {done} identical gradients");
    assert!(resumed > 0, "none of {done} runs was resumed");
}

#[test]
fn a_signal_to_one_rank_stops_all() {
    let (ranks, case) = (3, 0);
    let folder = tempfile::tempdir().unwrap();
    let mut wait = Duration::from_millis(40);
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < 2 * PATIENCE, "it is always too late");
        let output = interrupt(case, ranks, folder.path(), wait, |_, ids| {
            kill("-USR1", ids[1])
        });
        assert!(output.status.signal().is_none());
        let code = |rank| fs::read_to_string(folder.path().join(format!("code.{rank}")));
        let codes: Vec<_> = (0..ranks).filter_map(|rank| code(rank).ok()).collect();
        if codes
            .iter()
            .all(|code| *code == RESUME_EXIT_CODE.to_string())
            && codes.len() == ranks
        {
            break;
        }
        // Too late, or before the handlers are there: once more, from the start.
        for file in fs::read_dir(folder.path()).unwrap() {
            let path = file.unwrap().path();
            let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        }
        wait = wait.mul_f64(0.8);
    }
    let text = succeed(&case.to_string(), ranks, folder.path());
    assert!(text.contains("processes 2"), "{text}");
    assert!(gradient(ranks, folder.path()) == expected());
}
