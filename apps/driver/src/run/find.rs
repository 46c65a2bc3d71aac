//! Finding a gradient: a schedule from what was measured, and the run under it.
//!
//! Owns: which stores and which journal a run has. Must not: choose a schedule.

use super::journal::journal;
use super::trial::try_step;
use super::{sums, whole};
use crate::application::Missing;
use crate::costs::{self, Costs};
use crate::end::{End, environment, together};
use crate::output;
use crate::progress::Shown;
use crate::results::Gradient;
use crate::schedule::{self, Chosen};
use crate::setting::{Part, Setting};
use crate::simulation::Simulation;
use crate::timeline::{Phase, Watched};
use enzyme_case::Complaint;
use enzyme_checkpoint::{
    Background, Executor, FileOptions, Files, Memory, Outcome, Peers as _, RunError, Stop,
};
use enzyme_run_cli::Arguments;
use std::time::Instant;

/// Bytes of checkpoints on their way to disk.
const ON_THE_WAY: usize = 256 << 20;

/// Finds the gradient; nothing, if only the plan is wanted.
pub(super) fn find(setting: &Setting<'_>, arguments: &Arguments) -> Result<Option<Gradient>, End> {
    let (case, ranks) = (setting.case, setting.ranks);
    let is_whole = case.checkpoints.schedule.as_deref() == Some(schedule::WHOLE);
    if is_whole && !setting.steps.is_doubled() {
        return whole::find(setting, arguments);
    }
    let run = schedule::Run::new(setting.name(), &case.checkpoints);
    let chosen = together(chosen(setting, &run), ranks)?;
    if ranks.is_first() && !setting.is_quiet {
        output::text::schedule(&chosen);
    }
    if arguments.plan {
        return Ok(None);
    }
    let written = match ranks.is_first() {
        true => schedule::write_down(run, &chosen, &setting.schedule()),
        false => Ok(()),
    };
    let what = || {
        format!(
            "cannot write {}",
            schedule::path(&setting.schedule()).display()
        )
    };
    together(written.map_err(|error| environment(&what(), &error)), ranks)?;
    let reasons = chosen.reasons.clone();
    let controls = setting.controls.clone();
    let steps = (setting.steps, &setting.clock);
    let mut simulation = Simulation::begin(steps, setting.identity(), controls);
    let outcome = execute(setting, chosen, &mut simulation)?;
    setting.clock.enter(Phase::Around);
    match outcome {
        Outcome::Done(report) => {
            let (by_controls, objective) = (simulation.dcontrols, simulation.objective);
            let mut gradient = sums::gradient(setting, by_controls, objective);
            gradient.reasons = reasons;
            gradient.report = Some(report);
            Ok(Some(gradient))
        }
        Outcome::Stopped { report, resumable } => {
            if ranks.is_first() {
                output::text::stopped(&report, resumable);
            }
            Err(End::Unfinished)
        }
    }
}

fn chosen(setting: &Setting<'_>, run: &schedule::Run) -> Result<Chosen, End> {
    let (steps, case, ranks) = (setting.steps, setting.case, setting.ranks);
    let refused = |complaint: Complaint| End::Refused(vec![complaint]);
    let has_begun = setting.part != Part::Comparison && journal(case, ranks).exists();
    let goes_on = ranks.union(u64::from(has_begun)) > 0;
    let begun = schedule::begun(run, &setting.schedule(), goes_on);
    // Measuring takes all ranks: they leave together, or none does.
    let begun = together(begun.map_err(refused), ranks)?;
    if ranks.agree(begun.is_some())
        && let Some(begun) = begun
    {
        return Ok(begun);
    }
    try_step(setting)?;
    let costs = setting.clock.during(Phase::Measuring, || costs(setting));
    let costs = costs.map_err(|missing| refused(Complaint::new(missing.to_string())))?;
    if ranks.is_first() {
        output::text::costs(&costs, steps.is_doubled(), case.checkpoints.disk > 0);
    }
    schedule::choose(&case.checkpoints, &costs, steps.steps()).map_err(refused)
}

/// What steps and checkpoints cost here.
fn costs(setting: &Setting<'_>) -> Result<Costs, Missing> {
    let (settings, ranks) = (&setting.case.checkpoints, setting.ranks);
    let mut costs = costs::of_steps(setting.steps, ranks, &setting.controls)?;
    if settings.disk > 0 {
        costs::of_disk(&mut costs, ranks, &settings.folder);
    }
    Ok(costs)
}

fn execute(
    setting: &Setting<'_>,
    chosen: Chosen,
    simulation: &mut Simulation<'_>,
) -> Result<Outcome, End> {
    let (case, ranks) = (setting.case, setting.ranks);
    let settings = &case.checkpoints;
    let shown = Shown::begin(ranks.is_first());
    let has_disk = chosen.spec.limits().len() > 1;
    // A rank that cannot make them would keep the others waiting in the run.
    let files = together(files(setting, has_disk), ranks)?;
    let stop = Stop::new().before_job_end(settings.margin).on_signals();
    let mut stop = together(stop.map_err(|error| failed(&error)), ranks)?;
    if let Some(limit) = settings.limit {
        stop = stop.at(Instant::now() + limit);
    }
    let clock = &setting.clock;
    let mut executor = Executor::new(chosen.spec)
        .store(Watched::new(Memory::new(), clock))
        .stop(stop)
        .peers(ranks)
        .progress_every(shown.every())
        .on_event(|event| {
            clock.hear(event);
            shown.show(event);
        });
    if setting.part != Part::Comparison {
        executor = executor.journal(journal(case, ranks));
    }
    if let Some(files) = files {
        executor = executor.store(Watched::new(files, clock));
    }
    executor.run(simulation).map_err(|error| match error {
        RunError::Peer { .. } => End::Refused(Vec::new()),
        RunError::Store(error) => failed(&error),
        RunError::Journal(error) => {
            let anew =
                "start anew, without what that run has left: enzyme-rs run CASE.toml --fresh";
            End::Refused(vec![Complaint::of(&error).help(anew)])
        }
        other => End::Refused(vec![Complaint::of(&other)]),
    })
}

fn failed(error: &dyn std::fmt::Display) -> End {
    End::Environment(vec![Complaint::of(error)])
}

/// This rank's checkpoints on disk, if the schedule has some there.
fn files(setting: &Setting<'_>, has_disk: bool) -> Result<Option<Background>, End> {
    if !has_disk {
        return Ok(None);
    }
    let options = FileOptions {
        rank: setting.ranks.rank(),
        ..FileOptions::default()
    };
    let folder = &setting.case.checkpoints.folder;
    let files = Files::new(folder, &options).map_err(|error| failed(&error))?;
    let behind = Background::new(files, ON_THE_WAY).map_err(|error| failed(&error))?;
    Ok(Some(behind))
}
