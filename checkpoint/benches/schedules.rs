//! Drawing and planning, against a plain dynamic programme. Owns no claim: numbers are read off its output.

#![allow(
    clippy::needless_range_loop,
    reason = "recurrences keep the indices of their papers"
)]
#![allow(missing_docs, reason = "criterion makes public functions")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use enzyme_checkpoint::{Schedule, Spec};
use std::hint::black_box;
use std::time::Duration;

/// Least advances of all chains up to `n` with up to `s` slots, looking at every split.
fn plain(n: usize, s: usize) -> u64 {
    let mut row: Vec<u64> = (0..=n as u64)
        .map(|l| l * l.saturating_sub(1) / 2)
        .collect();
    for _ in 2..=s {
        let mut next = vec![0; n + 1];
        for l in 2..=n {
            next[l] = (1..l)
                .map(|m| m as u64 + row[l - m] + next[m])
                .min()
                .unwrap_or(0);
        }
        row = next;
    }
    row[n]
}

fn draw(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("draw 400000 actions of (100000, 50)");
    group.measurement_time(Duration::from_secs(3));
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
        group.bench_function(spec.name(), |bencher| {
            bencher.iter_batched(
                || schedule.clone(),
                |schedule| {
                    schedule
                        .into_iter()
                        .flatten()
                        .take(400_000)
                        .fold(0, |n, action| {
                            black_box(action);
                            n + 1
                        })
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

/// The lengths differ from one call to the next, so that no table is found in the cache.
fn plan(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("plan (10000, 25)");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    let mut steps = 10_000;
    let specs = [
        Spec::Mixed { units: 25 },
        Spec::ram_and_disk(25, None, 1.0, 2.0, 2.0),
        Spec::ram_and_disk(25, Some(25), 1.0, 2.0, 2.0),
    ];
    for spec in specs {
        group.bench_function(spec.name(), |bencher| {
            bencher.iter(|| {
                steps += 1;
                Schedule::new(spec.clone(), Some(steps))
            });
        });
        let again = Schedule::new(spec.clone(), Some(10_000));
        group.bench_function(format!("{}, cached", spec.name()), |bencher| {
            bencher.iter(|| {
                again
                    .as_ref()
                    .map(|schedule| Schedule::resume(schedule.cursor()))
            });
        });
    }
    group.bench_function("plain programme", |bencher| {
        bencher.iter(|| plain(black_box(10_000), 25))
    });
    group.finish();
}

criterion_group!(benches, draw, plan);
criterion_main!(benches);
