//! Whole runs that go forward only.
//!
//! Owns: how one is run, stopped and taken up again. Must not: keep states, or know what a run is for.

use super::ended;
use super::journal::journal;
use super::trial::kept_within;
use crate::application::Guarded;
use crate::end::End;
use crate::progress::Shown;
use crate::setting::{Part, Setting};
use crate::simulation::Simulation;
use enzyme_checkpoint::{Executor, Spec};

/// Runs it; its last state.
pub(super) fn run(setting: &Setting<'_>) -> Result<Guarded, End> {
    let ranks = setting.ranks;
    let steps = (setting.steps, &setting.clock);
    let mut simulation = Simulation::begin(steps, setting.identity(), &setting.controls);
    let shown = Shown::begin(ranks.is_first() && setting.part == Part::Forward);
    let outcome = Executor::new(Spec::None)
        .stop(setting.stop.clone())
        .journal(journal(setting))
        .peers(ranks)
        .progress_every(shown.every())
        .on_event(|event| {
            setting.clock.hear(event);
            shown.show(event);
        })
        .run(&mut simulation);
    drop(shown);
    ended::well(outcome, setting)?;
    setting.has_computed.set(true);
    kept_within(setting, &simulation)?;
    Ok(simulation.into_state())
}
