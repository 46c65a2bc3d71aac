//! The report of an ensemble: `report.html`, `report.json` and the table `ensemble.csv`.
//!
//! Owns: its look. Must not: compute.

use super::summary::{Axis, Column, Kind, Row, Summary};
use super::text::{labelled, number};
use crate::case::member_folder;
use crate::kinds::TABLE;
use crate::output::page::{document, inlined};
use crate::whole_file;
use enzyme_case::words;
use enzyme_pictures::curve;
use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value, json};

/// Rows of the page's table at most; the file has all of them.
const ROWS: usize = 1000;

/// Writes all files.
///
/// # Errors
/// One cannot be written.
pub(super) fn write(summary: &Summary) -> std::io::Result<()> {
    let folder = &summary.folder;
    whole_file::write(&folder.join(TABLE), table(summary)?)?;
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

fn table(summary: &Summary) -> std::io::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
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
    table.into_inner().map_err(csv::IntoInnerError::into_error)
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
