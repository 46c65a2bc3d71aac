//! The gradient as a task.
//!
//! Owns: what it leaves. Must not: run a simulation (`find` does).

use super::find::find;
use super::finite::finite;
use super::sums;
use super::written::{all_written, is_told};
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
    let idle = sums::idle(setting, numbers);
    let is_there = || output::report::is_of(setting, (gradient, checked));
    let is_told = is_told(setting, is_there);
    let written = match is_told {
        true => Ok(()),
        false => output::timeline::leave(setting).and_then(|told| match ranks.is_first() {
            true => output::report::write(setting, (gradient, checked), told),
            false => Ok(()),
        }),
    };
    if ranks.is_first() {
        output::text::gradient(setting, gradient);
        match (&written, is_told) {
            (Ok(()), true) => output::text::finished_before(setting),
            (Ok(()), false) => output::text::report(setting),
            // It is said what could not be written.
            (Err(_), _) => {}
        }
        if let Some(checked) = checked {
            output::text::checked(checked);
        }
        if !idle.is_empty() {
            output::text::idle(&idle);
        }
    }
    all_written(setting, written)?;
    finite("objective", gradient.objective)?;
    finite("norm of the gradient", gradient.norm)?;
    let singles = (gradient.objective, Some(gradient.norm));
    Ok(Found::of(What::Gradient, singles, fields, numbers))
}
