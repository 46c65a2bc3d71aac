//! L-BFGS (Liu & Nocedal, Math. Prog. 45, 1989, doi 10.1007/BF01589116) with the line search of Moré & Thuente, of a library.
//!
//! Owns: what the library is told, and when it is over. Must not: minimise by itself.

use super::misfit::Misfit;
use super::space::Vector;
use super::{Best, CONVERGED, NO_STEP, OUT_OF_ITERATIONS};
use crate::End;
use crate::run::gradient::finite;
use argmin::core::{
    CostFunction, Error, Executor, Gradient, State as _, TerminationReason, TerminationStatus,
};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use enzyme_case::Complaint;

/// By how much the first step of the search becomes shorter, where a step has led to where the objective is no number; and how short it becomes.
const SHORTER: f64 = 0.1;
const SHORTEST: f64 = 1e-6;

/// Minimises from these controls in so many iterations; where a search comes to no number, another one begins with shorter steps.
pub(super) fn minimise(misfit: &mut Misfit<'_>, from: &[f64], limit: u64) -> Result<Best, End> {
    let mut best = Best {
        controls: from.to_vec(),
        objective: f64::INFINITY,
        iterations: 0,
        why: "",
    };
    let (mut iterations, mut part) = (0, 1.0);
    let mut first = None;
    while part > SHORTEST && (iterations < limit || first.is_none()) {
        misfit.moderate(&best.controls, part)?;
        let begun = *first.get_or_insert(misfit.norm(&best.controls)?);
        best = search(misfit, (&best.controls, begun), limit - iterations)?;
        iterations += best.iterations;
        if misfit.is_at_a_number() {
            break;
        }
        part *= SHORTER;
    }
    Ok(Best { iterations, ..best })
}

/// Searches from these controls, where the inversion has begun with this norm of the gradient by variables of the unit 1.
fn search(misfit: &Misfit<'_>, (from, begun): (&[f64], f64), limit: u64) -> Result<Best, End> {
    let settings = &misfit.setting.case.inversion;
    let start = misfit.start(from);
    let (objective, _) = misfit.at(&start)?;
    finite("objective", objective)?;
    let refused = |error: Error| {
        misfit.end.take().unwrap_or_else(|| {
            End::Refused(vec![Complaint::new(format!(
                "the inversion has ended: {error}"
            ))])
        })
    };
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), settings.memory)
        .with_tolerance_grad(settings.tolerance * begun * misfit.variables.unit)
        .and_then(|solver| solver.with_tolerance_cost(0.0))
        .map_err(refused)?;
    let done = Executor::new(Problem(misfit), solver)
        .configure(|state| state.param(start).max_iters(limit))
        .run()
        .map_err(refused)?;
    let state = done.state();
    let best = state.get_best_param();
    Ok(Best {
        controls: best.map_or_else(
            || from.to_vec(),
            |best| misfit.variables.controls(&best.numbers),
        ),
        objective: state.get_best_cost(),
        iterations: state.get_iter(),
        why: why(state.get_termination_status()),
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
struct Problem<'m, 'a>(&'m Misfit<'a>);

impl CostFunction for Problem<'_, '_> {
    type Param = Vector;
    type Output = f64;

    fn cost(&self, place: &Vector) -> Result<f64, Error> {
        self.0.asked(place).map(|(objective, _)| objective)
    }
}

impl Gradient for Problem<'_, '_> {
    type Param = Vector;
    type Gradient = Vector;

    fn gradient(&self, place: &Vector) -> Result<Vector, Error> {
        self.0.asked(place).map(|(_, gradient)| gradient)
    }
}
