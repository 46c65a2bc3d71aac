//! The order in which an ensemble is run: members that are not finished, and what all have found.
//!
//! Owns: this order, and how it ends. Must not: start processes by itself (`pool`), or run a simulation.

use super::earlier::Earlier;
use super::ended::{Ended, Failure};
use super::members::Members;
use super::summary::Summary;
use super::{attempt, mean, pool, report, text};
use crate::application::Ranks;
use crate::case::{Ensemble, Pictures, Written};
use crate::end::{End, environment};
use crate::kinds::no_run;
use crate::lock::{self, Held, Others};
use crate::output::png;
use crate::started;
use crate::stop::stop;
use enzyme_case::{Complaint, words};
use enzyme_checkpoint::Stop;
use enzyme_run_cli::{Arguments, Task};
use std::path::{Path, PathBuf};

/// Runs what is left of an ensemble and sums it up, or only sums up.
///
/// # Errors
/// How it ends, if not well.
pub(crate) fn run(
    written: &Written,
    ensemble: &Ensemble,
    arguments: &Arguments,
) -> Result<(), End> {
    if started::with() > 1 {
        return Err(started_by_mpi(&arguments.case));
    }
    let members = Members::of(written, ensemble)?;
    no_run(&members.folder).map_err(|complaint| End::Refused(vec![complaint]))?;
    if arguments.summary {
        let missing = sum_up(&members, &[])?;
        return if missing {
            Err(End::Unfinished)
        } else {
            Ok(())
        };
    }
    let stop = stop(&members.first.checkpoints)?;
    if !left(&members, arguments)?.is_empty() {
        attempt::any(&members, arguments, &stop)?;
    }
    let _held = hold(&members.folder)?;
    if arguments.fresh {
        forget(&members.folder)?;
    }
    // Another process may have run some until this one had the folder.
    let left = left(&members, arguments)?;
    let jobs = pool::jobs(ensemble, left.len());
    text::heading(&members, &written.name(), (left.len(), jobs));
    let ended = pool::run(&members, &left, jobs, (arguments, &stop));
    let failed = failed(&ended);
    let numbers: Vec<usize> = failed.iter().map(|(number, _)| *number).collect();
    let missing = sum_up(&members, &numbers)?;
    tell_failures(&members, &failed);
    // What has not ended may still become well: the same command goes on.
    let is_unfinished = left.len() > ended.len()
        || ended
            .iter()
            .any(|(_, ended)| matches!(ended, Ended::Stopped));
    match (is_unfinished, missing) {
        (true, _) if is_in_vain(&members, &ended, &stop)? => Err(End::Refused(vec![no_further()])),
        (true, _) => Err(End::Unfinished),
        (false, true) => Err(End::Refused(vec![complaint(
            failed.len(),
            ensemble.members,
        )])),
        (false, false) => Ok(()),
    }
}

/// Takes the folder of all results for this process: another one would remove or write over what members have found.
fn hold(folder: &Path) -> Result<Held, End> {
    lock::make(folder)?;
    lock::hold(folder, Others::Refuse)
}

/// Whether the clock has ended it and the same command would come no further: no member has come to its end, and none that was stopped keeps anything of
/// its run.
fn is_in_vain(members: &Members<'_>, ended: &[(usize, Ended)], stop: &Stop) -> Result<bool, End> {
    if stop.is_requested() {
        return Ok(false);
    }
    for (number, ended) in ended {
        let keeps = match ended {
            Ended::Finished(_) | Ended::Failed(_) => true,
            Ended::Stopped => {
                let case = members.case(*number)?;
                case.task != Task::Gradient || !case.checkpoints.is_whole()
            }
        };
        if keeps {
            return Ok(false);
        }
    }
    Ok(true)
}

fn no_further() -> Complaint {
    Complaint::new("out of time before a member has come to its end, and none keeps anything of what it has run: the ensemble has come no further")
        .help("give it more time: `limit` in `[checkpoints]`, or that of the job")
        .help("let members run under checkpoints, by which they go on: leave `schedule` out of `[checkpoints]`")
}

/// The members that are to be run.
fn left(members: &Members<'_>, arguments: &Arguments) -> Result<Vec<usize>, End> {
    match arguments.fresh {
        true => Ok((0..members.count()).collect()),
        false => unfinished(members),
    }
}

/// The members that have left no result yet.
fn unfinished(members: &Members<'_>) -> Result<Vec<usize>, End> {
    let kept = members.kept(true)?.into_iter().enumerate();
    let left = kept.filter_map(|(number, kept)| kept.is_none().then_some(number));
    Ok(left.collect())
}

/// The members that have failed, in their order.
fn failed(ended: &[(usize, Ended)]) -> Vec<(usize, &Failure)> {
    let failed = ended.iter().filter_map(|(number, ended)| match ended {
        Ended::Failed(failure) => Some((*number, failure)),
        Ended::Finished(_) | Ended::Stopped => None,
    });
    let mut failed: Vec<(usize, &Failure)> = failed.collect();
    failed.sort_by_key(|(number, _)| *number);
    failed
}

fn started_by_mpi(case: &Path) -> End {
    let what = format!(
        "{} has an ensemble, which starts its members by itself",
        case.display()
    );
    let complaint = Complaint::new(what)
        .help("for members of several ranks, write command = \"mpirun -n 4\" in `[ensemble]`, and start the whole without")
        .help("or start one member: mpirun -n 4 enzyme-rs run CASE.toml --member 0");
    End::Case(vec![complaint])
}

/// Forgets all that members have left, unless one of them is run by a process that has outlived its ensemble.
fn forget(folder: &Path) -> Result<(), End> {
    let cannot = |error: std::io::Error| environment("cannot begin anew", &error);
    let folders = folders(folder).map_err(cannot)?;
    for folder in &folders {
        lock::refuse_held(folder)?;
    }
    for folder in &folders {
        std::fs::remove_dir_all(folder).map_err(cannot)?;
    }
    Ok(())
}

/// The folders of members.
fn folders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("member"));
        let is_number = |text: &str| text.len() >= 4 && text.bytes().all(|b| b.is_ascii_digit());
        if number.is_some_and(is_number) {
            folders.push(entry.path());
        }
    }
    Ok(folders)
}

/// Writes what the finished members have found; says whether some are missing.
fn sum_up(members: &Members<'_>, failed: &[usize]) -> Result<bool, End> {
    let mut summary = Summary::of(members, members.kept(false)?, failed);
    let what = format!("cannot write the summary into {}", members.folder.display());
    let environment = |error| environment(&what, &error);
    std::fs::create_dir_all(&members.folder).map_err(environment)?;
    let earlier = Earlier::of(&members.folder).map_err(environment)?;
    mean::leave(&mut summary, Ranks::one())?;
    report::write(&summary).map_err(environment)?;
    // The pictures are painted from what is there.
    earlier.remove().map_err(environment)?;
    paint(members)?;
    text::summary(&summary);
    Ok(summary.rows.iter().any(|row| row.kept.is_none()))
}

/// Leaves PNG beside the pictures, if the case wants it.
fn paint(members: &Members<'_>) -> Result<(), End> {
    let painter = match members.first.pictures {
        Pictures::Both => png::prepare().map(Some),
        Pictures::Svg => Ok(None),
    };
    let left = painter.and_then(|painter| png::leave(painter.as_ref(), &members.folder));
    left.map_err(|complaint| End::Environment(vec![complaint]))
}

/// Says how members have failed: what several have said is said once.
fn tell_failures(members: &Members<'_>, failed: &[(usize, &Failure)]) {
    let mut groups: Vec<(&Failure, Vec<usize>)> = Vec::new();
    for (number, failure) in failed {
        match groups.iter_mut().find(|(known, _)| known == failure) {
            Some((_, numbers)) => numbers.push(*number),
            None => groups.push((failure, vec![*number])),
        }
    }
    for (failure, numbers) in groups {
        text::failure(members, failure, &numbers);
    }
}

fn complaint(failed: usize, members: usize) -> Complaint {
    let members = words::counted(members, "member");
    Complaint::new(format!("{failed} of {members} failed"))
        .help("the same command runs them again, and no others")
}
