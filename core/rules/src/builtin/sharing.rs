//! Symbols that share a row: what a target has its own names for.
//!
//! Owns: where such a row is looked for. Must not: hold rows or names.

use super::{float, libm};
use crate::callee::CalleeKind;
use crate::registry::{Entry, Symbols};
use crate::table::ScalarRule;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Entries for symbols that share a row: one of `own`, of the instructions or of the C library.
pub(super) fn sharing(
    own: Vec<ScalarRule>,
    names: impl Iterator<Item = (&'static str, &'static str)>,
    symbols: fn(&'static str) -> Symbols,
) -> impl Iterator<Item = Entry> {
    let all = own.into_iter().chain(float::rules()).chain(libm::rules());
    let rows: BTreeMap<&str, Arc<ScalarRule>> =
        all.map(|rule| (rule.name, Arc::new(rule))).collect();
    names.map(move |(symbol, row)| Entry {
        matcher: symbols(symbol),
        what: CalleeKind::Scalar(rows[row].clone()),
    })
}
