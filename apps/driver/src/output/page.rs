//! Pages that need nothing else.
//!
//! Owns: their look. Must not: know what is on them.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::path::Path;

const STYLE: &str = include_str!("report.css");

/// A page that needs nothing else.
pub(crate) fn document(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    }
}

/// A picture as part of the page; nothing, if there is none.
pub(crate) fn inlined(path: &Path) -> Markup {
    let picture = std::fs::read_to_string(path).unwrap_or_default();
    html! { @if !picture.is_empty() { figure { (PreEscaped(picture)) } } }
}
