//! Runs that were measured: as the file says them, or as `report.json` of `enzyme-rs run` has them.
//!
//! Owns: reading these. Must not: judge what was measured.

use crate::file::{Measured, positive, take_over, whole};
use enzyme_case::{Complaint, Section};
use enzyme_checkpoint::Report;
use serde::Deserialize;
use std::path::Path;

/// `[measured]`; paths are as seen from `home`. Where the file does not say how many points a report is of, the bytes of its states do.
pub(crate) fn measured(
    section: &mut Section,
    home: &Path,
    bytes_per_point: Option<f64>,
) -> Vec<Measured> {
    let given = section.list("runs", |list, key| {
        let mut inner = list.section(key);
        let found = given(&mut inner);
        take_over(list, inner);
        found
    });
    let points = section.list("points", |list, key| positive(list, key, ""));
    let reports = section.list("reports", |list, key| {
        let path = list.text(key)?;
        let found = report(&home.join(&path));
        found
            .map_err(|(why, help)| complain(list, key, &format!("{path} {why}"), help))
            .ok()
    });
    let has = |section: &mut Section, key| section.has(key);
    if !has(section, "runs") && !has(section, "reports") {
        let example = "reports = [\"one.run/report.json\"], what `enzyme-rs run` has left,";
        section.missing("reports", example);
    } else if given.iter().flatten().count() + reports.iter().flatten().count() == 0 {
        let key = if has(section, "runs") {
            "runs"
        } else {
            "reports"
        };
        section.refuse(key, "must have a run");
    }
    let reports = reports.unwrap_or_default();
    let points = points_of(section, &reports, points, bytes_per_point);
    let reports = reports.into_iter().zip(points.unwrap_or_default());
    let reports = reports.map(|(measured, points)| Measured { points, ..measured });
    given.into_iter().flatten().chain(reports).collect()
}

/// One of `runs`.
fn given(section: &mut Section) -> Option<Measured> {
    let ranks = whole(section, "ranks");
    let points = positive(section, "points", "");
    let step = positive(section, "step", "s");
    let adjoint = positive(section, "adjoint", "s");
    let state = section.size("state").map(|bytes| bytes as f64);
    for (key, example) in [
        ("ranks", "ranks = 4"),
        ("points", "points = 1e6"),
        ("step", "step = \"3 ms\""),
        ("adjoint", "adjoint = \"8 ms\", a step with its adjoint,"),
    ] {
        if !section.has(key) {
            section.missing(key, example);
        }
    }
    Some(Measured {
        ranks: ranks?,
        points: points?,
        step: step?,
        adjoint: adjoint?,
        state,
    })
}

/// The points of each report.
fn points_of(
    section: &mut Section,
    reports: &[Measured],
    points: Option<Vec<f64>>,
    bytes_per_point: Option<f64>,
) -> Option<Vec<f64>> {
    if reports.is_empty() {
        return None;
    }
    match (points, bytes_per_point) {
        (Some(points), _) if points.len() == 1 => Some(vec![points[0]; reports.len()]),
        (Some(points), _) if points.len() == reports.len() => Some(points),
        (Some(points), _) => {
            let (count, expected) = (points.len(), reports.len());
            let why = format!("has {count} numbers for {expected} reports");
            section.refuse("points", &why);
            None
        }
        (None, Some(bytes)) => {
            let of = |run: &Measured| Some(run.state? * run.ranks as f64 / bytes);
            let all: Option<Vec<f64>> = reports.iter().map(of).collect();
            if all.is_none() {
                section.missing("points", "points = 1e6, for all reports or for each,");
            }
            all
        }
        (None, None) => {
            let example =
                "points = 1e6, for all reports or for each (or bytes_per_point in [run]),";
            section.missing("points", example);
            None
        }
    }
}

fn complain(section: &mut Section, key: &str, what: &str, help: &str) {
    let complaint = Complaint::new(what).help(help);
    section.complain(match section.place(key) {
        Some(place) => complaint.at(place),
        None => complaint,
    });
}

/// What of a report is read here.
#[derive(Deserialize)]
struct Written {
    ranks: u64,
    run: Option<Report>,
}

/// Reads a report, or says why not, and what to do. Its points are not in it.
fn report(path: &Path) -> Result<Measured, (String, &'static str)> {
    let help = "name the report.json of a gradient by `enzyme-rs run`";
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| (format!("cannot be read: {error}"), help))?;
    let written: Written = serde_json::from_str(&text)
        .map_err(|error| (format!("is no report of a gradient: {error}"), help))?;
    let no_steps = "has no times of steps";
    let as_whole = "run it under checkpoints, with another `schedule` than \"whole\"";
    let run = written.run.ok_or((no_steps.to_owned(), as_whole))?;
    let (Some(step), Some(adjoint)) = (run.costs.forward(), run.costs.adjoint()) else {
        return Err((no_steps.to_owned(), "measure a run that is not resumed"));
    };
    let largest = run.levels.iter().map(|level| level.largest).max();
    Ok(Measured {
        ranks: written.ranks,
        points: f64::NAN,
        step: step.as_secs_f64(),
        adjoint: adjoint.as_secs_f64(),
        state: largest.filter(|bytes| *bytes > 0).map(|bytes| bytes as f64),
    })
}
