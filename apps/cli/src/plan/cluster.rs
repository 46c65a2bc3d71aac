//! `enzyme-rs plan --cluster`: what a run takes on a cluster, for people, as JSON and as a picture.
//!
//! Owns: how it is shown. Must not: predict anything (`enzyme-scale` does).

use super::{DIGITS, rounded};
use crate::cli::Plan as Arguments;
use crate::exit::{Exit, Failure};
use crate::progress;
use crate::table::table;
use bytesize::ByteSize;
use enzyme_case::{Sources, words};
use enzyme_pictures::scaling;
use enzyme_scale::{Answer, Coefficient, Origin, Outcome, Prediction, answer, open};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// Reads the file, and prints what follows from it.
pub(super) fn run(file: &Path, args: &Arguments) -> Result<Exit, Failure> {
    let mut sources = Sources::default();
    let question = match open(file, &mut sources) {
        Ok(question) => question,
        Err(complaints) => {
            let all = complaints.iter().map(|one| one.styled(&sources));
            anstream::eprintln!("{}", all.collect::<Vec<_>>().join("\n\n"));
            return Ok(Exit::Input);
        }
    };
    let under_way = progress::busy("drawing schedules");
    let found = answer(&question);
    drop(under_way);
    let answer = found.map_err(|(what, help)| {
        let place = file.display();
        Failure::input(format!("{place}: {what}")).help(help)
    })?;
    if let Some(path) = &args.plot {
        super::write(path, picture(&answer))?;
    }
    let text = match args.json {
        true => json(&answer),
        false => report(&answer),
    };
    // A reader that closes the pipe early has seen what it wanted.
    let _ = std::io::stdout().write_all(text.as_bytes());
    match possible(&answer).next() {
        Some(_) => Ok(Exit::Success),
        None => Err(Failure::new(
            Exit::Refused,
            "the run is possible on none of these numbers of ranks",
        )
        .help("give more memory, or other `ranks`, in [machine]")),
    }
}

fn possible(answer: &Answer) -> impl Iterator<Item = (u64, &Prediction)> {
    answer.rows.iter().filter_map(|row| match &row.outcome {
        Outcome::Possible(prediction) => Some((row.ranks, &**prediction)),
        Outcome::Impossible { .. } => None,
    })
}

fn json(answer: &Answer) -> String {
    let mut value = serde_json::json!(answer);
    for (row, shown) in answer
        .rows
        .iter()
        .zip(value["rows"].as_array_mut().into_iter().flatten())
    {
        if let Outcome::Possible(prediction) = &row.outcome {
            shown["limit"] = prediction.limit().0.into();
        }
    }
    format!("{value:#}\n")
}

fn report(answer: &Answer) -> String {
    let mut text = measured(answer) + "\n" + &costs(answer) + "\n" + &rows(answer);
    for row in &answer.rows {
        if let Outcome::Impossible { impossible } = &row.outcome {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{} ranks: {impossible}", row.ranks);
        }
    }
    for (k, warning) in answer.warnings.iter().enumerate() {
        let gap = if k == 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}warning: {warning}");
    }
    text
}

/// What was measured, and by how much the model misses it.
fn measured(answer: &Answer) -> String {
    let error = |part: f64| format!("{:+.1} %", 100.0 * part);
    let row = |residual: &enzyme_scale::Residual| {
        let run = &residual.run;
        [
            run.ranks.to_string(),
            format!("{:.2e}", run.points),
            words::span(run.step),
            error(residual.step_error),
            words::span(run.adjoint),
            error(residual.adjoint_error),
        ]
    };
    let header = [
        "measured ranks",
        "points",
        "step",
        "model",
        "adjoint",
        "model",
    ];
    table(header, answer.residuals.iter().map(row).collect())
}

/// The coefficients, and where they come from.
fn costs(answer: &Answer) -> String {
    let (step, adjoint) = (&answer.step, &answer.adjoint);
    let all = [
        ("a point", step.point, adjoint.point),
        ("a point of a border", step.halo, adjoint.halo),
        ("a message to a neighbour", step.message, adjoint.message),
        (
            "reductions, each doubling of ranks",
            step.reduction,
            adjoint.reduction,
        ),
    ];
    let there = all
        .iter()
        .filter(|(_, one, _)| one.origin != Origin::Absent);
    let row = |(name, step, adjoint): &(&str, Coefficient, Coefficient)| {
        let from = match step.origin {
            Origin::Machine => "[machine]",
            _ => "measured",
        };
        let time = |one: &Coefficient| match one.value {
            0.0 => "0".to_owned(),
            seconds => words::span(seconds),
        };
        [
            (*name).to_owned(),
            time(step),
            time(adjoint),
            from.to_owned(),
        ]
    };
    table(
        ["costs", "step", "adjoint", "from"],
        there.map(row).collect(),
    )
}

fn rows(answer: &Answer) -> String {
    let header = [
        "ranks",
        "nodes",
        "step",
        "adjoint",
        "schedule",
        "forward",
        "memory",
        "disk",
        "time",
        "save every",
        "node hours",
        "efficiency",
        "limit",
    ];
    let rows = possible(answer).map(|(ranks, found)| {
        let disk = found
            .on
            .map_or("-".to_owned(), |on| format!("{} {on}", size(found.disk)));
        let (limit, share) = found.limit();
        [
            ranks.to_string(),
            found.nodes.to_string(),
            words::span(found.step.sum()),
            words::span(found.adjoint.sum()),
            found.schedule.to_owned(),
            rounded(found.forward_steps, DIGITS),
            size(found.memory),
            disk,
            words::span(found.time),
            found.save_every.map_or("-".to_owned(), words::span),
            rounded(found.node_hours, DIGITS),
            format!("{:.0} %", 100.0 * found.efficiency),
            format!("{limit} {:.0} %", 100.0 * share),
        ]
    });
    table(header, rows.collect())
}

fn size(bytes: f64) -> String {
    ByteSize::b(bytes as u64).display().si().to_string()
}

/// The time of each number of ranks, and what it is spent on.
fn picture(answer: &Answer) -> Result<String, enzyme_pictures::Failed> {
    let time = possible(answer).map(|(ranks, found)| (ranks as f64, found.time));
    let mut curves = vec![("all", time.collect::<Vec<_>>())];
    let shares: Vec<_> = possible(answer)
        .map(|(ranks, found)| (ranks as f64, found.time, found.shares.named()))
        .collect();
    let names = shares
        .first()
        .map(|(_, _, shares)| shares.map(|(name, _)| name));
    for (k, name) in names.into_iter().flatten().enumerate() {
        let part = shares
            .iter()
            .map(|(ranks, time, shares)| (*ranks, time * shares[k].1));
        curves.push((name, part.collect()));
    }
    scaling::draw("time by ranks", &curves)
}
