//! What a run says on standard output, on the first rank.
//!
//! Owns: its wording. Must not: compute.

use crate::application::{Application, Field, Ranks};
use crate::case::Case;
use crate::costs::Costs;
use crate::output::fields::Target;
use crate::results::{Along, Checked, Evaluated, Gradient, Inverted, Times};
use crate::setting::Setting;
use enzyme_case::words;
use enzyme_checkpoint::{Peers as _, Report};
use enzyme_pictures::expansion::order;
use enzyme_run_cli::Task;

/// The parameters that a case may set.
pub(crate) fn parameters(app: &Application) {
    println!("parameters of {}, {}:", app.name, app.about);
    let width = app.asked.iter().map(|asked| asked.name.len()).max();
    let width = width.unwrap_or(0);
    for asked in &app.asked {
        let unit = match &*asked.unit {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        println!(
            "  {:width$} = {}{unit}    {}",
            asked.name, asked.value, asked.meaning
        );
    }
    println!("controls, which begin as [controls] says:");
    for field in &app.controls {
        println!("  {}", control(field));
    }
}

/// A control's name, extents, unit and limits.
fn control(field: &Field) -> String {
    let Field {
        name, unit, leeway, ..
    } = field;
    let unit = match &**unit {
        "" => String::new(),
        unit => format!(", in {unit}"),
    };
    let limits = match (leeway.least, leeway.greatest) {
        (None, None) => String::new(),
        (Some(least), None) => format!(", {least} or more"),
        (None, Some(greatest)) => format!(", {greatest} or less"),
        (Some(least), Some(greatest)) => format!(", from {least} to {greatest}"),
    };
    format!("{name} ({}){unit}{limits}", words::grid(&field.extent))
}

/// What is run.
pub(crate) fn heading(app: &Application, case: &Case, ranks: Ranks) {
    println!("{}: {}, {}", case.name, app.name, app.about);
    let set = app.asked.iter().filter(|asked| asked.is_set);
    let set: Vec<String> = set
        .map(|asked| format!("{} = {}", asked.name, asked.value))
        .collect();
    if !set.is_empty() {
        println!("  {}", set.join(", "));
    }
    let fields = |fields: &[Field]| {
        let named = fields
            .iter()
            .map(|field| format!("{} ({})", field.name, words::grid(&field.extent)));
        named.collect::<Vec<_>>().join(", ")
    };
    let processes = match ranks.size() {
        1 => "one process".to_owned(),
        ranks => format!("{ranks} ranks"),
    };
    let steps = match app.steps {
        Some(steps) => format!("{steps} steps"),
        None => "steps until it is done".to_owned(),
    };
    println!("  controls: {}", fields(&app.controls));
    println!("  state: {}", fields(&app.state));
    println!("  {steps}, {processes}");
}

/// That the limit of a case does not end what looks at nothing while it runs.
pub(crate) fn unlimited(task: Task) {
    let when = match task {
        Task::Primal | Task::Gradient => "",
        Task::Check | Task::Invert => ", but keeps the next one from beginning",
    };
    println!(
        "note: `limit` ends no run that is differentiated as a whole{when}: under checkpoints it would"
    );
}

/// A member of an ensemble that nothing is left to do for.
pub(crate) fn finished(case: &Case) {
    println!("finished before: {}", case.output.display());
}

/// What was measured.
pub(crate) fn costs(costs: &Costs, is_doubled: bool, has_disk: bool) {
    let (step, adjoint) = (words::time(costs.step), words::time(costs.adjoint));
    let state = words::size(costs.state);
    let with = if is_doubled { " with its tangent" } else { "" };
    print!(
        "measured: a step{with} takes {step}, its derivative {adjoint}; a state has {state} a rank"
    );
    if has_disk {
        let (write, read) = (words::time(costs.write), words::time(costs.read));
        print!("; on disk it takes {write} to write and {read} to read");
    }
    println!();
}

/// Which schedule is taken, and why.
pub(crate) fn schedule(reasons: &[String]) {
    for (k, reason) in reasons.iter().enumerate() {
        println!("{} {reason}", if k == 0 { "schedule:" } else { "  -" });
    }
}

/// The result of a primal run.
pub(crate) fn primal(value: f64, state: &Target<'_>) {
    objective(value);
    println!("state: {}", state.index().display());
}

/// That each rank has returned the same objective.
pub(crate) fn all_alike(objective: f64) {
    eprintln!(
        "warning: each rank has returned the same objective, {objective:.9e}, and their sum counts; if that is all of it already, as behind MPI_Allreduce, let each return its own part"
    );
}

/// That controls do nothing.
pub(crate) fn idle(names: &[&str]) {
    eprintln!(
        "warning: {} is exactly 0; `--task check` tells more",
        moves_nothing(names)
    );
}

fn moves_nothing(names: &[&str]) -> String {
    let named: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let (named, moves, its) = match &named[..] {
        [others @ .., last] if !others.is_empty() => {
            let named = format!("{} and {last}", others.join(", "));
            (named, "move", "their")
        }
        one => (one.concat(), "moves", "its"),
    };
    format!("{named} {moves} nothing: the derivative of the objective by {its} numbers")
}

/// That an earlier process had come to the end of the run.
pub(crate) fn finished_before(setting: &Setting<'_>) {
    let report = setting.case.output.join("report.html");
    println!(
        "finished before: nothing was run, and {} is left as it was; --fresh runs it again",
        report.display()
    );
}

fn objective(objective: f64) {
    println!("objective: {objective:.15e}");
}

/// The result of a gradient.
pub(crate) fn gradient(setting: &Setting<'_>, gradient: &Gradient) {
    match &gradient.report {
        Some(report) => {
            for line in report.to_string().lines() {
                println!("  {line}");
            }
        }
        None => println!("{}", gradient.reasons.join("\n")),
    }
    if let Some(times) = &gradient.whole {
        println!("  {}", whole(times));
    }
    objective(gradient.objective);
    println!("gradient: norm {:.15e}", gradient.norm);
    for (field, slope) in Field::single(&setting.app.controls, &gradient.by_controls) {
        println!("  by {}: {slope:.15e}{}", field.name, per(field));
    }
}

/// Where a report lies that was written.
pub(crate) fn report(setting: &Setting<'_>) {
    let report = setting.case.output.join("report.html");
    println!("report: {}", report.display());
}

/// How long a run took that was differentiated as a whole.
pub(super) fn whole(times: &Times) -> String {
    let (primal, derivative) = (words::time(times.primal), words::time(times.derivative));
    format!(
        "{} steps take {primal}, with their derivative {derivative}: {:.1} times as long",
        times.steps,
        times.derivative / times.primal.max(f64::MIN_POSITIVE)
    )
}

/// The unit of a derivative by a field.
pub(super) fn per(field: &Field) -> String {
    match &*field.unit {
        "" => String::new(),
        unit => format!(" per {unit}"),
    }
}

/// How products with the Hessian are found: where that is not by second derivatives, with what to do about it.
pub(crate) fn products(way: &str, is_exact: bool) {
    println!("Hessian-vector products {way}");
    if !is_exact {
        println!("  help: {SECOND}");
    }
}

/// How a simulation comes to have second derivatives.
pub(super) const SECOND: &str = "end its source with ENZYME_RS_APPLICATION_TWICE(...) or application_twice!(...), or define ENZYME_RS_TWICE in Fortran, where it is not over MPI or OpenMP";

/// An evaluation of an inversion.
pub(crate) fn evaluated(number: usize, evaluated: Evaluated) {
    match evaluated {
        Evaluated::Gradient { objective, norm } => {
            println!("evaluation {number:>3}: objective {objective:.9e}, gradient {norm:.3e}");
        }
        Evaluated::Product { curvature } => {
            println!("   product {number:>3}: curvature {curvature:.3e}");
        }
    }
}

/// What an inversion has come to.
pub(crate) fn inverted(setting: &Setting<'_>, inverted: &Inverted) {
    println!("inverted: {}: {}", inverted.counted(), inverted.why);
    objective(inverted.objective);
    for (field, estimate) in Field::single(&setting.app.controls, &inverted.controls) {
        println!("  {}: {estimate:.15e} {}", field.name, field.unit);
    }
}

/// A run that was asked to stop; one that was begun by `--fresh` would begin anew by that.
pub(crate) fn stopped(report: &Report, is_anew: bool) {
    for line in report.to_string().lines() {
        println!("  {line}");
    }
    goes_on(is_anew);
}

/// That the same command goes on.
pub(crate) fn goes_on(is_anew: bool) {
    let but = if is_anew { ", without --fresh," } else { "" };
    println!("stopped: the same command{but} goes on from here");
}

/// What the check has found.
pub(crate) fn checked(checked: &Checked) {
    let along = &checked.along;
    println!("check, along a random direction v:");
    println!(
        "  reverse mode {:.15e}, forward mode {:.15e}, apart by {:.1e}",
        along.reverse,
        along.forward,
        along.difference()
    );
    println!("  step      |J(c+hv)-J(c)|  |...-h<g,v>|  order");
    let longer = [None].into_iter().chain(along.steps.iter().map(Some));
    for (longer, step) in longer.zip(&along.steps) {
        let order = longer.map(|longer| order(longer, step));
        let order = order.filter(|order| order.is_finite());
        let order = order.map_or_else(String::new, |order| format!("{order:.3}"));
        let line = format!(
            "  {:<9.2e} {:<15.3e} {:<13.3e} {order}",
            step.h, step.change, step.remainder
        );
        println!("{}", line.trim_end());
    }
    if !checked.fields.is_empty() {
        println!("  along v of each field alone:");
    }
    for field in &checked.fields {
        println!("    {}: {}", field.name, alone(&field.along));
    }
    if let Some(again) = checked.to_be_told() {
        println!("  {}", again.words());
    }
    if let Some(second) = &checked.second {
        println!(
            "  product with the Hessian: v·Hv = {:.9e}, from differences of gradients {:.1e}, from symmetric {:.1e}: {}",
            second.curvature,
            second.apart(),
            second.asymmetry,
            second.verdict().words()
        );
    }
    println!("verdict: {}", checked.words());
}

/// What was compared along one field.
pub(super) fn alone(along: &Along) -> String {
    let order = along.order();
    let order = order.map_or_else(String::new, |order| format!(", order {order:.3}"));
    format!(
        "reverse mode {:.6e}, forward mode apart by {:.1e}{order}: {}",
        along.reverse,
        along.difference(),
        along.verdict().words_of_field()
    )
}

#[cfg(test)]
mod tests {
    use super::moves_nothing;

    #[test]
    fn several_controls_move_nothing() {
        let begins = |names: &[&str], begin: &str| {
            let said = moves_nothing(names);
            assert!(said.starts_with(begin), "{said}");
        };
        begins(&["rate"], "`rate` moves nothing: ");
        begins(&["rate", "start"], "`rate` and `start` move nothing: ");
        begins(&["a", "b", "c"], "`a`, `b` and `c` move nothing: ");
    }
}
