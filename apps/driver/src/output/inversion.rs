//! The report of an inversion: its course, and what it has come to.
//!
//! Owns: the page, `report.html`, and `report.json`. Must not: judge.

use super::drawn::{self, COURSE};
use super::earlier;
use super::fields::Target;
use super::page::{document, inlined};
use super::parameters;
use super::timeline::Told;
use crate::application::Field;
use crate::results::{Inverted, What};
use crate::setting::Setting;
use crate::whole_file;
use enzyme_checkpoint::Peers as _;
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

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
    let (places, found): (Vec<usize>, Vec<(f64, f64)>) = inverted.gradients().unzip();
    let (objectives, norms): (Vec<f64>, Vec<f64>) = found.into_iter().unzip();
    let data = json!({
        "case": setting.case.name,
        "application": setting.app.name,
        "ranks": setting.ranks.size(),
        "parameters": parameters::data(setting.app),
        "iterations": inverted.iterations,
        "why": inverted.why,
        "objective": inverted.objective,
        "evaluations": inverted.course.len(),
        "products": inverted.products,
        "gradients": places,
        "objectives": objectives,
        "norms": norms,
        "timeline": told.as_ref().map(Told::data),
    });
    whole_file::write(
        &folder.join("report.json"),
        serde_json::to_string_pretty(&data)?,
    )?;
    let course = course(inverted);
    drawn::leave(&folder.join(COURSE), course.as_deref())?;
    let page = page(setting, inverted, course.as_deref(), told.as_ref());
    whole_file::write(&folder.join("report.html"), page.into_string())
}

/// Whether there is a report of this case with this course.
pub(crate) fn is_of(setting: &Setting<'_>, inverted: &Inverted) -> bool {
    let is_same = |data: &Value| {
        data["case"] == json!(setting.case.name)
            && data["iterations"] == json!(inverted.iterations)
            && data["why"] == json!(inverted.why)
            && data["objective"] == json!(inverted.objective)
            && data["evaluations"] == json!(inverted.course.len())
    };
    earlier::data(&setting.case.output).is_some_and(|data| is_same(&data))
}

/// How the objective and its gradient fell, over all evaluations: products with the Hessian count as gradients do. Nothing, if neither was ever above 0, as where
/// an inversion begins at the minimum.
fn course(inverted: &Inverted) -> Option<String> {
    let numbers = |of: fn((f64, f64)) -> f64| {
        let all = inverted.gradients();
        all.map(|(number, found)| (number as f64, of(found)))
            .collect()
    };
    let courses = [
        ("objective", numbers(|(objective, _)| objective)),
        ("norm of the gradient", numbers(|(_, norm)| norm)),
    ];
    let across = match inverted.products {
        Some(_) => "gradients and Hessian-vector products",
        None => "evaluation",
    };
    enzyme_pictures::course::draw("course of the inversion", across, &courses).ok()
}

fn page(
    setting: &Setting<'_>,
    inverted: &Inverted,
    course: Option<&str>,
    told: Option<&Told>,
) -> Markup {
    let (app, case) = (setting.app, setting.case);
    let body = html! {
        h1 { (case.name) }
        p { (app.about) ": inverted in " (inverted.counted()) ". " (inverted.why) "." }
        @if let Some(way) = inverted.products { p { "Hessian-vector products: " (way) "." } }
        @if let Some(course) = course { figure { (PreEscaped(course)) } }
        table { @for (field, estimate) in Field::single(&app.controls, &inverted.controls) { tr {
            td { (field.name) }
            td.number { (format!("{estimate:.9e}")) " " (field.unit) }
        } } }
        @for field in &app.controls { (inlined(&Target::of(setting, What::Estimate).picture(field))) }
        h2 { "Evaluations" }
        table {
            tr { th { "evaluation" } th { "objective" } th { "norm of the gradient" } }
            @for (number, (objective, norm)) in inverted.gradients() { tr {
                td.number { (number) }
                td.number { (format!("{objective:.9e}")) }
                td.number { (format!("{norm:.3e}")) }
            } }
        }
        @if let Some(told) = told { (told.page()) }
        (parameters::limits(app))
        (parameters::table(app))
    };
    document(&format!("{}: {}", case.name, app.name), &body)
}
