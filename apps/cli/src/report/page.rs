//! Reports as one page that needs nothing else: no script, no network.
//!
//! Owns: how they look in a browser. Must not: sum, or choose lines.

use super::listing::{Listing, Row, listings};
use super::summary::{activity, mode, often, shares, short, size};
use enzyme_core::report::{Derivative, Kept};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("page.css");

/// The whole page.
pub(super) fn page(derivatives: &[Derivative]) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "What derivatives keep" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "What derivatives keep" }
                p { "Lines with a bar are differentiated. The number beside a line is what the derivative keeps there for its reverse pass, in each iteration of the loops around it; "
                    "below the line stands why." }
                ul.contents { @for derivative in derivatives {
                    li { a href={ "#" (derivative.symbol) } { (derivative.name) } " " span.light { (activity(derivative)) } }
                } }
                @for derivative in derivatives { (section(derivative)) }
            }
        }
    }
    .into_string()
}

fn section(derivative: &Derivative) -> Markup {
    let (listings, nowhere) = listings(derivative);
    html! {
        section id=(derivative.symbol) {
            h2 { (derivative.name) }
            p { (mode(derivative)) br; (activity(derivative)) }
            @if derivative.kept.is_empty() { p { "It keeps nothing." } }
            @else { table.shares {
                tr { th { "kept" } th { "bytes" } th { "in all" } }
                @for share in shares(derivative) {
                    tr { td { (share.nest) } td.number { (share.bytes) } td.number { (share.total.unwrap_or_default()) } }
                }
            } }
            @for call in &derivative.calls {
                p { "The call of " code { (call.callee) } @if let Some(line) = &call.line { " at " (short(line)) } " " (call.how) "." }
            }
            @for shadow in &derivative.shadows { p { (shadow.sentence()) "." } }
            @for listing in &listings { (source(derivative, listing)) }
            @if !nowhere.is_empty() {
                p { "Of no known line:" }
                ul { @for kept in nowhere { li { (derivative.sentence(kept)) } } }
            }
        }
    }
}

fn source(derivative: &Derivative, listing: &Listing<'_>) -> Markup {
    html! {
        h3 { (listing.file) }
        table.source {
            @for (index, run) in listing.runs.iter().enumerate() {
                @if index > 0 { tr.gap { td {} td {} td { "…" } } }
                @for row in run { (line(derivative, row)) }
            }
        }
    }
}

fn line(derivative: &Derivative, row: &Row<'_>) -> Markup {
    let bytes = |(kept, times): &(&Kept, usize)| kept.bytes.map(|bytes| bytes * *times as u64);
    let open = row.kept.iter().any(|kept| bytes(kept).is_none());
    let bytes: u64 = row.kept.iter().filter_map(bytes).sum();
    html! {
        tr.active[row.active] {
            td.line { (row.number) }
            td.bytes { @if bytes > 0 { (size(bytes)) } @if open { " copy" } }
            td { pre { (row.source) } }
        }
        @for kept in &row.kept { tr.active[row.active] { td.line {} td.bytes {} td { (remark(derivative, *kept)) } } }
    }
}

fn remark(derivative: &Derivative, (kept, times): (&Kept, usize)) -> Markup {
    html! {
        div.kept {
            "keeps " (often(times)) b { (kept.what) } ", " (derivative.amount(kept)) ": " (kept.why)
            @if let Some(at) = &kept.because { " (" (short(at)) ")" }
            @if let Some(remedy) = &kept.remedy { div.remedy { (remedy) } }
        }
    }
}
