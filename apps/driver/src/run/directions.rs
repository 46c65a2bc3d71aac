//! Directions along which a check compares.
//!
//! Owns: that they are as good as random, and the same for any number of ranks. Must not: compare.

use crate::application::Field;
use crate::grid;
use crate::setting::Setting;

/// A random direction, the same for any number of ranks: of each field in proportion to the size of its numbers.
pub(super) fn direction(setting: &Setting<'_>, seed: u64) -> Vec<f64> {
    let mut direction = sizes(setting);
    for (number, field) in (0u64..).zip(&setting.app.controls) {
        let places = grid::points(&field.block.first, &field.block.count, &field.extent);
        for (k, place) in field.range.clone().zip(places) {
            direction[k] *= uniform(seed, number, place);
        }
    }
    direction
}

/// What each field has of a direction, by its name, if there are several.
pub(super) fn parts(setting: &Setting<'_>, direction: &[f64]) -> Vec<(String, Vec<f64>)> {
    let fields = &setting.app.controls;
    let part = |field: &Field| {
        let mut part = vec![0.0; direction.len()];
        part[field.range.clone()].copy_from_slice(&direction[field.range.clone()]);
        (field.name.clone(), part)
    };
    match fields.len() {
        1 => Vec::new(),
        _ => fields.iter().map(part).collect(),
    }
}

/// The size of each control: the greatest number of its field, without signs, or 1.
pub(super) fn sizes(setting: &Setting<'_>) -> Vec<f64> {
    let mut sizes = vec![1.0; setting.controls.len()];
    for field in &setting.app.controls {
        let own = &setting.controls[field.range.clone()];
        let largest = own.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        let (_, largest) = setting.ranks.extremes(largest);
        if largest > 0.0 {
            sizes[field.range.clone()].fill(largest);
        }
    }
    sizes
}

/// A number from -1 to 1 that is as good as random: two multiplications of splitmix64 (Steele, Lea & Flood, OOPSLA 2014, doi 10.1145/2660193.2660195), not its sequence.
fn uniform(seed: u64, field: u64, place: u64) -> f64 {
    let mut bits = seed ^ field.rotate_left(48) ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb_u64] {
        bits = (bits ^ (bits >> 30)).wrapping_mul(factor);
    }
    (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::uniform;

    #[test]
    fn directions_have_no_side() {
        let sum: f64 = (0..10_000).map(|place| uniform(7, 1, place)).sum();
        assert!(sum.abs() < 300.0, "{sum}");
    }
}
