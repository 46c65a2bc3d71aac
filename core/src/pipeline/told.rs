//! Plans as people's tools and tests read them, with what the source says of them.
//!
//! Owns: which plans are kept, and the lines and names that go with them. Must not: decide, or print.

use crate::diag::externals;
use crate::names::readable;
use crate::options::Options;
use crate::plan::{self, Facts, Plan, Tangent};
use crate::report::{Derivative, Line, Mode as Reported, Shadow};
use crate::view::{Imported, InstId};
use enzyme_llvm_shim::ir::Value;

/// Plans for people, as far as the options ask for them.
#[derive(Default)]
pub(super) struct Told {
    pub(super) plans: Vec<(String, String)>,
    pub(super) reports: Vec<Derivative>,
}

impl Told {
    pub(super) fn plan(
        &mut self,
        options: &Options,
        function: Value,
        facts: Facts<'_>,
        (plan, view): (&Plan, &Imported),
    ) {
        if options.print_plans {
            self.plans.push(printed(function, facts, (plan, view)));
        }
        if options.report {
            let symbol = function.name();
            let report = said_by_source(view, facts.request.function, |source| {
                plan::report::of(facts, plan, symbol, source)
            });
            self.reports.extend(report);
        }
    }

    /// Says how much a function keeps that was planned last.
    pub(super) fn keeps(&mut self, symbol: &str, bytes: u64) {
        let last = self.reports.last_mut();
        let of_half = |report: &&mut Derivative| {
            report.symbol == symbol && report.mode == Reported::Augmented
        };
        if let Some(report) = last.filter(of_half) {
            report.frame = Some(bytes);
        }
    }

    /// Says where the shadows of memory lie that a block shares, of a function that was planned.
    pub(super) fn shadows(&mut self, symbol: &str, shadows: &[Shadow]) {
        for (_, plan) in self.plans.iter_mut().filter(|(name, _)| name == symbol) {
            let lines = shadows.iter().map(|one| format!("  {}\n", one.sentence()));
            plan.extend(lines);
        }
        let reports = self.reports.iter_mut();
        for report in reports.filter(|report| report.symbol == symbol) {
            report.shadows = shadows.to_vec();
        }
    }

    pub(super) fn tangent(
        &mut self,
        options: &Options,
        function: Value,
        facts: Facts<'_>,
        (plan, view): (&Tangent, &Imported),
    ) {
        if options.report {
            let symbol = function.name();
            let report = said_by_source(view, facts.request.function, |source| {
                plan::report::of_tangent(facts, plan, symbol, source)
            });
            self.reports.push(report);
        }
    }
}

/// The name of a generated function, with its plan as text.
fn printed(
    function: Value,
    facts: Facts<'_>,
    (plan, view): (&Plan, &Imported),
) -> (String, String) {
    let line = |id| source_line(view.handles.inst(id));
    (function.name(), plan::print::plan(facts, plan, &line))
}

/// Makes something with what the source says of a function's instructions and of what it calls.
fn said_by_source<R>(
    view: &Imported,
    function: Value,
    make: impl FnOnce(plan::report::Source<'_>) -> R,
) -> R {
    let externals = externals(function);
    make(plan::report::Source {
        places: &lines_of(view),
        names: &|symbol| readable(symbol, &externals),
        is_fortran: function.is_fortran(),
    })
}

/// Where instructions stand in the source.
fn lines_of(view: &Imported) -> impl Fn(InstId) -> Option<Line> + '_ {
    |id| {
        let instruction = view.handles.inst(id);
        let place = instruction
            .source_location()
            .filter(|place| place.line > 0)?;
        Some(Line {
            file: place.file,
            line: place.line,
            column: place.column,
            location: instruction.debug_location(),
        })
    }
}

/// File and line of an instruction, if debug information says them.
fn source_line(instruction: Value) -> Option<String> {
    let place = instruction.source_location()?;
    let file = place.file.rsplit('/').next().unwrap_or_default();
    Some(format!("{file}:{}", place.line))
}
