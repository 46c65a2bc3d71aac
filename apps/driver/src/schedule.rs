//! From a case's budgets and what was measured to a schedule, and what is said of it before the run.
//!
//! A run that goes on takes the schedule that it began with, which lies beside its results: measured once more, costs might lead to another one.
//!
//! Owns: the choice as far as the planner leaves it open, `schedule.json`. Must not: measure.

use crate::another;
use crate::case::{Checkpoints, WHOLE};
use crate::costs::Costs;
use crate::whole_file;
use enzyme_case::Complaint;
use enzyme_case::words;
use enzyme_checkpoint::{Budget, Candidate, Plan, Spec, StepCosts, StorageLevel, plan_with};
use enzyme_pictures::schedule;
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Steps that a run of unknown length is planned for.
const EXPECTED: u64 = 1000;

/// A schedule, and why it was taken.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) spec: Spec,
    /// For people, a line each.
    pub(crate) reasons: Vec<String>,
    /// What it does over time, as SVG, if there is a picture of so many steps.
    pub(crate) picture: Option<String>,
    /// Whether it was chosen now: of one with which a run has begun before, the picture is there.
    is_new: bool,
}

/// Where what is written down of a run's schedule lies, without the endings of its files.
pub(crate) fn place(output: &Path, is_doubled: bool) -> PathBuf {
    output.join(if is_doubled {
        "schedule_along"
    } else {
        "schedule"
    })
}

/// The file that is written down there.
fn path(place: &Path) -> PathBuf {
    place.with_extension("json")
}

/// Which run this is: of what, and with which room for checkpoints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// Simulation, parameters, ranks.
    pub(crate) of: String,
    pub(crate) room: String,
}

impl Run {
    /// Of a simulation, under what a case says of checkpoints.
    pub(crate) fn new(of: String, settings: &Checkpoints) -> Self {
        let Checkpoints {
            schedule,
            ram,
            disk,
            ..
        } = settings;
        let schedule = schedule.as_deref().unwrap_or("auto");
        Self {
            of,
            room: format!("{schedule}, {ram} B in memory, {disk} B on disk"),
        }
    }
}

/// What is written down of a run that has begun.
#[derive(Serialize, Deserialize)]
struct Begun {
    run: Run,
    spec: Spec,
}

/// The schedule with which a run goes on: the one that it began with, or that was chosen for its like.
///
/// # Errors
/// The file cannot be read, or is damaged; another run has begun here and can go on.
pub(crate) fn begun(run: &Run, place: &Path, goes_on: bool) -> Result<Option<Chosen>, Complaint> {
    let path = path(place);
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let what = format!("cannot read {}: {error}", path.display());
            return Err(Complaint::new(what).help("see that this user may read it"));
        }
        Ok(text) => text,
    };
    let begun: Begun = serde_json::from_str(&text).map_err(|error| {
        Complaint::new(format!("{} is damaged: {error}", path.display())).help(another::ANEW)
    })?;
    if begun.run.of != run.of {
        let folder = path.parent().unwrap_or(place);
        let complaint = another::by_name(folder, &run.of, &begun.run.of);
        return if goes_on {
            Err(complaint.help(another::ANEW))
        } else {
            Ok(None)
        };
    }
    if !goes_on && begun.run != *run {
        return Ok(None);
    }
    let name = begun.spec.name();
    let mut reasons = vec![format!(
        "goes on under the schedule that it began with: {name}"
    )];
    if begun.run.room != run.room {
        reasons.push(format!(
            "it began with another room for checkpoints ({}), and keeps that: with --fresh it begins anew, with the case's",
            begun.run.room
        ));
    }
    Ok(Some(Chosen {
        spec: begun.spec,
        reasons,
        picture: None,
        is_new: false,
    }))
}

/// Writes down with which schedule a run begins: all of it or nothing, for a crash or a full disk may come at any moment.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write_down(run: Run, chosen: &Chosen, place: &Path) -> std::io::Result<()> {
    let begun = Begun {
        run,
        spec: chosen.spec.clone(),
    };
    let (path, text) = (path(place), serde_json::to_string_pretty(&begun)?);
    whole_file::write(&path, text)?;
    match (&chosen.picture, chosen.is_new) {
        (Some(picture), _) => whole_file::write(&picture_path(place), picture),
        // That of an earlier run would be taken for one of this run.
        (None, true) => whole_file::remove(&picture_path(place)),
        (None, false) => Ok(()),
    }
}

/// Where the picture of the schedule lies that is written down there.
pub(crate) fn picture_path(place: &Path) -> PathBuf {
    place.with_extension("svg")
}

/// Forgets with which schedules a run began.
///
/// # Errors
/// The file cannot be removed.
pub(crate) fn forget(output: &Path) -> std::io::Result<()> {
    for is_doubled in [false, true] {
        whole_file::remove(&path(&place(output, is_doubled)))?;
    }
    Ok(())
}

/// Chooses a schedule.
///
/// # Errors
/// None fits; the one that the case names does not.
pub(crate) fn choose(
    settings: &Checkpoints,
    costs: &Costs,
    steps: Option<u64>,
) -> Result<Chosen, Complaint> {
    let budget = budget(settings, costs, steps);
    // A run with its tangent has no derivative as a whole.
    let wanted = settings.schedule.as_deref();
    let wanted = wanted.filter(|name| *name != WHOLE).unwrap_or_default();
    let plan = plan_with(&budget, wanted).map_err(|error| {
        let (state, ram, disk) = (costs.state, settings.ram, settings.disk);
        let [state, ram, disk] = [state, ram, disk].map(words::size);
        Complaint::new(error.to_string()).help(format!(
            "give more room in [checkpoints]: a state takes {state} on each rank; ram is {ram}, disk {disk}"
        ))
    })?;
    let best = match wanted {
        "" => plan.best(),
        name => named(&plan, name)?,
    };
    let mut reasons = vec![described(best, costs, steps)];
    if wanted.is_empty() {
        reasons.extend(plan.reasons.iter().cloned());
    } else {
        reasons.push(format!("{wanted} was asked for"));
    }
    let is_small = budget.steps_known && budget.steps <= schedule::MOST_STEPS;
    let picture = is_small.then(|| schedule::draw(best, &budget, "s").ok());
    Ok(Chosen {
        spec: best.spec.clone(),
        reasons,
        picture: picture.flatten(),
        is_new: true,
    })
}

fn named<'a>(plan: &'a Plan, name: &str) -> Result<&'a Candidate, Complaint> {
    let found = plan.candidates.iter().find(|c| c.spec.name() == name);
    found.ok_or_else(|| {
        let rejected = plan.rejected.iter().find(|rejected| rejected.name == name);
        let what = match rejected {
            Some(rejected) => format!("the schedule {name} does not fit: {}", rejected.reason),
            None => format!("the schedule {name} is none for such a run: without room on disk, or of unknown length"),
        };
        let names: Vec<&str> = plan.candidates.iter().map(|c| c.spec.name()).collect();
        let help = format!("take one of those that fit: {}", names.join(", "));
        Complaint::new(what).help(help)
    })
}

fn budget(settings: &Checkpoints, costs: &Costs, steps: Option<u64>) -> Budget {
    let slots = |bytes: u64| Some(bytes / costs.state.max(1));
    let memory = StorageLevel::free(slots(settings.ram).unwrap_or(0));
    let disk = StorageLevel {
        slots: slots(settings.disk),
        write: costs.write,
        read: costs.read,
    };
    Budget {
        steps: steps.unwrap_or(EXPECTED),
        steps_known: steps.is_some(),
        adjoints: 1,
        levels: match settings.disk {
            0 => vec![memory],
            _ => vec![memory, disk],
        },
        step: StepCosts {
            forward: costs.step,
            adjoint: costs.adjoint,
        },
        tape_units: None,
    }
}

/// What a schedule does, and how long that takes.
fn described(candidate: &Candidate, costs: &Costs, steps: Option<u64>) -> String {
    let levels = candidate.count.levels.iter().zip(["in memory", "on disk"]);
    let used = levels
        .filter(|(level, _)| level.peak > 0)
        .enumerate()
        .map(|(k, (level, place))| {
            let bytes = words::size(level.peak * costs.state);
            let what = if k == 0 { " checkpoints" } else { "" };
            format!("{}{what} {place} ({bytes} a rank)", level.peak)
        });
    let used: Vec<String> = used.collect();
    let time = words::time(candidate.time);
    let expected = match steps {
        Some(_) => format!("about {time}"),
        None => format!("about {time} for {EXPECTED} steps"),
    };
    let used = match used.is_empty() {
        true => "no checkpoints".to_owned(),
        false => format!("at most {}", used.join(" and ")),
    };
    format!(
        "{}: {used}, {:.2} forward steps for each step, {expected}",
        candidate.spec.name(),
        candidate.recomputation(),
    )
}
