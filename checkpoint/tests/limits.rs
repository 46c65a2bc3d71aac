//! Numbers of any size: a schedule either works or is refused by an error that says what is too large, how
//! large it may be and what to do. Never a panic, never a hang.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_checkpoint::{
    Action, Budget, Count, Replay, Schedule, ScheduleError, Slot, Spec, StepCosts, StorageLevel,
    plan,
};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// For one case: what takes longer hangs. A table of half the allowed size takes 25 s beside other work.
const PATIENCE: Duration = Duration::from_secs(300);

/// Actions drawn of a schedule that is too long to be drawn.
const DRAWN: usize = 3000;

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        0u64..6,
        prop::sample::select(vec![
            60,
            1000,
            (1 << 24) - 1,
            1 << 24,
            (1 << 24) + 1,
            (1 << 32) - 1,
            1 << 32,
            1 << 40,
            (1 << 40) + 1,
            1 << 53,
            (1 << 63) - 1,
            1 << 63,
            u64::MAX - 1,
            u64::MAX,
        ]),
        any::<u64>(),
        (0u32..64, any::<u64>()).prop_map(|(shift, value)| value >> shift),
    ]
}

fn cost() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![
        0.0,
        5e-324,
        1e-9,
        1.0,
        1e300,
        f64::MAX,
        -1.0,
        f64::NAN,
        f64::INFINITY,
    ])
}

fn level() -> impl Strategy<Value = StorageLevel> {
    (prop::option::of(number()), cost(), cost()).prop_map(|(slots, write, read)| StorageLevel {
        slots,
        write,
        read,
    })
}

fn adjoints() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![0, 1, 2, u32::MAX])
}

fn spec() -> impl Strategy<Value = Spec> {
    prop_oneof![
        Just(Spec::None),
        adjoints().prop_map(|adjoints| Spec::StoreAll { adjoints }),
        (number(), 0u8..4, adjoints()).prop_map(|(period, level, adjoints)| Spec::Periodic {
            period,
            level,
            adjoints
        }),
        (number(), adjoints()).prop_map(|(slots, adjoints)| Spec::Revolve { slots, adjoints }),
        (number(), number(), cost(), cost()).prop_map(|(ram, disk, write, read)| {
            Spec::Multistage {
                ram,
                disk,
                write,
                read,
            }
        }),
        number().prop_map(|slots| Spec::Online { slots }),
        number().prop_map(|slots| Spec::Dynamic { slots }),
        (prop::collection::vec(level(), 0..4), cost())
            .prop_map(|(levels, forward)| Spec::Levels { levels, forward }),
        (number(), number()).prop_map(|(ram, period)| Spec::PeriodicDisk { ram, period }),
        number().prop_map(|units| Spec::Mixed { units }),
        (number(), number()).prop_map(|(units, stage_units)| Spec::Stages { units, stage_units }),
        (number(), number(), adjoints()).prop_map(|(period, ram, adjoints)| Spec::TwoLevel {
            period,
            ram,
            adjoints
        }),
        (prop::collection::vec(cost(), 0..9), number())
            .prop_map(|(costs, slots)| Spec::StepCosts { costs, slots }),
    ]
}

/// An error about size says how large the parameter is and how large it may be.
fn explained(error: &ScheduleError) {
    if let ScheduleError::TooLarge {
        parameter,
        value,
        limit,
        remedy,
        ..
    } = error
    {
        let text = error.to_string();
        assert!(value > limit && !remedy.is_empty(), "{text}");
        assert!(
            text.contains(parameter) && text.contains(&limit.to_string()),
            "{text}"
        );
    }
}

/// Where writing costs more than all steps, a level without limit is written once: its first state.
#[test]
fn writes_that_cost_too_much_are_not_made() {
    for (write, forward) in [(1e300, 1e300), (1e9, 1.0), (3.0, 1.0), (1.0, 1.0)] {
        let level = StorageLevel {
            slots: None,
            write,
            read: 0.0,
        };
        for steps in 1..40 {
            let spec = Spec::Levels {
                levels: vec![level],
                forward,
            };
            draw(Schedule::new(spec, Some(steps)).unwrap());
        }
    }
}

/// With one unit, the first state is kept and all else is computed again, however many steps that takes.
#[test]
fn one_unit_serves_any_chain() {
    for stage_units in 1..6 {
        for steps in [2, 3, 1000, 46_341, 200_000] {
            let spec = Spec::Stages {
                units: 1,
                stage_units,
            };
            draw(Schedule::new(spec, Some(steps)).unwrap());
        }
    }
}

fn draw(mut schedule: Schedule) {
    let limits = schedule.spec().limits();
    let units = schedule.spec().tape_units();
    let steps = schedule.steps().unwrap_or(u64::MAX);
    let mut replay = Replay::new(steps, schedule.spec().adjoints(), limits, units);
    let mut count = Count::new(units);
    for action in schedule.by_ref().take(DRAWN) {
        count.add(action);
        replay.apply(action).unwrap();
    }
    assert!(count.time(StepCosts::default(), &[]) >= 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn any_schedule_works_or_is_refused(spec in spec(), steps in prop::option::of(number())) {
        let start = Instant::now();
        match Schedule::new(spec.clone(), steps) {
            Ok(schedule) => draw(schedule),
            Err(error) => explained(&error),
        }
        prop_assert!(start.elapsed() < PATIENCE, "{:?}, {:?} steps", spec, steps);
    }

    /// The length of a sweep that has begun may be announced as anything.
    #[test]
    fn any_length_can_be_announced(spec in spec(), steps in number(), drawn in 0usize..99) {
        let start = Instant::now();
        if let Ok(mut schedule) = Schedule::new(spec.clone(), None) {
            schedule.by_ref().take(drawn).for_each(drop);
            match schedule.finish(steps) {
                Ok(()) => schedule.take(DRAWN).for_each(drop),
                Err(error) => explained(&error),
            }
        }
        prop_assert!(start.elapsed() < PATIENCE, "{:?}, {} steps", spec, steps);
    }

    /// The machine refuses what is wrong, whatever it is; counting takes anything.
    #[test]
    fn any_action_can_be_replayed(
        numbers in prop::collection::vec((number(), number(), any::<u8>(), any::<u32>(), 0u8..8), 0..20),
        limits in prop::collection::vec(prop::option::of(number()), 0..3),
        steps in number(),
        tape_units in number(),
    ) {
        let mut replay = Replay::new(steps, 1, limits, tape_units);
        let mut count = Count::new(tape_units);
        for (from, to, level, index, kind) in numbers {
            let slot = Slot { level: level % 3, index };
            let data = [enzyme_checkpoint::Data::State, enzyme_checkpoint::Data::Stages][usize::from(level) % 2];
            let action = match kind {
                0 => Action::Advance { from, to },
                1 => Action::Record { step: from },
                2 => Action::Reverse { step: from },
                3 | 4 => Action::Store { data, step: from, slot },
                5 => Action::Restore { data, step: from, slot },
                6 => Action::Discard { slot },
                _ => Action::EndForward,
            };
            count.add(action);
            let _ = replay.apply(action);
        }
        let _ = replay.end();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_budget_is_planned_or_refused(
        // Lengths in between take the time that drawing them takes.
        steps in number().prop_filter("long", |steps| *steps < 100_000 || *steps > Budget::MOST_STEPS),
        steps_known in any::<bool>(),
        adjoints in adjoints(),
        levels in prop::collection::vec(level(), 0..4),
        forward in cost(),
        tape_units in prop::option::of(number()),
    ) {
        let start = Instant::now();
        let step = StepCosts { forward, adjoint: 1.0 };
        let budget = Budget { steps, steps_known, adjoints, levels, step, tape_units };
        if let Err(error) = plan(&budget) {
            prop_assert!(!error.to_string().is_empty());
        }
        prop_assert!(start.elapsed() < PATIENCE, "{:?}", budget);
    }
}

/// Each of them is an action that would be drawn.
#[test]
fn many_adjoints_of_no_steps_are_not_planned() {
    let budget = |adjoints| Budget {
        adjoints,
        tape_units: Some(1),
        ..Budget::memory(0, 3)
    };
    assert!(plan(&budget(3)).is_ok());
    let error = plan(&budget(u32::MAX)).unwrap_err().to_string();
    assert!(error.contains("4294967295, more than"), "{error}");
}

/// Refused before anything of that size is made.
#[test]
fn tables_are_bounded_first() {
    let memory = |slots| StorageLevel {
        slots: Some(slots),
        write: 0.0,
        read: 0.0,
    };
    for steps in [1 << 40, 1_000_001] {
        let spec = Spec::Levels {
            levels: vec![memory(u64::MAX), memory(1)],
            forward: 1.0,
        };
        explained(&Schedule::new(spec, Some(steps)).unwrap_err());
        let spec = Spec::Stages {
            units: u64::MAX,
            stage_units: u64::MAX,
        };
        explained(&Schedule::new(spec, Some(steps)).unwrap_err());
    }
}

/// The largest that are let through.
#[test]
fn the_limits_themselves_work() {
    let (most, slots) = (1 << 40, 1 << 24);
    let specs = [
        Spec::Revolve { slots, adjoints: 1 },
        Spec::Revolve {
            slots: 2,
            adjoints: 1,
        },
        Spec::Multistage {
            ram: 7,
            disk: 20,
            write: 2.0,
            read: 1.0,
        },
        Spec::Mixed { units: 2 },
        Spec::Mixed { units: slots },
        Spec::PeriodicDisk {
            ram: 100,
            period: 1 << 16,
        },
    ];
    for spec in specs {
        let start = Instant::now();
        draw(Schedule::new(spec.clone(), Some(most)).unwrap());
        assert!(start.elapsed() < PATIENCE, "{spec:?}");
        let error = Schedule::new(spec, Some(most + 1)).unwrap_err();
        explained(&error);
        assert!(
            error.to_string().contains("`steps` is 1099511627777"),
            "{error}"
        );
    }
}

fn reasons(error: &enzyme_checkpoint::NoPlan) -> String {
    error.to_string()
}

/// Costs that are no costs, and no adjoint at all, are refused by name.
#[test]
fn budgets_without_sense_are_refused() {
    for cost in [f64::NAN, -1.0, f64::INFINITY] {
        let mut budget = Budget::memory(50, 5);
        budget.step.forward = cost;
        let text = reasons(&plan(&budget).unwrap_err());
        assert!(text.contains("cost of a step"), "{text}");
        let mut budget = Budget::memory(50, 5);
        budget.levels[0].write = cost;
        let text = reasons(&plan(&budget).unwrap_err());
        assert!(text.contains("level 0"), "{text}");
    }
    let mut budget = Budget::memory(50, 5);
    budget.adjoints = 0;
    let text = reasons(&plan(&budget).unwrap_err());
    assert!(text.contains("`adjoints` is 0"), "{text}");
}

/// What is planned serves as many adjoints as are asked for.
#[test]
fn plans_serve_all_adjoints() {
    for (steps_known, disk) in [(false, 0), (false, 4), (true, 0), (true, 4)] {
        let mut budget = Budget {
            adjoints: 5,
            steps_known,
            ..Budget::memory(16, 7)
        };
        let level = StorageLevel {
            slots: Some(disk),
            write: 1.0,
            read: 1.0,
        };
        budget.levels.push(level);
        match plan(&budget) {
            Ok(plan) => {
                for candidate in plan.candidates {
                    assert_eq!(candidate.spec.adjoints(), 5, "{:?}", candidate.spec);
                    assert_eq!(candidate.count.reverses, 5 * 16, "{:?}", candidate.spec);
                }
            }
            Err(error) => {
                assert!(!steps_known && disk == 0);
                let text = reasons(&error);
                assert!(text.contains("online (serves one adjoint)"), "{text}");
            }
        }
    }
}

/// Least time of chains with one level, by Herrmann & Pallez's recurrence as it stands: with the first state held
/// and `free` slots besides.
fn least(n: usize, free: usize, [step, write, read]: [f64; 3]) -> f64 {
    if n <= 1 {
        return 0.0;
    }
    // Each step from the start, but the last needs no state again.
    let again = (n * (n - 1) / 2) as f64 * step + (n - 1) as f64 * read;
    let split = |j: usize| {
        let ahead = j as f64 * step + write + least(n - j, free - 1, [step, write, read]);
        ahead + read + least(j, free, [step, write, read])
    };
    let first = if free == 0 { n } else { 1 };
    (first..n).map(split).fold(again, f64::min)
}

#[test]
fn one_level_with_costs_is_used_at_its_best() {
    let budget = |slots, [step, write, read]: [f64; 3]| Budget {
        levels: vec![StorageLevel { slots, write, read }],
        step: StepCosts {
            forward: step,
            adjoint: 1.0,
        },
        ..Budget::memory(8, 0)
    };
    let found = plan(&budget(None, [0.5, 7.5, 0.1])).unwrap();
    assert!(
        (found.best().time - 30.2).abs() < 1e-9,
        "{}",
        found.best().time
    );
    for slots in 1..5 {
        for costs in [
            [0.5, 7.5, 0.1],
            [1.0, 2.0, 0.0],
            [1.0, 0.0, 3.0],
            [2.0, 1.0, 5.0],
        ] {
            let found = plan(&budget(Some(slots as u64), costs)).unwrap();
            let best = costs[1] + least(8, slots - 1, costs) + 8.0;
            let time = found.best().time;
            assert!(time <= best + 1e-9, "{slots} {costs:?}: {time}, not {best}");
        }
    }
}

#[test]
fn long_runs_of_unknown_length_are_planned_soon() {
    let mut budget = Budget::memory(10_000_000, 100);
    budget.steps_known = false;
    let start = Instant::now();
    assert_eq!(plan(&budget).unwrap().best().count.reverses, 10_000_000);
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn levels_that_are_not_the_fastest_first_are_refused() {
    let level = |slots, write, read| StorageLevel {
        slots: Some(slots),
        write,
        read,
    };
    let of = |levels| {
        let spec = Spec::Levels {
            levels,
            forward: 1.0,
        };
        Schedule::new(spec, Some(20))
    };
    let error = of(vec![level(3, 2.0, 2.0), level(3, 1.0, 2.0)]).unwrap_err();
    assert!(error.to_string().contains("fastest first"), "{error}");
    // One that is not there is in nobody's way.
    of(vec![level(0, 9.0, 9.0), level(3, 1.0, 2.0)]).unwrap();
    of(vec![level(3, 1.0, 2.0), level(3, 1.0, 2.0)]).unwrap();
}
