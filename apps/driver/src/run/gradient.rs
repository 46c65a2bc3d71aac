//! The gradient as a task.
//!
//! Owns: what it leaves. Must not: run a simulation (`find` does).

use super::find::find;
use super::finite::finite;
use super::left::left;
use crate::end::End;
use crate::output;
use crate::output::fields::Target;
use crate::results::{Checked, Found, Gradient, What};
use crate::setting::Setting;
use enzyme_run_cli::Arguments;

/// Finds it and writes it; finds nothing, if only the plan is wanted.
pub(super) fn run(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Found>, End> {
    match find(setting, arguments)? {
        Some(gradient) => leave(setting, &gradient, None).map(Some),
        None => Ok(None),
    }
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
    left(setting, written)?;
    finite("objective", gradient.objective)?;
    finite("norm of the gradient", gradient.norm)?;
    let singles = (gradient.objective, Some(gradient.norm));
    Ok(Found::of(What::Gradient, singles, fields, numbers))
}
