//! The command line of `enzyme-rs run`: `enzyme-rs-run` obeys it, manual pages and completions of `enzyme-rs` show it.
//!
//! Owns: its words. Must not: do anything.

#![deny(unsafe_code)]

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use clap::{Parser, ValueHint};
use std::path::PathBuf;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The objective.
    Primal,
    /// The objective's gradient by the controls.
    Gradient,
    /// Whether the gradient is right.
    Check,
    /// The controls for which the objective is least.
    Invert,
}

impl Task {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Primal => "primal",
            Self::Gradient => "gradient",
            Self::Check => "check",
            Self::Invert => "invert",
        }
    }

    const fn named(self) -> (&'static str, Self) {
        (self.name(), self)
    }
}

/// All of them by their names.
pub const TASKS: [(&str, Task); 4] = [
    Task::Primal.named(),
    Task::Gradient.named(),
    Task::Check.named(),
    Task::Invert.named(),
];

const AFTER: &str = "Exit codes:
  0   the task is done
  1   refused, or the check found a wrong gradient
  2   wrong command line or case
  4   file or library not readable or writable
  75  not finished: run the same command again, and it goes on (job scripts
      requeue on it)

Under MPI: mpirun -n 4 enzyme-rs run CASE.toml. A case is TOML:

  application = \"libheat.so\"
  [parameters]        # of the simulation: see --parameters
  steps = 5000
  [checkpoints]       # of each rank
  ram = \"8 GiB\"
  disk = \"100 GiB\"
  [ensemble]          # runs that differ: all are run, or one with --member K
  parameters.steps = [1000, 2000, 5000]";

/// Runs a simulation, its gradient or a check from a case file
#[derive(Clone, Debug, Parser)]
#[command(name = "enzyme-rs run", bin_name = "enzyme-rs run", version, after_help = AFTER)]
pub struct Arguments {
    /// The case
    #[arg(value_name = "CASE", value_hint = ValueHint::FilePath)]
    pub case: PathBuf,
    /// What to do, whatever the case says
    #[arg(long, value_name = "TASK", value_parser = task())]
    pub task: Option<Task>,
    /// Another value for a key: `--set parameters.steps=100`
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// List the simulation's parameters, and end
    #[arg(long)]
    pub parameters: bool,
    /// Say which schedule the run would take, and end
    #[arg(long, conflicts_with = "fresh")]
    pub plan: bool,
    /// Run this member of the case's ensemble alone, counted from 0
    #[arg(long, value_name = "K", conflicts_with = "summary")]
    pub member: Option<usize>,
    /// Sum up what members of the ensemble have found, and run none
    #[arg(long, conflicts_with_all = ["fresh", "plan", "parameters"])]
    pub summary: bool,
    /// Begin anew, whatever an earlier run has left
    #[arg(long)]
    pub fresh: bool,
    /// When there are colours
    #[command(flatten)]
    pub color: colorchoice_clap::Color,
}

fn task() -> impl clap::builder::TypedValueParser<Value = Task> {
    PossibleValuesParser::new(TASKS.map(|(name, _)| name)).map(|name| {
        let found = TASKS.iter().find(|(known, _)| *known == name);
        found.map_or(Task::Gradient, |(_, task)| *task)
    })
}
