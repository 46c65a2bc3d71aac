//! What is compared along a direction, and what that says of a gradient.
//!
//! Forward mode shares the engine with reverse mode, and the objective itself knows nothing of either: along a direction v,
//! J(c + h v) - J(c) - h <g, v> falls with the square of h.
//!
//! Owns: verdicts. Must not: run a simulation.

use crate::precision::{Precision, SINGLE};
use enzyme_pictures::expansion::{Step, above, floor, orders, told};
use serde::Serialize;

/// Each step is half of the one before. So many are taken at least at which the objective has a value, and then more until they tell what the gradient is; but
/// no more than that in all.
const FEWEST: usize = 8;
const MOST: usize = 24;

/// How far from 1 the order of remainders is at most with a wrong gradient.
const WRONG: f64 = 0.2;

/// Rounding that is no more than this part of a change leaves enough digits of it.
const FELT: f64 = 1e-6;

/// Remainders up to so many times rounding are too near to it for an order.
const NEAR_ROUNDING: f64 = 16.0;

/// What was compared along a direction v.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Along {
    pub(crate) objective: f64,
    /// The derivative along the direction, by reverse and by forward mode.
    pub(crate) reverse: f64,
    pub(crate) forward: f64,
    /// What the parts of the gradient come to along the direction, without their signs: the derivative, where none cancel.
    pub(crate) size: f64,
    /// What is left of Taylor's polynomial.
    pub(crate) steps: Vec<Step>,
    /// Where the longest step leads at which the objective has a value.
    #[serde(skip)]
    pub(crate) moved: Option<Moved>,
    /// How exactly the simulation computes.
    pub(crate) precision: Precision,
    /// Which part of the derivative may be missing.
    #[serde(skip)]
    pub(crate) tolerance: f64,
}

/// A step along the direction, and the objective there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    pub(crate) h: f64,
    pub(crate) objective: f64,
}

impl Along {
    /// Takes a step, which is shorter than those before.
    pub(crate) fn take(&mut self, h: f64, objective: f64) {
        let change = objective - self.objective;
        self.steps.push(Step {
            h,
            change: change.abs(),
            remainder: (change - h * self.reverse).abs(),
        });
        if objective.is_finite() && self.moved.is_none() {
            self.moved = Some(Moved { h, objective });
        }
    }

    /// How far the two modes are apart, in parts of the derivative.
    pub(crate) fn difference(&self) -> f64 {
        let size = self.reverse.abs().max(self.forward.abs());
        match size {
            0.0 => 0.0,
            size => (self.reverse - self.forward).abs() / size,
        }
    }

    /// Whether the two modes are further apart than rounding explains. A derivative whose parts nearly cancel is small, and rounding of the parts is a large share of
    /// it: so modes that differ by no more than two objectives do by rounding are not apart, however large that share is.
    fn are_apart(&self) -> bool {
        let apart = (self.reverse - self.forward).abs();
        self.difference() > self.precision.difference && apart > self.noise()
    }

    /// The order in which the remainders fall at the smallest steps; nothing, where too few are above rounding.
    pub(crate) fn order(&self) -> Option<f64> {
        orders(&self.steps, self.noise()).last().copied()
    }

    /// Whether nothing is left at any step. Too few steps at which the objective has a value do not tell that.
    fn is_straight(&self) -> bool {
        let (told, least) = (told(&self.steps), floor(&self.steps, self.noise()));
        told.len() >= FEWEST && told.iter().all(|step| step.remainder <= least)
    }

    /// Whether hardly more than rounding is left at any step: what a gradient is wrong by then comes to no more than that.
    fn is_lost(&self) -> bool {
        let told = told(&self.steps);
        let least = NEAR_ROUNDING * floor(&self.steps, self.noise());
        told.len() >= FEWEST && told.iter().all(|step| step.remainder <= least)
    }

    /// Whether differences agree with the derivative to what may be missing of it, at the smallest two steps that are above rounding: at one, what falls with the
    /// step and what falls with its square may cancel. Where rounding leaves a single one, that one says so; the shorter ones do as far as they go.
    fn is_close(&self) -> bool {
        let (above, size) = (above(&self.steps, self.noise()), self.slope());
        let last = &above[above.len().saturating_sub(2)..];
        let is_close = |step: &Step| step.remainder <= self.tolerance * step.h * size;
        !last.is_empty() && last.iter().all(is_close)
    }

    /// Whether nothing moves the objective at all, and both modes say so.
    fn moves_nothing(&self) -> bool {
        let told = told(&self.steps);
        let is_still = told.iter().all(|step| step.change == 0.0);
        told.len() >= FEWEST && is_still && self.reverse == 0.0 && self.forward == 0.0
    }

    /// Whether all that speaks against a gradient is rounding of a simulation that computes in single precision, without having said so.
    pub(crate) fn is_maybe_single(&self) -> bool {
        let single = Self {
            precision: SINGLE,
            ..self.clone()
        };
        self.are_apart() && self.verdict() == Verdict::Wrong && single.verdict() != Verdict::Wrong
    }

    /// Whether the objective changes by far more than its rounding.
    fn is_felt(&self) -> bool {
        let changes = told(&self.steps).iter().map(|step| step.change);
        self.noise() <= FELT * changes.fold(0.0, f64::max)
    }

    /// The part of remainders that falls with the step itself, in parts of the derivative: what a gradient is wrong by. Two steps tell it from what falls with the
    /// square, as in Richardson's extrapolation.
    fn missing(&self) -> f64 {
        let above = above(&self.steps, self.noise());
        above.last_chunk::<2>().map_or(0.0, |[long, short]| {
            (4.0 * short.remainder - long.remainder).abs() / (long.h * self.slope())
        })
    }

    /// The derivative that parts are of: where none of its own parts cancel, or the steepest difference.
    fn slope(&self) -> f64 {
        let slopes = told(&self.steps).iter().map(|step| step.change / step.h);
        slopes.fold(self.size, f64::max)
    }

    fn noise(&self) -> f64 {
        self.precision.noise * self.objective.abs()
    }

    /// What all this says of the gradient.
    pub(crate) fn verdict(&self) -> Verdict {
        let changes = self.steps.iter().map(|step| Step {
            remainder: step.change,
            ..*step
        });
        let changes: Vec<Step> = changes.collect();
        let near = |steps: &[Step], wanted: f64, apart: f64| {
            let orders = orders(steps, self.noise());
            let last = orders.last_chunk::<2>();
            last.is_some_and(|last| last.iter().all(|order| (order - wanted).abs() <= apart))
        };
        // Where the objective itself does not fall with the step, the steps are too long to tell anything.
        let mut told = told(&self.steps).iter();
        let is_constant = told.all(|step| step.change <= self.noise());
        let is_smooth = is_constant || near(&changes, 1.0, WRONG);
        let falls_with_the_step = is_smooth && near(&self.steps, 1.0, WRONG);
        let falls_with_the_square =
            near(&self.steps, 2.0, self.precision.order) && self.missing() <= self.tolerance;
        let numbers = [self.objective, self.reverse, self.forward];
        if numbers.iter().any(|number| !number.is_finite()) {
            Verdict::NoNumber
        } else if self.moves_nothing() {
            Verdict::Unmoved
        } else if self.are_apart() || falls_with_the_step && self.missing() > self.precision.missing
        {
            Verdict::Wrong
        } else if self.is_straight() {
            match self.is_felt() {
                true => Verdict::Linear,
                false => Verdict::Weak,
            }
        } else if falls_with_the_square || self.is_close() {
            Verdict::Right
        } else if self.is_lost() {
            Verdict::Weak
        } else {
            Verdict::Untold
        }
    }

    /// Whether smaller steps might tell more.
    pub(crate) fn is_open(&self) -> bool {
        let is_above = |step: &Step| step.remainder > self.noise();
        let told = told(&self.steps);
        let may_tell = || self.verdict() == Verdict::Untold && told.last().is_some_and(is_above);
        self.steps.len() < MOST && (told.len() < FEWEST || may_tell())
    }
}

/// What a check says of a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    /// Right, of an objective that is linear along the direction.
    Linear,
    /// The modes agree, and so do differences, as far as rounding leaves any.
    Weak,
    Wrong,
    /// Another copy of the simulation gives another objective: nothing that was compared tells anything.
    Remembers,
    /// No number of the direction does anything to the objective.
    Unmoved,
    /// The objective, or its derivative, is no finite number.
    NoNumber,
    /// The modes agree, and remainders fall in no order: too curved, or rounding.
    Untold,
}

impl Verdict {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Right => "the gradient is right",
            Self::Linear => "the gradient is right; the objective is linear along v",
            Self::Wrong => "WRONG",
            Self::Remembers => "WRONG: the simulation keeps something from one run to the next",
            Self::Unmoved => "no control moves the objective: its derivative is 0 in both modes",
            Self::NoNumber => "none: the objective or its derivative is no finite number",
            Self::Weak | Self::Untold => "not to be told from differences: both modes agree",
        }
    }

    /// Of a field alone, in words.
    pub(crate) fn words_of_field(self) -> &'static str {
        match self {
            Self::Right | Self::Linear => "right",
            Self::Weak => "right, as far as it is felt",
            Self::Wrong | Self::Remembers => "WRONG",
            Self::Unmoved => "moves nothing",
            Self::NoNumber => "no finite number",
            Self::Untold => "not to be told from differences",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Along, Step, Verdict};
    use crate::precision::DOUBLE;

    fn along(remainder: impl Fn(f64) -> f64) -> Along {
        let steps = (0..8).map(|k| 0.1 / f64::from(1 << k));
        let step = |h| Step {
            h,
            change: h,
            remainder: remainder(h),
        };
        Along {
            objective: 1.0,
            reverse: 1.0,
            forward: 1.0,
            size: 1.0,
            steps: steps.map(step).collect(),
            moved: None,
            precision: DOUBLE,
            tolerance: DOUBLE.missing,
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_right() {
        let verdict = |remainder: fn(f64) -> f64| along(remainder).verdict();
        assert_eq!(verdict(|h| h * h), Verdict::Right);
        assert_eq!(verdict(|_| 0.0), Verdict::Linear);
        assert_eq!(verdict(|h| h), Verdict::Wrong);
        assert_eq!(verdict(|_| f64::NAN), Verdict::Untold);
        // Curved at large steps, and right; a small part is missing, and wrong.
        assert_eq!(verdict(|h| h * h + 4.0 * h.powi(3)), Verdict::Right);
        assert_eq!(verdict(|h| h * h + 0.01 * h), Verdict::Wrong);
        // A smaller one shows at smaller steps.
        assert_eq!(verdict(|h| h * h + 1e-4 * h), Verdict::Untold);
        // A chaotic objective, whose derivative is far from all differences.
        let chaotic = Along {
            steps: along(|h| 1e9 * h)
                .steps
                .into_iter()
                .map(|step| Step {
                    change: (1e3 / step.h).sin().abs(),
                    ..step
                })
                .collect(),
            ..along(|h| h)
        };
        assert_eq!(chaotic.verdict(), Verdict::Untold);
        let constant = Along {
            steps: along(|h| h)
                .steps
                .into_iter()
                .map(|step| Step {
                    change: 0.0,
                    ..step
                })
                .collect(),
            ..along(|h| h)
        };
        assert_eq!(constant.verdict(), Verdict::Wrong);
        let unmoved = Along {
            reverse: 0.0,
            forward: 0.0,
            ..constant
        };
        assert_eq!(unmoved.verdict(), Verdict::Unmoved);
        // The modes are apart by what cancels, and by more than that.
        let modes = |forward| Along {
            reverse: 1e-5,
            forward,
            ..along(|h| h * h)
        };
        assert_eq!(modes(1e-5 + 1e-14).verdict(), Verdict::Right);
        assert_eq!(modes(1e-5 + 1e-12).verdict(), Verdict::Wrong);
        // One remainder, and then nothing.
        let once = |h| if h > 0.06 { h } else { 0.0 };
        assert_eq!(verdict(once), Verdict::Untold);
    }

    /// What falls with the step is no wrong gradient where it is less than what may be missing.
    #[test]
    fn a_part_below_the_tolerance_is_not_wrong() {
        let verdict = |part: f64| along(|h| part * h).verdict();
        assert_eq!(verdict(2.7e-7), Verdict::Right);
        assert_eq!(verdict(2e-5), Verdict::Wrong);
        // Neither the step nor its square is most of what is left.
        assert_eq!(along(|h| 1e-3 * h * h + 1e-6 * h).verdict(), Verdict::Right);
    }

    /// A field that is felt by little leaves one or two remainders above rounding, in which there is no order.
    #[test]
    fn few_remainders_tell_of_a_field_that_is_hardly_felt() {
        let verdict = |slope: f64, left: fn(f64) -> f64| {
            let faint = along(left);
            let steps = faint.steps.iter().map(|step| Step {
                change: slope * step.h,
                ..*step
            });
            let field = Along {
                reverse: slope,
                forward: slope,
                size: slope,
                steps: steps.collect(),
                tolerance: DOUBLE.missing_of_field,
                ..faint.clone()
            };
            field.verdict()
        };
        // Two steps are above 1e-13, and then one.
        assert_eq!(verdict(1e-6, |h| 6e-11 * h * h), Verdict::Right);
        assert_eq!(verdict(1e-6, |h| 2e-11 * h * h), Verdict::Right);
        // A change of a few roundings, and what is left of it.
        assert_eq!(verdict(1e-11, |h| 6e-11 * h * h), Verdict::Weak);
        // A part is missing that is far above rounding.
        assert_eq!(verdict(1e-6, |h| 1e-8 * h), Verdict::Wrong);
        assert_eq!(
            verdict(1e-6, |h| if h > 0.04 { 1e-8 * h } else { 0.0 }),
            Verdict::Untold
        );
    }

    /// The longest steps lead to where the objective has no value, as those of sqrt(1.05 - c) from 1 do; those after them tell what the gradient is.
    #[test]
    fn steps_without_a_value_are_left_out() {
        let verdict = |objective: fn(f64) -> f64, slope: f64| {
            let mut along = Along {
                objective: objective(1.0),
                reverse: slope,
                forward: slope,
                size: slope.abs(),
                steps: Vec::new(),
                moved: None,
                precision: DOUBLE,
                tolerance: DOUBLE.missing,
            };
            let mut h = 0.1;
            while along.is_open() {
                along.take(h, objective(1.0 + h));
                h /= 2.0;
            }
            assert!(!along.steps[0].change.is_finite());
            assert!(along.moved.is_none_or(|moved| moved.h < along.steps[0].h));
            along.verdict()
        };
        let root = |c: f64| (1.05 - c).sqrt();
        let slope = -0.5 / 0.05f64.sqrt();
        assert_eq!(verdict(root, slope), Verdict::Right);
        assert_eq!(verdict(root, 1.01 * slope), Verdict::Wrong);
        // An objective that is infinite there, and linear else.
        let linear = |c: f64| if c > 1.05 { f64::INFINITY } else { c };
        assert_eq!(verdict(linear, 1.0), Verdict::Linear);
        // No step leads to a value, or too few do.
        let point = |c: f64| if c > 1.0 { f64::NAN } else { c };
        assert_eq!(verdict(point, 1.0), Verdict::Untold);
        let narrow = |c: f64| if c > 1.0 + 1e-7 { f64::NAN } else { c };
        assert_eq!(verdict(narrow, 1.0), Verdict::Untold);
    }
}
