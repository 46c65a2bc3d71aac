//! Which run a folder of results is of: what one has found, or has kept on its way, is not written over by another one.
//!
//! `run.json` there names the run as journals do, by its simulation with its files, its parameters, controls and ranks; what ends a search is no part of that.
//!
//! Owns: that file. Must not: know what a task leaves.

use super::journal;
use super::kept;
use crate::another;
use crate::end::{End, environment, together};
use crate::kinds;
use crate::setting::Setting;
use crate::whole_file;
use enzyme_case::Complaint;
use enzyme_checkpoint::Peers as _;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The folders in which tasks keep what their runs have found.
pub(super) const EVALUATIONS: &str = "evaluations";
pub(super) const COMPARISONS: &str = "comparisons";

#[derive(Serialize, Deserialize)]
struct Begun {
    /// Simulation, parameters, ranks.
    of: String,
    /// The same with files, and with the controls of all ranks.
    identity: String,
    /// Whether a task has come to its end.
    is_finished: bool,
}

fn path(output: &Path) -> PathBuf {
    output.join(kinds::RUN)
}

/// Takes the folder for this run, and says whether an earlier process has kept something on its way.
///
/// # Errors
/// Another run has found or kept something there; the file cannot be written.
pub(super) fn take(setting: &Setting<'_>) -> Result<bool, End> {
    let ranks = setting.ranks;
    let is_kept = ranks.union(is_kept(setting).into()) > 0;
    let identity = setting.identity_of_all();
    let taken = match ranks.is_first() {
        true => take_first(setting, identity, is_kept),
        false => Ok(()),
    };
    together(taken, ranks)?;
    Ok(is_kept)
}

/// Where tasks keep what their runs have found.
fn kept(setting: &Setting<'_>) -> [PathBuf; 2] {
    [EVALUATIONS, COMPARISONS].map(|name| setting.case.output.join(name))
}

/// Whether this rank has something of a run that was not finished, or a gradient, which its journal has.
fn is_kept(setting: &Setting<'_>) -> bool {
    let rank = setting.ranks.rank();
    journal::is_there(setting)
        || kept(setting)
            .iter()
            .any(|folder| kept::is_there(folder, rank))
}

fn take_first(setting: &Setting<'_>, identity: String, is_kept: bool) -> Result<(), End> {
    let output = &setting.case.output;
    let of = setting.name();
    if let Some(begun) = read(output) {
        if begun.identity == identity {
            return Ok(());
        }
        if is_kept || begun.is_finished {
            return Err(End::Refused(vec![refusal(
                output,
                (&of, &identity),
                &begun,
            )]));
        }
    }
    let is_finished = false;
    write(
        output,
        &Begun {
            of,
            identity,
            is_finished,
        },
    )
}

fn refusal(output: &Path, (of, identity): (&str, &str), begun: &Begun) -> Complaint {
    let by_content = match of == begun.of {
        true => another::by_content(output, identity, &begun.identity),
        false => None,
    };
    let complaint = by_content.unwrap_or_else(|| another::by_name(output, of, &begun.of));
    complaint.help(another::ANEW)
}

/// Says that a task has come to its end, on the first rank.
pub(super) fn finish(setting: &Setting<'_>) -> Result<(), End> {
    let output = &setting.case.output;
    match read(output).filter(|begun| !begun.is_finished) {
        Some(begun) if setting.ranks.is_first() => {
            let is_finished = true;
            write(
                output,
                &Begun {
                    is_finished,
                    ..begun
                },
            )
        }
        Some(_) | None => Ok(()),
    }
}

/// Forgets which run it was, on the first rank.
pub(super) fn forget(output: &Path) -> std::io::Result<()> {
    whole_file::remove(&path(output))
}

/// Forgets on this rank what runs of tasks have found.
pub(super) fn forget_kept(setting: &Setting<'_>) -> Result<(), End> {
    for folder in kept(setting) {
        let forgotten = kept::forget(&folder, setting.ranks.rank());
        forgotten.map_err(|error| environment("cannot begin anew", &error))?;
    }
    Ok(())
}

/// What is written down there. A damaged file is none: journals and what is kept have their own checks.
fn read(output: &Path) -> Option<Begun> {
    let text = std::fs::read_to_string(path(output)).ok()?;
    serde_json::from_str(&text).ok()
}

fn write(output: &Path, begun: &Begun) -> Result<(), End> {
    let path = path(output);
    let text = serde_json::to_string_pretty(begun).map_err(std::io::Error::from);
    let written = text.and_then(|text| whole_file::write(&path, text));
    let what = || format!("cannot write {}", path.display());
    written.map_err(|error| environment(&what(), &error))
}
