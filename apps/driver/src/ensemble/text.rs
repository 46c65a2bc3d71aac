//! What an ensemble says.
//!
//! Owns: its wording. Must not: compute.

use super::ended::{Ended, Failure};
use super::members::Members;
use super::summary::{Column, Kind, Summary};
use crate::case::member_folder;
use enzyme_case::words;

/// What is run.
pub(super) fn heading(members: &Members<'_>, name: &str, (left, jobs): (usize, usize)) {
    let (keys, all) = (members.keys().join(", "), members.count());
    println!("{name}: {} by {keys}", words::counted(all, "member"));
    match all - left {
        0 => println!("  {left} to run, {jobs} at a time"),
        _ if left == 0 => println!("  all finished before"),
        some => println!("  {some} finished before, {left} to run, {jobs} at a time"),
    }
}

/// How a member has ended, as so many of all that were to run.
pub(super) fn ended(members: &Members<'_>, number: usize, ended: &Ended, (k, of): (usize, usize)) {
    let what = match ended {
        Ended::Finished(kept) => {
            let norm = kept
                .found
                .norm
                .map_or_else(String::new, |norm| format!(", gradient {norm:.3e}"));
            let objective = kept.found.objective;
            let time = kept
                .seconds
                .map_or_else(|| "by several processes".to_owned(), words::time);
            format!("objective {objective:.9e}{norm}, {time}")
        }
        Ended::Stopped => "stopped: the same command goes on".to_owned(),
        Ended::Failed(failure) => format!("FAILED {}", failure.how),
    };
    println!(
        "[{k}/{of}] member {number}, {}: {what}",
        members.words(number)
    );
}

/// How some members have failed in the same way.
pub(super) fn failure(members: &Members<'_>, failure: &Failure, numbers: &[usize]) {
    /// More than these nobody reads.
    const NAMED: usize = 5;
    let named = numbers.iter().take(NAMED);
    let named = named.map(|number| format!("member {number} ({})", members.words(*number)));
    let named = named.collect::<Vec<_>>().join(", ");
    let more = match numbers.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} others"),
    };
    let log = members
        .folder
        .join(member_folder(numbers[0]))
        .join("log.txt");
    eprintln!("{named}{more} failed {}: {}", failure.how, log.display());
    for line in failure.lines.lines() {
        eprintln!("  | {line}");
    }
    eprintln!();
}

/// What all have found.
pub(super) fn summary(summary: &Summary) {
    let finished = summary.found().count();
    println!(
        "{finished} of {} finished",
        words::counted(summary.rows.len(), "member")
    );
    for column in &summary.columns {
        if let Some(spread) = column.spread() {
            let title = labelled(&column.title, &column.unit);
            let (mean, error) = (number(column, spread.mean, 9), spread.error);
            let error = error.map(|error| format!(" ± {}", number(column, error, 3)));
            println!("  {title}: mean {mean}{}", error.unwrap_or_default());
        }
    }
    for note in &summary.notes {
        println!("note: {note}");
    }
    println!("report: {}", summary.folder.join("report.html").display());
}

/// A number of a column with so many digits behind the point; times have their unit.
pub(super) fn number(column: &Column, number: f64, digits: usize) -> String {
    match column.kind {
        Kind::Time => words::time(number),
        Kind::Result | Kind::Norm => format!("{number:.digits$e}"),
    }
}

/// A title with its unit.
pub(super) fn labelled(title: &str, unit: &str) -> String {
    match unit {
        "" => title.to_owned(),
        unit => format!("{title} ({unit})"),
    }
}
