//! Whether a gradient is right: against the derivative that forward mode finds of the whole run, and against Taylor's theorem.
//!
//! Forward mode shares the engine with reverse mode, and the objective itself knows nothing of either: along a random direction v,
//! J(c + h v) - J(c) - h <g, v> falls with the square of h. Where a simulation has second derivatives, products with its Hessian are compared, too (`second`).
//!
//! Owns: these comparisons. Must not: print.

use super::gradient::{find, leave, own_product};
use super::{Found, Products, Second, Setting, second};
use crate::application::{Application, Missing, Steps};
use crate::timeline::Phase;
use crate::{End, grid};
use enzyme_case::Complaint;
use enzyme_pictures::taylor::{Step, floor, orders};
use enzyme_run_cli::Arguments;
use serde::Serialize;

/// How many steps are tried, each half of the one before: until it can be told, but no more than that.
const FEWEST: usize = 8;
const MOST: usize = 24;

/// The first step, of controls of the size 1.
const FIRST: f64 = 0.1;

/// Accepted difference of the order of remainders from 2; how far from 1 it is at most with a wrong gradient; accepted difference of forward from reverse mode.
const ORDER: f64 = 0.05;
const WRONG: f64 = 0.2;
const DIFFERENCE: f64 = 1e-10;

/// Which part of the derivative may be missing from a gradient that is right.
const MISSING: f64 = 1e-5;

/// Differences of objectives below this part of them are rounding.
const ROUNDING: f64 = 1e-13;

/// Rounding that is no more than this part of a change leaves enough digits of it.
const FELT: f64 = 1e-6;

/// What was compared.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Checked {
    pub(crate) objective: f64,
    /// The derivative along the direction, by reverse and by forward mode.
    pub(crate) reverse: f64,
    pub(crate) forward: f64,
    /// What the parts of the gradient come to along the direction, without their signs: the derivative, where none cancel.
    pub(crate) size: f64,
    /// What is left of Taylor's polynomial.
    pub(crate) steps: Vec<Step>,
    /// What products with the Hessian were compared with, if the simulation has second derivatives.
    pub(crate) second: Option<Second>,
}

impl Checked {
    /// How far the two modes are apart, in parts of the derivative.
    pub(crate) fn difference(&self) -> f64 {
        let size = self.reverse.abs().max(self.forward.abs());
        match size {
            0.0 => 0.0,
            size => (self.reverse - self.forward).abs() / size,
        }
    }

    /// The order in which the remainders fall at the smallest steps; nothing, where too few are above rounding.
    pub(crate) fn order(&self) -> Option<f64> {
        orders(&self.steps, self.noise()).last().copied()
    }

    /// Whether nothing is left at any step, where that tells something: the objective changes by far more than its rounding.
    fn is_linear(&self) -> bool {
        let least = floor(&self.steps, self.noise());
        let changes = self.steps.iter().map(|step| step.change);
        let is_felt = self.noise() <= FELT * changes.fold(0.0, f64::max);
        is_felt && self.steps.iter().all(|step| step.remainder <= least)
    }

    /// The part of remainders that falls with the step itself, in parts of the derivative: what a gradient is wrong by. Two steps tell it from what falls with the
    /// square, as in Richardson's extrapolation.
    fn missing(&self) -> f64 {
        let least = floor(&self.steps, self.noise());
        let above = self.steps.iter().take_while(|step| step.remainder > least);
        let above: Vec<&Step> = above.collect();
        let steepest = self.steps.iter().map(|step| step.change / step.h);
        let size = steepest.fold(self.size, f64::max);
        above.last_chunk::<2>().map_or(0.0, |[long, short]| {
            (4.0 * short.remainder - long.remainder).abs() / (long.h * size)
        })
    }

    fn noise(&self) -> f64 {
        ROUNDING * self.objective.abs()
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
        let is_constant = self.steps.iter().all(|step| step.change <= self.noise());
        let is_smooth = is_constant || near(&changes, 1.0, WRONG);
        if self.difference() > DIFFERENCE || is_smooth && near(&self.steps, 1.0, WRONG) {
            Verdict::Wrong
        } else if self.is_linear() {
            Verdict::Linear
        } else if near(&self.steps, 2.0, ORDER) && self.missing() <= MISSING {
            Verdict::Right
        } else {
            Verdict::Untold
        }
    }

    /// Whether smaller steps might tell more.
    fn is_open(&self) -> bool {
        let is_above = |step: &Step| step.remainder > self.noise();
        let (count, last) = (self.steps.len(), self.steps.last());
        count < FEWEST
            || self.verdict() == Verdict::Untold && count < MOST && last.is_some_and(is_above)
    }
}

/// What a check says of a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    /// Right, of an objective that is linear along the direction.
    Linear,
    Wrong,
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
            Self::Untold => "not to be told from differences: both modes agree",
        }
    }

    pub(crate) fn is_right(self) -> bool {
        matches!(self, Self::Right | Self::Linear)
    }
}

/// Compares.
pub(super) fn run(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Found>, End> {
    let Some(gradient) = find(setting, arguments)? else {
        return Ok(None);
    };
    setting.clock.enter(Phase::Check);
    let direction = direction(setting, setting.case.seed);
    let product = |numbers: &[f64]| {
        setting
            .ranks
            .total(own_product(setting, numbers, &direction))
    };
    let forward = tangent(setting, &direction);
    let forward =
        forward.map_err(|missing| End::Refused(vec![Complaint::new(missing.to_string())]))?;
    let reverse = product(&gradient.by_controls);
    let without_signs = |numbers: &[f64]| numbers.iter().map(|n| n.abs()).collect::<Vec<_>>();
    let parts = [&gradient.by_controls, &direction].map(|numbers| without_signs(numbers));
    let size = setting
        .ranks
        .total(own_product(setting, &parts[0], &parts[1]));
    let objective = objective(setting, &setting.controls);
    let mut checked = Checked {
        objective,
        reverse,
        forward,
        size,
        steps: Vec::new(),
        second: None,
    };
    let mut h = FIRST;
    while checked.is_open() {
        let moved = setting.controls.iter().zip(&direction);
        let moved: Vec<f64> = moved.map(|(c, v)| c + h * v).collect();
        let difference = self::objective(setting, &moved) - objective;
        checked.steps.push(Step {
            h,
            change: difference.abs(),
            remainder: (difference - h * reverse).abs(),
        });
        h /= 2.0;
    }
    let other = self::direction(setting, setting.case.seed.wrapping_add(1));
    checked.second = second::compare(setting, arguments, (&direction, &other))?;
    setting.clock.enter(Phase::Around);
    let found = leave(setting, &gradient, Some(&checked))?;
    conclude(checked.verdict())?;
    let products = checked.second.as_ref().map(Second::verdict);
    if products == Some(Products::Wrong) {
        let complaint = Complaint::new("Hessian-vector products are not the gradient's derivative");
        let help = "report it with the step; without ENZYME_RS_APPLICATION_TWICE(...), application_twice!(...) or ENZYME_RS_TWICE, there are differences of gradients instead";
        return Err(End::Refused(vec![complaint.help(help)]));
    }
    Ok(Some(found))
}

fn conclude(verdict: Verdict) -> Result<(), End> {
    let complaint = match verdict {
        Verdict::Right | Verdict::Linear => return Ok(()),
        Verdict::Wrong => Complaint::new("the gradient is not the objective's derivative")
            .help("compare the step by itself: enzyme-rs verify FILE --function STEP")
            .help("look for what a step reads besides controls and the state before it"),
        Verdict::Untold => {
            Complaint::new("differences of the objective do not tell whether the gradient is right")
                .help("check a run of fewer steps, or another direction: --set seed=2")
        }
    };
    Err(End::Refused(vec![complaint]))
}

/// A random direction, the same for any number of ranks: of each field in proportion to the size of its numbers.
fn direction(setting: &Setting<'_>, seed: u64) -> Vec<f64> {
    let mut direction = sizes(setting);
    for (number, field) in (0u64..).zip(&setting.app.controls) {
        let places = grid::points(&field.block.first, &field.block.count, &field.extent);
        for (k, place) in field.range.clone().zip(places) {
            direction[k] *= uniform(seed, number, place);
        }
    }
    direction
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

/// So many steps, or until the simulation is done.
fn goes_on(app: &Application, step: u64, state: &[f64]) -> bool {
    match app.steps {
        Some(steps) => step < steps,
        None => !app.done(step, state),
    }
}

/// The objective of a whole run.
fn objective(setting: &Setting<'_>, controls: &[f64]) -> f64 {
    let app = setting.app;
    let mut state = vec![0.0; app.state_numbers()];
    let mut after = state.clone();
    app.initial(controls, &mut state);
    let mut step = 0;
    while goes_on(app, step, &state) {
        app.step(step, controls, &state, &mut after);
        std::mem::swap(&mut state, &mut after);
        step += 1;
    }
    setting.ranks.total(app.objective(controls, &state))
}

/// The derivative of a whole run along a direction, by forward mode.
fn tangent(setting: &Setting<'_>, direction: &[f64]) -> Result<f64, Missing> {
    let app = setting.app;
    let numbers = || vec![0.0; app.state_numbers()];
    let (mut state, mut dstate, mut after, mut dafter) =
        (numbers(), numbers(), numbers(), numbers());
    let controls = (&*setting.controls, direction);
    app.initial_tangent(controls, (&mut state, &mut dstate))?;
    let mut step = 0;
    while goes_on(app, step, &state) {
        app.step_tangent(step, controls, (&state, &dstate), (&mut after, &mut dafter))?;
        std::mem::swap(&mut state, &mut after);
        std::mem::swap(&mut dstate, &mut dafter);
        step += 1;
    }
    let mine = app.objective_tangent(controls, (&state, &dstate))?;
    Ok(setting.ranks.total(mine))
}

#[cfg(test)]
mod tests {
    use super::{Checked, Step, Verdict, uniform};

    fn checked(remainder: impl Fn(f64) -> f64) -> Checked {
        let steps = (0..8).map(|k| 0.1 / f64::from(1 << k));
        let step = |h| Step {
            h,
            change: h,
            remainder: remainder(h),
        };
        Checked {
            objective: 1.0,
            reverse: 1.0,
            forward: 1.0,
            size: 1.0,
            steps: steps.map(step).collect(),
            second: None,
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_right() {
        let verdict = |remainder: fn(f64) -> f64| checked(remainder).verdict();
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
        let chaotic = Checked {
            steps: checked(|h| 1e9 * h)
                .steps
                .into_iter()
                .map(|step| Step {
                    change: (1e3 / step.h).sin().abs(),
                    ..step
                })
                .collect(),
            ..checked(|h| h)
        };
        assert_eq!(chaotic.verdict(), Verdict::Untold);
        let constant = Checked {
            steps: checked(|h| h)
                .steps
                .into_iter()
                .map(|step| Step {
                    change: 0.0,
                    ..step
                })
                .collect(),
            ..checked(|h| h)
        };
        assert_eq!(constant.verdict(), Verdict::Wrong);
        // One remainder, and then nothing.
        let once = |h| if h > 0.06 { h } else { 0.0 };
        assert_eq!(verdict(once), Verdict::Untold);
    }

    #[test]
    fn directions_have_no_side() {
        let sum: f64 = (0..10_000).map(|place| uniform(7, 1, place)).sum();
        assert!(sum.abs() < 300.0, "{sum}");
    }
}
