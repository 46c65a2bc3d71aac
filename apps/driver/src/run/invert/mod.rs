//! Inversion: the controls for which the objective is least, by L-BFGS (Liu & Nocedal, Math. Prog. 45, 1989, doi 10.1007/BF01589116) with the line search of
//! Moré & Thuente, of a library.
//!
//! Each evaluation is a gradient under checkpoints, with a journal of its own, and is kept when it is whole. So the same command goes on within the
//! evaluation that a crash has ended.
//!
//! Owns: what the library is told, and when it is over. Must not: minimise by itself.

mod bounds;
mod evaluations;
mod space;

use super::gradient::find;
use super::{Setting, environment, journal};
use crate::case::Complaint;
use crate::cli::Arguments;
use crate::output::fields::What;
use crate::{End, output, together};
use argmin::core::{CostFunction, Error, Executor, Gradient, State as _};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use argmin_math::ArgminL2Norm as _;
use bounds::Bounds;
use enzyme_checkpoint::Peers as _;
use evaluations::Evaluation;
use space::Vector;
use std::cell::RefCell;
use std::path::PathBuf;

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
pub(super) fn run(setting: &Setting<'_>, arguments: &Arguments) -> Result<(), End> {
    let (app, case, ranks) = (setting.app, setting.case, setting.ranks);
    let misfit = Misfit::new(setting, arguments);
    if arguments.fresh {
        let forgotten = evaluations::forget(&misfit.folder, ranks.rank());
        together(
            forgotten.map_err(|error| environment("cannot begin anew", &error)),
            ranks,
        )?;
    }
    if arguments.plan {
        return find(setting, arguments).map(drop);
    }
    let inverted = minimise(&misfit, setting)?;
    output::fields::write(setting, What::Estimate, &app.controls, &inverted.controls)?;
    let mut written = Ok(());
    if ranks.is_first() {
        written = output::inversion::write(setting, &inverted);
        output::text::inverted(setting, &inverted);
    }
    let what = format!("cannot write the report into {}", case.output.display());
    together(written.map_err(|error| environment(&what, &error)), ranks)
}

fn minimise(misfit: &Misfit<'_>, setting: &Setting<'_>) -> Result<Inverted, End> {
    let (app, settings) = (setting.app, &setting.case.inversion);
    let free = misfit.bounds.free(&setting.controls);
    let start = Vector::of(app, setting.ranks, free);
    let begun = misfit.at(&start)?;
    let first = begun.1.l2_norm();
    let refused = |error: Error| {
        misfit.end.take().unwrap_or_else(|| {
            End::Refused(vec![Complaint::new(format!(
                "the inversion has ended: {error}"
            ))])
        })
    };
    let search = MoreThuenteLineSearch::new();
    let solver = LBFGS::new(search, settings.memory)
        .with_tolerance_grad(settings.tolerance * first)
        .and_then(|solver| solver.with_tolerance_cost(0.0))
        .map_err(refused)?;
    let done = Executor::new(misfit.problem(), solver)
        .configure(|state| state.param(start).max_iters(settings.iterations))
        .run()
        .map_err(refused)?;
    let state = done.state();
    let best = state
        .get_best_param()
        .map(|best| misfit.bounds.controls(&best.numbers));
    Ok(Inverted {
        course: misfit.course.take(),
        iterations: state.get_iter(),
        why: state.get_termination_status().to_string(),
        controls: best.unwrap_or_else(|| setting.controls.clone()),
        objective: state.get_best_cost(),
    })
}

/// The objective as the library sees it.
struct Misfit<'a> {
    setting: &'a Setting<'a>,
    arguments: &'a Arguments,
    bounds: Bounds,
    folder: PathBuf,
    /// What was found last, and where.
    last: RefCell<Option<(Vec<f64>, f64, Vector)>>,
    course: RefCell<Vec<(f64, f64)>>,
    /// How an evaluation ended that had none.
    end: RefCell<Option<End>>,
}

impl<'a> Misfit<'a> {
    fn new(setting: &'a Setting<'a>, arguments: &'a Arguments) -> Self {
        Self {
            setting,
            arguments,
            bounds: Bounds::of(setting.app),
            folder: setting.case.output.join("evaluations"),
            last: RefCell::default(),
            course: RefCell::default(),
            end: RefCell::default(),
        }
    }

    fn problem(&self) -> Problem<'_, 'a> {
        Problem(self)
    }

    /// Objective and gradient by variables without bounds.
    fn at(&self, place: &Vector) -> Result<(f64, Vector), End> {
        if let Some((numbers, objective, gradient)) = &*self.last.borrow()
            && *numbers == place.numbers
        {
            return Ok((*objective, gradient.clone()));
        }
        let controls = self.bounds.controls(&place.numbers);
        let found = self.evaluate(&controls)?;
        let gradient = place.with(self.bounds.gradient(&controls, &found.by_controls));
        let norm = gradient.l2_norm();
        let number = self.course.borrow().len();
        self.course.borrow_mut().push((found.objective, norm));
        if self.setting.ranks.is_first() {
            output::text::evaluated(number, found.objective, norm);
        }
        let numbers = place.numbers.clone();
        *self.last.borrow_mut() = Some((numbers, found.objective, gradient.clone()));
        Ok((found.objective, gradient))
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
