//! Results that are no numbers.
//!
//! Owns: refusing them. Must not: look where they come from.

use crate::end::End;
use enzyme_case::Complaint;

/// Refuses a result that is no number; what it was made of has been written before.
pub(super) fn finite(what: &str, number: f64) -> Result<(), End> {
    if number.is_finite() {
        return Ok(());
    }
    let complaint = Complaint::new(format!("the {what} is {number}, which is no finite number"));
    let help = "look where it begins: enzyme-rs run CASE.toml --task primal writes the last state; fewer steps, or smaller ones, may do";
    Err(End::Refused(vec![complaint.help(help)]))
}
