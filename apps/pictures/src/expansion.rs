//! What is left of a Taylor expansion, and how fast it falls.
//!
//! With a derivative that is right, f(x + h v) - f(x) - h f'(x) v falls with the square of h; without the last term, with h.
//!
//! Owns: which steps tell something, and orders. Must not: compute derivatives, judge, or draw.

use serde::Serialize;

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Its length.
    pub h: f64,
    /// What is left without the derivative.
    pub change: f64,
    /// What is left with it.
    pub remainder: f64,
}

/// Remainders below this part of the largest change are rounding.
const ROUNDING: f64 = 1e-11;

/// The steps from the first one on at which the function has a value: the longest steps may lead to where it has none.
#[must_use]
pub fn told(steps: &[Step]) -> &[Step] {
    let first = steps.iter().position(|step| step.change.is_finite());
    &steps[first.unwrap_or(steps.len())..]
}

/// Remainders up to this are rounding: `noise`, which is the function's own, or a part of the largest change.
#[must_use]
pub fn floor(steps: &[Step], noise: f64) -> f64 {
    let changes = told(steps).iter().map(|step| step.change);
    noise.max(changes.fold(0.0, f64::max) * ROUNDING)
}

/// The steps whose remainders are above rounding ([`floor`]): from the first one that tells something ([`told`]) to the first whose remainder is rounding.
#[must_use]
pub fn above(steps: &[Step], noise: f64) -> &[Step] {
    let (told, least) = (told(steps), floor(steps, noise));
    let above = told.iter().take_while(|step| step.remainder > least);
    &told[..above.count()]
}

/// The power of the step with which the remainder falls from one step to a shorter one.
#[must_use]
pub fn order(long: &Step, short: &Step) -> f64 {
    (long.remainder / short.remainder).log2() / (long.h / short.h).log2()
}

/// The orders from each step to the next, as long as remainders are above rounding ([`above`]).
#[must_use]
pub fn orders(steps: &[Step], noise: f64) -> Vec<f64> {
    let pairs = above(steps, noise).windows(2);
    pairs.map(|pair| order(&pair[0], &pair[1])).collect()
}

/// The median of these orders; none if all remainders are rounding: the function is linear there.
#[must_use]
pub fn slope(steps: &[Step], noise: f64) -> Option<f64> {
    let mut slopes = orders(steps, noise);
    slopes.sort_by(f64::total_cmp);
    // The smallest steps tell most, as long as rounding is far.
    slopes.get(slopes.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(remainder: impl Fn(f64) -> f64) -> Vec<Step> {
        let all = (3..17).map(|k| f64::from(-k).exp2());
        all.map(|h| Step {
            h,
            change: h,
            remainder: remainder(h),
        })
        .collect()
    }

    #[test]
    fn the_slope_is_the_power_of_the_remainder() {
        let square = slope(&steps(|h| h * h + h * h * h), 0.0).unwrap();
        assert!((square - 2.0).abs() < 0.05, "{square}");
        let wrong = slope(&steps(|h| 0.3 * h), 0.0).unwrap();
        assert!((wrong - 1.0).abs() < 1e-9, "{wrong}");
        assert_eq!(slope(&steps(|_| 1e-16), 0.0), None);
    }

    /// Steps to where the function has no value, or none that is finite, say nothing; those after them do.
    #[test]
    fn steps_without_a_value_are_left_out() {
        let mut steps = steps(|h| h * h);
        for (step, none) in steps.iter_mut().zip([f64::NAN, f64::INFINITY]) {
            (step.change, step.remainder) = (none, none);
        }
        let all = orders(&steps, 0.0);
        assert_eq!(all.len(), steps.len() - 3);
        assert!(
            all.iter().all(|order| (order - 2.0).abs() < 1e-9),
            "{all:?}"
        );
        assert_eq!(floor(&steps, 0.0), 2f64.powi(-5) * ROUNDING);
    }
}
