//! Inversion: the controls for which the objective is least, by L-BFGS or by Newton's method with conjugate gradients.
//!
//! Each evaluation is a gradient under checkpoints, with a journal of its own, and is kept when it is whole; so is each product with the Hessian. So the same
//! command goes on within the evaluation that a crash has ended.
//!
//! Owns: what an inversion leaves. Must not: minimise (`lbfgs` and `newton` do).

mod evaluations;
mod lbfgs;
mod misfit;
mod newton;
mod space;
mod variables;

use super::gradient::find;
use super::{Found, Setting, left};
use crate::application::Doubled;
use crate::case::Method;
use crate::end::{End, together};
use crate::output;
use crate::output::fields::What;
use enzyme_case::words::counted;
use enzyme_run_cli::Arguments;
use misfit::Misfit;

/// What an inversion came to.
pub(crate) struct Inverted {
    /// What was found by each evaluation, in order.
    pub(crate) course: Vec<Evaluated>,
    pub(crate) iterations: u64,
    /// Why it ended, in words.
    pub(crate) why: String,
    /// How products with the Hessian were found, in words, if there were any.
    pub(crate) products: Option<&'static str>,
    /// The best controls.
    pub(crate) controls: Vec<f64>,
    pub(crate) objective: f64,
}

impl Inverted {
    /// How many iterations and evaluations, in words.
    pub(crate) fn counted(&self) -> String {
        let gradients = self.gradients().count();
        let mut all = vec![
            counted(self.iterations as usize, "iteration"),
            counted(gradients, "evaluation"),
        ];
        if self.products.is_some() {
            let products = self.course.len() - gradients;
            all.push(counted(products, "Hessian-vector product"));
        }
        all.join(", ")
    }

    /// Which of the evaluations were gradients, with objective and norm.
    pub(crate) fn gradients(&self) -> impl Iterator<Item = (usize, (f64, f64))> {
        let all = self.course.iter().enumerate();
        all.filter_map(|(number, evaluated)| Some((number, evaluated.gradient()?)))
    }
}

/// What an evaluation has found, in a number or two.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Evaluated {
    /// The objective, and the norm of its gradient.
    Gradient { objective: f64, norm: f64 },
    /// A product with the Hessian: the curvature of the objective along the direction, for one that is 1 long.
    Product { curvature: f64 },
}

impl Evaluated {
    /// Of a gradient: objective and norm.
    pub(crate) fn gradient(self) -> Option<(f64, f64)> {
        match self {
            Self::Gradient { objective, norm } => Some((objective, norm)),
            Self::Product { .. } => None,
        }
    }
}

/// What a search has come to, and why it has ended.
struct Best {
    controls: Vec<f64>,
    objective: f64,
    iterations: u64,
    why: &'static str,
}

/// How often a search begins anew, further inside of limits.
const MOST_SEARCHES: u32 = 10;

/// Why a search ends, in words.
const CONVERGED: &str = "the gradient has fallen as far as was asked for";
const OUT_OF_ITERATIONS: &str = "the number of iterations is reached";
const NO_STEP: &str = "no step makes the objective less";

/// Inverts, and writes the estimate.
pub(super) fn run(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Found>, End> {
    let (app, ranks) = (setting.app, setting.ranks);
    let doubled = Doubled::of(app);
    let mut misfit = Misfit::new(setting, doubled.as_ref(), arguments);
    if arguments.fresh {
        together(misfit.forget(), ranks)?;
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

fn minimise(misfit: &mut Misfit<'_>, setting: &Setting<'_>) -> Result<Inverted, End> {
    let products = match setting.case.inversion.method {
        Method::Lbfgs => None,
        Method::NewtonCg => {
            let way = misfit.way_of_products();
            if setting.ranks.is_first() {
                output::text::products(way, misfit.is_exact());
            }
            Some(way)
        }
    };
    let (best, held) = within_limits(misfit, setting)?;
    let why = match held {
        0 => best.why.to_owned(),
        held => format!(
            "{}; {} at limits, though the objective falls from there inwards: it takes more iterations, or another beginning",
            best.why,
            counted(held, "control")
        ),
    };
    Ok(Inverted {
        course: misfit.course.take(),
        iterations: best.iterations,
        why,
        products,
        controls: best.controls,
        objective: best.objective,
    })
}

/// Searches until no control is held at a limit from which the objective falls inwards: there, variables hardly move controls, and a search takes that for the
/// end. From such limits another one begins further inside, while there are iterations. Gives how many controls are held all the same.
fn within_limits(misfit: &mut Misfit<'_>, setting: &Setting<'_>) -> Result<(Best, usize), End> {
    let limit = setting.case.inversion.iterations;
    let mut best = search(misfit, setting, (&setting.controls, limit))?;
    let mut searches = 1;
    while let Some((held, inside)) = misfit.inside(&best)? {
        if best.iterations >= limit || searches == MOST_SEARCHES {
            return Ok((best, held));
        }
        searches += 1;
        let next = search(misfit, setting, (&inside, limit - best.iterations))?;
        let iterations = best.iterations + next.iterations;
        best = Best { iterations, ..next };
    }
    Ok((best, 0))
}

fn search(
    misfit: &mut Misfit<'_>,
    setting: &Setting<'_>,
    (from, limit): (&[f64], u64),
) -> Result<Best, End> {
    match setting.case.inversion.method {
        Method::Lbfgs => lbfgs::minimise(misfit, from, limit),
        Method::NewtonCg => newton::minimise(misfit, from, limit),
    }
}
