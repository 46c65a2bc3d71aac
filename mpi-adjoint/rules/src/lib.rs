//! What each MPI function is to a derivative.
//!
//! Owns: the pack [`Mpi`], its table of functions ([`table`]) and the constants that name basic types
//! ([`elements`]). Must not: know MPI's semantics beyond the roles of arguments; what the adjoint of a call is
//! is the run-time library's business (`enzyme_rs_mpi`), which this crate only names.

#![deny(unsafe_code)]

mod elements;
mod table;

pub use table::{Row, rows};

use enzyme_rules::{CalleeKind, Effects, Elements, Entry, MirrorRule, RulePack};
use std::sync::Arc;

/// The pack of MPI.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mpi;

impl RulePack for Mpi {
    fn name(&self) -> &'static str {
        "mpi"
    }

    fn entries(&self) -> Vec<Entry> {
        let elements = Arc::new(elements::elements());
        let mirrored = rows().flat_map(|row| twice(&row.name, &mirrored(&row, &elements)));
        let passive = table::PASSIVE
            .iter()
            .flat_map(|name| twice(name, &CalleeKind::inactive(PASSIVE)));
        let files = table::FILE_READS.iter().flat_map(|(buffer, names)| {
            let what = CalleeKind::inactive(Effects::STATE.writing(*buffer));
            names.iter().flat_map(move |name| twice(name, &what))
        });
        let refused = ["MPI_", "PMPI_"]
            .map(|prefix| Entry::prefix(prefix, CalleeKind::Refused(REMEDY.into())));
        mirrored
            .chain(passive)
            .chain(files)
            .chain(refused)
            .collect()
    }
}

/// Passive functions write handles and integers, which have no derivative to become stale.
const PASSIVE: Effects = Effects::STATE;

const REMEDY: &str = "call it outside of the differentiated code, or use one of the functions that docs/mpi.md lists";

/// The names of a function and of its twin in the profiling interface.
fn twice(name: &str, what: &CalleeKind) -> [Entry; 2] {
    ["MPI_", "PMPI_"].map(|prefix| Entry::exact(format!("{prefix}{name}"), what.clone()))
}

fn mirrored(row: &Row, elements: &Arc<Elements>) -> CalleeKind {
    let symbol = |half: &str| format!("enzyme_rs_mpi_{half}_{}", row.name);
    CalleeKind::Mirrored(Arc::new(MirrorRule {
        params: row.roles(),
        elements: elements.clone(),
        tangent: symbol("tangent"),
        augmented: symbol("augmented"),
        reverse: symbol("reverse"),
    }))
}
