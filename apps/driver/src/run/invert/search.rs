//! An inversion from its beginning to what it leaves.
//!
//! Owns: which searches there are, one after the other. Must not: minimise (`lbfgs` and `newton` do).

use super::best::Best;
use super::misfit::Misfit;
use super::{lbfgs, newton};
use crate::application::Doubled;
use crate::case::Method;
use crate::end::{End, together};
use crate::output;
use crate::output::fields::Target;
use crate::results::{Found, Inverted, What};
use crate::run::find::find;
use crate::run::left::left;
use crate::setting::Setting;
use enzyme_case::words::counted;
use enzyme_run_cli::Arguments;

/// How often a search begins anew, further inside of limits.
const MOST_SEARCHES: u32 = 10;

/// Inverts, and writes the estimate.
pub(in crate::run) fn run(
    setting: &Setting<'_>,
    arguments: &Arguments,
) -> Result<Option<Found>, End> {
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
    output::fields::write(&Target::of(setting, What::Estimate), fields, numbers)?;
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
