//! Inversion: the controls for which the objective is least, by L-BFGS (Liu & Nocedal, Math. Prog. 45, 1989, doi 10.1007/BF01589116) with the line search of
//! Moré & Thuente, of a library.
//!
//! Each evaluation is a gradient under checkpoints, with a journal of its own, and is kept when it is whole. So the same command goes on within the
//! evaluation that a crash has ended.
//!
//! Owns: what the library is told, and when it is over. Must not: minimise by itself.

mod evaluations;
mod space;
mod variables;

use super::gradient::{find, finite, norm};
use super::{Found, Setting, environment, journal, left};
use crate::output::fields::What;
use crate::{End, output, together};
use argmin::core::{
    CostFunction, Error, Executor, Gradient, State as _, TerminationReason, TerminationStatus,
};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use argmin_math::ArgminL2Norm as _;
use enzyme_case::Complaint;
use enzyme_checkpoint::Peers as _;
use enzyme_run_cli::Arguments;
use evaluations::Evaluation;
use space::Vector;
use std::cell::RefCell;
use std::path::PathBuf;
use variables::Variables;

/// What an inversion came to.
pub(crate) struct Inverted {
    /// Objective and norm of the gradient of each evaluation, in order.
    pub(crate) course: Vec<(f64, f64)>,
    pub(crate) iterations: u64,
    /// Why it ended, in words.
    pub(crate) why: String,
    /// The best controls.
    pub(crate) controls: Vec<f64>,
    pub(crate) objective: f64,
}

/// Inverts, and writes the estimate.
pub(super) fn run(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Found>, End> {
    let (app, ranks) = (setting.app, setting.ranks);
    let mut misfit = Misfit::new(setting, arguments);
    if arguments.fresh {
        let forgotten = evaluations::forget(&misfit.folder, ranks.rank());
        together(
            forgotten.map_err(|error| environment("cannot begin anew", &error)),
            ranks,
        )?;
    }
    if arguments.plan {
        return find(setting, arguments).map(|_| None);
    }
    let inverted = minimise(&mut misfit, setting)?;
    let (fields, numbers) = (&app.controls, &inverted.controls);
    output::fields::write(&setting.target(What::Estimate), fields, numbers)?;
    let told = output::timeline::leave(setting);
    let mut written = Ok(());
    if ranks.is_first() {
        written = told.and_then(|told| output::inversion::write(setting, &inverted, told));
        output::text::inverted(setting, &inverted);
    }
    left(setting, written)?;
    let singles = (inverted.objective, None);
    Ok(Some(Found::of(What::Estimate, singles, fields, numbers)))
}

/// By how much the first step of the search becomes shorter, where a step has led to where the objective is no number; and how short it becomes.
const SHORTER: f64 = 0.1;
const SHORTEST: f64 = 1e-6;

fn minimise(misfit: &mut Misfit<'_>, setting: &Setting<'_>) -> Result<Inverted, End> {
    let limit = setting.case.inversion.iterations;
    let mut best = Best {
        controls: setting.controls.clone(),
        objective: f64::INFINITY,
        why: "",
    };
    let (mut iterations, mut part) = (0, 1.0);
    let mut first = None;
    while part > SHORTEST && (iterations < limit || first.is_none()) {
        misfit.moderate(&best.controls, part)?;
        let begun = *first.get_or_insert(misfit.norm(&best.controls)?);
        let (found, more) = search(misfit, (&best.controls, begun), limit - iterations)?;
        iterations += more;
        best = found;
        let ended = misfit.course.borrow().last().copied();
        if ended.is_none_or(|(objective, norm)| objective.is_finite() && norm.is_finite()) {
            break;
        }
        part *= SHORTER;
    }
    Ok(Inverted {
        course: misfit.course.take(),
        iterations,
        why: best.why.to_owned(),
        controls: best.controls,
        objective: best.objective,
    })
}

/// What a search has come to, and why it has ended.
struct Best {
    controls: Vec<f64>,
    objective: f64,
    why: &'static str,
}

/// Searches from these controls, where the inversion has begun with this norm of the gradient by variables of the unit 1; gives the number of iterations besides.
fn search(
    misfit: &Misfit<'_>,
    (from, begun): (&[f64], f64),
    limit: u64,
) -> Result<(Best, u64), End> {
    let (setting, settings) = (misfit.setting, &misfit.setting.case.inversion);
    let variables = misfit.variables.of_controls(from);
    let start = Vector::of(setting.app, setting.ranks, variables);
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
    let done = Executor::new(misfit.problem(), solver)
        .configure(|state| state.param(start).max_iters(limit))
        .run()
        .map_err(refused)?;
    let state = done.state();
    let best = state.get_best_param();
    let best = Best {
        controls: best.map_or_else(
            || from.to_vec(),
            |best| misfit.variables.controls(&best.numbers),
        ),
        objective: state.get_best_cost(),
        why: why(state.get_termination_status()),
    };
    Ok((best, state.get_iter()))
}

/// Why the library has ended, in words of ours.
fn why(status: &TerminationStatus) -> &'static str {
    match status {
        TerminationStatus::Terminated(TerminationReason::MaxItersReached) => {
            "the number of iterations is reached"
        }
        TerminationStatus::Terminated(TerminationReason::SolverConverged) => {
            "the gradient has fallen as far as was asked for"
        }
        _ => "no step makes the objective less",
    }
}

/// The objective as the library sees it.
struct Misfit<'a> {
    setting: &'a Setting<'a>,
    arguments: &'a Arguments,
    variables: Variables,
    folder: PathBuf,
    /// What was found last, and where.
    last: RefCell<Option<(Vec<f64>, Evaluation)>>,
    course: RefCell<Vec<(f64, f64)>>,
    /// How an evaluation ended that had none.
    end: RefCell<Option<End>>,
}

impl<'a> Misfit<'a> {
    fn new(setting: &'a Setting<'a>, arguments: &'a Arguments) -> Self {
        Self {
            setting,
            arguments,
            variables: Variables::of(setting),
            folder: setting.case.output.join("evaluations"),
            last: RefCell::default(),
            course: RefCell::default(),
            end: RefCell::default(),
        }
    }

    fn problem(&self) -> Problem<'_, 'a> {
        Problem(self)
    }

    /// Sees to it that a step along the gradient at these controls is a moderate one.
    fn moderate(&mut self, controls: &[f64], part: f64) -> Result<(), End> {
        // As the search will come to them: not every number comes back from its variable.
        let controls = self
            .variables
            .controls(&self.variables.of_controls(controls));
        let found = self.found(&controls)?;
        self.variables
            .moderate(self.setting, (&controls, &found.by_controls), part);
        Ok(())
    }

    /// The norm of the gradient at these controls, by variables of the unit 1.
    fn norm(&self, controls: &[f64]) -> Result<f64, End> {
        let start = self.variables.of_controls(controls);
        let start = Vector::of(self.setting.app, self.setting.ranks, start);
        Ok(self.at(&start)?.1.l2_norm() / self.variables.unit)
    }

    /// Objective and gradient by the variables.
    fn at(&self, place: &Vector) -> Result<(f64, Vector), End> {
        let controls = self.variables.controls(&place.numbers);
        let found = self.found(&controls)?;
        let gradient = self.variables.gradient(&controls, &found.by_controls);
        Ok((found.objective, place.with(gradient)))
    }

    /// What an evaluation finds; that before it is remembered.
    fn found(&self, controls: &[f64]) -> Result<Evaluation, End> {
        if let Some((place, found)) = &*self.last.borrow()
            && place == controls
        {
            return Ok(found.clone());
        }
        let found = self.evaluate(controls)?;
        let norm = norm(self.setting, &found.by_controls);
        let number = self.course.borrow().len();
        self.course.borrow_mut().push((found.objective, norm));
        if self.setting.ranks.is_first() {
            output::text::evaluated(number, found.objective, norm);
        }
        *self.last.borrow_mut() = Some((controls.to_vec(), found.clone()));
        Ok(found)
    }

    fn evaluate(&self, controls: &[f64]) -> Result<Evaluation, End> {
        let Setting {
            app, case, ranks, ..
        } = *self.setting;
        let number = self.course.borrow().len();
        let named = (number, ranks.rank());
        let known = evaluations::read(&self.folder, named, controls);
        // All ranks have it, or all compute it again.
        if ranks.agree(known.is_some())
            && let Some(known) = known
        {
            return Ok(known);
        }
        let setting = Setting {
            app,
            case,
            ranks,
            controls: controls.to_vec(),
            evaluation: Some(number),
            clock: self.setting.clock.clone(),
        };
        let quiet = Arguments {
            fresh: false,
            ..self.arguments.clone()
        };
        let Some(gradient) = find(&setting, &quiet)? else {
            return Err(End::Unfinished);
        };
        let found = Evaluation {
            objective: gradient.objective,
            by_controls: gradient.by_controls,
        };
        let written = evaluations::write(&self.folder, named, controls, &found);
        let what = format!("cannot write into {}", self.folder.display());
        together(written.map_err(|error| environment(&what, &error)), ranks)?;
        let cleared = journal(case, ranks).clear();
        let cleared = cleared.map_err(|error| End::Environment(vec![Complaint::of(&error)]));
        together(cleared, ranks)?;
        Ok(found)
    }

    /// The same for the library, which is told of no more than that there is none.
    fn asked(&self, place: &Vector) -> Result<(f64, Vector), Error> {
        self.at(place).map_err(|end| {
            *self.end.borrow_mut() = Some(end);
            Error::msg("an evaluation has ended without its result")
        })
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
