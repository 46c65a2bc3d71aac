//! All simulations on one rank: what steps and their derivatives cost, and gradients under three budgets.
//!
//! Owns: the cases, these two tables. Must not: know how a figure is measured.

use crate::driver::{Bench, Built, Ran, Wanted};
use crate::loops;
use crate::machine::median;
use crate::table::{Table, bytes, count, maybe, ratio, seconds, word};
use std::path::PathBuf;

/// Of so many runs each figure is the median.
pub(crate) const TIMES: usize = 5;

/// Parts of all states for which there is room.
const BUDGETS: [f64; 3] = [0.01, 0.05, 0.2];

/// Fewer checkpoints tell little of a schedule.
const FEWEST: u64 = 3;

/// A simulation and its case: primal runs of some tenths of a second at most.
pub(crate) struct App {
    pub(crate) name: &'static str,
    /// Below `apps`; a package in Rust, or a source.
    pub(crate) source: &'static str,
    pub(crate) parameters: &'static [(&'static str, &'static str)],
}

impl App {
    pub(crate) fn built(&self, library: PathBuf) -> Built {
        Built {
            name: self.name,
            library,
            parameters: self.parameters,
        }
    }
}

pub(crate) fn all() -> Vec<App> {
    let app = |name, source, parameters| App {
        name,
        source,
        parameters,
    };
    vec![
        app(
            "heat",
            "heat/heat.c",
            &[("points", "256"), ("steps", "500")],
        ),
        app(
            "heat_rust",
            "heat_rust",
            &[("points", "256"), ("steps", "500")],
        ),
        app(
            "burgers",
            "burgers/burgers.F90",
            &[("points", "10000"), ("time_step", "1e-7"), ("steps", "500")],
        ),
        app(
            "lorenz",
            "lorenz/lorenz.c",
            &[("substeps", "1000"), ("dt", "1e-6"), ("steps", "500")],
        ),
        app(
            "vanderpol iterations",
            "vanderpol/vanderpol.c",
            &[
                ("mu", "1000"),
                ("dt", "1e-4"),
                ("steps", "20000"),
                ("scheme", "euler"),
                ("derivative", "iterations"),
            ],
        ),
        app(
            "vanderpol theorem",
            "vanderpol/vanderpol.c",
            &[
                ("mu", "1000"),
                ("dt", "1e-4"),
                ("steps", "20000"),
                ("scheme", "euler"),
                ("derivative", "theorem"),
            ],
        ),
        app(
            "brusselator",
            "brusselator/brusselator.c",
            &[("points", "128"), ("steps", "300")],
        ),
        app(
            "shallow_water",
            "shallow_water/shallow_water.cpp",
            &[("columns", "120"), ("rows", "80")],
        ),
        app("fwi", "fwi/fwi.cpp", &[("shots", "2"), ("increase", "0.5")]),
        app(
            "sedov",
            "sedov/sedov.cpp",
            &[("elements", "30"), ("steps", "100")],
        ),
    ]
}

/// Steps, and budgets.
pub(crate) fn tables(bench: &Bench, apps: &[(App, Built)]) -> (Table, Table) {
    let mut steps = Table::new(
        "Steps and their derivatives, in loops without the driver, by the time of the processor",
        &[
            "application",
            "steps",
            "a state",
            "a step",
            "its derivative",
            "ratio",
            "-O3 -march=native",
            "whole / primal",
            "memory of whole",
        ],
    );
    let mut budgets = Table::new(
        "Gradients on one rank under budgets of memory, by the clock",
        &[
            "application",
            "room",
            "checkpoints",
            "schedule",
            "forward steps for each",
            "optimum",
            "time / primal",
            "without recomputation",
        ],
    );
    for (source, app) in apps {
        let alone = loops::run(&bench.loops, app, "steps", TIMES, &[]);
        let whole = loops::run(&bench.loops, app, "whole", TIMES, &[]);
        let number = alone.get("steps");
        let own = |name: &str| alone.get(name);
        let native = bench.native(source).map(|app| {
            let figures = loops::run(&bench.loops, &app, "steps", TIMES, &[]);
            figures.get("adjoints_own") / figures.get("primal_own")
        });
        let over = whole.find("whole_own").map(|time| time / own("primal_own"));
        steps.row(vec![
            word(app.name),
            count(number as u64),
            bytes(alone.get("state") as u64),
            seconds(own("primal_own") / number),
            seconds(own("adjoints_own") / number),
            ratio(own("adjoints_own") / own("primal_own")),
            maybe(native),
            maybe(over),
            if over.is_some() {
                bytes(whole.get("resident") as u64)
            } else {
                word("-")
            },
        ]);
        for part in BUDGETS {
            let slots = ((part * number).ceil() as u64).max(FEWEST);
            let ran = gradients(bench, app, slots * alone.get("state") as u64);
            budgets.row(budget(app, part, &ran, &alone));
        }
    }
    steps.note("A derivative runs its step once more. Compiled at -O2; another ratio is that of a library for this processor alone. `whole` is the run as one function, differentiated; its memory is that of the process.".to_owned());
    budgets.note("Without recomputation: a run, and the derivatives of its steps from states that are all kept.".to_owned());
    (steps, budgets)
}

fn gradients(bench: &Bench, app: &Built, ram: u64) -> Vec<Ran> {
    let wanted = Wanted {
        ranks: 1,
        ram,
        disk: 0,
        schedule: None,
        more: Vec::new(),
    };
    (0..TIMES).map(|_| bench.gradient(app, &wanted)).collect()
}

fn budget(app: &Built, part: f64, ran: &[Ran], alone: &loops::Figures) -> Vec<crate::table::Cell> {
    let first = &ran[0];
    let steps = first.steps() as f64;
    let least = first.optimum().map(|least| least as f64 / steps);
    let optimum = match least {
        None => "unknown".to_owned(),
        Some(_) if first.optimum() == Some(first.forward()) => "equal".to_owned(),
        Some(least) if alone.get("until") > 0.0 => format!("{least:.2}, were the length known"),
        Some(least) => format!("NOT EQUAL: {least:.2}"),
    };
    let (primal, adjoints) = (alone.get("primal"), alone.get("adjoints"));
    vec![
        word(app.name),
        word(&format!("{:.0} %", 100.0 * part)),
        count(first.peak(0)),
        word(first.schedule()),
        ratio(first.forward() as f64 / steps),
        word(&optimum),
        ratio(median(ran.iter().map(Ran::elapsed)) / primal),
        ratio((primal + adjoints) / primal),
    ]
}
