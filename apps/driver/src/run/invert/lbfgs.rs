//! L-BFGS (Liu & Nocedal, Math. Prog. 45, 1989, doi 10.1007/BF01589116) with the line search of Moré & Thuente, of a library.
//!
//! Owns: what the library is told, and when it is over. Must not: minimise by itself.

use super::best::{Best, CONVERGED, FAR, NO_STEP, OUT_OF_ITERATIONS};
use super::misfit::Misfit;
use super::space::Vector;
use crate::end::End;
use crate::run::finite::finite;
use argmin::core::{
    CostFunction, Error, Executor, Gradient, State as _, TerminationReason, TerminationStatus,
};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use argmin_math::{ArgminDot as _, ArgminL2Norm as _, ArgminMul as _, ArgminSub as _};
use enzyme_case::Complaint;
use std::cell::RefCell;

/// Minimises from these controls in so many iterations.
pub(super) fn minimise(misfit: &mut Misfit<'_>, from: &[f64], limit: u64) -> Result<Best, End> {
    misfit.moderate(from)?;
    let settings = &misfit.setting.case.inversion;
    let start = misfit.start(from);
    let (objective, gradient) = misfit.at(&start)?;
    finite("objective", objective)?;
    finite("norm of the gradient", gradient.l2_norm())?;
    let wanted = settings.tolerance * gradient.l2_norm();
    let refused = |error: Error| {
        misfit.end.take().unwrap_or_else(|| {
            End::Refused(vec![Complaint::new(format!(
                "the inversion has ended: {error}"
            ))])
        })
    };
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), settings.memory)
        .with_tolerance_grad(wanted)
        .and_then(|solver| solver.with_tolerance_cost(0.0))
        .map_err(refused)?;
    let least = RefCell::new(Least {
        place: start.clone(),
        objective,
        norm: gradient.l2_norm(),
    });
    let problem = Problem {
        misfit,
        reached: RefCell::default(),
        least: &least,
    };
    let done = Executor::new(problem, solver)
        .configure(|state| state.param(start).max_iters(limit))
        .run()
        .map_err(refused)?;
    // The library takes what its line search says of an evaluation that was interrupted for the end of the search.
    if let Some(end) = misfit.end.take() {
        return Err(end);
    }
    let state = done.state();
    // The library forgets what its line search has seen where that ends without a step.
    let least = least.borrow();
    Ok(Best {
        controls: misfit.variables.controls(&least.place.numbers),
        objective: least.objective,
        iterations: state.get_iter(),
        why: why(state.get_termination_status()),
        is_far: least.norm > FAR * wanted,
    })
}

/// Why the library has ended, in words of ours.
fn why(status: &TerminationStatus) -> &'static str {
    match status {
        TerminationStatus::Terminated(TerminationReason::MaxItersReached) => OUT_OF_ITERATIONS,
        TerminationStatus::Terminated(TerminationReason::SolverConverged) => CONVERGED,
        _ => NO_STEP,
    }
}

/// What the library minimises.
struct Problem<'m, 'a> {
    misfit: &'m Misfit<'a>,
    /// What was evaluated last that is a number.
    reached: RefCell<Option<Reached>>,
    least: &'m RefCell<Least>,
}

/// Where the objective was least.
struct Least {
    place: Vector,
    objective: f64,
    /// Of the gradient.
    norm: f64,
}

struct Reached {
    place: Vector,
    objective: f64,
    /// The greatest objective so far.
    greatest: f64,
}

impl Problem<'_, '_> {
    /// Objective and gradient. Where one is not finite, this gives a linear function that rises from the last place to above all objectives seen: the line search
    /// steps back from that, and cannot from what is no number.
    fn at(&self, place: &Vector) -> Result<(f64, Vector), Error> {
        let (objective, gradient) = self.misfit.asked(place)?;
        let mut reached = self.reached.borrow_mut();
        let norm = gradient.l2_norm();
        if objective.is_finite() && norm.is_finite() {
            let mut least = self.least.borrow_mut();
            if objective < least.objective {
                *least = Least {
                    place: place.clone(),
                    objective,
                    norm,
                };
            }
            let greatest = reached.as_ref().map_or(objective, |before| before.greatest);
            *reached = Some(Reached {
                place: place.clone(),
                objective,
                greatest: greatest.max(objective),
            });
            return Ok((objective, gradient));
        }
        let Some(reached) = &*reached else {
            return Ok((objective, gradient));
        };
        let top = reached.greatest + reached.greatest.abs().max(f64::MIN_POSITIVE);
        let way = place.sub(&reached.place);
        let slope = (top - reached.objective) / way.dot(&way);
        Ok((top, way.mul(&slope)))
    }
}

impl CostFunction for Problem<'_, '_> {
    type Param = Vector;
    type Output = f64;

    fn cost(&self, place: &Vector) -> Result<f64, Error> {
        self.at(place).map(|(objective, _)| objective)
    }
}

impl Gradient for Problem<'_, '_> {
    type Param = Vector;
    type Gradient = Vector;

    fn gradient(&self, place: &Vector) -> Result<Vector, Error> {
        self.at(place).map(|(_, gradient)| gradient)
    }
}
