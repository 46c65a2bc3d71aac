//! Numbers of all ranks, from the part of each.
//!
//! Owns: that what all ranks have counts once. Must not: know what numbers are for.

use crate::results::Gradient;
use crate::setting::Setting;

/// The Euclidean norm over all ranks; what all have counts once.
pub(super) fn norm(setting: &Setting<'_>, numbers: &[f64]) -> f64 {
    setting
        .ranks
        .total(own_product(setting, numbers, numbers))
        .sqrt()
}

/// This rank's part of a scalar product of controls.
pub(super) fn own_product(setting: &Setting<'_>, a: &[f64], b: &[f64]) -> f64 {
    let fields = setting.app.controls.iter();
    let counted = fields.filter(|field| setting.ranks.is_first() || !field.is_shared);
    counted
        .flat_map(|field| field.range.clone())
        .map(|k| a[k] * b[k])
        .sum()
}

/// A gradient, from the parts of all ranks.
pub(super) fn gradient(
    setting: &Setting<'_>,
    mut by_controls: Vec<f64>,
    objective: f64,
) -> Gradient {
    // Controls that all ranks have get the adjoints of all.
    let shared = setting
        .steps
        .controls()
        .iter()
        .filter(|field| field.is_shared);
    for field in shared {
        setting.ranks.sum(&mut by_controls[field.range.clone()]);
    }
    Gradient {
        objective: setting.ranks.total(objective),
        norm: norm(setting, &by_controls),
        by_controls,
        reasons: Vec::new(),
        report: None,
        whole: None,
    }
}
