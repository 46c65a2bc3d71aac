//! The gradient of a run that is differentiated as a whole: all that its reverse pass needs lies in memory.
//!
//! Owns: this way around checkpoints. Must not: keep states.

use super::sums;
use super::trial::try_step;
use crate::application::Whole;
use crate::end::End;
use crate::output;
use crate::results::{Gradient, Times};
use crate::setting::Setting;
use crate::timeline::Phase;
use enzyme_case::Complaint;
use std::time::Instant;

/// Does one of both, in its phase; all ranks do, and learn how long the slowest took.
fn timed<R>(setting: &Setting<'_>, phase: Phase, work: impl FnOnce() -> R) -> (R, f64) {
    let begin = Instant::now();
    let result = setting.clock.during(phase, work);
    let seconds = begin.elapsed().as_secs_f64();
    (result, setting.ranks.extremes(seconds).1)
}

/// Says that it is to be.
pub(super) fn plan(setting: &Setting<'_>) -> Result<(), End> {
    whole(setting)?;
    if setting.ranks.is_first() {
        output::text::schedule(&[REASON.to_owned()]);
    }
    Ok(())
}

/// What is known of it beforehand.
const REASON: &str = "differentiated as a whole, without checkpoints";

/// The number of steps, and the run as one function.
fn whole<'a>(setting: &Setting<'a>) -> Result<(u64, Whole<'a>), End> {
    let app = setting.app;
    app.steps.zip(app.whole()).ok_or_else(|| {
        let complaint = Complaint::new(
            "the simulation has no run as a whole, with a number of steps that is known before",
        );
        End::Refused(vec![
            complaint.help("leave `schedule` out of [checkpoints]"),
        ])
    })
}

/// Finds it.
pub(super) fn find(setting: &Setting<'_>) -> Result<Gradient, End> {
    let (steps, whole) = whole(setting)?;
    try_step(setting)?;
    let mut by_controls = vec![0.0; setting.controls.len()];
    let ((), derivative) = timed(setting, Phase::Adjoint, || {
        whole.adjoint(steps, &setting.controls, &mut by_controls);
    });
    let (mine, primal) = timed(setting, Phase::Primal, || {
        whole.objective(steps, &setting.controls)
    });
    setting.has_computed.set(true);
    let mut gradient = sums::gradient(setting, by_controls, mine);
    gradient.whole = Some(Times {
        steps,
        primal,
        derivative,
    });
    gradient.reasons = vec![REASON.to_owned()];
    Ok(gradient)
}
