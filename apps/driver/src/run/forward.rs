//! Whole runs that go forward only.
//!
//! Owns: the objective of one, and its derivative along a direction. Must not: keep states.

use crate::application::{Application, Missing, Steps as _};
use crate::setting::Setting;

/// So many steps, or until the simulation is done.
fn goes_on(app: &Application, step: u64, state: &[f64]) -> bool {
    match app.steps {
        Some(steps) => step < steps,
        None => !app.done(step, state),
    }
}

/// The objective of a whole run.
pub(super) fn objective(setting: &Setting<'_>, controls: &[f64]) -> f64 {
    let app = setting.app;
    let mut state = vec![0.0; app.state_numbers()];
    let mut after = state.clone();
    app.initial(controls, &mut state);
    let mut step = 0;
    while goes_on(app, step, &state) {
        app.step(step, controls, &state, &mut after);
        std::mem::swap(&mut state, &mut after);
        step += 1;
    }
    setting.ranks.total(app.objective(controls, &state))
}

/// The derivative of a whole run along a direction, by forward mode.
pub(super) fn tangent(setting: &Setting<'_>, direction: &[f64]) -> Result<f64, Missing> {
    let app = setting.app;
    let numbers = || vec![0.0; app.state_numbers()];
    let (mut state, mut dstate, mut after, mut dafter) =
        (numbers(), numbers(), numbers(), numbers());
    let controls = (&*setting.controls, direction);
    app.initial_tangent(controls, (&mut state, &mut dstate))?;
    let mut step = 0;
    while goes_on(app, step, &state) {
        app.step_tangent(step, controls, (&state, &dstate), (&mut after, &mut dafter))?;
        std::mem::swap(&mut state, &mut after);
        std::mem::swap(&mut dstate, &mut dafter);
        step += 1;
    }
    let mine = app.objective_tangent(controls, (&state, &dstate))?;
    Ok(setting.ranks.total(mine))
}
