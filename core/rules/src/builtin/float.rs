//! The float instructions, so that the engine needs no formula of its own.
//!
//! Owns: rows for `fadd` … `fneg`. Casts (`fpext`, `fptrunc`) are linear and change the kind;
//! they are the engine's.

use super::rows::scalar_entries;
use crate::derivatives;
use crate::registry::Entry;
use crate::table::ScalarRule;

pub(super) fn entries() -> Vec<Entry> {
    scalar_entries(rules()).collect()
}

#[rustfmt::skip] // a table: one family per line, columns aligned
pub(super) fn rules() -> Vec<ScalarRule> {
    derivatives! {
        fadd(x: -9.0..9.0, y: -9.0..9.0)      => 1.0, 1.0;
        fdiv(x: -9.0..9.0, y: -3.0..3.0) -> r => 1.0 / y, -r * (1.0 / y);
        fmul(x: -9.0..9.0, y: -9.0..9.0)      => y, x;
        fneg(x: -9.0..9.0)                    => -1.0;
        // fmod = x - trunc(x / y) y, and the quotient is (x - r) / y: exact where x / y rounds up.
        frem(x: -9.0..9.0, y: -1.3..1.3) -> r
            at { (5.0, 3.0) => [1.0, -1.0], "between jumps"; (-5.0, 3.0) => [1.0, 1.0], "truncation, not floor" }
            => 1.0, (r - x) / y;
        fsub(x: -9.0..9.0, y: -9.0..9.0)      => 1.0, -1.0;
    }
}
