//! Bounds of controls, by other variables that have none: c = low + (high - low) / (1 + exp(-z)).
//!
//! Owns: the way there and back, and how gradients go along. Must not: minimise.

use crate::application::Application;

/// How near to a bound a first guess may be, in parts of the distance of the bounds.
const NEAR: f64 = 1e-6;

/// The bounds of each control on this rank, if it has some.
pub(super) struct Bounds(Vec<Option<(f64, f64)>>);

impl Bounds {
    /// Those that the simulation gives its fields.
    pub(super) fn of(app: &Application) -> Self {
        let fields = app.controls.iter();
        let each = fields.flat_map(|field| field.range.clone().map(|_| field.bounds));
        Self(each.collect())
    }

    /// Variables without bounds, of controls.
    pub(super) fn free(&self, controls: &[f64]) -> Vec<f64> {
        let each = controls.iter().zip(&self.0);
        let free = each.map(|(c, bounds)| match bounds {
            None => *c,
            Some((low, high)) => {
                let part = ((c - low) / (high - low)).clamp(NEAR, 1.0 - NEAR);
                (part / (1.0 - part)).ln()
            }
        });
        free.collect()
    }

    /// The controls of such variables.
    pub(super) fn controls(&self, free: &[f64]) -> Vec<f64> {
        let each = free.iter().zip(&self.0);
        let controls = each.map(|(z, bounds)| match bounds {
            None => *z,
            Some((low, high)) => low + (high - low) / (1.0 + (-z).exp()),
        });
        controls.collect()
    }

    /// The gradient by these variables, of that by the controls.
    pub(super) fn gradient(&self, controls: &[f64], by_controls: &[f64]) -> Vec<f64> {
        let each = by_controls.iter().zip(controls).zip(&self.0);
        let gradient = each.map(|((g, c), bounds)| match bounds {
            None => *g,
            Some((low, high)) => g * (c - low) * (high - c) / (high - low),
        });
        gradient.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn there_and_back() {
        let bounds = Bounds(vec![None, Some((1.0, 3.0)), Some((-1.0, 0.0))]);
        let controls = [7.0, 1.5, -0.25];
        let free = bounds.free(&controls);
        for (back, there) in bounds.controls(&free).iter().zip(controls) {
            assert!((back - there).abs() < 1e-14, "{back} {there}");
        }
        // The derivative of the sum of squares, against differences.
        let value = |free: &[f64]| -> f64 { bounds.controls(free).iter().map(|c| c * c).sum() };
        let by_controls = controls.map(|c| 2.0 * c);
        let gradient = bounds.gradient(&controls, &by_controls);
        for k in 0..3 {
            let moved = |h: f64| {
                let mut free = free.clone();
                free[k] += h;
                value(&free)
            };
            let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!(
                (difference - gradient[k]).abs() < 1e-8,
                "{difference} {}",
                gradient[k]
            );
        }
    }
}
