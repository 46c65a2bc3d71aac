//! Measurements that are made: of a known beginning, with noise.
//!
//! Owns: that beginning, and the noise. Must not: know an equation.

use std::f64::consts::PI;

/// Two warm places, of which the measurements are made.
pub(crate) fn beginning(x: f64, y: f64) -> f64 {
    let near = (-((x - 0.3).powi(2) + (y - 0.6).powi(2)) / 0.01).exp();
    let far = (-((x - 0.7).powi(2) + (y - 0.35).powi(2)) / 0.02).exp();
    near + 0.7 * far
}

/// A number as good as random, of the normal distribution (Box and Muller, Ann. Math. Stat. 29, 1958), the same for a point on any number of ranks.
pub(crate) fn noise(point: u64) -> f64 {
    let [a, b] = [1, 2].map(|k| {
        let mut bits = (2 * point + k).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    });
    (-2.0 * a.ln()).sqrt() * (2.0 * PI * b).cos()
}
