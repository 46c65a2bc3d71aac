//! Drawing and planning, against plain dynamic programmes. Prints medians; `cargo bench -p enzyme-checkpoint --bench schedules`. Owns no claim: numbers
//! are read off its output.

#![allow(
    clippy::needless_range_loop,
    reason = "recurrences keep the indices of their papers"
)]
use enzyme_checkpoint::{Count, Schedule, Spec, StepCosts, StorageLevel};
use std::hint::black_box;
use std::time::Instant;

/// Least steps of a chain of `n` with up to `s` units for states or tapes, looking at every split.
fn plain_mixed(n: usize, s: usize) -> u64 {
    let mut row: Vec<u64> = (0..=n as u64).map(|l| l.min(1) + NEVER * (l / 2)).collect();
    for _ in 1..=s {
        let mut next = row.clone();
        for l in 2..=n {
            let state = (1..l).map(|j| j as u64 + row[l - j] + next[j]);
            next[l] = state.chain([1 + row[l - 1]]).min().unwrap_or(NEVER);
        }
        row = next;
    }
    row[n]
}

/// More than any cost; sums of a few do not overflow.
const NEVER: u64 = 1 << 40;

/// The same in time, for states in `ram` slots of memory and `disk` slots that take as long as `transfer` steps.
fn plain_levels(n: usize, [ram, disk]: [usize; 2], transfer: u64) -> u64 {
    let mut memory: Vec<u64> = (0..=n as u64)
        .map(|l| l * l.saturating_sub(1) / 2)
        .collect();
    for _ in 2..=ram {
        memory = held(&memory, &memory, 0);
    }
    let mut free = memory.clone();
    for _ in 1..=disk {
        let next = held(&memory, &free, transfer);
        free = next
            .iter()
            .zip(&memory)
            .map(|(&held, &memory)| memory.min(transfer + held))
            .collect();
    }
    free[n]
}

/// With the first state held where reading it takes `read`: `fewer` are the costs to the right of a split.
fn held(start: &[u64], fewer: &[u64], read: u64) -> Vec<u64> {
    let mut costs = start.to_vec();
    for l in 2..start.len() {
        let split = (1..l).map(|j| j as u64 + fewer[l - j] + read + costs[j]);
        costs[l] = split.chain([start[l]]).min().unwrap_or(NEVER);
    }
    costs
}

fn main() {
    draw();
    compared();
    for (length, slots) in [(400, 10), (10_000, 25), (100_000, 50)] {
        plan(length, slots);
    }
}

/// Runs of which the median counts.
const RUNS: usize = 21;

/// Prints the median of several runs. What a run makes is dropped behind it.
fn report<T>(name: &str, mut run: impl FnMut() -> T) {
    let mut times: Vec<_> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            let made = black_box(run());
            let time = start.elapsed();
            drop(made);
            time
        })
        .collect();
    times.sort();
    let micros = 1e6 * times[RUNS / 2].as_secs_f64();
    println!("  {name:30} {micros:12.1} us");
}

fn draw() {
    println!("draw 400000 actions of (100000, 50)");
    let specs = [
        Spec::Revolve {
            slots: 50,
            adjoints: 1,
        },
        Spec::Multistage {
            ram: 25,
            disk: 25,
            write: 2.0,
            read: 2.0,
        },
        Spec::Dynamic { slots: 50 },
    ];
    for spec in specs {
        let schedule = Schedule::new(spec.clone(), Some(100_000));
        report(spec.name(), || {
            let actions = schedule.clone().into_iter().flatten().take(400_000);
            actions.map(black_box).count()
        });
    }
}

/// The schedules to plan, with all costs times `scale`, which makes other tables of the same problem.
fn planned(slots: u64, scale: f64) -> [Spec; 3] {
    let [step, transfer] = [scale, 2.0 * scale];
    [
        Spec::Mixed { units: slots },
        Spec::ram_and_disk(slots, None, step, transfer, transfer),
        Spec::ram_and_disk(slots, Some(slots), step, transfer, transfer),
    ]
}

/// Planning alone. The scale goes round more values than tables are kept, so that none is found there.
fn plan(length: u64, slots: u64) {
    println!("plan ({length}, {slots})");
    for (k, spec) in planned(slots, 1.0).into_iter().enumerate() {
        let mut scales = (1..=8).cycle().map(f64::from);
        report(spec.name(), || {
            let scale = scales.next().unwrap_or(1.0);
            Schedule::new(planned(slots, scale)[k].clone(), Some(length))
        });
        let again = Schedule::new(spec.clone(), Some(length));
        report(&format!("{}, cached", spec.name()), || {
            again
                .as_ref()
                .map(|schedule| Schedule::resume(schedule.cursor()))
        });
    }
    if length < 1000 {
        let (length, slots) = (length as usize, slots as usize);
        report("mixed, plain programme", || {
            plain_mixed(black_box(length), slots)
        });
        report("h-revolve, plain programme", || {
            plain_levels(black_box(length), [slots; 2], 2)
        });
    }
}

/// The plain programmes solve the same problems.
fn compared() {
    let count = |spec| Schedule::new(spec, Some(400)).map(|schedule| Count::of(schedule, 1));
    let mixed = count(Spec::Mixed { units: 10 }).map(|count| count.forward_steps());
    assert_eq!(mixed, Ok(plain_mixed(400, 10)), "mixed");
    let disk = StorageLevel {
        slots: Some(10),
        write: 2.0,
        read: 2.0,
    };
    let levels = [StorageLevel::free(10), disk];
    let time = count(Spec::ram_and_disk(10, Some(10), 1.0, 2.0, 2.0));
    // What every step takes is not in the programme.
    let step = StepCosts {
        forward: 1.0,
        adjoint: 0.0,
    };
    let time = time.map(|count| count.time(step, &levels));
    assert_eq!(time, Ok(plain_levels(400, [10, 10], 2) as f64), "h-revolve");
}
