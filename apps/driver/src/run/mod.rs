//! What is done with a simulation.
//!
//! Owns: which task is which. Must not: print or write (`output` does).

mod check;
mod found;
mod gradient;
mod invert;
pub(crate) mod member;
mod primal;
mod second;
mod whole;

pub(crate) use check::{Along, Checked};
pub(crate) use found::{Found, Shape, Single};
pub(crate) use gradient::Gradient;
pub(crate) use invert::{Evaluated, Inverted};
pub(crate) use second::{Products, Second};
pub(crate) use whole::Times;

use crate::application::{Application, Ranks, Steps};
use crate::case::{Case, Pictures, Task};
use crate::end::{End, environment, together};
use crate::output::fields::{Target, What};
use crate::timeline::Clock;
use crate::{output, schedule};
use bytemuck::cast_slice;
use enzyme_case::{Complaint, words};
use enzyme_checkpoint::store::checksum;
use enzyme_checkpoint::{Journal, Peers as _};
use enzyme_run_cli::Arguments;
use std::path::PathBuf;
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
    let kept = match (found, &case.member) {
        (Some(found), Some(member)) if ranks.is_first() => {
            let seconds = begun.elapsed().as_secs_f64();
            member::keep(case, member, (ranks.size(), seconds), found)
        }
        _ => Ok(()),
    };
    together(kept, ranks)
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
) -> Result<Option<(member::Held, Option<member::Kept>)>, End> {
    let is_run = case.member.is_some() && !arguments.plan;
    match is_run && ranks.is_first() {
        true => member::hold(case, arguments.fresh).map(Some),
        false => Ok(None),
    }
}

/// What all tasks need.
pub(crate) struct Setting<'a> {
    pub(crate) app: &'a Application,
    pub(crate) case: &'a Case,
    pub(crate) ranks: Ranks,
    /// Those that the run begins with, or others that an inversion tries.
    pub(crate) controls: Vec<f64>,
    /// What is run: the simulation, or that with its tangent, of which the controls are then.
    pub(crate) steps: &'a dyn Steps,
    /// What the run is to the task.
    pub(crate) part: Part,
    /// Whether a run like it has said before which schedule it takes.
    pub(crate) is_quiet: bool,
    /// What this rank does over time.
    pub(crate) clock: Clock,
}

/// What a run is to its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// An evaluation of an inversion.
    Evaluation(usize),
    /// What a check compares with: after a crash it begins anew.
    Comparison,
}

impl Setting<'_> {
    /// Sees that the simulation keeps within its fields, before a run of it begins.
    fn try_step(&self) -> Result<(), End> {
        let tried = self.app.try_step(&self.controls);
        let tried = tried.map_err(|complaint| End::Refused(vec![complaint]));
        together(tried, self.ranks)
    }

    /// Where fields of this kind are written.
    pub(crate) fn target(&self, what: What) -> Target<'_> {
        Target {
            folder: &self.case.output,
            ranks: self.ranks,
            what,
            is_mean: false,
        }
    }

    /// Where its schedule is written down, without the ending: a run with its tangent has another one.
    fn schedule(&self) -> PathBuf {
        schedule::place(&self.case.output, self.steps.is_doubled())
    }

    /// Names what is run: simulation, parameters, ranks. It does not tell controls apart: schedules are the same for all.
    pub(crate) fn name(&self) -> String {
        let parameters = self.app.asked.iter();
        let parameters = parameters.map(|asked| format!("{} = {}", asked.name, asked.value));
        let parameters: Vec<String> = parameters.collect();
        let (name, ranks) = (&self.app.name, self.ranks.size());
        let twice = if self.steps.is_doubled() {
            " with its tangent"
        } else {
            ""
        };
        let on = words::counted(ranks as usize, "rank");
        format!("{name}{twice} on {on}, {}", parameters.join(", "))
    }

    /// The same with the simulation's files and this rank's controls, and with the evaluation that this is.
    pub(crate) fn identity(&self) -> String {
        let (name, sources) = (self.name(), &self.app.sources);
        let controls = checksum(cast_slice(&self.controls));
        let name = format!("{name}, {sources}, controls {controls:016x}");
        match self.part {
            Part::Evaluation(number) => format!("{name}, evaluation {number}"),
            Part::Whole | Part::Comparison => name,
        }
    }
}

/// The folder of results; where a run is to begin anew, without what says how far an earlier one came.
fn prepare(case: &Case, ranks: Ranks, fresh: bool) -> Result<(), End> {
    let output = &case.output;
    let what = format!("cannot make {}", output.display());
    std::fs::create_dir_all(output).map_err(|error| environment(&what, &error))?;
    if !fresh {
        return Ok(());
    }
    if ranks.is_first() {
        schedule::forget(output).map_err(|error| environment("cannot begin anew", &error))?;
    }
    let cleared = journal(case, ranks).clear();
    cleared.map_err(|error| End::Environment(vec![Complaint::of(&error)]))
}

/// Where a run writes down how far it has come.
fn journal(case: &Case, ranks: Ranks) -> Journal {
    let journal = Journal::new(case.output.join("journal"));
    journal.every(case.checkpoints.save).rank(ranks.rank())
}

/// All ranks leave the report behind, or all say that it cannot be written.
fn left<T>(setting: &Setting<'_>, written: std::io::Result<T>) -> Result<T, End> {
    let folder = setting.case.output.display();
    let what = format!("cannot write the report into {folder}");
    together(
        written.map_err(|error| environment(&what, &error)),
        setting.ranks,
    )
}
