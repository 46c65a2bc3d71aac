//! Finding a gradient: a schedule from what was measured, and the run under it.
//!
//! Owns: which stores and which journal a run has. Must not: choose a schedule.

use super::journal::journal;
use super::trial::{kept_within, try_step};
use super::{ended, sums, whole};
use crate::costs::{self, Costs};
use crate::end::{End, environment, together};
use crate::output;
use crate::progress::Shown;
use crate::results::Gradient;
use crate::schedule::{self, Chosen};
use crate::setting::Setting;
use crate::simulation::Simulation;
use crate::timeline::{Phase, Watched};
use enzyme_case::Complaint;
use enzyme_checkpoint::{
    Background, Event, Executor, FileOptions, Files, Memory, Peers as _, Report,
};
use std::cell::Cell;

/// Bytes of checkpoints on their way to disk.
const ON_THE_WAY: usize = 256 << 20;

/// Says which schedule the gradient's run would take, and leaves nothing behind.
pub(super) fn plan(setting: &Setting<'_>) -> Result<(), End> {
    if is_whole(setting) {
        return whole::plan(setting);
    }
    let case = setting.case;
    // To measure the disk, they are made. All ranks meet before they do that.
    let folders = [&case.checkpoints.folder, &case.output];
    let missing = folders.map(|folder| (folder, !folder.exists()));
    let chosen = together(measured(setting), setting.ranks)?;
    if setting.ranks.is_first() {
        output::text::schedule(&chosen.reasons);
        for (folder, _) in missing.iter().filter(|(_, was_missing)| *was_missing) {
            let _ = std::fs::remove_dir(folder);
        }
    }
    Ok(())
}

/// Finds the gradient.
pub(super) fn find(setting: &Setting<'_>) -> Result<Gradient, End> {
    if is_whole(setting) {
        return whole::find(setting);
    }
    let ranks = setting.ranks;
    let run = run(setting);
    let chosen = together(chosen(setting, &run), ranks)?;
    if ranks.is_first() && !setting.is_quiet {
        output::text::schedule(&chosen.reasons);
    }
    let written = match ranks.is_first() {
        true => schedule::write_down(run, &chosen, &setting.schedule()),
        false => Ok(()),
    };
    let what = || {
        let folder = setting.case.output.display();
        format!("cannot write the schedule and its picture into {folder}")
    };
    together(written.map_err(|error| environment(&what(), &error)), ranks)?;
    let reasons = chosen.reasons.clone();
    let steps = (setting.steps, &setting.clock);
    let mut simulation = Simulation::begin(steps, setting.identity(), &setting.controls);
    let report = execute(setting, chosen, &mut simulation)?;
    kept_within(setting, &simulation)?;
    setting.clock.enter(Phase::Around);
    let objective = simulation.objective;
    let mut gradient = sums::gradient(setting, simulation.into_gradient(), objective);
    gradient.reasons = reasons;
    gradient.report = Some(report);
    Ok(gradient)
}

/// Whether the run is differentiated as a whole. With its tangent, it never is.
fn is_whole(setting: &Setting<'_>) -> bool {
    setting.case.checkpoints.is_whole() && !setting.steps.is_doubled()
}

fn run(setting: &Setting<'_>) -> schedule::Run {
    schedule::Run::new(setting.name(), &setting.case.checkpoints)
}

/// The schedule that the run began with, or one by what is measured now.
fn chosen(setting: &Setting<'_>, run: &schedule::Run) -> Result<Chosen, End> {
    let ranks = setting.ranks;
    let goes_on = ranks.union(u64::from(journal(setting).exists())) > 0;
    let begun = schedule::begun(run, &setting.schedule(), goes_on);
    // Measuring takes all ranks: they leave together, or none does.
    let begun = together(begun.map_err(refused), ranks)?;
    // What one rank does not see, none has.
    match (ranks.agree(begun.is_some()), begun) {
        (true, Some(begun)) => Ok(begun),
        (_, _) => measured(setting),
    }
}

/// A schedule by what is measured now.
fn measured(setting: &Setting<'_>) -> Result<Chosen, End> {
    let (steps, case, ranks) = (setting.steps, setting.case, setting.ranks);
    try_step(setting)?;
    let costs = setting.clock.during(Phase::Measuring, || costs(setting))?;
    if ranks.is_first() {
        output::text::costs(&costs, steps.is_doubled(), case.checkpoints.disk > 0);
    }
    schedule::choose(&case.checkpoints, &costs, steps.steps()).map_err(refused)
}

fn refused(complaint: Complaint) -> End {
    End::Refused(vec![complaint])
}

/// What steps and checkpoints cost here.
fn costs(setting: &Setting<'_>) -> Result<Costs, End> {
    let (settings, ranks) = (&setting.case.checkpoints, setting.ranks);
    let costs = costs::of_steps(setting.steps, ranks, &setting.controls);
    let costs = costs.map_err(|missing| refused(Complaint::new(missing.to_string())));
    let (mut costs, left) = together(costs, ranks)?;
    let app = setting.app;
    let is_within = left.map_or(Ok(()), |left| Err(refused(app.overrun(left))));
    together(is_within, ranks)?;
    if settings.disk > 0 {
        together(costs::of_disk(&mut costs, ranks, &settings.folder), ranks)?;
    }
    Ok(costs)
}

/// Runs it, unless an earlier process had come to the end.
fn execute(
    setting: &Setting<'_>,
    chosen: Chosen,
    simulation: &mut Simulation<'_>,
) -> Result<Report, End> {
    let ranks = setting.ranks;
    let shown = Shown::begin(ranks.is_first());
    let has_disk = chosen.spec.limits().len() > 1;
    // A rank that cannot make them would keep the others waiting in the run.
    let files = together(files(setting, has_disk), ranks)?;
    let clock = &setting.clock;
    let is_old = Cell::new(false);
    let mut executor = Executor::new(chosen.spec)
        .store(Watched::new(Memory::new(), clock))
        .stop(setting.stop.clone())
        .journal(journal(setting))
        .peers(ranks)
        .progress_every(shown.every())
        .on_event(|event| {
            clock.hear(event);
            shown.show(event);
            if let Event::Resumed { progress, .. } = event {
                is_old.set(progress.steps == Some(progress.reverse));
            }
        });
    if let Some(files) = files {
        executor = executor.store(Watched::new(files, clock));
    }
    let report = ended::well(executor.run(simulation), setting)?;
    if !is_old.get() {
        setting.has_computed.set(true);
    }
    Ok(report)
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
    let failed = |error: &dyn std::fmt::Display| End::Environment(vec![Complaint::of(error)]);
    let files = Files::new(folder, &options).map_err(|error| failed(&error))?;
    let behind = Background::new(files, ON_THE_WAY).map_err(|error| failed(&error))?;
    Ok(Some(behind))
}
