//! Complex multiplication and division, as compilers call them when a plain product gives NaN.
//!
//! Owns: the rows for `__muldc3`, `__divdc3` and their kin, (a + ib) times or by (c + id). Must not:
//! list the members for binary128, which return their result in hidden memory.

use crate::callee::CalleeKind;
use crate::out_derivatives;
use crate::outs::{OutRule, field};
use crate::registry::Entry;
use crate::term::Term;
use std::sync::Arc;

pub(super) fn entries() -> Vec<Entry> {
    let entries = |(symbols, rule): ([&'static str; 3], OutRule)| {
        let rule = Arc::new(rule);
        symbols.map(|symbol| Entry::exact(symbol, CalleeKind::OutResults(rule.clone())))
    };
    SYMBOLS.into_iter().zip(rules()).flat_map(entries).collect()
}

/// In the order of the rows; for `float` (a struct or a vector, by the platform), `double` and x87.
const SYMBOLS: [[&str; 3]; 2] = [
    ["__mulsc3", "__muldc3", "__mulxc3"],
    ["__divsc3", "__divdc3", "__divxc3"],
];

#[rustfmt::skip] // a table
fn rules() -> Vec<OutRule> {
    out_derivatives! {
        // d(zw) = w dz + z dw
        complex_mul(a: -3.0..3.0, b: -3.0..3.0, c: -3.0..3.0, d: -3.0..3.0) -> (re: field(0), im: field(1))
            => [c, -d, a, -b], [d, c, b, a];
        // d(z/w) = v dz - (z/w) v dw with v = 1/w; a complex factor p + iq acts as (p, -q; q, p).
        complex_div(a: -3.0..3.0, b: -3.0..3.0, c: -3.0..3.0, d: -3.0..3.0) -> (re: field(0), im: field(1))
            => [inverse(c, d).0, -inverse(c, d).1, -times((re, im), inverse(c, d)).0, times((re, im), inverse(c, d)).1],
               [inverse(c, d).1, inverse(c, d).0, -times((re, im), inverse(c, d)).1, -times((re, im), inverse(c, d)).0];
    }
}

type Complex<'a> = (Term<'a>, Term<'a>);

/// 1 / (c + id)
fn inverse<'a>(c: Term<'a>, d: Term<'a>) -> Complex<'a> {
    let square = c * c + d * d;
    (c / square, -d / square)
}

fn times<'a>(z: Complex<'a>, w: Complex<'a>) -> Complex<'a> {
    (z.0 * w.0 - z.1 * w.1, z.0 * w.1 + z.1 * w.0)
}
