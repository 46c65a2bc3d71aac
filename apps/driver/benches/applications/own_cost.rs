//! What the driver spends besides steps and their derivatives, and how much of writing to disk is hidden behind them.
//!
//! Owns: these two tables. Must not: know how a figure is measured.

use crate::applications::TIMES;
use crate::driver::{Bench, Built, Ran, Wanted};
use crate::loops;
use crate::machine::median;
use crate::table::{Table, bytes, count, percent, seconds, word};

/// Runs of these lengths are compared: what a program does once drops out of their difference.
const STEPS: [u64; 2] = [50, 150];
const SLOTS: u64 = 10;

/// A simulation with steps of some length: parameters besides those of its case.
struct Steps<'a> {
    app: &'a Built,
    what: &'static str,
    more: (&'static str, &'static str),
}

impl Steps<'_> {
    fn parameters(&self, steps: u64) -> Vec<(&'static str, String)> {
        let (name, value) = self.more;
        vec![(name, value.to_owned()), ("steps", steps.to_string())]
    }

    fn driver(&self, bench: &Bench, state: u64, steps: u64) -> Ran {
        let wanted = Wanted {
            ranks: 1,
            ram: SLOTS * state,
            disk: 0,
            schedule: Some("revolve"),
            more: self.parameters(steps),
        };
        bench.gradient(self.app, &wanted)
    }

    fn loops(&self, bench: &Bench, what: &str, steps: u64) -> loops::Figures {
        let more = self.parameters(steps).into_iter();
        let more: Vec<String> = more
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        loops::run(&bench.loops, self.app, what, 1, &more)
    }
}

/// The same schedule by the driver and by loops of the simulation's functions alone. Runs of both alternate.
pub(crate) fn table(bench: &Bench, heat: &Built, lorenz: &Built) -> Table {
    let mut table = Table::new(
        "The driver's own cost: 150 steps less 50, 10 checkpoints in memory, by the time of the processor",
        &[
            "steps of",
            "a state",
            "a step",
            "by the driver",
            "by bare loops",
            "more",
            "by steps x their cost",
            "more than that",
        ],
    );
    for (app, what, more) in [
        (heat, "heat, 256 x 256", ("points", "256")),
        (heat, "heat, 960 x 960", ("points", "960")),
        (lorenz, "lorenz, 30,000 steps in one", ("substeps", "30000")),
    ] {
        own(bench, &mut table, &Steps { app, what, more });
    }
    table.note("`more` is the median over pairs of runs, the driver's and the loops', which copy states, too. By steps x their cost: all 150, by the clock, as the run has counted and measured them; copies of states are not among them.".to_owned());
    table
}

fn own(bench: &Bench, table: &mut Table, steps: &Steps<'_>) {
    let state = steps.loops(bench, "steps", 1).get("state") as u64;
    let (mut driver, mut loops, mut more, mut counts) = (vec![], vec![], vec![], vec![]);
    let mut last = None;
    for _ in 0..TIMES {
        let [short, long] = STEPS.map(|number| {
            let ran = steps.driver(bench, state, number);
            let bare = steps.loops(bench, &SLOTS.to_string(), number);
            assert_eq!(
                ran.advances(),
                bare.get("advances") as u64,
                "another schedule"
            );
            (ran, bare.get("gradient_own"))
        });
        driver.push(long.0.own - short.0.own);
        loops.push(long.1 - short.1);
        more.push((long.0.own - short.0.own) / (long.1 - short.1) - 1.0);
        counts.push(long.0.elapsed() / counted(&long.0) - 1.0);
        last = Some(long.0);
    }
    let last = last.unwrap();
    table.row(vec![
        word(steps.what),
        bytes(state),
        seconds(last.step().unwrap()),
        seconds(median(driver)),
        seconds(median(loops)),
        percent(median(more)),
        seconds(counted(&last)),
        percent(median(counts)),
    ]);
}

/// What the run has counted, by what it has measured.
fn counted(ran: &Ran) -> f64 {
    ran.advances() as f64 * ran.step().unwrap() + ran.steps() as f64 * ran.adjoint()
}

/// A state of heat on 960 x 960 points.
const STATE: u64 = 8 * 960 * 960;

/// Checkpoints on disk.
pub(crate) fn hidden(bench: &Bench, heat: &Built) -> Table {
    let mut table = Table::new(
        "What is hidden behind steps: heat, 960 x 960 points, 200 steps, 3 checkpoints in memory, 40 on disk (HDF5 files)",
        &["", "times", "took", "waited", "hidden"],
    );
    let wanted = Wanted {
        ranks: 1,
        ram: 3 * STATE,
        disk: 40 * STATE,
        schedule: Some("multistage"),
        more: vec![("points", "960".to_owned()), ("steps", "200".to_owned())],
    };
    let runs: Vec<Ran> = (0..TIMES).map(|_| bench.gradient(heat, &wanted)).collect();
    for what in ["write", "read"] {
        let all: Vec<(u64, f64, f64)> = runs.iter().map(|ran| ran.traffic(1, what)).collect();
        table.row(vec![
            word(what),
            count(all[0].0),
            seconds(median(all.iter().map(|one| one.1))),
            seconds(median(all.iter().map(|one| one.2))),
            percent(median(all.iter().map(|one| (1.0 - one.2 / one.1).max(0.0)))),
        ]);
    }
    let saves = median(runs.iter().map(Ran::save_time));
    let elapsed = median(runs.iter().map(Ran::elapsed));
    let times = runs[0].peak(1);
    table.note(format!("{times} checkpoints at most on disk; the gradient takes {elapsed:.2} s, {saves:.3} s of it for saves."));
    table
}
