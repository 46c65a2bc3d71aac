//! Every schedule, over many sizes and budgets, through the machine; and again from a cursor.

#![allow(
    clippy::needless_range_loop,
    reason = "recurrences keep the indices of their papers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_checkpoint::{Action, Count, Cursor, Replay, Schedule, Spec, StorageLevel, binomial};
use proptest::prelude::*;

/// Draws all actions of a schedule whose length is announced when the sweep has arrived at `known_at`.
fn draw(spec: Spec, steps: u64, known_at: u64) -> Vec<Action> {
    if known_at == 0 || !spec.is_online() {
        return Schedule::new(spec, Some(steps)).unwrap().collect();
    }
    let mut schedule = Schedule::new(spec, None).unwrap();
    let mut actions = Vec::new();
    let mut at = 0;
    loop {
        if at == known_at && schedule.steps().is_none() {
            schedule.finish(steps).unwrap();
        }
        let Some(action) = schedule.next() else {
            return actions;
        };
        match action {
            Action::Advance { to, .. } => at = to,
            Action::Record { step } => at = step + 1,
            _ => {}
        }
        actions.push(action);
    }
}

/// Draws, replays and counts.
fn check(spec: &Spec, steps: u64, known_at: u64) -> Count {
    let actions = draw(spec.clone(), steps, known_at);
    let replay = Replay::new(steps, spec.adjoints(), spec.limits(), spec.tape_units());
    if let Err(violation) = replay.run(actions.iter().copied()) {
        panic!("{spec:?}, {steps} steps, known at {known_at}: {violation}");
    }
    Count::of(actions, spec.tape_units())
}

/// Levels with these slots and costs, brought into an order in which none is faster than the one before.
fn levels(slots: &[Option<u64>], costs: &[f64]) -> Spec {
    let mut costs: Vec<_> = costs.chunks_exact(2).take(slots.len()).collect();
    costs.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let level = |(slots, costs): (&Option<u64>, &[f64])| StorageLevel {
        slots: *slots,
        write: costs[0],
        read: costs[1],
    };
    Spec::Levels {
        levels: slots.iter().zip(costs).map(level).collect(),
        forward: 2.0,
    }
}

fn any_spec(steps: u64) -> impl Strategy<Value = Spec> {
    let slots = 1u64..14;
    let cost = prop::sample::select(vec![0.0, 0.1, 0.5, 1.0, 2.0, 7.0, 40.0]);
    let costs = prop::collection::vec(cost.clone(), 6);
    prop_oneof![
        Just(Spec::None),
        (1u32..4).prop_map(|adjoints| Spec::StoreAll { adjoints }),
        (1u64..20, 0u8..2, 1u32..4).prop_map(|(period, level, adjoints)| Spec::Periodic {
            period,
            level,
            adjoints
        }),
        (slots.clone(), 1u32..4).prop_map(|(slots, adjoints)| Spec::Revolve { slots, adjoints }),
        (0u64..8, 1u64..8, cost.clone(), cost.clone()).prop_map(|(ram, disk, write, read)| {
            Spec::Multistage {
                ram,
                disk,
                write,
                read,
            }
        }),
        slots.clone().prop_map(|slots| Spec::Online { slots }),
        slots.clone().prop_map(|slots| Spec::Dynamic { slots }),
        (slots.clone(), prop::option::of(0u64..8), costs.clone())
            .prop_map(|(ram, disk, costs)| levels(&[Some(ram), disk], &costs)),
        (0u64..5, 0u64..5, prop::option::of(1u64..8), costs)
            .prop_map(|(a, b, c, costs)| levels(&[Some(a), Some(b), c], &costs)),
        (slots.clone(), 1u64..20).prop_map(|(ram, period)| Spec::PeriodicDisk { ram, period }),
        slots.clone().prop_map(|units| Spec::Mixed { units }),
        (slots.clone(), 1u64..5)
            .prop_map(|(units, stage_units)| Spec::Stages { units, stage_units }),
        (0u64..8, 1u64..20, 1u32..4).prop_map(|(ram, period, adjoints)| Spec::TwoLevel {
            period,
            ram,
            adjoints
        }),
        (prop::collection::vec(cost, steps as usize), slots)
            .prop_map(|(costs, slots)| Spec::StepCosts { costs, slots }),
    ]
}

fn any_case() -> impl Strategy<Value = (Spec, u64, u64)> {
    (1u64..120).prop_flat_map(|steps| (any_spec(steps), Just(steps), 0..=steps))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn every_schedule_is_valid((spec, steps, known_at) in any_case()) {
        check(&spec, steps, known_at);
    }

    /// Through text, as a journal keeps it.
    #[test]
    fn a_cursor_resumes((spec, steps, _) in any_case(), drawn in 0usize..600) {
        let mut schedule = Schedule::new(spec, Some(steps)).unwrap();
        let drawn = schedule.by_ref().take(drawn).count();
        let text = serde_json::to_string(&schedule.cursor()).unwrap();
        let cursor: Cursor = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(cursor.drawn(), drawn as u64);
        let resumed = Schedule::resume(cursor).unwrap();
        prop_assert!(resumed.eq(schedule));
    }
}

/// A cursor is as large as what is held, however long the schedule.
#[test]
fn a_cursor_is_small() {
    let mut schedule = Schedule::new(
        Spec::Revolve {
            slots: 20,
            adjoints: 1,
        },
        Some(1 << 40),
    )
    .unwrap();
    for _ in 0..100_000 {
        schedule.next();
    }
    assert!(serde_json::to_string(&schedule.cursor()).unwrap().len() < 40_000);
}

#[test]
fn the_machine_sees_faults() {
    let spec = Spec::Revolve {
        slots: 3,
        adjoints: 1,
    };
    let actions = draw(spec, 12, 0);
    let replay = |actions: &[Action], slots| {
        Replay::new(12, 1, vec![Some(slots)], 1).run(actions.iter().copied())
    };
    replay(&actions, 3).unwrap();
    assert!(replay(&actions, 2).unwrap_err().what.contains("no slot"));
    // Without any one of its actions a schedule is not valid.
    for skipped in 0..actions.len() {
        let mut fewer = actions.clone();
        fewer.remove(skipped);
        assert!(
            replay(&fewer, 3).is_err(),
            "without action {skipped}, {}",
            actions[skipped]
        );
    }
    // Nor with two neighbours exchanged, where the order matters.
    let mut exchanged = actions.clone();
    exchanged.swap(1, 2);
    assert!(replay(&exchanged, 3).is_err());
}

/// All sizes to 200 steps, all budgets to 12 slots.
#[test]
fn revolve_multistage_and_online_over_all_small_sizes() {
    for slots in 1..=12 {
        for steps in 1..=200 {
            let least = steps + binomial::least_advances(steps, slots).unwrap();
            let revolve = check(&Spec::Revolve { slots, adjoints: 1 }, steps, 0);
            assert_eq!(revolve.forward_steps(), least);
            let ram = slots / 2;
            let split = Spec::Multistage {
                ram,
                disk: slots - ram,
                write: 2.0,
                read: 2.0,
            };
            let split = check(&split, steps, 0);
            assert_eq!(
                (split.forward_steps(), split.writes()),
                (least, revolve.writes())
            );
            let online = check(&Spec::Online { slots }, steps, steps - 1);
            let dynamic = check(&Spec::Dynamic { slots }, steps, steps - 1);
            if steps <= binomial::beta(slots, 2) {
                assert_eq!(
                    online.forward_steps(),
                    least,
                    "{steps} steps, {slots} slots"
                );
            }
            assert!(online.forward_steps() >= least && dynamic.forward_steps() >= least);
        }
    }
}

/// No step runs more often than in the best schedule for the length.
#[test]
fn online_schedules_repeat_no_step_too_often() {
    for slots in 1..=8 {
        for steps in 2..=150 {
            let allowed = (1..).find(|r| steps <= binomial::beta(slots, *r)).unwrap() + 1;
            for spec in [Spec::Online { slots }, Spec::Dynamic { slots }] {
                let mut runs = vec![0; steps as usize];
                for action in draw(spec.clone(), steps, steps - 1) {
                    match action {
                        Action::Advance { from, to } => {
                            (from..to).for_each(|step| runs[step as usize] += 1);
                        }
                        Action::Record { step } => runs[step as usize] += 1,
                        _ => {}
                    }
                }
                let most = runs.iter().copied().max().unwrap();
                assert!(
                    most <= allowed,
                    "{spec:?}, {steps} steps: {most} runs, {allowed} allowed"
                );
            }
        }
    }
}

/// Least makespan over two or three levels, straight from the recurrences.
fn plain_levels(spec: &Spec, steps: usize) -> f64 {
    let Spec::Levels { levels, forward } = spec else {
        panic!("levels")
    };
    let mut below: Vec<f64> = Vec::new();
    for (k, level) in levels.iter().enumerate() {
        let count = level.slots.unwrap_or(steps as u64) as usize;
        let again = |n: usize| (n * (n - 1) / 2) as f64 * forward + (n - 1) as f64 * level.read;
        let other = |n: usize| if k == 0 { again(n) } else { below[n] };
        let mut free: Vec<f64> = (0..=steps)
            .map(|n| {
                if n <= 1 {
                    0.0
                } else if k == 0 {
                    f64::INFINITY
                } else {
                    below[n]
                }
            })
            .collect();
        for _ in 0..count {
            let mut held = vec![0.0; steps + 1];
            for n in 2..=steps {
                let split = (1..n).map(|j| j as f64 * forward + free[n - j] + level.read + held[j]);
                held[n] = split.fold(other(n), f64::min);
            }
            for n in 2..=steps {
                let kept = level.write + held[n];
                free[n] = if k == 0 { kept } else { kept.min(below[n]) };
            }
        }
        below = free;
    }
    below[steps]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn levels_are_optimal(
        steps in 1u64..90,
        slots in prop::collection::vec(1u64..6, 1..4),
        open in any::<bool>(),
        costs in prop::collection::vec(prop::sample::select(vec![0.0, 0.1, 0.5, 1.0, 3.0, 9.0]), 8),
    ) {
        let mut slots: Vec<Option<u64>> = slots.into_iter().map(Some).collect();
        if open {
            slots.push(None);
        }
        let spec = levels(&slots, &costs);
        let Spec::Levels { levels, .. } = &spec else { unreachable!() };
        let cost = enzyme_checkpoint::StepCosts { forward: 2.0, adjoint: 0.0 };
        let time = check(&spec, steps, 0).time(cost, levels);
        let least = plain_levels(&spec, steps as usize);
        prop_assert!((time - least).abs() <= 1e-9 * least.max(1.0), "{:?}: {} for {}", spec, time, least);
    }
}

/// Least forward steps with units, straight from the recurrences.
fn plain_units(steps: usize, units: usize, tape: usize, restarts: bool) -> u64 {
    const NEVER: u64 = u64::MAX / 4;
    let mut p = vec![vec![NEVER; steps + 1]; units + 1];
    let mut q = p.clone();
    for s in 0..=units {
        (p[s][1], q[s][1]) = (1, 1);
        for n in 2..=steps {
            let after = |s: usize| if restarts { q[s][n - 1] } else { p[s][n - 1] };
            let kept = if s >= tape {
                1 + after(s - tape)
            } else {
                NEVER
            };
            if s > 0 {
                p[s][n] = (1..n)
                    .map(|j| j as u64 + p[s - 1][n - j] + p[s][j])
                    .min()
                    .unwrap();
            }
            p[s][n] = p[s][n].min(kept);
            let beside = (1..n)
                .map(|j| j as u64 + p[s][n - j] + q[s][j])
                .min()
                .unwrap();
            q[s][n] = beside.min(kept).min(p[s][n]);
        }
    }
    p[units][steps]
}

#[test]
fn units_are_optimal() {
    for steps in [2, 3, 7, 20, 57, 130, 200] {
        for units in [1, 2, 3, 5, 8, 12] {
            let mixed = check(&Spec::Mixed { units }, steps, 0).forward_steps();
            assert_eq!(mixed, plain_units(steps as usize, units as usize, 1, false));
            for tape in 1..5 {
                let stages = check(
                    &Spec::Stages {
                        units,
                        stage_units: tape,
                    },
                    steps,
                    0,
                );
                let least = plain_units(steps as usize, units as usize, tape as usize, true);
                assert_eq!(
                    stages.forward_steps(),
                    least,
                    "{steps} steps, {units} units of {tape}"
                );
            }
        }
    }
}
