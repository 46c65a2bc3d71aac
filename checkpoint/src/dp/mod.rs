//! Dynamic programmes: values that no closed formula gives. Owns tables and their cache; draws nothing.
//!
//! All values are whole numbers ("ticks"), so that ties are ties and results do not depend on rounding.
//!
//! Tables hold values and no decisions: those are found again when a chain unfolds, which costs less than keeping them. All recurrences are minima of
//! sums f(j) + g(n - j), which lie where f or g bends upwards: only these corners are looked at (`convolution`).

pub(crate) mod cache;
pub(crate) mod convolution;
pub(crate) mod hierarchy;
pub(crate) mod intervals;
pub(crate) mod units;

/// No way to do it. Sums of three of these do not overflow.
pub(crate) const NEVER: u64 = u64::MAX / 8;

/// Costs as whole multiples of one tick: exact if some power of ten, makes all of them
/// whole numbers up to 10^6; else rounded to 10^-6 of the largest.
pub(crate) fn ticks(costs: &[f64]) -> Vec<u64> {
    let largest = costs.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return vec![0; costs.len()];
    }
    let whole = |scale: f64| {
        let near =
            |c: &f64| ((c * scale).round() - c * scale).abs() <= 1e-9 * (c * scale).max(1e-9);
        (0.5..=1e6).contains(&(largest * scale)) && costs.iter().all(near)
    };
    let scale = (-9..=9).map(|power| 10f64.powi(power)).find(|s| whole(*s));
    let tick = |c: &f64| scale.map_or_else(|| c / largest * 1e6, |scale| c * scale);
    costs.iter().map(|c| tick(c).round() as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn decimal_costs_are_exact() {
        assert_eq!(ticks(&[1.0, 2.0, 2.0]), [1, 2, 2]);
        assert_eq!(ticks(&[1.0, 0.1]), [10, 1]);
        assert_eq!(ticks(&[0.0, 0.0]), [0, 0]);
        assert_eq!(ticks(&[1.0, 1.0 / 3.0]), [1_000_000, 333_333]);
        assert_eq!(ticks(&[5e-324, 0.0]), [1_000_000, 0]);
        assert_eq!(ticks(&[f64::MAX, f64::MAX / 2.0]), [1_000_000, 500_000]);
    }
}
