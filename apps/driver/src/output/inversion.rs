//! The report of an inversion: its course, and what it has come to.
//!
//! Owns: the page, `report.html`, and `report.json`. Must not: judge.

use super::fields::What;
use super::report::{document, inlined};
use super::timeline::Told;
use crate::application::Field;
use crate::run::{Inverted, Setting};
use enzyme_checkpoint::Peers as _;
use enzyme_pictures::course;
use maud::{Markup, PreEscaped, html};
use serde_json::json;

/// Writes both.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    setting: &Setting<'_>,
    inverted: &Inverted,
    told: Option<Told>,
) -> std::io::Result<()> {
    let folder = &setting.case.output;
    let (objectives, norms): (Vec<f64>, Vec<f64>) = inverted.course.iter().copied().unzip();
    let data = json!({
        "case": setting.case.name,
        "application": setting.app.name,
        "ranks": setting.ranks.size(),
        "iterations": inverted.iterations,
        "why": inverted.why,
        "objective": inverted.objective,
        "objectives": objectives,
        "norms": norms,
        "timeline": told.as_ref().map(Told::data),
    });
    std::fs::write(
        folder.join("report.json"),
        serde_json::to_string_pretty(&data)?,
    )?;
    let courses = [("objective", objectives), ("norm of the gradient", norms)];
    let drawn = course::draw("course of the inversion", "evaluation", &courses).unwrap_or_default();
    std::fs::write(folder.join("course.svg"), &drawn)?;
    let page = page(setting, inverted, &drawn, told.as_ref());
    std::fs::write(folder.join("report.html"), page.into_string())
}

fn page(setting: &Setting<'_>, inverted: &Inverted, drawn: &str, told: Option<&Told>) -> Markup {
    let (app, case) = (setting.app, setting.case);
    let body = html! {
        h1 { (case.name) }
        p { (app.name) ", " (app.about) ": inverted in " (inverted.iterations) " iterations and "
            (inverted.course.len()) " evaluations. " (inverted.why) "." }
        figure { (PreEscaped(drawn)) }
        table { @for (field, estimate) in Field::single(&app.controls, &inverted.controls) { tr {
            td { (field.name) }
            td.number { (format!("{estimate:.9e}")) " " (field.unit) }
        } } }
        @for field in &app.controls { (inlined(&setting.target(What::Estimate).picture(field))) }
        table {
            tr { th { "evaluation" } th { "objective" } th { "norm of the gradient" } }
            @for (number, (objective, norm)) in inverted.course.iter().enumerate() { tr {
                td.number { (number) }
                td.number { (format!("{objective:.9e}")) }
                td.number { (format!("{norm:.3e}")) }
            } }
        }
        @if let Some(told) = told { (told.page()) }
    };
    document(&format!("{}: {}", case.name, app.name), &body)
}
