//! What the tests of rows share: the registry, the seeded sampler, the difference quotient.
//!
//! Owns: the steps and the tolerance, in one place. Must not: know any particular row.

#![allow(dead_code, reason = "each test crate uses a part")]

use enzyme_rules::{Param, ParamKind, Registry, builtin};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Relative to the partial (or to 1% where the partial is smaller than that).
pub(crate) const TOLERANCE: f64 = 1e-7;

/// Steps of the difference quotients, relative to the argument and absolute; one must agree.
const STEPS: [f64; 8] = [3e-2, 1e-2, 2e-3, 3e-4, 5e-5, 1e-5, 1e-6, 1e-8];

pub(crate) const SAMPLES: usize = 200;

pub(crate) fn registry() -> Registry {
    Registry::builder()
        .with(&builtin())
        .build()
        .expect("the built-in pack is consistent")
}

/// A generator whose seed is printed, so that a failure can be repeated with `RULES_SEED`.
pub(crate) fn generator() -> ChaCha8Rng {
    let seed = match std::env::var("RULES_SEED") {
        Ok(text) => text.parse().expect("RULES_SEED is a number"),
        Err(_) => 20_260_521,
    };
    println!("RULES_SEED={seed}");
    ChaCha8Rng::seed_from_u64(seed)
}

/// A point of the domain. Every other time, a float is drawn close to an end or to zero.
pub(crate) fn sample(params: &[Param], rng: &mut ChaCha8Rng) -> Vec<f64> {
    params.iter().map(|param| coordinate(param, rng)).collect()
}

pub(crate) fn coordinate(param: &Param, rng: &mut ChaCha8Rng) -> f64 {
    let (low, high) = param.domain;
    if param.kind == ParamKind::Int {
        return f64::from(rng.random_range(low as i32..high as i32));
    }
    let inside = rng.random_range(low..high);
    if rng.random_bool(0.8) {
        return inside;
    }
    // Half way in magnitude towards zero, or towards the lower end.
    let squeeze: f64 = rng.random_range(0.01..0.5);
    if low < 0.0 && high > 0.0 {
        inside * squeeze
    } else {
        low + (inside - low) * squeeze
    }
}

/// Whether some difference quotient of `f` in coordinate `i` agrees with `partial`. Of each step
/// there are the plain central difference and its extrapolation of the next order.
pub(crate) fn agrees(
    f: &dyn Fn(&[f64]) -> f64,
    at: &[f64],
    i: usize,
    partial: f64,
) -> Result<(), String> {
    let mut tried = Vec::new();
    for step in STEPS {
        for size in [step * at[i].abs(), step] {
            let (wide, narrow) = (central(f, at, i, size), central(f, at, i, size / 2.0));
            tried.extend([narrow, (4.0 * narrow - wide) / 3.0]);
        }
    }
    let close = |d: &f64| (d - partial).abs() <= TOLERANCE * partial.abs().max(1e-2);
    if tried.iter().any(close) {
        return Ok(());
    }
    let best = tried.iter().copied().filter(|d| d.is_finite());
    let best = best.min_by(|a, b| (a - partial).abs().total_cmp(&(b - partial).abs()));
    Err(format!(
        "at {at:?}, argument {i}: partial {partial:e}, nearest difference {best:?}"
    ))
}

fn central(f: &dyn Fn(&[f64]) -> f64, at: &[f64], i: usize, size: f64) -> f64 {
    let moved = |by: f64| {
        let mut point = at.to_vec();
        point[i] += by;
        (f(&point), point[i])
    };
    let ((above, right), (below, left)) = (moved(size), moved(-size));
    (above - below) / (right - left)
}

/// Equal up to rounding; NaN equals NaN and infinities must have the same sign.
pub(crate) fn same(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 4e-15 * b.abs().max(1e-300)
}
