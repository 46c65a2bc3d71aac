//! The figures that are known: closed formulas, optima of the literature, and the table of an independent
//! implementation of the same recurrences.

#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use enzyme_checkpoint::{Count, Replay, Schedule, Spec, StepCosts, StorageLevel, binomial};

const SIZES: [(u64, u64); 7] = [
    (10, 3),
    (100, 5),
    (100, 10),
    (1000, 10),
    (1000, 20),
    (10_000, 25),
    (100_000, 50),
];

/// Replays a schedule, then counts it.
fn count(spec: Spec, steps: u64) -> Count {
    let schedule = Schedule::new(spec, Some(steps)).unwrap();
    let replay = Replay::of(&schedule);
    let tape_units = schedule.spec().tape_units();
    replay
        .run(schedule.clone())
        .unwrap_or_else(|violation| panic!("{:?}: {violation}", schedule.spec()));
    Count::of(schedule, tape_units)
}

fn disk(slots: Option<u64>) -> [StorageLevel; 2] {
    [
        StorageLevel::free(0),
        StorageLevel {
            slots,
            write: 2.0,
            read: 2.0,
        },
    ]
}

#[test]
fn revolve() {
    let steps = [25, 416, 322, 4636, 3747, 46346, 475_196];
    let writes = [6, 44, 55, 714, 769, 6724, 76574];
    for (i, (n, slots)) in SIZES.into_iter().enumerate() {
        let count = count(Spec::Revolve { slots, adjoints: 1 }, n);
        assert_eq!(
            (count.forward_steps(), count.writes()),
            (steps[i], writes[i]),
            "({n}, {slots})"
        );
        assert_eq!(count.reads(), n - 1);
        assert_eq!(Some(count.advances), binomial::least_advances(n, slots));
        assert_eq!(count.level(0).peak, slots);
    }
}

#[test]
fn mixed() {
    let steps = [19, 352, 237, 3921, 2823, 37110, 378_805];
    for (i, (n, units)) in SIZES.into_iter().enumerate() {
        let count = count(Spec::Mixed { units }, n);
        assert_eq!(count.forward_steps(), steps[i], "({n}, {units})");
    }
}

#[test]
fn disk_revolve() {
    let table = [
        (25, 0, 25),
        (281, 13, 333),
        (286, 3, 298),
        (2903, 85, 3243),
        (2941, 37, 3089),
        (29605, 371, 31089),
        (298_013, 1935, 305_753),
    ];
    for (i, (n, ram)) in SIZES.into_iter().enumerate() {
        let count = count(Spec::ram_and_disk(ram, None, 1.0, 2.0, 2.0), n);
        let time = count.time(StepCosts::default(), &disk(None)) as u64;
        assert_eq!(
            (count.forward_steps(), count.level(1).writes, time),
            table[i],
            "({n}, {ram})"
        );
        assert_eq!(count.level(1).reads, count.level(1).writes);
    }
}

#[test]
fn h_revolve() {
    let both = [
        (25, 0, 0, 25),
        (337, 5, 5, 357),
        (286, 3, 3, 298),
        (3797, 10, 15, 3847),
        (3307, 20, 20, 3387),
        (38947, 25, 25, 39047),
        (395_820, 202, 252, 396_728),
    ];
    let split = [
        (28, 36),
        (421, 463),
        (337, 357),
        (4705, 4885),
        (3797, 3847),
        (46801, 47191),
        (478_121, 479_471),
    ];
    for (i, (n, slots)) in SIZES.into_iter().enumerate() {
        let spent = count(Spec::ram_and_disk(slots, Some(slots), 1.0, 2.0, 2.0), n);
        let time = spent.time(StepCosts::default(), &disk(None)) as u64;
        let level = spent.level(1);
        assert_eq!(
            (spent.forward_steps(), level.writes, level.reads, time),
            both[i],
            "({n}, {slots})"
        );
        let ram = slots / 2;
        let spent = count(Spec::ram_and_disk(ram, Some(slots - ram), 1.0, 2.0, 2.0), n);
        let time = spent.time(StepCosts::default(), &disk(None)) as u64;
        assert_eq!((spent.forward_steps(), time), split[i], "({n}, {slots})");
    }
}
