//! Reports for terminals and logs.
//!
//! Owns: how they look as text. Must not: sum, or choose lines.

use super::listing::{Row, listings};
use super::summary::{activity, mode, often, shares, short};
use enzyme_core::report::{Derivative, Kept};
use std::fmt::Write;

/// All reports, one below the other.
pub(super) fn text(derivatives: &[Derivative]) -> String {
    let all: Vec<String> = derivatives.iter().map(one).collect();
    all.join("\n")
}

fn one(derivative: &Derivative) -> String {
    let mut text = format!(
        "{}: {}\n  {}\n",
        derivative.name,
        mode(derivative),
        activity(derivative)
    );
    for share in shares(derivative) {
        let total = share.total.map(|total| format!(", {total} in all"));
        let _ = writeln!(
            text,
            "  keeps {} {}{}",
            share.bytes,
            share.nest,
            total.unwrap_or_default()
        );
    }
    if derivative.kept.is_empty() {
        text.push_str("  keeps nothing\n");
    }
    for call in &derivative.calls {
        let place = call
            .line
            .as_ref()
            .map(|line| format!(" at {}", short(line)));
        let _ = writeln!(
            text,
            "  the call of `{}`{} {}",
            call.callee,
            place.unwrap_or_default(),
            call.how
        );
    }
    for shadow in &derivative.shadows {
        let _ = writeln!(text, "  {}", shadow.sentence());
    }
    let (listings, nowhere) = listings(derivative);
    for listing in listings {
        let _ = writeln!(text, "\n  {}", listing.file);
        for run in listing.runs {
            run.iter().for_each(|row| line(&mut text, derivative, row));
            text.push_str("        …\n");
        }
        text.truncate(text.len() - "        …\n".len());
    }
    for kept in nowhere {
        let _ = writeln!(text, "  {}", derivative.sentence(kept));
    }
    text
}

fn line(text: &mut String, derivative: &Derivative, row: &Row<'_>) {
    let mark = if row.active { '*' } else { ' ' };
    let _ = writeln!(
        text,
        "  {:>5} {mark}| {}",
        row.number,
        row.source.trim_end()
    );
    for (kept, times) in &row.kept {
        remark(text, derivative, (kept, *times));
    }
}

fn remark(text: &mut String, derivative: &Derivative, (kept, times): (&Kept, usize)) {
    let margin = " ".repeat(8);
    let because = kept.because.as_ref().map(|at| format!(" ({})", short(at)));
    let _ = writeln!(
        text,
        "{margin}|   keeps {}{}, {}: {}{}",
        often(times),
        kept.what,
        derivative.amount(kept),
        kept.why,
        because.unwrap_or_default()
    );
    if let Some(remedy) = &kept.remedy {
        let _ = writeln!(text, "{margin}|   help: {remedy}");
    }
}
