//! From a case to its task.
//!
//! Owns: which task is which, and what is done before and after each. Must not: do it.

use super::journal::journal;
use super::{check, gradient, invert, primal};
use crate::application::{Application, Ranks};
use crate::case::{Case, Pictures, Task};
use crate::end::{End, environment, together};
use crate::member::{self, Held, Kept};
use crate::results::Found;
use crate::setting::{Part, Setting};
use crate::timeline::Clock;
use crate::{output, schedule};
use enzyme_case::Complaint;
use enzyme_checkpoint::Peers as _;
use enzyme_run_cli::Arguments;
use std::time::Instant;

/// Does what a case asks for.
///
/// # Errors
/// How it ends, if not well.
pub(crate) fn task(
    app: &Application,
    controls: Vec<f64>,
    case: &Case,
    arguments: &Arguments,
    ranks: Ranks,
) -> Result<(), End> {
    if ranks.is_first() {
        output::text::heading(app, case, ranks);
    }
    let begun = Instant::now();
    let held = together(held(case, arguments, ranks), ranks)?;
    let is_finished = held.as_ref().is_some_and(|(_, kept)| kept.is_some());
    if ranks.union(is_finished.into()) > 0 {
        if ranks.is_first() {
            output::text::finished(case);
        }
        return Ok(());
    }
    together(prepare(case, ranks, arguments.fresh), ranks)?;
    let painter = together(painter(case, arguments, ranks), ranks)?;
    let setting = Setting {
        app,
        case,
        ranks,
        controls,
        steps: app,
        part: Part::Whole,
        is_quiet: false,
        clock: Clock::begin(ranks, app.waited()),
    };
    let found = match case.task {
        Task::Primal => primal::run(&setting),
        Task::Gradient => gradient::run(&setting, arguments),
        Task::Check => check::run(&setting, arguments),
        Task::Invert => invert::run(&setting, arguments),
    };
    let painted = match ranks.is_first() {
        true => output::png::leave(painter.as_ref(), &case.output),
        false => Ok(()),
    };
    let found = found?;
    together(painted.map_err(unpainted), ranks)?;
    together(kept(case, ranks, (begun, found)), ranks)
}

/// What makes PNG of pictures, on the first rank, if the case wants them.
fn painter(
    case: &Case,
    arguments: &Arguments,
    ranks: Ranks,
) -> Result<Option<output::png::Painter>, End> {
    let is_wanted = case.pictures == Pictures::Both && ranks.is_first() && !arguments.plan;
    match is_wanted {
        true => output::png::prepare().map(Some).map_err(unpainted),
        false => Ok(None),
    }
}

fn unpainted(complaint: Complaint) -> End {
    End::Environment(vec![complaint])
}

/// What keeps other processes away from a member of an ensemble, and what it has left if it is finished; on the first rank, which does so for all.
fn held(
    case: &Case,
    arguments: &Arguments,
    ranks: Ranks,
) -> Result<Option<(Held, Option<Kept>)>, End> {
    let is_run = case.member.is_some() && !arguments.plan;
    match is_run && ranks.is_first() {
        true => member::hold(case, arguments.fresh).map(Some),
        false => Ok(None),
    }
}

/// Keeps what a member of an ensemble has found, on the first rank.
fn kept(case: &Case, ranks: Ranks, (begun, found): (Instant, Option<Found>)) -> Result<(), End> {
    match (found, &case.member) {
        (Some(found), Some(member)) if ranks.is_first() => {
            let seconds = begun.elapsed().as_secs_f64();
            member::keep(case, member, (ranks.size(), seconds), found)
        }
        _ => Ok(()),
    }
}

/// The folder of results; where a run is to begin anew, without what says how far an earlier one came.
fn prepare(case: &Case, ranks: Ranks, fresh: bool) -> Result<(), End> {
    let folder = &case.output;
    let what = format!("cannot make {}", folder.display());
    std::fs::create_dir_all(folder).map_err(|error| environment(&what, &error))?;
    if !fresh {
        return Ok(());
    }
    if ranks.is_first() {
        let forgotten = schedule::forget(folder).and_then(|()| output::earlier::forget(folder));
        forgotten.map_err(|error| environment("cannot begin anew", &error))?;
    }
    let cleared = journal(case, ranks).clear();
    cleared.map_err(|error| End::Environment(vec![Complaint::of(&error)]))
}
