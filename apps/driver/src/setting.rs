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

/// What of two identities differs, in words; nothing, if they are of different kinds.
pub(crate) fn changed(here: &str, there: &str) -> Vec<String> {
    let parts = |text: &str| {
        let parts = text.split(", ").map(|part| part.rsplit_once(' '));
        let parts = parts.map(|part| part.map(|(name, sum)| (name.to_owned(), sum.to_owned())));
        parts.collect::<Vec<_>>()
    };
    let (here, there) = (parts(here), parts(there));
    let pairs = here.iter().zip(&there);
    let pairs = pairs.filter_map(|(here, there)| here.as_ref().zip(there.as_ref()));
    let is_same_kind = here.len() == there.len();
    let differs = pairs.filter(|(here, there)| is_same_kind && here.0 == there.0 && here != there);
    let words = differs.map(|((name, _), _)| match &**name {
        "controls" => "what its controls begin with has changed".to_owned(),
        "library" => "the simulation's library has changed".to_owned(),
        name => format!("the file that `{name}` names has changed"),
    });
    words.collect()
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
        let name = self.name();
        let sources = self.app.sources.iter();
        let sources = sources.map(|source| format!("{} {}", source.name, source.content));
        let sources = sources.collect::<Vec<_>>().join(", ");
        let controls = checksum(cast_slice(&self.controls));
        let name = format!("{name}, {sources}, controls {controls:016x}");
        match self.part {
            Part::Evaluation(number) => format!("{name}, evaluation {number}"),
            Part::Whole | Part::Forward => name,
        }
    }
}
