//! The order in which an ensemble is run: members that are not finished, and what all have found.
//!
//! Owns: this order, and how it ends. Must not: start processes by itself (`pool`), or run a simulation.

use super::earlier::Earlier;
use super::ended::{Ended, Failure};
use super::members::Members;
use super::summary::Summary;
use super::{mean, pool, report, text};
use crate::application::Ranks;
use crate::case::{Ensemble, Pictures, Written};
use crate::end::{End, environment};
use crate::output::png;
use crate::started;
use crate::stop::stop;
use enzyme_case::{Complaint, words};
use enzyme_run_cli::Arguments;
use std::path::Path;

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
    if arguments.summary {
        let missing = sum_up(&members, &[])?;
        return if missing {
            Err(End::Unfinished)
        } else {
            Ok(())
        };
    }
    let left: Vec<usize> = match arguments.fresh {
        true => (0..ensemble.members).collect(),
        false => unfinished(&members)?,
    };
    if !left.is_empty() {
        pool::try_one(&members, arguments)?;
    }
    if arguments.fresh {
        forget(&members.folder).map_err(|error| environment("cannot begin anew", &error))?;
    }
    let jobs = pool::jobs(ensemble, left.len());
    text::heading(&members, &written.name(), (left.len(), jobs));
    let ended = pool::run(
        &members,
        &left,
        jobs,
        (arguments, &stop(&members.first.checkpoints)?),
    );
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
        (true, _) => Err(End::Unfinished),
        (false, true) => Err(End::Refused(vec![complaint(
            failed.len(),
            ensemble.members,
        )])),
        (false, false) => Ok(()),
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

/// Forgets all that members have left.
fn forget(folder: &Path) -> std::io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("member"));
        let is_number = |text: &str| text.len() >= 4 && text.bytes().all(|b| b.is_ascii_digit());
        if number.is_some_and(is_number) {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
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
