//! The source beside what is kept: lines with a few around them.
//!
//! Owns: which lines are shown, and what belongs to each. Must not: know what they look like.

use enzyme_core::report::{Derivative, Kept, Line};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// So many lines are shown around those that matter.
const AROUND: u32 = 2;

/// The lines of one file.
pub(super) struct Listing<'a> {
    /// As seen from the folder that one is in.
    pub(super) file: String,
    /// Runs of neighbouring lines.
    pub(super) runs: Vec<Vec<Row<'a>>>,
}

/// A line of the source.
pub(super) struct Row<'a> {
    pub(super) number: u32,
    /// Empty, if the file cannot be read.
    pub(super) source: String,
    /// Whether something there is differentiated.
    pub(super) active: bool,
    /// Each once, with how often there is the same.
    pub(super) kept: Vec<(&'a Kept, usize)>,
}

/// The listings of a derivative, and what is kept of which no line is known.
pub(super) fn listings(derivative: &Derivative) -> (Vec<Listing<'_>>, Vec<&Kept>) {
    let mut files: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    let kept = derivative.kept.iter().filter_map(|kept| kept.line.as_ref());
    let lines = || kept.clone().chain(&derivative.active);
    for line in lines() {
        files.entry(&line.file).or_default().insert(line.line);
    }
    let listings = files.into_iter().map(|(file, lines)| Listing {
        file: from_here(file),
        runs: runs(derivative, file, &lines),
    });
    let nowhere = derivative.kept.iter().filter(|kept| kept.line.is_none());
    (listings.collect(), nowhere.collect())
}

/// The path without the current folder: compilers are given whole paths, users have given short ones.
fn from_here(file: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = Path::new(file);
    let short = path.strip_prefix(here).unwrap_or(path);
    short.display().to_string()
}

fn runs<'a>(derivative: &'a Derivative, file: &str, lines: &BTreeSet<u32>) -> Vec<Vec<Row<'a>>> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let source: Vec<&str> = text.lines().collect();
    let last = u32::try_from(source.len()).unwrap_or(u32::MAX);
    let around =
        |line: &u32| line.saturating_sub(AROUND).max(1)..=(line + AROUND).min(last.max(*line));
    let shown: BTreeSet<u32> = lines.iter().flat_map(around).collect();
    let mut runs: Vec<Vec<Row<'a>>> = Vec::new();
    for number in shown {
        let row = Row {
            number,
            source: source
                .get(number as usize - 1)
                .copied()
                .unwrap_or_default()
                .to_owned(),
            active: derivative
                .active
                .iter()
                .any(|line| is_at(line, file, number)),
            kept: kept_at(derivative, file, number),
        };
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|before| before.number + 1 == number) => {
                run.push(row)
            }
            _ => runs.push(vec![row]),
        }
    }
    runs
}

fn is_at(line: &Line, file: &str, number: u32) -> bool {
    line.file == file && line.line == number
}

fn kept_at<'a>(derivative: &'a Derivative, file: &str, number: u32) -> Vec<(&'a Kept, usize)> {
    let here = |kept: &&Kept| {
        kept.line
            .as_ref()
            .is_some_and(|line| is_at(line, file, number))
    };
    let mut all: Vec<(&Kept, usize)> = Vec::new();
    for kept in derivative.kept.iter().filter(here) {
        // Columns tell apart what reads the same to people.
        let same =
            |other: &&mut (&Kept, usize)| derivative.sentence(other.0) == derivative.sentence(kept);
        match all.iter_mut().find(same) {
            Some((_, times)) => *times += 1,
            None => all.push((kept, 1)),
        }
    }
    all
}
