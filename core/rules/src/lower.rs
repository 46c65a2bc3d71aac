//! The partials of a rule, built in a sink.
//!
//! Owns: which formula is the partial of which argument in which result. Must not: walk formulas (`sink.rs`).

use crate::outs::OutRule;
use crate::sink::{Sink, lower_exprs};
use crate::table::ScalarRule;

/// Builds the partial of one argument; `None` for an integer argument or one out of range.
pub fn lower<S: Sink>(rule: &ScalarRule, partial: usize, sink: &mut S) -> Option<S::V> {
    let root = rule.partials.get(partial).copied().flatten()?;
    lower_exprs(&rule.arena, &[root], sink).pop()
}

/// Builds the partial of one result of a function with several; `None` where there is none.
pub fn lower_out<S: Sink>(
    rule: &OutRule,
    result: usize,
    partial: usize,
    sink: &mut S,
) -> Option<S::V> {
    let root = rule
        .results
        .get(result)?
        .partials
        .get(partial)
        .copied()
        .flatten()?;
    lower_exprs(&rule.arena, &[root], sink).pop()
}
