//! Whether a gradient is right: against the derivative that forward mode finds of the whole run, and against Taylor's theorem, along a random direction and along
//! the part of it that each field has, for what a field adds may be too little to be felt in the whole. Where a simulation has second derivatives, products with
//! its Hessian are compared, too (`second`).
//!
//! Owns: what is compared with what. Must not: print, or judge (`along` and `second` do).

mod along;

pub(crate) use along::{Along, Verdict};

use super::gradient::{Gradient, find, leave, own_product};
use super::{Found, Products, Second, Setting, second};
use crate::application::{Application, Field, Missing, Steps};
use crate::end::End;
use crate::grid;
use crate::timeline::Phase;
use enzyme_case::Complaint;
use enzyme_run_cli::Arguments;
use serde::Serialize;

/// What was compared.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Checked {
    #[serde(flatten)]
    pub(crate) along: Along,
    /// The same along the part that each field has of the direction, if there are several.
    pub(crate) fields: Vec<OfField>,
    /// What products with the Hessian were compared with, if the simulation has second derivatives.
    pub(crate) second: Option<Second>,
}

/// What was compared along one field.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OfField {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) along: Along,
}

impl Checked {
    /// What all this says of the gradient, and of which field it does, where that is worse than what the whole direction says.
    pub(crate) fn verdict(&self) -> (Verdict, Option<&str>) {
        let whole = self.along.verdict();
        let by = |wanted| {
            self.fields
                .iter()
                .find(move |field| field.along.verdict() == wanted)
        };
        let worst = match whole {
            Verdict::Wrong => None,
            Verdict::Untold | Verdict::Weak => by(Verdict::Wrong),
            Verdict::Right | Verdict::Linear => by(Verdict::Wrong).or_else(|| by(Verdict::Untold)),
        };
        worst.map_or((whole, None), |field| {
            (field.along.verdict(), Some(&*field.name))
        })
    }

    /// The same in words.
    pub(crate) fn words(&self) -> String {
        match self.verdict() {
            (verdict, None) => verdict.words().to_owned(),
            (verdict, Some(field)) => format!("by {field}: {}", verdict.words()),
        }
    }

    pub(crate) fn is_right(&self) -> bool {
        matches!(self.verdict().0, Verdict::Right | Verdict::Linear)
    }
}

/// Compares.
pub(super) fn run(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Found>, End> {
    let Some(gradient) = find(setting, arguments)? else {
        return Ok(None);
    };
    setting.clock.enter(Phase::Check);
    let direction = direction(setting, setting.case.seed);
    let objective = objective(setting, &setting.controls);
    let along = |v: &[f64]| along(setting, (&gradient, objective), v);
    let whole = along(&direction)?;
    let fields = parts(setting, &direction).into_iter().map(|(name, part)| {
        let along = along(&part)?;
        Ok(OfField { name, along })
    });
    let fields = fields.collect::<Result<_, End>>()?;
    let other = self::direction(setting, setting.case.seed.wrapping_add(1));
    let mut checked = Checked {
        along: whole,
        fields,
        second: None,
    };
    checked.second = second::compare(setting, arguments, (&direction, &other))?;
    setting.clock.enter(Phase::Around);
    let found = leave(setting, &gradient, Some(&checked))?;
    conclude(&checked)?;
    let products = checked.second.as_ref().map(Second::verdict);
    if products == Some(Products::Wrong) {
        let complaint = Complaint::new("Hessian-vector products are not the gradient's derivative");
        let help = "report it with the step; without ENZYME_RS_APPLICATION_TWICE(...), application_twice!(...) or ENZYME_RS_TWICE, there are differences of gradients instead";
        return Err(End::Refused(vec![complaint.help(help)]));
    }
    Ok(Some(found))
}

fn conclude(checked: &Checked) -> Result<(), End> {
    let (verdict, field) = checked.verdict();
    let by = field.map_or_else(String::new, |field| format!(" by `{field}`"));
    let complaint = match verdict {
        Verdict::Right | Verdict::Linear => return Ok(()),
        Verdict::Wrong => Complaint::new(format!(
            "the gradient{by} is not the objective's derivative"
        ))
        .help("compare the step by itself: enzyme-rs verify FILE --function STEP")
        .help("look for what a step reads besides controls and the state before it"),
        Verdict::Weak | Verdict::Untold => Complaint::new(format!(
            "differences of the objective do not tell whether the gradient{by} is right"
        ))
        .help("check a run of fewer steps, or another direction: --set seed=2"),
    };
    Err(End::Refused(vec![complaint]))
}

/// Compares along a direction, in which the objective is known where it begins.
fn along(
    setting: &Setting<'_>,
    (gradient, objective): (&Gradient, f64),
    direction: &[f64],
) -> Result<Along, End> {
    let product = |a: &[f64], b: &[f64]| setting.ranks.total(own_product(setting, a, b));
    let without_signs = |numbers: &[f64]| numbers.iter().map(|n| n.abs()).collect::<Vec<_>>();
    let forward = tangent(setting, direction);
    let forward =
        forward.map_err(|missing| End::Refused(vec![Complaint::new(missing.to_string())]))?;
    let mut along = Along {
        objective,
        reverse: product(&gradient.by_controls, direction),
        forward,
        size: product(
            &without_signs(&gradient.by_controls),
            &without_signs(direction),
        ),
        steps: Vec::new(),
    };
    along.take_steps(|h| {
        let moved = setting.controls.iter().zip(direction);
        let moved: Vec<f64> = moved.map(|(c, v)| c + h * v).collect();
        self::objective(setting, &moved) - objective
    });
    Ok(along)
}

/// What each field has of a direction, by its name, if there are several.
fn parts(setting: &Setting<'_>, direction: &[f64]) -> Vec<(String, Vec<f64>)> {
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
    use super::uniform;

    #[test]
    fn directions_have_no_side() {
        let sum: f64 = (0..10_000).map(|place| uniform(7, 1, place)).sum();
        assert!(sum.abs() < 300.0, "{sum}");
    }
}
