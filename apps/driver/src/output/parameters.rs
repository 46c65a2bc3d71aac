//! What a run was of, for its report: parameters, and where controls may go.
//!
//! Owns: this table, on pages and as data. Must not: know what the run was for.

use crate::application::{Application, Field};
use maud::{Markup, html};
use serde_json::{Map, Value};

/// The parameters' values by their names.
pub(super) fn data(app: &Application) -> Map<String, Value> {
    let parameters = app.asked.iter();
    parameters
        .map(|asked| (asked.name.clone(), asked.value.clone().into()))
        .collect()
}

/// The parameters with what they mean.
pub(super) fn table(app: &Application) -> Markup {
    html! {
        h2 { "Parameters" }
        table { @for asked in &app.asked { tr {
            td { (asked.name) }
            td.number { (asked.value) " " (asked.unit) }
            td.light { (asked.meaning) }
        } } }
    }
}

/// Where controls may go in an inversion, and in which steps.
pub(super) fn limits(app: &Application) -> Markup {
    html! {
        h2 { "Controls" }
        table {
            tr { th { "control" } th { "least" } th { "greatest" } th { "scale" } }
            @for field in &app.controls { (limits_of(field)) }
        }
    }
}

fn limits_of(field: &Field) -> Markup {
    let number = |number: Option<f64>| {
        number.map_or_else(String::new, |number| format!("{number} {}", field.unit))
    };
    let leeway = &field.leeway;
    html! { tr {
        td { (field.name) }
        @if leeway.is_fixed {
            td.light { "fixed" }
        } @else {
            td.number { (number(leeway.least)) }
            td.number { (number(leeway.greatest)) }
            td.number { (number(leeway.scale)) }
        }
    } }
}
