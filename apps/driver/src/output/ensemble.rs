//! What an ensemble says, and its report: `report.html`, `report.json` and the table `ensemble.csv`.
//!
//! Owns: wording and look. Must not: compute.

use super::report::{document, inlined};
use crate::case::member_folder;
use crate::ensemble::{Axis, Column, Ended, Failure, Kind, Members, Row, Summary};
use crate::whole_file;
use enzyme_case::words;
use enzyme_pictures::curve;
use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Rows of the page's table at most; the file has all of them.
const ROWS: usize = 1000;

/// What is run.
pub(crate) fn heading(members: &Members<'_>, name: &str, (left, jobs): (usize, usize)) {
    let (keys, all) = (members.keys().join(", "), members.count());
    println!("{name}: {} by {keys}", words::counted(all, "member"));
    match all - left {
        0 => println!("  {left} to run, {jobs} at a time"),
        _ if left == 0 => println!("  all finished before"),
        some => println!("  {some} finished before, {left} to run, {jobs} at a time"),
    }
}

/// How a member has ended, as so many of all that were to run.
pub(crate) fn ended(members: &Members<'_>, number: usize, ended: &Ended, (k, of): (usize, usize)) {
    let what = match ended {
        Ended::Finished(kept) => {
            let norm = kept
                .found
                .norm
                .map_or_else(String::new, |norm| format!(", gradient {norm:.3e}"));
            let (objective, time) = (kept.found.objective, words::time(kept.seconds));
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
pub(crate) fn failure(members: &Members<'_>, failure: &Failure, numbers: &[usize]) {
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
pub(crate) fn summary(summary: &Summary) {
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
fn number(column: &Column, number: f64, digits: usize) -> String {
    match column.kind {
        Kind::Time => words::time(number),
        Kind::Result | Kind::Norm => format!("{number:.digits$e}"),
    }
}

/// Writes all files.
///
/// # Errors
/// One cannot be written.
pub(crate) fn write(summary: &Summary) -> std::io::Result<()> {
    let folder = &summary.folder;
    table(summary, &folder.join("ensemble.csv"))?;
    let json = serde_json::to_string_pretty(&data(summary))?;
    whole_file::write(&folder.join("report.json"), json)?;
    let mut curves = Vec::new();
    if let Some(axis) = &summary.axis {
        for column in summary
            .columns
            .iter()
            .filter(|column| column.kind == Kind::Result)
        {
            if let Some(drawn) = drawn(axis, column) {
                whole_file::write(
                    &folder.join(format!("ensemble.{}.svg", column.name)),
                    &drawn,
                )?;
                curves.push(drawn);
            }
        }
    }
    let page = page(summary, &curves);
    whole_file::write(&folder.join("report.html"), page.into_string())
}

/// The curve of a column over the number that members differ by.
fn drawn(axis: &Axis, column: &Column) -> Option<String> {
    let points = axis.values.iter().zip(&column.values);
    let mut points: Vec<(f64, f64)> = points.filter_map(|(x, y)| Some((*x, (*y)?))).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    if points.len() < 2 {
        return None;
    }
    let across = labelled(&axis.key, &axis.unit);
    let up = labelled(&column.title, &column.unit);
    curve::draw(&column.title, (&across, &up), &points).ok()
}

fn labelled(title: &str, unit: &str) -> String {
    match unit {
        "" => title.to_owned(),
        unit => format!("{title} ({unit})"),
    }
}

fn table(summary: &Summary, path: &Path) -> std::io::Result<()> {
    let mut table = csv::Writer::from_path(path)?;
    let names = summary.columns.iter().map(|column| column.name.clone());
    let head = ["member".to_owned()]
        .into_iter()
        .chain(summary.keys.iter().cloned());
    table.write_record(head.chain(["state".to_owned()]).chain(names))?;
    for (k, row) in summary.rows.iter().enumerate() {
        let own = [row.number.to_string()]
            .into_iter()
            .chain(row.settings.iter().cloned());
        let values = summary.columns.iter().map(|column| {
            let value = column.values[k];
            value.map_or_else(String::new, |value| format!("{value:e}"))
        });
        table.write_record(own.chain([row.state.to_owned()]).chain(values))?;
    }
    table.flush()
}

fn data(summary: &Summary) -> Value {
    let spreads = summary.columns.iter().map(|column| {
        let spread = column.spread();
        let spread = spread.map(|s| json!({ "mean": s.mean, "error": s.error, "least": s.least, "greatest": s.greatest }));
        (column.name.clone(), json!(spread))
    });
    let members = summary.rows.iter().enumerate().map(|(k, row)| {
        let settings = summary
            .keys
            .iter()
            .cloned()
            .zip(row.settings.iter().map(|text| json!(text)));
        let values = summary
            .columns
            .iter()
            .map(|column| (column.name.clone(), json!(column.values[k])));
        json!({
            "member": row.number,
            "settings": settings.collect::<Map<_, _>>(),
            "state": row.state,
            "values": values.collect::<Map<_, _>>(),
        })
    });
    json!({
        "case": summary.name,
        "finished": summary.found().count(),
        "spread": spreads.collect::<Map<_, _>>(),
        "members": members.collect::<Vec<_>>(),
        "notes": summary.notes,
    })
}

fn page(summary: &Summary, curves: &[String]) -> Markup {
    let finished = summary.found().count();
    let body = html! {
        h1 { (summary.name) }
        p { (words::counted(summary.rows.len(), "member")) " by " (summary.keys.join(", ")) ", " (finished) " of them finished." }
        @for note in &summary.notes { p { (note) "." } }
        @if finished > 0 { h2 { "All members" } (spreads(summary)) }
        @for curve in curves { figure { (PreEscaped(curve)) } }
        @for picture in &summary.pictures { (inlined(picture)) }
        h2 { "Each member" }
        (rows(summary))
    };
    document(&format!("{}: ensemble", summary.name), &body)
}

fn spreads(summary: &Summary) -> Markup {
    html! { div.wide { table {
        tr { th {} th.number { "mean" } th.number { "standard error" } th.number { "least" } th.number { "greatest" } th {} }
        @for column in &summary.columns { @if let Some(spread) = column.spread() { tr {
            td { (column.title) }
            td.number { (number(column, spread.mean, 9)) }
            td.number { @if let Some(error) = spread.error { (number(column, error, 3)) } }
            td.number { (number(column, spread.least, 9)) }
            td.number { (number(column, spread.greatest, 9)) }
            td.light { (column.unit) }
        } } }
    } } }
}

fn rows(summary: &Summary) -> Markup {
    let left = summary.rows.len().saturating_sub(ROWS);
    html! {
        div.wide { table {
            tr {
                th { "member" }
                @for key in &summary.keys { th.number { (key) } }
                @for column in &summary.columns { th.number { (labelled(&column.title, &column.unit)) } }
            }
            @for (k, row) in summary.rows.iter().enumerate().take(ROWS) { (member(summary, k, row)) }
        } }
        @if left > 0 { p { "ensemble.csv has " (left) " more." } }
    }
}

fn member(summary: &Summary, k: usize, row: &Row) -> Markup {
    html! { tr {
        td { (link(summary, row)) }
        @for setting in &row.settings { td.number { (setting) } }
        @if row.kept.is_none() { td colspan=(summary.columns.len().max(1)) { (row.state) } }
        @else { @for column in &summary.columns {
            td.number { @if let Some(value) = column.values[k] { (number(column, value, 6)) } }
        } }
    } }
}

/// Where a member's own report is, or what it has said.
fn link(summary: &Summary, row: &Row) -> Markup {
    let folder = member_folder(row.number);
    let files = match row.kept {
        Some(_) => ["report.html", "log.txt"],
        None => ["log.txt", "report.html"],
    };
    let there = files
        .iter()
        .find(|file| summary.folder.join(&folder).join(file).exists());
    html! {
        @if let Some(file) = there { a href=(format!("{folder}/{file}")) { (row.number) } }
        @else { (row.number) }
    }
}
