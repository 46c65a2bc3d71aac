//! Newton's method with conjugate gradients in a trust region (Steihaug, SIAM J. Numer. Anal. 20, 1983, doi 10.1137/0720042; Nocedal & Wright, Numerical Optimization,
//! 2006, algorithms 4.1 and 7.2).
//!
//! The step of an iteration is where conjugate gradients have come to in the quadratic model: until what is left of the gradient is small enough (Eisenstat &
//! Walker, SIAM J. Sci. Comput. 17, 1996, doi 10.1137/0917003), to the boundary of the region, or along a direction of negative curvature to there. Where a step
//! is refused, the same products lead to a shorter one: only a new place asks for new ones.
//!
//! It is written here because libraries of optimisers ask for two products for each direction where one does, and end conjugate gradients at a fixed
//! tolerance; a product costs as much as a gradient, or more.
//!
//! Owns: the method. Must not: know how gradients and products are found.

use super::best::{Best, CONVERGED, FAR, NO_PRODUCT, NO_STEP, OUT_OF_ITERATIONS};
use super::misfit::{Misfit, Place};
use super::space::Vector;
use crate::end::End;
use crate::run::finite::finite;
use argmin_math::{ArgminAdd as _, ArgminDot as _, ArgminL2Norm as _, ArgminMul as _};
use argmin_math::{ArgminScaledAdd as _, ArgminZeroLike as _};

/// A step is taken if it brings more than `TAKEN` of the reduction that the model has predicted. Below `POOR` of it, the region shrinks to `SHRINKS` of the step;
/// above `GOOD`, if the step came to its boundary, the region grows by `GROWS`.
const TAKEN: f64 = 0.1;
const POOR: f64 = 0.25;
const GOOD: f64 = 0.75;
const SHRINKS: f64 = 0.25;
const GROWS: f64 = 4.0;

/// Which part of the gradient conjugate gradients may leave, the forcing term: at first, and at most.
const FIRST_FORCING: f64 = 0.5;
const MOST_FORCING: f64 = 0.9;

/// Differences of objectives below this part of them are rounding.
const ROUNDING: f64 = 1e-14;

/// A region that is so small, in parts of the first one, leads nowhere.
const SMALLEST: f64 = 1e-12;

/// Minimises from these controls in so many iterations.
pub(super) fn minimise(misfit: &Misfit<'_>, from: &[f64], limit: u64) -> Result<Best, End> {
    let mut search = Search::begin(misfit, misfit.place(misfit.start(from))?)?;
    let (mut iterations, mut why) = (0, search.is_over());
    while why.is_none() && iterations < limit {
        search.iterate()?;
        iterations += 1;
        why = search.is_over();
    }
    Ok(Best {
        is_far: search.norm > FAR * search.wanted,
        objective: search.place.objective(),
        controls: search.place.into_controls(),
        iterations,
        why: why.unwrap_or(OUT_OF_ITERATIONS),
    })
}

struct Search<'m, 'a> {
    misfit: &'m Misfit<'a>,
    place: Place,
    /// Norms of the gradient: here, and where it is small enough.
    norm: f64,
    wanted: f64,
    /// Of the region, now and at first.
    radius: f64,
    begun: f64,
    /// Which part of the gradient conjugate gradients may leave.
    forcing: f64,
    /// Products of the Hessian here with the directions of conjugate gradients, as far as they were asked for.
    products: Vec<Vector>,
    /// Whether the last step was one that rounding hides, and did not make the gradient less.
    is_stuck: bool,
    /// Whether no product here is a number, so that there is no model of the objective.
    is_blind: bool,
}

impl<'m, 'a> Search<'m, 'a> {
    /// From a place, where the first region lets a step along the gradient change each control by its scale at most.
    fn begin(misfit: &'m Misfit<'a>, place: Place) -> Result<Self, End> {
        finite("objective", place.objective())?;
        let norm = place.gradient.l2_norm();
        finite("norm of the gradient", norm)?;
        let steepest = misfit.greatest(&place.gradient);
        let radius = if steepest > 0.0 { norm / steepest } else { 1.0 };
        Ok(Self {
            misfit,
            place,
            norm,
            wanted: misfit.setting.case.inversion.tolerance * norm,
            radius,
            begun: radius,
            forcing: FIRST_FORCING,
            products: Vec::new(),
            is_stuck: false,
            is_blind: false,
        })
    }

    /// Why it is over, if it is.
    fn is_over(&self) -> Option<&'static str> {
        if self.norm <= self.wanted {
            Some(CONVERGED)
        } else if self.is_blind {
            Some(NO_PRODUCT)
        } else if self.is_stuck || self.radius < SMALLEST * self.begun {
            Some(NO_STEP)
        } else {
            None
        }
    }

    /// Tries a step.
    fn iterate(&mut self) -> Result<(), End> {
        let Some(step) = self.step()? else {
            self.is_blind = true;
            return Ok(());
        };
        let there = self.misfit.place(self.place.at.add(&step.way))?;
        let norm = there.gradient.l2_norm();
        let rounding = ROUNDING * self.place.objective().abs();
        let brought = self.place.objective() - there.objective();
        let ratio = (brought + rounding) / (step.predicted + rounding);
        let is_taken = ratio > TAKEN && norm.is_finite();
        // What is no number is no good step either.
        if !is_taken || ratio < POOR {
            self.radius = SHRINKS * step.way.l2_norm();
        } else if ratio > GOOD && step.is_at_boundary {
            self.radius *= GROWS;
        }
        self.is_stuck = is_taken && step.predicted <= rounding && norm >= self.norm;
        if is_taken {
            self.forcing = forcing(self.forcing, norm / self.norm, self.wanted / norm);
            (self.place, self.norm) = (there, norm);
            self.products.clear();
        }
        Ok(())
    }

    /// The step that conjugate gradients lead to.
    fn step(&mut self) -> Result<Option<Step>, End> {
        let most = self.misfit.setting.case.inversion.products;
        let (misfit, place, known) = (self.misfit, &self.place, &mut self.products);
        let product = |number: usize, direction: &Vector| {
            if number == known.len() {
                known.push(misfit.product(place, direction)?);
            }
            Ok(known[number].clone())
        };
        conjugate(&place.gradient, (self.radius, self.forcing, most), product)
    }
}

/// Which part of the gradient the next conjugate gradients may leave: less, the faster gradients fall (Eisenstat & Walker's second choice, with their safeguard), but
/// no less than half of what is wanted in the end.
fn forcing(before: f64, fallen: f64, wanted: f64) -> f64 {
    let next = MOST_FORCING * fallen * fallen;
    let safe = MOST_FORCING * before * before;
    let next = if safe > 0.1 { next.max(safe) } else { next };
    next.max(wanted / 2.0).min(MOST_FORCING)
}

/// A step within the region.
struct Step {
    way: Vector,
    /// By how much the model becomes less.
    predicted: f64,
    is_at_boundary: bool,
}

/// Conjugate gradients for the model's least value within a radius, until a part of the gradient is left, there were so many products, or one is no number; nothing
/// if the first one is none.
fn conjugate(
    gradient: &Vector,
    (radius, forcing, most): (f64, f64, usize),
    mut product: impl FnMut(usize, &Vector) -> Result<Vector, End>,
) -> Result<Option<Step>, End> {
    let enough = forcing * gradient.l2_norm();
    let mut way = gradient.zero_like();
    let mut residual = gradient.clone();
    let mut direction = gradient.mul(&-1.0);
    let mut is_at_boundary = false;
    for number in 0..most {
        let bent = product(number, &direction)?;
        let curvature = direction.dot(&bent);
        if !curvature.is_finite() {
            if number == 0 {
                return Ok(None);
            }
            break;
        }
        let square = residual.dot(&residual);
        let inner = square / curvature;
        let outer = to_boundary(&way, &direction, radius);
        is_at_boundary = curvature <= 0.0 || inner >= outer;
        let length = if is_at_boundary { outer } else { inner };
        way = way.scaled_add(&length, &direction);
        residual = residual.scaled_add(&length, &bent);
        if is_at_boundary || residual.l2_norm() <= enough {
            break;
        }
        let turn = residual.dot(&residual) / square;
        direction = residual.mul(&-1.0).scaled_add(&turn, &direction);
    }
    // The residual is the model's gradient: half of it and of that at first, along the way, is what the model has lost.
    let predicted = -way.dot(&gradient.add(&residual)) / 2.0;
    Ok(Some(Step {
        way,
        predicted,
        is_at_boundary,
    }))
}

/// How many times a direction leads from here, within a ball, to its boundary.
fn to_boundary(here: &Vector, direction: &Vector, radius: f64) -> f64 {
    let (a, b) = (direction.dot(direction), here.dot(direction));
    let c = radius * radius - here.dot(here);
    (-b + (b * b + a * c.max(0.0)).sqrt()) / a
}
