//! Variables that an optimiser may set to any number, in the place of controls that have limits and scales.
//!
//! - c = scale z for a control without limits;
//! - c = least + scale exp(z), or c = greatest - scale exp(z), for one limit;
//! - c = least + (greatest - least) / (1 + exp(-z)) between two;
//! - c stays what it is, where it is fixed.
//!
//! The scale of a control is what the case says, or a tenth of the greatest number that its field begins with. What an optimiser sees is z divided by a unit, which is
//! chosen so that a step along the gradient is a moderate one at first.
//!
//! Owns: the way there and back, and how gradients and Hessians go along. Must not: minimise.

use crate::application::Leeway;
use crate::run::Setting;

/// How near to a limit a first guess may be, in parts of the distance of both limits or of the scale.
const NEAR: f64 = 1e-6;

/// How near to a limit a control hardly moves with its variable, and how far a moderate step leads from there, in the same parts; between two limits the latter.
const NEARBY: f64 = 1e-2;
const INWARDS: f64 = 0.25;

/// How one control goes over into a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Fixed(f64),
    Scaled(f64),
    /// Where the limit is, and how far the control is from it at z = 0: negative below the limit.
    Beside(f64, f64),
    Between(f64, f64),
}

impl Way {
    fn of(leeway: &Leeway, scale: f64, start: f64) -> Self {
        match (leeway.is_fixed, leeway.least, leeway.greatest) {
            (true, ..) => Self::Fixed(start),
            (_, Some(least), Some(greatest)) => Self::Between(least, greatest),
            (_, Some(least), None) => Self::Beside(least, scale),
            (_, None, Some(greatest)) => Self::Beside(greatest, -scale),
            (_, None, None) => Self::Scaled(scale),
        }
    }

    fn variable(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) => 0.0,
            Self::Scaled(scale) => control / scale,
            Self::Beside(limit, scale) => ((control - limit) / scale).max(NEAR).ln(),
            Self::Between(least, greatest) => {
                let part = ((control - least) / (greatest - least)).clamp(NEAR, 1.0 - NEAR);
                (part / (1.0 - part)).ln()
            }
        }
    }

    fn control(self, variable: f64) -> f64 {
        match self {
            Self::Fixed(start) => start,
            Self::Scaled(scale) => scale * variable,
            Self::Beside(limit, scale) => limit + scale * variable.exp(),
            Self::Between(least, greatest) => {
                least + (greatest - least) / (1.0 + (-variable).exp())
            }
        }
    }

    /// The derivative of the control by the variable, where the control has come to this.
    fn slope(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) => 0.0,
            Self::Scaled(scale) => scale,
            Self::Beside(limit, _) => control - limit,
            Self::Between(least, greatest) => {
                (control - least) * (greatest - control) / (greatest - least)
            }
        }
    }

    /// A moderate step inwards from a limit that the control has come near; 0 from where it moves freely.
    fn inwards(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) | Self::Scaled(_) => 0.0,
            Self::Beside(limit, scale) => match (control - limit) / scale {
                NEARBY.. => 0.0,
                _ => scale,
            },
            Self::Between(least, greatest) => {
                let range = greatest - least;
                match (control - least) / range {
                    ..NEARBY => INWARDS * range,
                    part if part > 1.0 - NEARBY => -INWARDS * range,
                    _ => 0.0,
                }
            }
        }
    }

    /// The second derivative of the control by the variable, there.
    fn bend(self, control: f64) -> f64 {
        match self {
            Self::Fixed(_) | Self::Scaled(_) => 0.0,
            Self::Beside(limit, _) => control - limit,
            Self::Between(least, greatest) => {
                let middle = (least + greatest) / 2.0;
                self.slope(control) * 2.0 * (middle - control) / (greatest - least)
            }
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

    /// Sees to it that a step along the gradient changes no control by more than such a part of its scale; here are controls with the gradient by them.
    ///
    /// The unit is a power of two: variables lead to the same bits of controls, whatever it is.
    pub(super) fn moderate(&mut self, setting: &Setting<'_>, at: (&[f64], &[f64]), part: f64) {
        self.unit = 1.0;
        let steepest = self.gradient(at.0, at.1).into_iter();
        let steepest = steepest.fold(0.0, |max: f64, g| max.max(g.abs()));
        let (_, steepest) = setting.ranks.extremes(steepest);
        // A step along the gradient is the square of the unit times as long as it would be without.
        if steepest > 0.0 && steepest.is_finite() {
            self.unit = (part / steepest).sqrt().log2().floor().exp2();
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
    use super::{Variables, Way};

    #[test]
    fn there_and_back() {
        let ways = vec![
            Way::Scaled(10.0),
            Way::Between(1.0, 3.0),
            Way::Between(-1.0, 0.0),
            Way::Beside(2.0, 0.5),
            Way::Beside(2.0, -0.5),
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
}
