//! An inversion from its beginning to what it leaves.
//!
//! Owns: which searches there are, one after the other. Must not: minimise (`lbfgs` and `newton` do).

use super::best::{Best, NO_STEP};
use super::misfit::Misfit;
use super::{lbfgs, newton};
use crate::application::Doubled;
use crate::case::Method;
use crate::end::End;
use crate::output;
use crate::output::fields::Target;
use crate::results::{Found, Inverted, What};
use crate::run::written::{all_written, is_told};
use crate::setting::Setting;
use enzyme_case::Complaint;
use enzyme_case::words::counted;

/// How often a search begins anew, further inside of limits.
const MOST_SEARCHES: u32 = 10;

/// Inverts, and writes the estimate.
pub(in crate::run) fn run(setting: &Setting<'_>) -> Result<Found, End> {
    let (app, ranks) = (setting.app, setting.ranks);
    if app.controls.iter().all(|field| field.leeway.is_fixed) {
        return Err(End::Case(vec![nothing_varies()]));
    }
    let doubled = Doubled::of(app);
    let mut misfit = Misfit::new(setting, doubled.as_ref());
    let inverted = minimise(&mut misfit, setting)?;
    let (fields, numbers) = (&app.controls, &inverted.controls);
    output::fields::write(&Target::of(setting, What::Estimate), fields, numbers)?;
    let is_told = is_told(setting, || output::inversion::is_of(setting, &inverted));
    let written = match is_told {
        true => Ok(()),
        false => output::timeline::leave(setting).and_then(|told| match ranks.is_first() {
            true => output::inversion::write(setting, &inverted, told),
            false => Ok(()),
        }),
    };
    if ranks.is_first() {
        output::text::inverted(setting, &inverted);
    }
    all_written(setting, written)?;
    if ranks.is_first() {
        match is_told {
            true => output::text::finished_before(setting),
            false => output::text::report(setting),
        }
    }
    let singles = (inverted.objective, None);
    Ok(Found::of(What::Estimate, singles, fields, numbers))
}

fn nothing_varies() -> Complaint {
    Complaint::new("all controls are fixed: there is nothing that an inversion may vary")
        .help("leave `fixed = true` out of `[controls.NAME]` for one of them")
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
/// end. From such limits another one begins further inside, while there are iterations. One also begins anew, without what it has learned of slopes far away, where
/// it found no step though the gradient is far from small, as long as that leads further. Gives how many controls are held all the same.
fn within_limits(misfit: &mut Misfit<'_>, setting: &Setting<'_>) -> Result<(Best, usize), End> {
    let limit = setting.case.inversion.iterations;
    let mut best = search(misfit, setting, (&setting.controls, limit))?;
    let mut searches = 1;
    let mut has_fallen = true;
    loop {
        let (held, from) = match misfit.inside(&best)? {
            Some(inside) => inside,
            None if best.why == NO_STEP && best.is_far && has_fallen => (0, best.controls.clone()),
            None => return Ok((best, 0)),
        };
        if best.iterations >= limit || searches == MOST_SEARCHES {
            return Ok((best, held));
        }
        searches += 1;
        let next = search(misfit, setting, (&from, limit - best.iterations))?;
        has_fallen = misfit.is_worth(&best, next.objective);
        let iterations = best.iterations + next.iterations;
        best = Best { iterations, ..next };
    }
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
