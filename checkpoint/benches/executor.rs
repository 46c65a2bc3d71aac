//! What running under the executor costs: over bare steps, over plain writes, and what the background hides. Prints
//! tables; medians of runs that alternate. `cargo bench -p enzyme-checkpoint --bench executor`.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop there")]

#[path = "../tests/models/mod.rs"]
mod models;

use enzyme_checkpoint::store::Pool;
use enzyme_checkpoint::{
    Action, Background, Check, Data, Entry, Executor, Field, FileOptions, Files, Filter, Format,
    Kind, Layout, Memory, Model, ModelError, Schedule, Slot, Spec, Store,
};
use models::Heat;
use std::hint::black_box;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for (name, part) in [
        ("overhead", overhead as fn()),
        ("overlap", overlap),
        ("throughput", throughput),
    ] {
        // Cargo says `--bench`.
        if wanted == name || wanted.starts_with('-') || wanted.is_empty() {
            part();
        }
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Heat with so many Euler steps in one, as implicit or high-order steps cost more than a sweep.
struct Costly {
    heat: Heat,
    sweeps: u32,
}

impl Model for Costly {
    fn identity(&self) -> String {
        self.heat.identity()
    }
    fn steps(&self) -> Option<u64> {
        self.heat.steps
    }
    fn step(&mut self, step: u64) -> Result<(), ModelError> {
        (0..self.sweeps).try_for_each(|_| self.heat.step(step))
    }
    fn record(&mut self, step: u64) -> Result<(), ModelError> {
        self.heat.record(step)?;
        (1..self.sweeps).try_for_each(|_| self.heat.step(step))
    }
    fn seed(&mut self, adjoint: u32) -> Result<(), ModelError> {
        self.heat.seed(adjoint)
    }
    fn reverse(&mut self, step: u64) -> Result<(), ModelError> {
        (0..self.sweeps).try_for_each(|_| self.heat.reverse(step))
    }
    fn state_layout(&self) -> Arc<Layout> {
        self.heat.state_layout()
    }
    fn save_state(&self, out: &mut [u8]) -> Result<(), ModelError> {
        self.heat.save_state(out)
    }
    fn load_state(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.heat.load_state(from)
    }
    fn tape_layout(&self) -> Option<Arc<Layout>> {
        self.heat.tape_layout()
    }
    fn save_tape(&self, out: &mut [u8]) -> Result<(), ModelError> {
        self.heat.save_tape(out)
    }
    fn load_tape(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.heat.load_tape(from)
    }
    fn adjoint_layout(&self) -> Arc<Layout> {
        self.heat.adjoint_layout()
    }
    fn save_adjoint(&self, out: &mut [u8]) -> Result<(), ModelError> {
        self.heat.save_adjoint(out)
    }
    fn load_adjoint(&mut self, from: &[u8]) -> Result<(), ModelError> {
        self.heat.load_adjoint(from)
    }
}

/// Only the steps of a schedule; with `copies`, also states copied to and from buffers that are there already.
fn bare(model: &mut Costly, actions: &[Action], buffers: &mut [Vec<u8>], copies: bool) {
    for action in actions {
        match *action {
            Action::Advance { from, to } => {
                for step in from..to {
                    model.step(step).unwrap();
                }
            }
            Action::Record { step } => model.record(step).unwrap(),
            Action::Reverse { step } => model.reverse(step).unwrap(),
            Action::Store { slot, .. } if copies => {
                model.save_state(&mut buffers[slot.index as usize]).unwrap();
            }
            Action::Restore { slot, .. } if copies => {
                model.load_state(&buffers[slot.index as usize]).unwrap();
            }
            _ => {}
        }
    }
}

const REVOLVE: Spec = Spec::Revolve {
    slots: 50,
    adjoints: 1,
};

/// How often an action runs a step of the model, forward or backward.
fn calls(action: &Action) -> u64 {
    match *action {
        Action::Advance { from, to } => to - from,
        Action::Record { .. } | Action::Reverse { .. } => 1,
        _ => 0,
    }
}

/// Each repetition runs all variants one after another. Of a pair two figures are given, the median of its ratios and
/// the ratio of its least times: the speed of a machine drifts from one repetition to the next, and others use it, too.
fn overhead() {
    println!(
        "executor with Revolve(steps, 50) in memory, what it adds: median of ratios / ratio of least times"
    );
    println!(
        "   steps  points  step us  least s    to bare steps %  to steps and copies %  the check alone %"
    );
    for (steps, points, sweeps, repetitions) in [
        (20_000, 256, 1, 21),
        (20_000, 256, 16, 21),
        (20_000, 4096, 1, 21),
        (5_000, 4096, 16, 21),
        (5_000, 4096, 64, 11),
    ] {
        let actions: Vec<_> = Schedule::new(REVOLVE, Some(steps)).unwrap().collect();
        let times = overhead_times(&actions, steps, (points, sweeps), repetitions);
        let calls: u64 = actions.iter().map(calls).sum();
        let bare = least(&times, BARE);
        println!(
            "  {steps:6}  {points:6}  {:7.1}  {bare:7.3}  {:>17}  {:>21}  {:>17}",
            1e6 * bare / calls as f64,
            added(&times, BARE, EXECUTOR),
            added(&times, COPIES, EXECUTOR),
            added(&times, UNCHECKED, EXECUTOR)
        );
    }
}

/// Variants, as in the times of a repetition.
const BARE: usize = 0;
const COPIES: usize = 1;
const EXECUTOR: usize = 2;
const UNCHECKED: usize = 3;

fn least(times: &[[f64; 4]], variant: usize) -> f64 {
    times
        .iter()
        .map(|t| t[variant])
        .fold(f64::INFINITY, f64::min)
}

fn added(times: &[[f64; 4]], base: usize, variant: usize) -> String {
    let mut ratios: Vec<f64> = times.iter().map(|t| t[variant] / t[base]).collect();
    ratios.sort_by(f64::total_cmp);
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    format!(
        "{:.2} / {:.2}",
        percent(ratios[ratios.len() / 2]),
        percent(least(times, variant) / least(times, base))
    )
}

/// Seconds of bare steps, of steps and copies, of the executor, and of the executor without its check.
fn overhead_times(
    actions: &[Action],
    steps: u64,
    (points, sweeps): (usize, u32),
    repetitions: usize,
) -> Vec<[f64; 4]> {
    let mut buffers = vec![vec![0; 8 * (points + 1)]; 50];
    let mut run = |variant: usize| {
        let mut model = Costly {
            heat: Heat::new(points, 1, steps),
            sweeps,
        };
        let time = timed(|| match variant {
            BARE | COPIES => bare(&mut model, actions, &mut buffers, variant == COPIES),
            _ => {
                let check = if variant == EXECUTOR {
                    Check::First
                } else {
                    Check::Off
                };
                let executor = Executor::new(REVOLVE).store(Memory::new());
                black_box(executor.check(check).run(&mut model).unwrap());
            }
        });
        time.as_secs_f64()
    };
    (0..repetitions)
        .map(|_| [BARE, COPIES, EXECUTOR, UNCHECKED].map(&mut run))
        .collect()
}

fn entry(layout: &Arc<Layout>, generation: u64) -> Entry {
    Entry {
        slot: Slot::disk(generation as u32),
        data: Data::State,
        step: generation,
        generation,
        layout: Arc::clone(layout),
        split: 0,
        run: 0,
    }
}

fn files(name: &str, options: &FileOptions) -> (tempfile::TempDir, Files) {
    let folder = tempfile::Builder::new().prefix(name).tempdir().unwrap();
    let files = Files::new(folder.path(), options).unwrap();
    (folder, files)
}

/// A step that takes as long as a write: every state goes to disk.
fn overlap() {
    println!("\nbackground I/O, a write of 4 MiB for each of 60 steps");
    println!("  step ms  write ms  direct s  background s  of writing hidden  of reading hidden");
    let points = (4 << 20) / 8 - 1;
    let spec = Spec::Periodic {
        period: 1,
        level: 1,
        adjoints: 1,
    };
    let model = |sweeps| Costly {
        heat: Heat::new(points, 1, 60),
        sweeps,
    };
    let run = |sweeps, background: bool| {
        let (_folder, files) = files("overlap", &FileOptions::default());
        let executor = Executor::new(spec.clone()).store(Memory::new());
        let executor = if background {
            executor.store(Background::new(files, 64 << 20).unwrap())
        } else {
            executor.store(files)
        };
        executor.run(&mut model(sweeps)).unwrap().report().clone()
    };
    let direct = run(1, false).levels[1].traffic;
    let write = direct.write_time.as_secs_f64() / direct.writes as f64;
    let mut probe = model(1);
    let sweep = timed(|| (0..20).for_each(|k| probe.step(k).unwrap())).as_secs_f64() / 20.0;
    let equal = (write / sweep).ceil().max(1.0) as u32;
    for sweeps in [equal, equal, equal, 2 * equal, 2 * equal] {
        let (direct, behind) = (run(sweeps, false), run(sweeps, true));
        let level = behind.levels[1];
        println!(
            "  {:7.2}  {:8.2}  {:8.3}  {:12.3}  {:15.0} %  {:15.0} %",
            1e3 * sweep * f64::from(sweeps),
            1e3 * level.traffic.write_time.as_secs_f64() / level.traffic.writes as f64,
            direct.elapsed.as_secs_f64(),
            behind.elapsed.as_secs_f64(),
            100.0 * level.write_overlap().unwrap_or_default(),
            100.0 * level.read_overlap().unwrap_or_default()
        );
    }
}

/// Writes the same bytes to as many files.
fn plainly(count: u64, data: &[u8]) -> Duration {
    let folder = tempfile::tempdir().unwrap();
    timed(|| {
        for k in 0..count {
            let path = folder.path().join(k.to_string());
            let mut file = std::fs::File::create(path).unwrap();
            file.write_all(data).unwrap();
            file.sync_all().unwrap();
        }
    })
}

/// Files against plain writes of the same bytes, each flushed to the device.
fn throughput() {
    const COUNT: u64 = 8;
    const SIZE: usize = 32 << 20;
    println!(
        "\n{COUNT} checkpoints of {} MiB written and flushed to the device",
        SIZE >> 20
    );
    println!("  form               MiB/s  of plain write");
    let layout = Arc::new(Layout::new([Field {
        name: "u".into(),
        kind: Kind::F64,
        shape: vec![SIZE / 8],
    }]));
    let pool = Pool::new();
    let mut data = pool.take(SIZE);
    let wave: Vec<f64> = (0..SIZE / 8).map(|i| (i as f64 * 1e-3).sin()).collect();
    data.copy_from_slice(bytemuck::cast_slice(&wave));
    let mut forms = vec![("plain write", None)];
    let options = |format, filter| FileOptions {
        format,
        filter,
        ..FileOptions::default()
    };
    forms.push((
        "plain checkpoint",
        Some(options(Format::Plain, Filter::None)),
    ));
    if cfg!(feature = "hdf5") {
        forms.push(("HDF5", Some(options(Format::Hdf5, Filter::None))));
        forms.push((
            "HDF5, deflate 1",
            Some(options(Format::Hdf5, Filter::Deflate(1))),
        ));
    }
    if cfg!(feature = "blosc") {
        forms.push(("HDF5, zstd 1", Some(options(Format::Hdf5, Filter::Zstd(1)))));
    }
    let mut times = vec![Vec::new(); forms.len()];
    for round in 0..6 {
        // What came before tells on the next one, and a disk that has rested is slow at first: another order each
        // round, and a write that does not count before each.
        for k in 0..forms.len() {
            let k = (k + round) % forms.len();
            let times = &mut times[k];
            plainly(COUNT, &data);
            let Some(options) = &forms[k].1 else {
                times.push(plainly(COUNT, &data));
                continue;
            };
            let (_folder, mut store) = files("throughput", options);
            let mut buffers: Vec<_> = (0..COUNT).map(|_| pool.take(SIZE)).collect();
            buffers
                .iter_mut()
                .for_each(|buffer| buffer.copy_from_slice(&data));
            times.push(timed(|| {
                for (k, buffer) in buffers.into_iter().enumerate() {
                    store.write(&entry(&layout, k as u64), buffer).unwrap();
                    store.flush().unwrap();
                }
            }));
        }
    }
    let total = (COUNT as f64) * (SIZE >> 20) as f64;
    let medians: Vec<f64> = times.into_iter().map(median).collect();
    for ((name, _), time) in forms.iter().zip(&medians) {
        println!(
            "  {name:17}  {:5.0}  {:9.0} %",
            total / time,
            100.0 * medians[0] / time
        );
    }
}
