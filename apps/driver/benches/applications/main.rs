//! What gradients of the simulations of `apps` cost under the driver, in tables: over a run, over the derivatives alone, over the least recomputation;
//! what the driver spends besides; what a disk hides; how time and memory grow. `cargo bench -p enzyme-driver --bench applications`, which writes
//! `out/bench/applications.{txt,json}`.
//!
//! Owns: which tables there are. Must not: measure.

#![allow(clippy::unwrap_used, reason = "a benchmark may stop there")]

mod applications;
#[path = "../../tests/shared/compile.rs"]
mod compile;
mod driver;
mod growth;
mod loops;
mod machine;
mod own_cost;
mod table;

use std::path::Path;
use table::Table;

fn main() {
    let Some(wrappers) = compile::wrappers() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let bench = driver::Bench::new(&wrappers, folder.path());
    let mut report = table::Report::begin(machine::described());
    let apps = applications::all();
    let built = apps.into_iter();
    let built: Vec<_> = built
        .filter_map(|app| bench.built(&app).map(|built| (app, built)))
        .collect();
    let (steps, budgets) = applications::tables(&bench, &built);
    report.add(steps);
    report.add(budgets);
    let named = |name| {
        let mut all = built.iter().map(|(_, built)| built);
        all.find(|app| app.name == name).unwrap()
    };
    let (heat, lorenz) = (named("heat"), named("lorenz"));
    report.add(own_cost::table(&bench, heat, lorenz));
    report.add(own_cost::hidden(&bench, heat));
    growth::tables(&bench, heat)
        .into_iter()
        .for_each(|table: Table| report.add(table));
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../out/bench");
    report.end(machine::load(), &out);
}
