//! The gradient as a task.
//!
//! Owns: what it leaves. Must not: run a simulation (`find` does).

use super::find::find;
use super::finite::finite;
use super::written::all_written;
use crate::end::End;
use crate::output;
use crate::output::fields::Target;
use crate::results::{Checked, Found, Gradient, What};
use crate::setting::Setting;

/// Finds it and writes it.
pub(super) fn run(setting: &Setting<'_>) -> Result<Found, End> {
    leave(setting, &find(setting)?, None)
}

/// Writes a gradient, and what was compared with it.
pub(super) fn leave(
    setting: &Setting<'_>,
    gradient: &Gradient,
    checked: Option<&Checked>,
) -> Result<Found, End> {
    let (fields, ranks) = (&setting.app.controls, setting.ranks);
    let numbers = &gradient.by_controls;
    output::fields::write(&Target::of(setting, What::Gradient), fields, numbers)?;
    let told = output::timeline::leave(setting);
    let mut written = Ok(());
    if ranks.is_first() {
        written = told.and_then(|told| output::report::write(setting, (gradient, checked), told));
        output::text::gradient(setting, gradient);
        if let Some(checked) = checked {
            output::text::checked(checked);
        }
    }
    all_written(setting, written)?;
    finite("objective", gradient.objective)?;
    finite("norm of the gradient", gradient.norm)?;
    let singles = (gradient.objective, Some(gradient.norm));
    Ok(Found::of(What::Gradient, singles, fields, numbers))
}
