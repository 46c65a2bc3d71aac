//! What is tried of a simulation before a run of it, and looked at behind it: that it keeps within its fields.
//!
//! Owns: that all ranks learn of it. Must not: try by itself (`application` does).

use crate::application::{Application, Guarded, Ranks};
use crate::end::{End, together};
use crate::setting::Setting;
use crate::simulation::Simulation;
use enzyme_case::Complaint;

/// Sees that the simulation keeps within its fields, before a run of it begins.
pub(super) fn try_step(setting: &Setting<'_>) -> Result<(), End> {
    try_step_of(setting.app, &setting.controls, setting.ranks)
}

/// The same of this one, with these controls.
pub(super) fn try_step_of(app: &Application, controls: &[f64], ranks: Ranks) -> Result<(), End> {
    let tried = app.try_step(controls, ranks);
    tried.map_err(|complaint| End::Refused(complaint.into_iter().collect()))
}

/// Sees that all steps of a run have kept within their arrays.
pub(super) fn kept_within(setting: &Setting<'_>, simulation: &Simulation<'_>) -> Result<(), End> {
    let app = setting.app;
    let left = match simulation.overrun() {
        Some(left) => Err(app.overrun(left)),
        None => app.reads_within("`objective` or a step", simulation.objective),
    };
    together(left.map_err(refused), setting.ranks)
}

/// This rank's part of the objective, which is to read no more than the last state of a run. Where a step has read more, there is something of it in there.
pub(super) fn objective(setting: &Setting<'_>, state: &Guarded) -> Result<f64, End> {
    let app = setting.app;
    let within = |number: &f64| app.reads_within("`step`", *number);
    let mine = setting.steps.objective(&setting.controls, state);
    let read = state.iter().try_for_each(within);
    let read = read.and_then(|()| app.reads_within("`objective`", mine));
    together(read.map_err(refused), setting.ranks).map(|()| mine)
}

fn refused(complaint: Complaint) -> End {
    End::Refused(vec![complaint])
}
