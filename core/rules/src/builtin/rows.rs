//! Rows as entries of a pack.
//!
//! Owns: which sort of callee a row makes of its family. Must not: hold rows.

use crate::callee::CalleeKind;
use crate::outs::OutRule;
use crate::registry::Entry;
use crate::table::ScalarRule;
use std::sync::Arc;

/// Entries for rows, each about the family that it is named after.
pub(super) fn scalar_entries(rules: Vec<ScalarRule>) -> impl Iterator<Item = Entry> {
    rules
        .into_iter()
        .map(|rule| Entry::family(rule.name, CalleeKind::Scalar(Arc::new(rule))))
}

/// The same for functions with several results.
pub(super) fn out_entries(rules: Vec<OutRule>) -> impl Iterator<Item = Entry> {
    rules
        .into_iter()
        .map(|rule| Entry::family(rule.name, CalleeKind::OutResults(Arc::new(rule))))
}
