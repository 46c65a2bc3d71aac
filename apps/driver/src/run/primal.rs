//! The simulation alone.
//!
//! Owns: what it leaves. Must not: run it (`forward` does).

use super::finite::finite;
use super::written::all_written;
use super::{forward, journal, sums, trial};
use crate::end::End;
use crate::output;
use crate::output::fields::Target;
use crate::results::{Found, What};
use crate::setting::Setting;
use crate::timeline::Phase;

/// Runs it, and writes its last state.
pub(super) fn run(setting: &Setting<'_>) -> Result<Found, End> {
    let ranks = setting.ranks;
    trial::try_step(setting)?;
    let state = forward::run(setting)?;
    let mine = trial::objective(setting, &state)?;
    let objective = sums::objective(setting, mine);
    setting.clock.enter(Phase::Around);
    let fields = &setting.app.state;
    let target = Target::of(setting, What::State);
    output::fields::write(&target, fields, &state)?;
    let written = output::timeline::leave(setting);
    if ranks.is_first() {
        output::text::primal(objective, &target);
    }
    all_written(setting, written.map(drop))?;
    journal::clear(setting)?;
    finite("objective", objective)?;
    let numbers = (objective, None);
    Ok(Found::of(What::State, numbers, fields, &state))
}
