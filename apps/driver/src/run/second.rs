//! Whether products with a Hessian are right: against differences of gradients, and against each other, for a Hessian is symmetric.
//!
//! Owns: these comparisons. Must not: print.

use super::check::sizes;
use super::gradient::{find, norm, own_product};
use super::{Part, Setting};
use crate::application::{Doubled, Steps};
use crate::end::End;
use enzyme_run_cli::Arguments;
use serde::Serialize;

/// The first step of a difference, of controls of the size 1; how much shorter the next one is, and how many there are at most.
const FIRST: f64 = 1e-2;
const SHORTER: f64 = 0.1;
const MOST: usize = 4;

/// How far a product may be from the nearest difference, and how far from symmetric the Hessian, in parts of the product.
const DIFFERENCE: f64 = 1e-6;
const ASYMMETRY: f64 = 1e-9;

/// Differences that are so much nearer to each other than to the product, in parts of that way, have come to another one.
const AGREED: f64 = 0.1;

/// What was compared.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Second {
    /// The curvature of the objective along the direction v: v·Hv.
    pub(crate) curvature: f64,
    /// How far w·Hv and v·Hw are apart, for another direction w, in parts of the length of both.
    pub(crate) asymmetry: f64,
    /// Central differences of gradients.
    pub(crate) differences: Vec<Difference>,
}

/// A difference of gradients.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Difference {
    pub(crate) step: f64,
    /// How far it is from the product, in parts of that.
    pub(crate) apart: f64,
    /// How far it is from the difference before, in parts of that; nothing for the first.
    pub(crate) moved: Option<f64>,
}

impl Second {
    /// How far the nearest difference is from the product.
    pub(crate) fn apart(&self) -> f64 {
        let all = self.differences.iter().map(|difference| difference.apart);
        all.fold(f64::INFINITY, f64::min)
    }

    /// What all this says of products.
    pub(crate) fn verdict(&self) -> Products {
        let is_elsewhere = |difference: &Difference| {
            let moved = difference.moved.unwrap_or(f64::INFINITY);
            moved <= AGREED * difference.apart
        };
        // A product that is no number is not symmetric.
        if self.asymmetry.is_nan() || self.asymmetry > ASYMMETRY {
            Products::Wrong
        } else if self.apart() <= DIFFERENCE {
            Products::Right
        } else if self.differences.iter().any(is_elsewhere) {
            Products::Wrong
        } else {
            Products::Untold
        }
    }
}

/// What a check says of products with a Hessian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Products {
    Right,
    Wrong,
    /// Differences come to nothing: too curved, or rounding.
    Untold,
}

impl Products {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "WRONG",
            Self::Untold => "symmetric; more is not to be told from differences",
        }
    }
}

/// Compares products with two directions; nothing, if the simulation has no second derivatives.
pub(super) fn compare(
    setting: &Setting<'_>,
    arguments: &Arguments,
    (v, w): (&[f64], &[f64]),
) -> Result<Option<Second>, End> {
    let Some(doubled) = Doubled::of(setting.app) else {
        return Ok(None);
    };
    let product = |along: &[f64], is_quiet| {
        let both = [&setting.controls, along].concat();
        let mut found = gradient(setting, arguments, (&doubled, both, is_quiet))?;
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
        let difference = difference(setting, arguments, (v, step))?;
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
    arguments: &Arguments,
    (v, step): (&[f64], f64),
) -> Result<Vec<f64>, End> {
    let at = |step: f64| {
        let moved = setting.controls.iter().zip(v);
        let moved = moved.map(|(c, v)| c + step * v).collect();
        gradient(setting, arguments, (setting.app, moved, true))
    };
    let (ahead, behind) = (at(step)?, at(-step)?);
    Ok(each(&ahead, &behind, |a, b| (a - b) / (2.0 * step)))
}

/// The gradient of a run, somewhere.
fn gradient(
    setting: &Setting<'_>,
    arguments: &Arguments,
    (steps, controls, is_quiet): (&dyn Steps, Vec<f64>, bool),
) -> Result<Vec<f64>, End> {
    let compared = Setting {
        controls,
        steps,
        part: Part::Comparison,
        is_quiet,
        clock: setting.clock.clone(),
        ..*setting
    };
    let found = find(&compared, arguments)?;
    found.map_or(Err(End::Unfinished), |found| Ok(found.by_controls))
}

#[cfg(test)]
mod tests {
    use super::{Difference, Products, Second};

    #[test]
    fn what_differences_do_not_tell_is_not_right() {
        let verdict = |asymmetry: f64, all: &[(f64, Option<f64>)]| {
            let each = all.iter().map(|(apart, moved)| Difference {
                step: 1e-3,
                apart: *apart,
                moved: *moved,
            });
            Second {
                curvature: 1.0,
                asymmetry,
                differences: each.collect(),
            }
            .verdict()
        };
        assert_eq!(
            verdict(0.0, &[(1e-4, None), (1e-7, Some(1e-4))]),
            Products::Right
        );
        assert_eq!(verdict(1e-3, &[(1e-7, None)]), Products::Wrong);
        assert_eq!(verdict(f64::NAN, &[(1e-7, None)]), Products::Wrong);
        // Differences have come together, and elsewhere.
        assert_eq!(
            verdict(0.0, &[(1e-2, None), (1e-2, Some(1e-5))]),
            Products::Wrong
        );
        // They are all over the place.
        assert_eq!(
            verdict(0.0, &[(1e3, None), (1e4, Some(1e4))]),
            Products::Untold
        );
    }
}
