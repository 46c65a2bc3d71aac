//! A run's report: `report.html`, one page that needs nothing else, and `report.json`, the same for programs.
//!
//! Owns: what is told, and what to change in the next run. Must not: compute what a run has found.

use super::drawn::{self, TAYLOR};
use super::earlier;
use super::fields::Target;
use super::page::{document, inlined};
use super::parameters;
use super::text::{alone, per, whole};
use super::timeline::Told;
use crate::application::Field;
use crate::results::{Checked, Gradient, What};
use crate::setting::Setting;
use crate::{schedule, whole_file};
use enzyme_case::words;
use enzyme_checkpoint::binomial::least_advances;
use enzyme_checkpoint::{Peers as _, Report};
use enzyme_pictures::taylor;
use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Writes both.
///
/// # Errors
/// A file cannot be written.
pub(crate) fn write(
    setting: &Setting<'_>,
    found: (&Gradient, Option<&Checked>),
    told: Option<Told>,
) -> std::io::Result<()> {
    let (folder, checked) = (&setting.case.output, found.1);
    let json = serde_json::to_string_pretty(&data(setting, found, told.as_ref()))?;
    whole_file::write(&folder.join("report.json"), json)?;
    let title = "what is left of Taylor's polynomial";
    let taylor = checked.and_then(|checked| taylor::draw(&checked.along.steps, title).ok());
    drawn::leave(&folder.join(TAYLOR), taylor.as_deref())?;
    let page = page(setting, found, told.as_ref(), taylor.as_deref());
    whole_file::write(&folder.join("report.html"), page.into_string())
}

/// Whether there is a report of this case with this gradient, and of what was compared with it.
pub(crate) fn is_of(
    setting: &Setting<'_>,
    (gradient, checked): (&Gradient, Option<&Checked>),
) -> bool {
    let is_same = |data: &Value| {
        data["case"] == json!(setting.case.name)
            && data["objective"] == json!(gradient.objective)
            && data["gradient"]["norm"] == json!(gradient.norm)
            && data["check"] == json!(checked)
    };
    earlier::data(&setting.case.output).is_some_and(|data| is_same(&data))
}

fn data(
    setting: &Setting<'_>,
    (gradient, checked): (&Gradient, Option<&Checked>),
    told: Option<&Told>,
) -> Value {
    let app = setting.app;
    let single: Map<String, Value> = Field::single(&app.controls, &gradient.by_controls)
        .map(|(field, slope)| (field.name.clone(), slope.into()))
        .collect();
    json!({
        "case": setting.case.name,
        "application": app.name,
        "about": app.about,
        "ranks": setting.ranks.size(),
        "parameters": parameters::data(app),
        "objective": gradient.objective,
        "gradient": { "norm": gradient.norm, "by": single },
        "schedule": gradient.reasons,
        "run": gradient.report,
        "whole": gradient.whole,
        "timeline": told.map(Told::data),
        "check": checked,
        "right": checked.map(Checked::is_right),
        "advice": gradient.report.as_ref().map(advice),
    })
}

fn page(
    setting: &Setting<'_>,
    (gradient, checked): (&Gradient, Option<&Checked>),
    told: Option<&Told>,
    taylor: Option<&str>,
) -> Markup {
    let (app, case) = (setting.app, setting.case);
    let processes = match setting.ranks.size() {
        1 => "one process".to_owned(),
        ranks => format!("{ranks} ranks"),
    };
    let body = html! {
        h1 { (case.name) }
        p { (app.name) ", " (app.about) ", on " (processes) "." }
        (result(gradient, checked))
        h2 { "Gradient" }
        table { @for (field, slope) in Field::single(&app.controls, &gradient.by_controls) { tr {
            td { "by " (field.name) }
            td.number { (format!("{slope:.15e}")) (per(field)) }
        } } }
        @for field in &app.controls { (inlined(&Target::of(setting, What::Gradient).picture(field))) }
        @if let Some(checked) = checked { (check(checked, taylor)) }
        h2 { "Schedule" }
        ul { @for reason in &gradient.reasons { li { (reason) } } }
        @if gradient.report.is_some() { (inlined(&schedule::picture_path(&schedule::place(&case.output, false)))) }
        @if let Some(told) = told { (told.page()) }
        @if let Some(times) = &gradient.whole {
            h2 { "Run" }
            p { (whole(times)) "." }
        }
        @if let Some(report) = &gradient.report { (run(report)) }
        (parameters::table(app))
    };
    document(&format!("{}: {}", case.name, app.name), &body)
}

fn result(gradient: &Gradient, checked: Option<&Checked>) -> Markup {
    let number = |number: f64| format!("{number:.15e}");
    html! { table {
        tr { td { "objective" } td.number { (number(gradient.objective)) } }
        tr { td { "norm of the gradient" } td.number { (number(gradient.norm)) } }
        @if let Some(checked) = checked { tr {
            td { "check" }
            td { (checked.words()) }
        } }
    } }
}

fn check(checked: &Checked, taylor: Option<&str>) -> Markup {
    let number = |number: f64| format!("{number:.12e}");
    let along = &checked.along;
    html! {
        h2 { "Check" }
        p {
            "Along a random direction, the derivative is " (number(along.reverse)) " by reverse mode and "
            (number(along.forward)) " by forward mode, apart by " (format!("{:.1e}", along.difference())) "."
        }
        @if let Some(order) = along.order() {
            p { "What is left of Taylor's polynomial falls with the power " (format!("{order:.3}")) " of the step; 2 is right." }
        }
        @if let Some(taylor) = taylor { figure { (PreEscaped(taylor)) } }
        @if !checked.fields.is_empty() {
            p { "Along what each field alone has of the direction:" }
            ul { @for field in &checked.fields { li { (field.name) ": " (alone(&field.along)) } } }
        }
        @if let Some(again) = checked.to_be_told() { p { (again.words()) "." } }
        @if let Some(second) = &checked.second {
            p {
                "The product of the Hessian with v is " (second.verdict().words()) ": the nearest central difference of gradients is apart by "
                (format!("{:.1e}", second.apart())) ", and w·Hv from v·Hw, for another direction w, by " (format!("{:.1e}", second.asymmetry)) "."
            }
        }
    }
}

fn run(report: &Report) -> Markup {
    let advice = advice(report);
    html! {
        h2 { "Run" }
        table { @for (name, value) in figures(report) {
            tr { td { (name) } td.number { (value) } }
        } }
        @if !report.levels.is_empty() { (levels(report)) }
        @if !advice.is_empty() {
            h2 { "The next run" }
            ul { @for line in advice { li { (line) } } }
        }
    }
}

fn levels(report: &Report) -> Markup {
    html! { table {
        tr {
            th { "checkpoints" }
            th { "at most" }
            th { "of" }
            th { "written" }
            th { "read" }
            th { "waited" }
        }
        @for (k, level) in report.levels.iter().enumerate() { tr {
            td { @if k == 0 { "in memory" } @else { "on disk" } }
            td.number { (report.count.level(k).peak) }
            td.number { (words::size(level.largest)) }
            td.number { (level.traffic.writes) " (" (words::size(level.traffic.bytes_written)) ")" }
            td.number { (level.traffic.reads) " (" (words::size(level.traffic.bytes_read)) ")" }
            td.number { (seconds(level.write_wait + level.read_wait)) }
        } }
    } }
}

fn seconds(time: Duration) -> String {
    words::time(time.as_secs_f64())
}

fn figures(report: &Report) -> Vec<(&'static str, String)> {
    let mut figures = vec![("time of this process", seconds(report.elapsed))];
    let mut add = |name, value| figures.push((name, value));
    add("forward steps", report.count.forward_steps().to_string());
    if let Some(least) = report.optimum {
        add("fewest with as many checkpoints", least.to_string());
    }
    add("adjoint steps", report.count.reverses.to_string());
    if let Some(step) = report.costs.forward() {
        add("a step", seconds(step));
    }
    if let Some(adjoint) = report.costs.adjoint() {
        add("a step with its adjoint", seconds(adjoint));
    }
    let saves = words::counted(report.saves as usize, "save");
    add(
        "written down",
        format!("{saves} in {}", seconds(report.save_time)),
    );
    add("states checked", report.checked.to_string());
    if report.processes > 1 {
        add("processes that worked on it", report.processes.to_string());
        add(
            "steps run again for what was lost",
            report.rebuilt_steps.to_string(),
        );
    }
    if report.ranks > 1 {
        add(
            "messages by which ranks agreed",
            report.messages.to_string(),
        );
    }
    figures
}

/// A share of a run's time above which something is worth a change.
const WORTH: f64 = 0.1;

/// Runs that take less, in seconds, need not be faster.
const SHORT: f64 = 1.0;

/// What would make the next run faster.
fn advice(report: &Report) -> Vec<String> {
    let mut advice = Vec::new();
    let elapsed = report.elapsed.as_secs_f64();
    if elapsed < SHORT {
        return advice;
    }
    advice.extend(more_room(report));
    let disk = report.levels.iter().skip(1);
    let waited: Duration = disk.map(|level| level.write_wait + level.read_wait).sum();
    if waited.as_secs_f64() > WORTH * elapsed {
        advice.push(format!(
            "the run waited {} for its disk: let `checkpoints.folder` be on a disk of the node, or give more memory",
            seconds(waited)
        ));
    }
    if report.save_time.as_secs_f64() > WORTH * elapsed {
        advice.push(format!(
            "saving took {}: save less often (`checkpoints.save`)",
            seconds(report.save_time)
        ));
    }
    advice
}

/// What twice as many checkpoints would spare, if that is worth it.
fn more_room(report: &Report) -> Option<String> {
    let levels = 0..report.levels.len();
    let held: u64 = levels.map(|k| report.count.level(k).peak).sum();
    let steps = report.steps.filter(|steps| *steps > 0 && held > 0)?;
    let now = report.count.forward_steps() as f64 / steps as f64;
    let then = (least_advances(steps, 2 * held)? + steps) as f64 / steps as f64;
    (now - then > WORTH * now).then(|| {
        format!(
            "with room for {} checkpoints, twice as many, each step would run forward {then:.2} times, not {now:.2} times",
            2 * held
        )
    })
}
