//! Whether a gradient is right: against the derivative that forward mode finds of the whole run, and against Taylor's theorem, along a random direction and along
//! the part of it that each field has, for what a field adds may be too little to be felt in the whole. Where a simulation has second derivatives, products with
//! its Hessian are compared, too (`second`).
//!
//! Owns: what is compared with what. Must not: print, or judge (`results` does).

use super::directions::{direction, parts};
use super::evaluations::Evaluations;
use super::find::find;
use super::folder;
use super::gradient::leave;
use super::second;
use super::sums::own_product;
use super::trial::{try_step, try_step_of};
use crate::application::{Application, Ranks, Tangent};
use crate::end::End;
use crate::results::{
    Again, Along, Checked, Found, Gradient, Moved, OfField, Products, Second, Verdict,
};
use crate::setting::Setting;
use crate::timeline::Phase;
use enzyme_case::Complaint;
use enzyme_checkpoint::Peers as _;

/// The first step, of controls of the size 1.
const FIRST: f64 = 0.1;

/// Compares.
pub(super) fn run(setting: &Setting<'_>) -> Result<Found, End> {
    let runs = Evaluations::new(setting, folder::COMPARISONS);
    // What a simulation keeps of the first controls that it runs with is to be that of these in each process, also where an earlier one has done a part.
    try_step(setting)?;
    let gradient = find(setting)?;
    setting.clock.enter(Phase::Check);
    let direction = direction(setting, setting.case.seed);
    let objective = runs.objective(setting.app, setting.controls.clone())?;
    let precision = setting.case.precision;
    let along = |v: &[f64], tolerance| {
        let whole = (&gradient, objective);
        along(setting, &runs, whole, (v, tolerance))
    };
    let whole = along(&direction, precision.missing)?;
    let fields = parts(setting, &direction).into_iter().map(|(name, part)| {
        let along = along(&part, precision.missing_of_field)?;
        Ok(OfField { name, along })
    });
    let fields: Vec<OfField> = fields.collect::<Result<_, End>>()?;
    let other = self::direction(setting, setting.case.seed.wrapping_add(1));
    let parts = fields.iter().zip(parts(setting, &direction));
    let parts = parts.map(|(field, (_, part))| (part, &field.along));
    let directions: Vec<_> = std::iter::once((direction.clone(), &whole))
        .chain(parts)
        .collect();
    let second = second::compare(setting, &runs, (&direction, &other))?;
    // At last: where both have a file of the same name, that is gone with the copy.
    let again = again(setting, &runs, &directions)?;
    let checked = Checked {
        along: whole,
        fields,
        again,
        second,
    };
    setting.clock.enter(Phase::Around);
    let found = leave(setting, &gradient, Some(&checked))?;
    conclude(&checked)?;
    conclude_second(checked.second.as_ref())?;
    Ok(found)
}

fn conclude(checked: &Checked) -> Result<(), End> {
    let (verdict, field) = checked.verdict();
    let by = field.map_or_else(String::new, |field| format!(" by `{field}`"));
    let complaint = match verdict {
        Verdict::Right | Verdict::Linear => return Ok(()),
        Verdict::Wrong if checked.is_maybe_single() => Complaint::new(format!(
            "the gradient{by} is the objective's derivative to single precision at best"
        ))
        .help("if the simulation computes in single precision, let the case say so: precision = \"single\""),
        Verdict::Remembers => Complaint::new("the simulation keeps something from one run to the next: its objective depends on what was run before")
            .help("look for static, SAVE, module and global variables that are filled once, and for what `step` changes in the simulation itself")
            .help("what depends on controls belongs into the state, or is computed in each step"),
        Verdict::Unmoved => Complaint::new("no control moves the objective")
            .help("see that `initial`, the step or the objective read the controls, and what a program of global variables has instead"),
        Verdict::Wrong => Complaint::new(format!(
            "the gradient{by} is not the objective's derivative"
        ))
        .help("compare the step by itself: enzyme-rs verify FILE --function STEP")
        .help("look for what a step reads besides controls and the state before it")
        .help("where a minimum, a maximum or a branch changes sides at just these controls, there is a derivative to each side: check others, --set controls.NAME=..."),
        Verdict::Weak | Verdict::NoNumber | Verdict::Untold => Complaint::new(format!(
            "differences of the objective do not tell whether the gradient{by} is right"
        ))
        .help("check a run of fewer steps, or another direction: --set seed=2"),
    };
    Err(End::Refused(vec![complaint]))
}

fn conclude_second(second: Option<&Second>) -> Result<(), End> {
    let complaint = match second.map(Second::verdict) {
        None | Some(Products::Right) => return Ok(()),
        Some(Products::Wrong) => Complaint::new("Hessian-vector products are not the gradient's derivative")
            .help("report it with the step; without ENZYME_RS_APPLICATION_TWICE(...), application_twice!(...) or ENZYME_RS_TWICE, there are differences of gradients instead"),
        Some(Products::Untold) => Complaint::new(
            "differences of gradients do not tell whether Hessian-vector products are right",
        )
        .help("check a run of fewer steps, or another direction: --set seed=2"),
    };
    Err(End::Refused(vec![complaint]))
}

/// Compares along a direction, in which the objective is known where it begins.
fn along(
    setting: &Setting<'_>,
    runs: &Evaluations<'_>,
    (gradient, objective): (&Gradient, f64),
    (direction, tolerance): (&[f64], f64),
) -> Result<Along, End> {
    let product = |a: &[f64], b: &[f64]| setting.ranks.total(own_product(setting, a, b));
    let without_signs = |numbers: &[f64]| numbers.iter().map(|n| n.abs()).collect::<Vec<_>>();
    let tangent = Tangent::of(setting.app);
    let tangent =
        tangent.map_err(|missing| End::Refused(vec![Complaint::new(missing.to_string())]))?;
    let both = [&setting.controls, direction].concat();
    let mut along = Along {
        objective,
        reverse: product(&gradient.by_controls, direction),
        forward: runs.objective(&tangent, both)?,
        size: product(
            &without_signs(&gradient.by_controls),
            &without_signs(direction),
        ),
        steps: Vec::new(),
        moved: None,
        precision: setting.case.precision,
        tolerance,
    };
    take_steps(&mut along, |h| {
        runs.objective(setting.app, moved(setting, direction, h))
    })?;
    Ok(along)
}

/// The controls, a step along the direction.
fn moved(setting: &Setting<'_>, direction: &[f64], h: f64) -> Vec<f64> {
    let both = setting.controls.iter().zip(direction);
    both.map(|(c, v)| c + h * v).collect()
}

/// Compares with a copy of the library, along each of these directions; gives what it says where it differs, or else what it says along the first one.
///
/// One copy is enough: what it keeps of the first controls that it runs with, those at the end of the first step, is another thing than what the library keeps, whatever it is run
/// with later.
fn again(
    setting: &Setting<'_>,
    runs: &Evaluations<'_>,
    directions: &[(Vec<f64>, &Along)],
) -> Result<Option<Again>, End> {
    let told = |(direction, along): &(Vec<f64>, &Along)| {
        let Moved { h, objective } = along.moved?;
        Some((h, objective, moved(setting, direction, h)))
    };
    let told: Vec<_> = directions.iter().filter_map(told).collect();
    let Some((_, _, begin)) = told.first() else {
        return Ok(None);
    };
    let copy = match copied(setting) {
        Ok(copy) => copy,
        Err(why) => return Ok(Some(Again::LeftOut(why))),
    };
    // Where an earlier process has compared along the first direction, this one's copy begins there as well.
    try_step_of(&copy, begin, setting.ranks)?;
    let (from, precision) = (directions[0].1.objective, setting.case.precision);
    let mut first = None;
    for (h, objective, controls) in told {
        let again = Again::Compared {
            h,
            objective,
            of_the_copy: runs.objective(&copy, controls)?,
        };
        if !again.is_same(from, precision) {
            return Ok(Some(again));
        }
        first = first.or(Some(again));
    }
    Ok(first)
}

/// The simulation from a copy of its library. To make it takes all ranks: none begins where one has no library.
fn copied(setting: &Setting<'_>) -> Result<Application, String> {
    let library = on_all(setting.ranks, setting.app.copy_library())?;
    on_all(setting.ranks, setting.app.made_again(library))
}

/// What all ranks have, or why one has none.
fn on_all<T>(ranks: Ranks, mine: Result<T, String>) -> Result<T, String> {
    if ranks.agree(mine.is_ok()) {
        return mine;
    }
    Err(ranks.first_word(&mine.err().unwrap_or_default()))
}

/// Takes steps along the direction, each half of the one before, until they tell something; `objective` is what it is at one.
fn take_steps(
    along: &mut Along,
    mut objective: impl FnMut(f64) -> Result<f64, End>,
) -> Result<(), End> {
    let mut h = FIRST;
    while along.is_open() {
        along.take(h, objective(h)?);
        h /= 2.0;
    }
    Ok(())
}
