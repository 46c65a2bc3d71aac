//! Numbers of all ranks, from the part of each.
//!
//! Owns: that what all ranks have counts once. Must not: know what numbers are for.

use crate::application::Field;
use crate::output;
use crate::results::Gradient;
use crate::setting::Setting;
use enzyme_checkpoint::Peers as _;

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

/// The objective, from the parts of all ranks. Warns where each seems to have all of it already.
pub(super) fn objective(setting: &Setting<'_>, mine: f64) -> f64 {
    let ranks = setting.ranks;
    let (least, greatest) = (ranks.min(mine.to_bits()), ranks.max(mine.to_bits()));
    let is_same = least == greatest && mine != 0.0 && ranks.size() > 1;
    if is_same && ranks.is_first() && !setting.is_quiet {
        output::text::all_alike(mine);
    }
    ranks.total(mine)
}

/// Names of controls by none of which, on any rank, the objective changes.
pub(super) fn idle<'a>(setting: &Setting<'a>, by_controls: &[f64]) -> Vec<&'a str> {
    let fields = &setting.app.controls;
    let moves = |field: &Field| {
        by_controls[field.range.clone()]
            .iter()
            .any(|slope| *slope != 0.0)
    };
    // A bit for each: there are hardly more.
    let bits = fields.iter().take(64).enumerate();
    let mine = bits.fold(0, |bits, (k, field)| bits | u64::from(moves(field)) << k);
    let all = setting.ranks.union(mine);
    let idle = fields
        .iter()
        .take(64)
        .enumerate()
        .filter(|(k, _)| all >> k & 1 == 0);
    idle.map(|(_, field)| &*field.name).collect()
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
        objective: self::objective(setting, objective),
        norm: norm(setting, &by_controls),
        by_controls,
        reasons: Vec::new(),
        report: None,
        whole: None,
    }
}
