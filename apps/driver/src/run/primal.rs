//! The simulation alone.
//!
//! Owns: the loop. Must not: keep states.

use super::finite::finite;
use super::left::left;
use super::trial::try_step;
use crate::application::Steps as _;
use crate::end::End;
use crate::output;
use crate::output::fields::Target;
use crate::progress::Shown;
use crate::results::{Found, What};
use crate::setting::Setting;
use crate::simulation::Simulation;
use crate::timeline::Phase;
use enzyme_case::Complaint;
use enzyme_checkpoint::{Executor, Spec, Stop};

/// Runs it, and writes its last state.
pub(super) fn run(setting: &Setting<'_>) -> Result<Option<Found>, End> {
    let ranks = setting.ranks;
    try_step(setting)?;
    let controls = setting.controls.clone();
    let mut simulation =
        Simulation::begin((setting.app, &setting.clock), setting.identity(), controls);
    let shown = Shown::begin(ranks.is_first());
    let outcome = Executor::new(Spec::None)
        .stop(Stop::new())
        .peers(ranks)
        .progress_every(shown.every())
        .on_event(|event| shown.show(event))
        .run(&mut simulation);
    drop(shown);
    outcome.map_err(|error| End::Refused(vec![Complaint::of(&error)]))?;
    let state = simulation.state().to_vec();
    let mine = setting.app.objective(&setting.controls, &state);
    let objective = ranks.total(mine);
    setting.clock.enter(Phase::Around);
    let fields = &setting.app.state;
    output::fields::write(&Target::of(setting, What::State), fields, &state)?;
    let written = output::timeline::leave(setting);
    if ranks.is_first() {
        output::text::objective(objective);
    }
    left(setting, written.map(drop))?;
    finite("objective", objective)?;
    let numbers = (objective, None);
    Ok(Some(Found::of(What::State, numbers, fields, &state)))
}
