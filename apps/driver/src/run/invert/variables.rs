//! Variables that an optimiser may set to any number, in the place of controls that have limits and scales.
//!
//! - c = scale z for a control without limits;
//! - c = least + scale ln(1 + exp(z)) above a limit, which far from it is a control without one, and the same downwards below one;
//! - c = least + scale ln((1 + exp(z)) / (1 + exp(z - w))) between two that are w scales apart, which is near each as if there were one;
//! - c stays what it is, where it is fixed.
//!
//! The scale of a control is what the case says, or a tenth of the greatest number that its field begins with. What an optimiser sees is z divided by a unit, which is
//! chosen so that a step along the gradient is a moderate one at first.
//!
//! Owns: the way there and back, and how gradients and Hessians go along. Must not: minimise.

use crate::application::Leeway;
use crate::setting::Setting;

/// How near to a limit a first guess may be, in scales; how near a control hardly moves with its variable.
const NEAR: f64 = 1e-6;
const NEARBY: f64 = 1e-2;

/// A moderate step inwards from a limit, in scales, and in parts of the distance of both at most.
const INWARDS: f64 = 1.0;
const MOST_INWARDS: f64 = 0.25;

/// How one control goes over into a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Fixed(f64),
    Scaled(f64),
    Limited(Limited),
}

/// From a limit on, up to another one, if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limited {
    limit: f64,
    /// Negative, where the limit is the greatest.
    scale: f64,
    /// How many scales the other limit is away; infinitely many without one.
    width: f64,
}

impl Limited {
    fn from(limit: f64, scale: f64) -> Self {
        let width = f64::INFINITY;
        Self {
            limit,
            scale,
            width,
        }
    }

    fn between(least: f64, greatest: f64, scale: f64) -> Self {
        let scale = scale.min(greatest - least);
        Self {
            limit: least,
            scale,
            width: (greatest - least) / scale,
        }
    }

    /// How many scales a control is away from the limit.
    fn away(self, control: f64) -> f64 {
        ((control - self.limit) / self.scale).clamp(0.0, self.width)
    }

    fn variable(self, control: f64) -> f64 {
        let away = self.away(control).clamp(NEAR, self.width - NEAR);
        // ln(exp(y) - 1), also where exp(y) is too large.
        away + (-(-away).exp_m1()).ln() - (-(away - self.width).exp_m1()).ln()
    }

    fn control(self, variable: f64) -> f64 {
        let away = softplus(variable) - softplus(variable - self.width);
        self.limit + self.scale * away.clamp(0.0, self.width)
    }

    fn slope(self, control: f64) -> f64 {
        let away = self.away(control);
        let both = (-away).exp_m1() * (away - self.width).exp_m1();
        self.scale * both / -(-self.width).exp_m1()
    }

    fn bend(self, control: f64) -> f64 {
        let away = self.away(control);
        let both = (-away).exp() - (away - self.width).exp();
        self.slope(control) * both / -(-self.width).exp_m1()
    }

    fn inwards(self, control: f64) -> f64 {
        let away = self.away(control);
        let step = self.scale * INWARDS.min(MOST_INWARDS * self.width);
        if away < NEARBY {
            step
        } else if away > self.width - NEARBY {
            -step
        } else {
            0.0
        }
    }
}

/// ln(1 + exp(z)).
fn softplus(z: f64) -> f64 {
    z.max(0.0) + (-z.abs()).exp().ln_1p()
}

impl Way {
    fn of(leeway: &Leeway, scale: f64, start: f64) -> Self {
        match (leeway.is_fixed, leeway.least, leeway.greatest) {
            (true, ..) => Self::Fixed(start),
            (_, Some(least), Some(greatest)) => {
                Self::Limited(Limited::between(least, greatest, scale))
            }
            (_, Some(least), None) => Self::Limited(Limited::from(least, scale)),
            (_, None, Some(greatest)) => Self::Limited(Limited::from(greatest, -scale)),
            (_, None, None) => Self::Scaled(scale),
        }
    }

    fn variable(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) => 0.0,
            Self::Scaled(scale) => control / scale,
            Self::Limited(limited) => limited.variable(control),
        }
    }

    fn control(self, variable: f64) -> f64 {
        match self {
            Self::Fixed(start) => start,
            Self::Scaled(scale) => scale * variable,
            Self::Limited(limited) => limited.control(variable),
        }
    }

    /// The derivative of the control by the variable, where the control has come to this.
    fn slope(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) => 0.0,
            Self::Scaled(scale) => scale,
            Self::Limited(limited) => limited.slope(control),
        }
    }

    /// A moderate step inwards from a limit that the control has come near; 0 from where it moves freely.
    fn inwards(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) | Self::Scaled(_) => 0.0,
            Self::Limited(limited) => limited.inwards(control),
        }
    }

    /// The second derivative of the control by the variable, there.
    fn bend(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) | Self::Scaled(_) => 0.0,
            Self::Limited(limited) => limited.bend(control),
        }
    }
}

/// The ways of all controls on this rank.
pub(super) struct Variables {
    ways: Vec<Way>,
    /// Of what an optimiser sees.
    pub(super) unit: f64,
}

impl Variables {
    /// Those of a run, from where it begins.
    pub(super) fn of(setting: &Setting<'_>) -> Self {
        let mut ways = Vec::new();
        for field in &setting.app.controls {
            let start = &setting.controls[field.range.clone()];
            let greatest = start.iter().fold(0.0, |max: f64, c| max.max(c.abs()));
            let (_, greatest) = setting.ranks.extremes(greatest);
            let tenth = if greatest > 0.0 { greatest / 10.0 } else { 1.0 };
            let scale = field.leeway.scale.unwrap_or(tenth);
            ways.extend(start.iter().map(|c| Way::of(&field.leeway, scale, *c)));
        }
        Self { ways, unit: 1.0 }
    }

    /// Sees to it that a step along the gradient changes no control by more than its scale; here are controls with the gradient by them.
    ///
    /// The unit is a power of two: variables lead to the same bits of controls, whatever it is.
    pub(super) fn moderate(&mut self, setting: &Setting<'_>, at: (&[f64], &[f64])) {
        self.unit = 1.0;
        let steepest = self.gradient(at.0, at.1).into_iter();
        let steepest = steepest.fold(0.0, |max: f64, g| max.max(g.abs()));
        let (_, steepest) = setting.ranks.extremes(steepest);
        // A step along the gradient is the square of the unit times as long as it would be without.
        if steepest > 0.0 && steepest.is_finite() {
            self.unit = steepest.recip().sqrt().log2().floor().exp2();
        }
    }

    fn each(&self, numbers: &[f64], then: impl Fn(Way, f64) -> f64) -> Vec<f64> {
        let all = self.ways.iter().zip(numbers);
        all.map(|(way, number)| then(*way, *number)).collect()
    }

    /// The variables of controls.
    pub(super) fn of_controls(&self, controls: &[f64]) -> Vec<f64> {
        self.each(controls, |way, control| way.variable(control) / self.unit)
    }

    /// The controls of variables.
    pub(super) fn controls(&self, variables: &[f64]) -> Vec<f64> {
        self.each(variables, |way, variable| way.control(variable * self.unit))
    }

    /// A moderate step inwards for each control that is near a limit, 0 for the others.
    pub(super) fn inwards(&self, controls: &[f64]) -> Vec<f64> {
        self.each(controls, Way::inwards)
    }

    /// The gradient by the variables, of that by the controls.
    pub(super) fn gradient(&self, controls: &[f64], by_controls: &[f64]) -> Vec<f64> {
        let slopes = self.each(controls, |way, control| way.slope(control) * self.unit);
        let both = slopes.iter().zip(by_controls);
        both.map(|(slope, by_control)| slope * by_control).collect()
    }

    /// What the bent ways of controls add to the diagonal of a Hessian by the variables.
    pub(super) fn bends(&self, controls: &[f64], by_controls: &[f64]) -> Vec<f64> {
        let bends = self.each(controls, |way, control| {
            way.bend(control) * self.unit.powi(2)
        });
        let both = bends.iter().zip(by_controls);
        both.map(|(bend, by_control)| bend * by_control).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Limited, Variables, Way};

    #[test]
    fn there_and_back() {
        let ways = vec![
            Way::Scaled(10.0),
            Way::Limited(Limited::between(1.0, 3.0, 0.5)),
            Way::Limited(Limited::between(-1.0, 0.0, 10.0)),
            Way::Limited(Limited::from(2.0, 0.5)),
            Way::Limited(Limited::from(2.0, -0.5)),
            Way::Fixed(4.0),
        ];
        let all = Variables { ways, unit: 0.25 };
        let controls = [7.0, 1.5, -0.25, 3.0, -1.0, 4.0];
        let variables = all.of_controls(&controls);
        for (back, there) in all.controls(&variables).iter().zip(controls) {
            assert!((back - there).abs() < 1e-14, "{back} {there}");
        }
        // The derivative of the sum of squares, against differences.
        let value =
            |variables: &[f64]| -> f64 { all.controls(variables).iter().map(|c| c * c).sum() };
        let by_controls = controls.map(|c| 2.0 * c);
        let gradient = all.gradient(&controls, &by_controls);
        for k in 0..controls.len() {
            let moved = |h: f64| {
                let mut variables = variables.clone();
                variables[k] += h;
                value(&variables)
            };
            let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let apart = (difference - gradient[k]).abs();
            assert!(apart < 1e-6, "{k}: {difference} {}", gradient[k]);
            // The second derivative: 2 slope² of the square, and what the bend adds.
            let second = (moved(1e-4) - 2.0 * moved(0.0) + moved(-1e-4)) / 1e-8;
            let slope = all.gradient(&controls, &[1.0; 6])[k];
            let exact = 2.0 * slope * slope + all.bends(&controls, &by_controls)[k];
            assert!((second - exact).abs() < 1e-4, "{k}: {second} {exact}");
        }
    }

    /// Limits that are far away change nothing, and a control at one comes back to where it was.
    #[test]
    fn far_from_limits_there_are_none() {
        let wide = Limited::between(-1e6, 1e6, 0.1);
        for control in [-3.0, 0.0, 700.0] {
            assert_eq!(wide.slope(control), 0.1);
            assert_eq!(wide.bend(control), 0.0);
            let back = wide.control(wide.variable(control));
            assert!((back - control).abs() < 1e-8, "{back} {control}");
        }
        for (control, step) in [(-1e6, 0.1), (1e6, -0.1)] {
            let back = wide.control(wide.variable(control));
            assert!((back - control).abs() < 1e-6, "{back} {control}");
            assert_eq!(wide.inwards(back), step);
        }
    }
}
