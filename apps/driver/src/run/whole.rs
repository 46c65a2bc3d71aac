//! The gradient of a run that is differentiated as a whole: all that its reverse pass needs lies in memory.
//!
//! Owns: this way around checkpoints. Must not: keep states.

use super::sums;
use super::trial::try_step;
use crate::end::End;
use crate::results::{Gradient, Times};
use crate::setting::Setting;
use crate::timeline::Phase;
use enzyme_case::Complaint;
use enzyme_run_cli::Arguments;
use std::time::Instant;

/// Does one of both, in its phase; all ranks do, and learn how long the slowest took.
fn timed<R>(setting: &Setting<'_>, phase: Phase, work: impl FnOnce() -> R) -> (R, f64) {
    let begin = Instant::now();
    let result = setting.clock.during(phase, work);
    let seconds = begin.elapsed().as_secs_f64();
    (result, setting.ranks.extremes(seconds).1)
}

/// Finds it; nothing, if only the plan is wanted.
pub(super) fn find(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Gradient>, End> {
    let app = setting.app;
    let (Some(steps), Some(whole)) = (app.steps, app.whole()) else {
        let complaint = Complaint::new(
            "the simulation has no run as a whole, with a number of steps that is known before",
        );
        return Err(End::Refused(vec![
            complaint.help("leave `schedule` out of [checkpoints]"),
        ]));
    };
    if arguments.plan {
        return Ok(None);
    }
    try_step(setting)?;
    let mut by_controls = vec![0.0; setting.controls.len()];
    let ((), derivative) = timed(setting, Phase::Adjoint, || {
        whole.adjoint(steps, &setting.controls, &mut by_controls);
    });
    let (mine, primal) = timed(setting, Phase::Primal, || {
        whole.objective(steps, &setting.controls)
    });
    let mut gradient = sums::gradient(setting, by_controls, mine);
    gradient.whole = Some(Times {
        steps,
        primal,
        derivative,
    });
    gradient.reasons = vec!["differentiated as a whole, without checkpoints".to_owned()];
    Ok(Some(gradient))
}
