//! The executor with models whose gradients are known, under every kind of schedule.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

mod models;

use enzyme_checkpoint::{
    Background, Check, Count, Event, Executor, FileOptions, Files, Format, Journal, Memory,
    RunError, Schedule, Spec, Stop, StorageLevel, Tiered,
};
use models::{Heat, VanDerPol};
use std::env;
use std::process::Command;
use std::time::Duration;

/// Every schedule, each for a run of 137 steps.
fn specs() -> Vec<Spec> {
    let disk = |slots| StorageLevel {
        slots,
        write: 2.0,
        read: 2.0,
    };
    let levels = |slots| Spec::Levels {
        levels: vec![StorageLevel::free(3), disk(slots)],
        forward: 1.0,
    };
    vec![
        Spec::StoreAll { adjoints: 2 },
        Spec::Periodic {
            period: 10,
            level: 1,
            adjoints: 2,
        },
        Spec::Periodic {
            period: 10,
            level: 0,
            adjoints: 1,
        },
        Spec::Revolve {
            slots: 5,
            adjoints: 2,
        },
        Spec::Multistage {
            ram: 3,
            disk: 4,
            write: 2.0,
            read: 2.0,
        },
        Spec::Online { slots: 6 },
        Spec::Dynamic { slots: 6 },
        levels(Some(4)),
        levels(None),
        Spec::PeriodicDisk { ram: 4, period: 20 },
        Spec::Mixed { units: 8 },
        Spec::Stages {
            units: 9,
            stage_units: 2,
        },
        Spec::TwoLevel {
            period: 20,
            ram: 4,
            adjoints: 2,
        },
        Spec::StepCosts {
            costs: (0..137).map(|i| f64::from(i % 7)).collect(),
            slots: 5,
        },
    ]
}

fn formats() -> Vec<Format> {
    if cfg!(feature = "hdf5") {
        vec![Format::Hdf5, Format::Plain]
    } else {
        vec![Format::Plain]
    }
}

#[test]
fn every_schedule_gives_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let mut reference = Heat::new(16, 1, 137);
    let store_all = Executor::new(Spec::StoreAll { adjoints: 1 }).store(Memory::new());
    store_all.run(&mut reference).unwrap();
    assert!(reference.error(137) < 1e-11, "{}", reference.error(137));
    for (k, spec) in specs().into_iter().enumerate() {
        for format in formats() {
            let mut model = Heat::new(16, 1, 137);
            let options = FileOptions {
                format,
                ..FileOptions::default()
            };
            let files =
                Files::new(folder.path().join(format!("{k}-{format:?}")), &options).unwrap();
            let executor = Executor::new(spec.clone())
                .store(Memory::new())
                .store(Background::new(files, 4096).unwrap())
                .check(Check::Every);
            let outcome = executor.run(&mut model).unwrap();
            assert_eq!(model.gradient(), reference.gradient(), "{spec:?}");
            let schedule = Schedule::new(spec.clone(), Some(137)).unwrap();
            let expected = Count::of(schedule, spec.tape_units());
            assert_eq!(outcome.report().count, expected, "{spec:?}");
        }
    }
}

#[test]
fn a_length_that_shows_only_on_the_way() {
    for spec in specs().into_iter().filter(Spec::is_online) {
        for end in [1, 2, 40, 61] {
            let mut model = Heat::new(16, 1, end);
            model.steps = None;
            let executor = Executor::new(spec.clone())
                .store(Memory::new())
                .store(Memory::new());
            let outcome = executor.run(&mut model).unwrap();
            assert_eq!(outcome.report().steps, Some(end));
            assert!(model.error(end) < 1e-11, "{spec:?}: {}", model.error(end));
        }
    }
}

#[test]
fn heat_over_100_000_steps() {
    let mut model = Heat::new(64, 1, 100_000);
    let spec = Spec::Revolve {
        slots: 50,
        adjoints: 1,
    };
    let outcome = Executor::new(spec)
        .store(Memory::new())
        .run(&mut model)
        .unwrap();
    let report = outcome.report();
    assert!(model.error(100_000) < 1e-9, "{}", model.error(100_000));
    assert_eq!(report.count.forward_steps(), 475_196);
    assert_eq!(report.optimum, Some(475_196));
    assert_eq!(report.count.level(0).writes, 76_574);
    // Each stretch between two of the 50 checkpoints of the forward run, and the last one.
    assert_eq!(report.checked, 50);
}

/// Published by PETSc (ts/tutorials/ex20adj): mu 1e5, Crank-Nicolson, 15 steps of 1e-3.
#[test]
fn van_der_pol_sensitivities() {
    let mut model = VanDerPol::new(1e5, 1e-3, 15);
    let spec = Spec::Revolve {
        slots: 3,
        adjoints: 2,
    };
    Executor::new(spec)
        .store(Memory::new())
        .run(&mut model)
        .unwrap();
    let published = [
        [1.008_444_31, 5.749_818_34e-06, -1.897_841_72e-13],
        [1.031_281_91, -0.828_691_688, -1.296_570_50e-11],
    ];
    let start = model.start_by_mu();
    for (found, expected) in model.results().iter().zip(&published) {
        // Theirs counts that the initial z depends on mu.
        let found = [found[0], found[1], found[2] + found[1] * start];
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-7 * b.abs(), "{found:?} {expected:?}");
        }
    }
}

#[test]
fn a_step_that_is_not_reproducible_is_found() {
    for step in [0, 40, 77, 120, 134, 135] {
        let mut model = Heat::new(16, 1, 137);
        model.flaky = Some(step);
        let spec = Spec::Revolve {
            slots: 5,
            adjoints: 1,
        };
        let error = Executor::new(spec)
            .store(Memory::new())
            .run(&mut model)
            .unwrap_err();
        let RunError::NotReproducible { state, from, .. } = error else {
            panic!("{step}: {error}");
        };
        assert!((from..state).contains(&step), "{step} in {from}..{state}");
    }
}

#[test]
fn tiers_spill_over_and_are_full() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::new(folder.path(), &FileOptions::default()).unwrap();
    let size = 17 * 8;
    let tiers = |last: u64| {
        let files = Files::new(
            folder.path().join(last.to_string()),
            &FileOptions::default(),
        )
        .unwrap();
        Tiered::new(vec![
            (Box::new(Memory::new()), 3 * size),
            (Box::new(files), last * size),
        ])
    };
    drop(files);
    let run = |last| {
        let mut model = Heat::new(16, 1, 137);
        let spec = Spec::Revolve {
            slots: 8,
            adjoints: 1,
        };
        let outcome = Executor::new(spec).store(tiers(last)).run(&mut model);
        outcome.map(|_| model.error(137))
    };
    assert!(run(5).unwrap() < 1e-11);
    let error = run(4).unwrap_err().to_string();
    assert!(
        error.contains("no room left") && error.contains("help:"),
        "{error}"
    );
}

#[test]
fn stores_and_tapes_that_are_missing_are_named() {
    let mut model = VanDerPol::new(10.0, 1e-3, 15);
    let error = Executor::new(Spec::Mixed { units: 3 })
        .store(Memory::new())
        .run(&mut model);
    assert!(error.unwrap_err().to_string().contains("tape_layout"));
    let spec = Spec::Multistage {
        ram: 1,
        disk: 2,
        write: 1.0,
        read: 1.0,
    };
    let error = Executor::new(spec)
        .store(Memory::new())
        .run(&mut model)
        .unwrap_err();
    assert!(
        matches!(error, RunError::NoStore { level: 1, .. }),
        "{error}"
    );
}

#[test]
fn events_tell_how_far_it_is() {
    let (mut seen, mut left) = (Vec::new(), Vec::new());
    let mut model = Heat::new(2048, 2, 20_000);
    let spec = Spec::Revolve {
        slots: 5,
        adjoints: 1,
    };
    let executor = Executor::new(spec)
        .store(Memory::new())
        .progress_every(Duration::from_millis(1))
        .on_event(|event| match event {
            Event::Progress(progress) => {
                seen.push(progress.forward + progress.reverse);
                assert_eq!(progress.left.is_some(), progress.reverse > 0, "{progress}");
                left.extend(progress.left.map(|left| (progress.elapsed, left)));
            }
            Event::EndForward(progress) => {
                assert_eq!((progress.steps, progress.left), (Some(20_000), None));
            }
            _ => {}
        });
    let took = executor.run(&mut model).unwrap().report().elapsed;
    assert!(seen.len() > 3 && seen.is_sorted(), "{seen:?}");
    // What is said in the middle of it all is about what it comes to: the machine may be busy with other things as well.
    let (elapsed, middle) = left[left.len() / 2];
    let said = (elapsed + middle).as_secs_f64() / took.as_secs_f64();
    assert!((0.2..5.0).contains(&said), "{said}");
    let (_, last) = left[left.len() - 1];
    assert!(last < took.mul_f64(0.2), "{last:?} of {took:?}");
}

#[test]
fn a_report_has_units_costs_and_the_plan_of_the_next_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Heat::new(64, 1, 500);
    let spec = Spec::Multistage {
        ram: 3,
        disk: 4,
        write: 1.0,
        read: 1.0,
    };
    let options = FileOptions {
        format: Format::Plain,
        ..FileOptions::default()
    };
    let executor = Executor::new(spec)
        .store(Memory::new())
        .store(Files::new(folder.path(), &options).unwrap());
    let outcome = executor.run(&mut model).unwrap();
    let report = outcome.report();
    let text = report.to_string();
    assert!(
        text.contains("level 0: at most 3 checkpoints of 520 B, "),
        "{text}"
    );
    assert!(text.contains("a step takes "), "{text}");
    for cost in [report.costs.step, report.costs.record, report.costs.reverse] {
        let cost = cost.unwrap();
        assert!(cost > Duration::ZERO && cost < report.elapsed, "{cost:?}");
    }
    let plan = report.plan.clone().unwrap();
    let begin = "enzyme-rs plan --steps 500 --ram 3 --disk 4 --state 520B --step-cost ";
    assert!(plan.starts_with(begin), "{plan}");
    for option in [" --adjoint-cost ", " --write-cost ", " --read-cost "] {
        let (_, value) = plan.split_once(option).unwrap();
        let value: f64 = value.split(' ').next().unwrap().parse().unwrap();
        assert!(value > 0.0, "{plan}");
    }
    assert!(
        text.ends_with(&format!("\nto plan the next run: {plan}")),
        "{text}"
    );
}

#[test]
fn what_enzyme_rs_plan_does_not_know_is_not_planned() {
    let mut model = Heat::new(16, 1, 30);
    let outcome = Executor::new(Spec::None).run(&mut model).unwrap();
    assert_eq!(outcome.report().plan, None);
}

#[test]
fn a_run_without_journal_stops_and_says_that_it_is_lost() {
    let mut model = Heat::new(16, 1, 137);
    let stop = Stop::new();
    stop.request();
    let executor = Executor::new(Spec::StoreAll { adjoints: 1 })
        .store(Memory::new())
        .stop(stop);
    let outcome = executor.run(&mut model).unwrap();
    assert_eq!((outcome.is_done(), outcome.exit_code()), (false, 1));
}

#[test]
fn memory_is_used_again() {
    let allocations = |steps| {
        let mut model = Heat::new(16, 1, steps);
        let run = || {
            let spec = Spec::Revolve {
                slots: 10,
                adjoints: 1,
            };
            Executor::new(spec)
                .store(Memory::new())
                .run(&mut model)
                .unwrap();
        };
        allocation_counter::measure(run).count_total
    };
    let (short, long) = (allocations(1000), allocations(20_000));
    assert!(
        long < short + 200,
        "{short} allocations for 1000 steps, {long} for 20000"
    );
}

#[test]
fn times_without_end_are_never_due() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Heat::new(16, 1, 20);
    let spec = Spec::Revolve {
        slots: 3,
        adjoints: 1,
    };
    let outcome = Executor::new(spec)
        .store(Memory::new())
        .journal(Journal::new(folder.path()).every(Duration::MAX))
        .progress_every(Duration::MAX)
        .run(&mut model)
        .unwrap();
    assert_eq!(outcome.report().saves, 1);
}

/// In a process of its own, since the time is in the environment.
#[test]
fn a_job_may_end_at_any_time() {
    const END: &str = "SLURM_JOB_END_TIME";
    let far = [u64::MAX, 1 << 63, 1 << 62, 1 << 40].map(|time| time.to_string());
    if let Ok(end) = env::var(END) {
        let stop = Stop::new().before_job_end(Duration::from_secs(60));
        let spec = Spec::Revolve {
            slots: 3,
            adjoints: 1,
        };
        let executor = Executor::new(spec).store(Memory::new()).stop(stop);
        let outcome = executor.run(&mut Heat::new(16, 1, 20)).unwrap();
        assert!(outcome.is_done(), "{end}");
        return;
    }
    for end in far {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "a_job_may_end_at_any_time", "--nocapture"]);
        let output = command.env(END, &end).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{end}: {text}");
    }
}
