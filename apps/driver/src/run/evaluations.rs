//! Runs at several controls, one after the other, as an inversion or a check asks for them: each can be stopped and taken up again, and what it has found is kept.
//!
//! Owns: that all ranks have what was kept, or compute it again. Must not: choose where the next one is.

use super::find::find;
use super::kept::{self, Evaluation};
use super::{forward, journal, trial};
use crate::application::Steps;
use crate::end::{End, environment, together};
use crate::output;
use crate::setting::{Part, Setting};
use crate::timeline::Clock;
use enzyme_checkpoint::Peers as _;
use std::cell::Cell;
use std::path::PathBuf;

/// The evaluations of a task.
pub(super) struct Evaluations<'a> {
    setting: &'a Setting<'a>,
    folder: PathBuf,
    /// Of the next one.
    number: Cell<usize>,
}

impl<'a> Evaluations<'a> {
    /// Those that are kept below this name.
    pub(super) fn new(setting: &'a Setting<'a>, name: &str) -> Self {
        Self {
            setting,
            folder: setting.case.output.join(name),
            number: Cell::default(),
        }
    }

    /// Objective and gradient of a run with these controls; a quiet one does not say which schedule it takes.
    pub(super) fn gradient(
        &self,
        steps: &dyn Steps,
        controls: Vec<f64>,
        is_quiet: bool,
    ) -> Result<Evaluation, End> {
        let numbers = controls.len();
        let (number, setting) = self.next(steps, controls, is_quiet);
        self.known_or((number, &setting), numbers, || {
            let gradient = find(&setting)?;
            Ok(Evaluation {
                objective: gradient.objective,
                by_controls: gradient.by_controls,
            })
        })
    }

    /// The objective of a run with these controls, which goes forward only.
    pub(super) fn objective(&self, steps: &dyn Steps, controls: Vec<f64>) -> Result<f64, End> {
        let ranks = self.setting.ranks;
        let (number, mut setting) = self.next(steps, controls, true);
        // To the time line it is no primal run.
        setting.clock = Clock::begin(ranks, None);
        let found = self.known_or((number, &setting), 0, || {
            let state = forward::run(&setting)?;
            let mine = trial::objective(&setting, &state)?;
            Ok(Evaluation {
                objective: ranks.total(mine),
                by_controls: Vec::new(),
            })
        })?;
        Ok(found.objective)
    }

    /// The number of the next run, and what it needs.
    fn next<'s>(
        &'s self,
        steps: &'s dyn Steps,
        controls: Vec<f64>,
        is_quiet: bool,
    ) -> (usize, Setting<'s>) {
        let number = self.number.replace(self.number.get() + 1);
        let setting = Setting {
            controls,
            steps,
            part: Part::Evaluation(number),
            is_quiet,
            clock: self.setting.clock.clone(),
            stop: self.setting.stop.clone(),
            ..*self.setting
        };
        (number, setting)
    }

    fn known_or(
        &self,
        (number, setting): (usize, &Setting<'_>),
        numbers: usize,
        compute: impl FnOnce() -> Result<Evaluation, End>,
    ) -> Result<Evaluation, End> {
        let ranks = setting.ranks;
        let named = (number, ranks.rank());
        let run = setting.identity();
        let known = kept::read(&self.folder, named, (&run, numbers));
        // All ranks have it, or all compute it again.
        if ranks.agree(known.is_some())
            && let Some(known) = known
        {
            return Ok(known);
        }
        // What is differentiated as a whole would not look whether it is to stop.
        if ranks.union(setting.stop.is_due().into()) > 0 {
            if ranks.is_first() {
                output::text::goes_on(setting.is_anew);
            }
            return Err(End::Unfinished);
        }
        let found = compute()?;
        setting.has_computed.set(true);
        let written = kept::write(&self.folder, named, &run, &found);
        let what = format!("cannot write into {}", self.folder.display());
        together(written.map_err(|error| environment(&what, &error)), ranks)?;
        journal::clear(setting)?;
        Ok(found)
    }
}
