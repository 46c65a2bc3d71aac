//! What all tasks need.
//!
//! Owns: what a run is called, and where its schedule is written down. Must not: run it.

use crate::application::{Application, Ranks, Steps};
use crate::case::Case;
use crate::schedule;
use crate::timeline::Clock;
use bytemuck::cast_slice;
use enzyme_case::words;
use enzyme_checkpoint::store::checksum;
use enzyme_checkpoint::{Peers as _, Stop};
use std::cell::Cell;
use std::path::PathBuf;

/// What all tasks need.
pub(crate) struct Setting<'a> {
    pub(crate) app: &'a Application,
    pub(crate) case: &'a Case,
    pub(crate) ranks: Ranks,
    /// Those that the run begins with, or others that an inversion tries.
    pub(crate) controls: Vec<f64>,
    /// What is run: the simulation, or that with its tangent, of which the controls are then.
    pub(crate) steps: &'a dyn Steps,
    /// What the run is to the task.
    pub(crate) part: Part,
    /// Whether a run like it has said before which schedule it takes.
    pub(crate) is_quiet: bool,
    /// Whether nothing is used that an earlier process has left.
    pub(crate) is_anew: bool,
    /// What this rank does over time.
    pub(crate) clock: Clock,
    /// When all that the task runs is to stop.
    pub(crate) stop: Stop,
    /// Whether the task has computed something that no earlier process had found.
    pub(crate) has_computed: &'a Cell<bool>,
}

/// What a run is to its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its gradient.
    Whole,
    /// All of it, without a gradient.
    Forward,
    /// One of several runs of an inversion or a check.
    Evaluation(usize),
}

impl Setting<'_> {
    /// Where its schedule is written down, without the ending: a run with its tangent has another one.
    pub(crate) fn schedule(&self) -> PathBuf {
        schedule::place(&self.case.output, self.steps.is_doubled())
    }

    /// Names what is run: simulation, parameters, ranks. It does not tell controls apart: schedules are the same for all.
    pub(crate) fn name(&self) -> String {
        let parameters = self.app.asked.iter();
        let parameters = parameters.map(|asked| format!("{} = {}", asked.name, asked.value));
        let parameters: Vec<String> = parameters.collect();
        let (name, ranks) = (&self.app.name, self.ranks.size());
        let twice = if self.steps.is_doubled() {
            " with its tangent"
        } else {
            ""
        };
        let on = words::counted(ranks as usize, "rank");
        format!("{name}{twice} on {on}, {}", parameters.join(", "))
    }

    /// The same with the simulation's files and this rank's controls, and with the evaluation that this is.
    pub(crate) fn identity(&self) -> String {
        let identity = self.with_controls(checksum(cast_slice(&self.controls)));
        match self.part {
            Part::Evaluation(number) => format!("{identity}, evaluation {number}"),
            Part::Whole | Part::Forward => identity,
        }
    }

    /// The same on the first rank with the controls of all ranks, all of which call it.
    pub(crate) fn identity_of_all(&self) -> String {
        let mine = checksum(cast_slice(&self.controls));
        // Ranks hand over doubles, and each half of a checksum is one.
        let halves = [mine >> 32, mine & u64::from(u32::MAX)].map(|half| half as f64);
        let mut all: Vec<f64> = Vec::new();
        self.ranks.gather(&halves, |_, theirs| all.extend(theirs));
        self.with_controls(checksum(cast_slice(&all)))
    }

    fn with_controls(&self, controls: u64) -> String {
        let name = self.name();
        let sources = self.app.sources.iter();
        let sources = sources.map(|source| format!("{} {}", source.name, source.content));
        let sources = sources.collect::<Vec<_>>().join(", ");
        format!("{name}, {sources}, controls {controls:016x}")
    }
}
