//! Whether products with a Hessian are right: against differences of gradients, and against each other, for a Hessian is symmetric.
//!
//! Owns: these comparisons. Must not: print, or judge (`results` does).

use super::directions::sizes;
use super::evaluations::Evaluations;
use super::sums::{norm, own_product};
use crate::application::Doubled;
use crate::end::End;
use crate::results::{Difference, Products, Second};
use crate::setting::Setting;

/// The first step of a difference, of controls of the size 1; how much shorter the next one is, and how many there are at most.
const FIRST: f64 = 1e-2;
const SHORTER: f64 = 0.1;
const MOST: usize = 4;

/// Compares products with two directions; nothing, if the simulation has no second derivatives.
pub(super) fn compare(
    setting: &Setting<'_>,
    runs: &Evaluations<'_>,
    (v, w): (&[f64], &[f64]),
) -> Result<Option<Second>, End> {
    let Some(doubled) = Doubled::of(setting.app) else {
        return Ok(None);
    };
    let product = |along: &[f64], is_quiet| {
        let both = [&setting.controls, along].concat();
        let mut found = runs.gradient(&doubled, both, is_quiet)?.by_controls;
        found.truncate(along.len());
        Ok(found)
    };
    let (hv, hw) = (product(v, false)?, product(w, true)?);
    let dot = |a: &[f64], b: &[f64]| setting.ranks.total(own_product(setting, a, b));
    // Parts of a product have the units of one over their control, and parts of a direction that of their control: sizes make numbers of both.
    let sizes = sizes(setting);
    let of_product = |numbers: &[f64]| norm(setting, &each(numbers, &sizes, |n, size| n * size));
    let of_way = |numbers: &[f64]| norm(setting, &each(numbers, &sizes, |n, size| n / size));
    let size = of_product(&hv) * of_way(w) + of_product(&hw) * of_way(v);
    let apart = (dot(w, &hv) - dot(v, &hw)).abs();
    let mut second = Second {
        curvature: dot(v, &hv),
        asymmetry: if apart == 0.0 { 0.0 } else { apart / size },
        differences: Vec::new(),
    };
    let mut before: Option<Vec<f64>> = None;
    let mut step = FIRST;
    while second.differences.len() < MOST && second.verdict() != Products::Right {
        let difference = difference(setting, runs, (v, step))?;
        let relative = |a: &[f64], b: &[f64]| match of_product(&each(a, b, |a, b| a - b)) {
            0.0 => 0.0,
            apart => apart / of_product(b),
        };
        let apart = relative(&difference, &hv);
        let moved = before.map(|before| relative(&difference, &before));
        second.differences.push(Difference { step, apart, moved });
        before = Some(difference);
        step *= SHORTER;
    }
    Ok(Some(second))
}

/// A number of each pair.
fn each(a: &[f64], b: &[f64], of: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| of(*a, *b)).collect()
}

/// The central difference of gradients along a direction.
fn difference(
    setting: &Setting<'_>,
    runs: &Evaluations<'_>,
    (v, step): (&[f64], f64),
) -> Result<Vec<f64>, End> {
    let at = |step: f64| {
        let moved = setting.controls.iter().zip(v);
        let moved = moved.map(|(c, v)| c + step * v).collect();
        let found = runs.gradient(setting.app, moved, true)?;
        Ok(found.by_controls)
    };
    let (ahead, behind) = (at(step)?, at(-step)?);
    Ok(each(&ahead, &behind, |a, b| (a - b) / (2.0 * step)))
}
