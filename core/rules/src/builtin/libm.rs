//! C99 `<math.h>`: elementary functions.
//!
//! Owns: rows for functions with a nonzero derivative; step functions are in `inactive.rs`, the
//! special functions in `special.rs`. Laws of rows: `docs/rule-author.md`.

use super::rows::{out_entries, scalar_entries};
use crate::callee::CalleeKind;
use crate::calls::{
    copysign, cos, cosh, cospi, fabs, hypot, if_eq, if_ge, if_gt, ldexp, log, scalbln, scalbn, sin,
    sinh, sinpi, sqrt,
};
use crate::outs::{OutRule, integer, returned, through, whole};
use crate::registry::Entry;
use crate::table::{ScalarRule, int};
use crate::term::Term;
use crate::{derivatives, out_derivatives};
use std::f64::consts::{LN_2, LN_10, LOG2_E, LOG10_E, PI};
use std::sync::Arc;

const INF: f64 = f64::INFINITY;

pub(super) fn entries() -> Vec<Entry> {
    scalar_entries(rules())
        .chain(out_entries(outs()))
        .chain(ocml_sincos())
        .collect()
}

pub(super) fn rules() -> Vec<ScalarRule> {
    let scalar = [
        trigonometric(),
        hyperbolic(),
        exponential(),
        powers(),
        kinks(),
        scaling(),
    ];
    scalar.into_iter().flatten().collect()
}

#[rustfmt::skip] // a table
fn trigonometric() -> Vec<ScalarRule> {
    derivatives! {
        // Factored: 1 - x*x cancels near the ends.
        acos (x: -1.0..1.0)   at { (1.0) => [-INF], "vertical tangent"; (0.0) => [-1.0], "regular" }
                                   => -1.0 / sqrt((1.0 - x) * (1.0 + x));
        asin (x: -1.0..1.0)   at { (1.0) => [INF], "vertical tangent"; (0.0) => [1.0], "regular" }
                                   => 1.0 / sqrt((1.0 - x) * (1.0 + x));
        atan (x: -9.0..9.0)   at { (1e300) => [0.0], "the limit, not NaN" }
                                   => 1.0 / (1.0 + x * x);
        atan2(y: -3.0..3.0, x: -3.0..3.0)
            at {
                (0.0, 0.0) => [0.0, 0.0], "no direction: convention";
                (0.0, 2.0) => [0.5, 0.0], "on the axis";
                (3e200, 4e200) => [1.6e-201, -1.2e-201], "the square would overflow"
            }
            => atan2_partials(y, x).0, atan2_partials(y, x).1;
        cos  (x: -9.0..9.0)        => -sin(x);
        cospi(x: -3.0..3.0)        => -PI * sinpi(x);
        sin  (x: -9.0..9.0)        => cos(x);
        sinpi(x: -3.0..3.0)        => PI * cospi(x);
        tan  (x: -1.5..1.5)   -> r => 1.0 + r * r;
        tanpi(x: -0.45..0.45) -> r => PI * (1.0 + r * r);
    }
}

/// d/dy = x / (x^2 + y^2) and d/dx = -y / (x^2 + y^2), by the quotient t of the smaller to the
/// larger argument, so that no square overflows: 1 / (big (1 + t^2)), and t times that.
fn atan2_partials<'a>(y: Term<'a>, x: Term<'a>) -> (Term<'a>, Term<'a>) {
    let flat = |then: Term<'a>, otherwise: Term<'a>| if_ge(fabs(x), fabs(y), then, otherwise);
    let big = flat(x, y);
    let t = flat(y, x) / big;
    let inverse = 1.0 / (big * (1.0 + t * t));
    let at_origin = |value| if_eq(big, 0.0, 0.0, value);
    let one = Term::from(1.0);
    (
        at_origin(flat(one, t) * inverse),
        at_origin(-(flat(t, one) * inverse)),
    )
}

#[rustfmt::skip] // a table
fn hyperbolic() -> Vec<ScalarRule> {
    derivatives! {
        acosh(x: 1.0..9.0)    at { (1.0) => [INF], "vertical tangent"; (1e200) => [1e-200], "the square would overflow" }
                                   => 1.0 / (sqrt(x - 1.0) * sqrt(x + 1.0));
        asinh(x: -9.0..9.0)   at { (1e200) => [1e-200], "the square would overflow" }
                                   => 1.0 / hypot(x, 1.0);
        atanh(x: -1.0..1.0)        => 1.0 / ((1.0 - x) * (1.0 + x));
        cosh (x: -3.0..3.0)        => sinh(x);
        sinh (x: -3.0..3.0)        => cosh(x);
        tanh (x: -3.0..3.0)   -> r at { (0.0) => [1.0], "regular"; (400.0) => [0.0], "saturated" }
                                   => (1.0 - r) * (1.0 + r);
    }
}

#[rustfmt::skip] // a table
fn exponential() -> Vec<ScalarRule> {
    derivatives! {
        exp  (x: -5.0..5.0) -> r => r;
        exp10(x: -2.0..2.0) -> r => LN_10 * r;
        exp2 (x: -5.0..5.0) -> r => LN_2 * r;
        expm1(x: -3.0..3.0) -> r => r + 1.0;
        log  (x: 0.0..9.0)       at { (0.0) => [INF], "pole" } => 1.0 / x;
        log10(x: 0.0..9.0)       at { (0.0) => [INF], "pole" } => LOG10_E / x;
        log1p(x: -1.0..9.0)      at { (-1.0) => [INF], "pole" } => 1.0 / (1.0 + x);
        log2 (x: 0.0..9.0)       at { (0.0) => [INF], "pole" } => LOG2_E / x;
    }
}

#[rustfmt::skip] // a table
fn powers() -> Vec<ScalarRule> {
    derivatives! {
        cbrt (x: -9.0..9.0) -> r at { (0.0) => [INF], "vertical tangent"; (-8.0) => [1.0 / 12.0], "odd root" }
                                 => 1.0 / (3.0 * r * r);
        hypot(x: -9.0..9.0, y: -9.0..9.0) -> r
            at { (0.0, 0.0) => [0.0, 0.0], "kink: the symmetric choice"; (3e200, 4e200) => [0.6, 0.8], "no overflow" }
            => if_eq(r, 0.0, 0.0, x / r), if_eq(r, 0.0, 0.0, y / r);
        // y x^(y-1) = y r / x saves a pow; at 0 the limits are spelled out.
        pow  (x: 0.0..3.0, y: -3.0..3.0) -> r
            at {
                (0.0, 3.0) => [0.0, 0.0], "0^3 is flat";
                (0.0, 1.0) => [1.0, 0.0], "0^1 is the identity";
                (0.0, 0.5) => [INF, 0.0], "vertical tangent";
                (0.0, 0.0) => [0.0, 0.0], "x^0 is constant";
                (0.0, -1.0) => [-INF, 0.0], "pole";
                (-2.0, 3.0) => [12.0, f64::NAN], "a real power of a negative number exists at whole y only";
                (2.0, 0.0) => [0.0, LN_2], "regular"
            }
            => if_eq(x, 0.0, pow_at_zero(y), y * (r / x)), if_eq(x, 0.0, 0.0, r * log(x));
        // Devices only: 1/cbrt, 1/hypot and 1/sqrt.
        rcbrt(x: -9.0..9.0) -> r => r / (-3.0 * x);
        rhypot(x: -9.0..9.0, y: -9.0..9.0) -> r => -x * r * r * r, -y * r * r * r;
        rsqrt(x: 0.0..9.0) -> r  => -0.5 * (r / x);
        sqrt (x: 0.0..9.0) -> r  at { (0.0) => [INF], "vertical tangent" } => 0.5 / r;
    }
}

/// d/dx of x^y at x = 0, from above: 0, 1 or infinite by the exponent.
fn pow_at_zero(y: Term<'_>) -> Term<'_> {
    if_gt(y, 1.0, 0.0, if_eq(y, 1.0, 1.0, if_eq(y, 0.0, 0.0, y * INF)))
}

/// The first constant where `fmax` gives x, which is not a NaN then and not less than y; else the second.
fn larger<'a>(x: Term<'a>, y: Term<'a>, is_x: f64, is_y: f64) -> Term<'a> {
    if_eq(x, x, if_gt(y, x, is_y, is_x), is_y)
}

/// The same of `fmin`.
fn smaller<'a>(x: Term<'a>, y: Term<'a>, is_x: f64, is_y: f64) -> Term<'a> {
    if_eq(x, x, if_gt(x, y, is_y, is_x), is_y)
}

#[rustfmt::skip] // a table
fn kinks() -> Vec<ScalarRule> {
    derivatives! {
        copysign(x: -9.0..9.0, y: -9.0..9.0)
            at { (0.0, 1.0) => [0.0, 0.0], "kink: as fabs"; (-2.0, -3.0) => [1.0, 0.0], "sign restored" }
            => if_eq(x, 0.0, 0.0, copysign(1.0, x) * copysign(1.0, y)), 0.0;
        fabs(x: -9.0..9.0)
            at { (0.0) => [0.0], "kink: the symmetric choice"; (-0.0) => [0.0], "the same" }
            => if_eq(x, 0.0, 0.0, copysign(1.0, x));
        fdim(x: -9.0..9.0, y: -9.0..9.0) -> r
            at { (2.0, 2.0) => [0.0, 0.0], "kink: the constant branch" }
            => if_gt(r, 0.0, 1.0, 0.0), if_gt(r, 0.0, -1.0, 0.0);
        fma (a: -3.0..3.0, b: -3.0..3.0, c: -3.0..3.0) => b, a, 1.0;
        // Ties go to the first argument; a NaN argument that lost gets nothing. Arguments are compared with each other, not with
        // the result: under fast-math flags, what is computed once more may differ from that in its last bit.
        fmax(x: -9.0..9.0, y: -9.0..9.0)
            at { (2.0, 2.0) => [1.0, 0.0], "tie"; (f64::NAN, 2.0) => [0.0, 1.0], "NaN loses"; (2.0, f64::NAN) => [1.0, 0.0], "NaN loses" }
            => larger(x, y, 1.0, 0.0), larger(x, y, 0.0, 1.0);
        fmin(x: -9.0..9.0, y: -9.0..9.0)
            at { (2.0, 2.0) => [1.0, 0.0], "tie"; (f64::NAN, 2.0) => [0.0, 1.0], "NaN loses"; (2.0, f64::NAN) => [1.0, 0.0], "NaN loses" }
            => smaller(x, y, 1.0, 0.0), smaller(x, y, 0.0, 1.0);
        fmaximum    (x: -9.0..9.0, y: -9.0..9.0) at { (2.0, 2.0) => [1.0, 0.0], "tie" }
            => if_gt(y, x, 0.0, 1.0), if_gt(y, x, 1.0, 0.0);
        fmaximum_num(x: -9.0..9.0, y: -9.0..9.0) at { (2.0, 2.0) => [1.0, 0.0], "tie" }
            => larger(x, y, 1.0, 0.0), larger(x, y, 0.0, 1.0);
        fminimum    (x: -9.0..9.0, y: -9.0..9.0) at { (2.0, 2.0) => [1.0, 0.0], "tie" }
            => if_gt(x, y, 0.0, 1.0), if_gt(x, y, 1.0, 0.0);
        fminimum_num(x: -9.0..9.0, y: -9.0..9.0) at { (2.0, 2.0) => [1.0, 0.0], "tie" }
            => smaller(x, y, 1.0, 0.0), smaller(x, y, 0.0, 1.0);
        // The quotient is (x - r) / y for truncation and for rounding alike.
        fmod     (x: -9.0..9.0, y: -1.3..1.3) -> r
            at { (5.0, 3.0) => [1.0, -1.0], "between jumps"; (-5.0, 3.0) => [1.0, 1.0], "truncation, not floor" }
            => 1.0, (r - x) / y;
        remainder(x: -9.0..9.0, y: -1.3..1.3) -> r
            at { (5.0, 3.0) => [1.0, -2.0], "rounding, not floor"; (-5.0, 3.0) => [1.0, 2.0], "the same" }
            => 1.0, (r - x) / y;
        // The neighbour of x moves with x.
        nextafter (x: -9.0..9.0, y: -9.0..9.0) => 1.0, 0.0;
        nexttoward(x: -9.0..9.0, y: -9.0..9.0) => 1.0, 0.0;
    }
}

#[rustfmt::skip] // a table
fn scaling() -> Vec<ScalarRule> {
    derivatives! {
        ldexp  (x: -9.0..9.0, n: int(-9..9)) at { (0.0, 3.0) => [8.0], "linear in x" } => ldexp(1.0, n);
        scalbln(x: -9.0..9.0, n: int(-9..9)) at { (0.0, 3.0) => [8.0], "linear in x" } => scalbln(1.0, n);
        scalbn (x: -9.0..9.0, n: int(-9..9)) at { (0.0, 3.0) => [8.0], "linear in x" } => scalbn(1.0, n);
    }
}

#[rustfmt::skip] // a table
fn outs() -> Vec<OutRule> {
    out_derivatives! {
        // r = x 2^-e, and the quotient of the two is a power of 2, exact.
        frexp (x: -9.0..9.0) -> (r: returned(), e: integer(through(1)))
            => [if_eq(x, 0.0, 1.0, r / x)], [];
        modf  (x: -9.0..9.0) -> (f: returned(), i: whole(through(1)))
            => [1.0], [];
        remquo(x: -9.0..9.0, y: -1.3..1.3) -> (r: returned(), q: integer(through(2)))
            => [1.0, (r - x) / y], [];
        sincos(x: -9.0..9.0) -> (s: through(1), c: through(2))
            => [c], [-s];
    }
}

/// The AMD library's `sincos` returns the sine and writes the cosine.
fn ocml_sincos() -> Vec<Entry> {
    let mut rows = out_derivatives! {
        sincos_returned(x: -9.0..9.0) -> (s: returned(), c: through(1)) => [c], [-s];
    };
    let names = [
        "__ocml_sincos_f32",
        "__ocml_sincos_f64",
        "__ocml_sincos_f16",
    ];
    let rule = rows.pop().map(Arc::new);
    let entry = |name| Some(Entry::exact(name, CalleeKind::OutResults(rule.clone()?)));
    names.into_iter().filter_map(entry).collect()
}
