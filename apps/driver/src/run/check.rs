//! Whether a gradient is right: against the derivative that forward mode finds of the whole run, and against Taylor's theorem, along a random direction and along
//! the part of it that each field has, for what a field adds may be too little to be felt in the whole. Where a simulation has second derivatives, products with
//! its Hessian are compared, too (`second`).
//!
//! Owns: what is compared with what. Must not: print, or judge (`results` does).

use super::directions::{direction, parts};
use super::find::find;
use super::gradient::leave;
use super::sums::own_product;
use super::{forward, second};
use crate::end::End;
use crate::results::{
    Along, Checked, Found, Gradient, MISSING, MISSING_OF_FIELD, OfField, Products, Second, Verdict,
};
use crate::setting::Setting;
use crate::timeline::Phase;
use enzyme_case::Complaint;
use enzyme_pictures::expansion::Step;
use enzyme_run_cli::Arguments;

/// The first step, of controls of the size 1.
const FIRST: f64 = 0.1;

/// Compares.
pub(super) fn run(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Found>, End> {
    let Some(gradient) = find(setting, arguments)? else {
        return Ok(None);
    };
    setting.clock.enter(Phase::Check);
    let direction = direction(setting, setting.case.seed);
    let objective = forward::objective(setting, &setting.controls);
    let along = |v: &[f64], tolerance| along(setting, (&gradient, objective), (v, tolerance));
    let whole = along(&direction, MISSING)?;
    let fields = parts(setting, &direction).into_iter().map(|(name, part)| {
        let along = along(&part, MISSING_OF_FIELD)?;
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
    (direction, tolerance): (&[f64], f64),
) -> Result<Along, End> {
    let product = |a: &[f64], b: &[f64]| setting.ranks.total(own_product(setting, a, b));
    let without_signs = |numbers: &[f64]| numbers.iter().map(|n| n.abs()).collect::<Vec<_>>();
    let forward = forward::tangent(setting, direction);
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
        tolerance,
    };
    take_steps(&mut along, |h| {
        let moved = setting.controls.iter().zip(direction);
        let moved: Vec<f64> = moved.map(|(c, v)| c + h * v).collect();
        forward::objective(setting, &moved) - objective
    });
    Ok(along)
}

/// Takes steps along the direction, each half of the one before, until they tell something; `change` is what the objective changes by at one.
fn take_steps(along: &mut Along, mut change: impl FnMut(f64) -> f64) {
    let mut h = FIRST;
    while along.is_open() {
        let change = change(h);
        along.steps.push(Step {
            h,
            change: change.abs(),
            remainder: (change - h * along.reverse).abs(),
        });
        h /= 2.0;
    }
}
