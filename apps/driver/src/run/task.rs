//! From a case to its task.
//!
//! Owns: which task is which, and what is done before and after each. Must not: do it.

use super::{check, find, folder, gradient, invert, journal, primal};
use crate::application::{Application, Ranks};
use crate::case::{Case, Pictures, Task};
use crate::end::{End, environment, together};
use crate::kinds;
use crate::lock::{self, Held, Others};
use crate::member::{self, Kept};
use crate::results::Found;
use crate::setting::{Part, Setting};
use crate::timeline::Clock;
use crate::{output, schedule, stop};
use enzyme_case::Complaint;
use enzyme_checkpoint::{Peers as _, Stop};
use enzyme_run_cli::Arguments;
use std::cell::Cell;
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
        if !is_heard(case) && case.checkpoints.limit.is_some() {
            output::text::unlimited(case.task);
        }
    }
    let begun = Instant::now();
    let has_computed = Cell::new(false);
    let setting = Setting {
        app,
        case,
        ranks,
        controls,
        steps: app,
        part: match case.task {
            Task::Primal => Part::Forward,
            Task::Gradient | Task::Check | Task::Invert => Part::Whole,
        },
        is_quiet: false,
        is_anew: arguments.fresh,
        clock: Clock::begin(ranks, app.waited()),
        stop: together(stop_of(case), ranks)?,
        has_computed: &has_computed,
    };
    if arguments.plan {
        return plan(&setting);
    }
    together(lock::make(&case.output), ranks)?;
    let held = together(held(&setting), ranks)?;
    let is_finished = held.as_ref().is_some_and(|(_, kept)| kept.is_some());
    if ranks.union(is_finished.into()) > 0 {
        if ranks.is_first() {
            output::text::finished(case);
        }
        return Ok(());
    }
    let is_ours = kinds::no_ensemble(&case.output);
    together(
        is_ours.map_err(|complaint| End::Refused(vec![complaint])),
        ranks,
    )?;
    if setting.is_anew {
        together(forget(&setting), ranks)?;
    }
    let is_resumed = folder::take(&setting)?;
    let painter = together(painter(case, ranks), ranks)?;
    let found = match case.task {
        Task::Primal => primal::run(&setting),
        Task::Gradient => gradient::run(&setting),
        Task::Check => check::run(&setting),
        Task::Invert => invert::run(&setting),
    };
    let painted = match ranks.is_first() {
        true => output::png::leave(painter.as_ref(), &case.output),
        false => Ok(()),
    };
    let found = found?;
    together(painted.map_err(unpainted), ranks)?;
    together(folder::finish(&setting), ranks)?;
    together(kept(&setting, (begun, is_resumed), found), ranks)
}

/// When the task stops. A gradient of the run as a whole cannot.
fn stop_of(case: &Case) -> Result<Stop, End> {
    match is_heard(case) {
        true => stop::stop(&case.checkpoints),
        false => stop::unheard(&case.checkpoints),
    }
}

/// Whether what the task runs looks whether it is to stop.
fn is_heard(case: &Case) -> bool {
    case.task == Task::Primal || !case.checkpoints.is_whole()
}

/// Says which schedule there would be, and leaves nothing behind.
fn plan(setting: &Setting<'_>) -> Result<(), End> {
    match setting.case.task {
        Task::Primal if setting.ranks.is_first() => {
            output::text::schedule(&["none: a primal run needs no state again".to_owned()]);
            Ok(())
        }
        Task::Primal => Ok(()),
        Task::Gradient | Task::Check | Task::Invert => find::plan(setting),
    }
}

/// What makes PNG of pictures, on the first rank, if the case wants them.
fn painter(case: &Case, ranks: Ranks) -> Result<Option<output::png::Painter>, End> {
    match case.pictures == Pictures::Both && ranks.is_first() {
        true => output::png::prepare().map(Some).map_err(unpainted),
        false => Ok(None),
    }
}

fn unpainted(complaint: Complaint) -> End {
    End::Environment(vec![complaint])
}

/// What keeps other processes away, and what a member of an ensemble has left if it is finished; on the first rank, which does so for all.
fn held(setting: &Setting<'_>) -> Result<Option<(Held, Option<Kept>)>, End> {
    let case = setting.case;
    if !setting.ranks.is_first() {
        return Ok(None);
    }
    match case.member {
        Some(_) => member::hold(case, setting.ranks.size(), setting.is_anew).map(Some),
        None => Ok(Some((lock::hold(&case.output, Others::Refuse)?, None))),
    }
}

/// Keeps what a member of an ensemble has found, on the first rank.
fn kept(
    setting: &Setting<'_>,
    (begun, is_resumed): (Instant, bool),
    found: Found,
) -> Result<(), End> {
    let Setting {
        app, case, ranks, ..
    } = *setting;
    match &case.member {
        Some(member) if ranks.is_first() => {
            // What earlier processes have taken, nobody has counted.
            let seconds = (!is_resumed).then(|| begun.elapsed().as_secs_f64());
            member::keep(case, member, app, (ranks.size(), seconds), found)
        }
        Some(_) | None => Ok(()),
    }
}

/// Forgets what says how far an earlier run came: this one begins anew.
fn forget(setting: &Setting<'_>) -> Result<(), End> {
    if setting.ranks.is_first() {
        let folder = &setting.case.output;
        let forgotten = schedule::forget(folder)
            .and_then(|()| output::earlier::forget(folder))
            .and_then(|()| folder::forget(folder));
        forgotten.map_err(|error| environment("cannot begin anew", &error))?;
    }
    folder::forget_kept(setting)?;
    journal::forget(setting)
}
