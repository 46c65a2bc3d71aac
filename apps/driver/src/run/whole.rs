//! The gradient of a run that is differentiated as a whole: all that its reverse pass needs lies in memory.
//!
//! Owns: this way around checkpoints. Must not: keep states.

use super::Setting;
use super::gradient::{Gradient, result};
use crate::End;
use crate::cli::Arguments;
use enzyme_case::Complaint;

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
    let mut by_controls = vec![0.0; setting.controls.len()];
    whole.adjoint(steps, &setting.controls, &mut by_controls);
    let mine = whole.objective(steps, &setting.controls);
    let mut gradient = result(setting, by_controls, mine);
    gradient.reasons = vec!["differentiated as a whole, without checkpoints".to_owned()];
    Ok(Some(gradient))
}
