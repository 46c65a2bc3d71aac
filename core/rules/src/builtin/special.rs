//! Special functions: error, gamma and Bessel functions.
//!
//! Owns: their rows. The derivative of `lgamma` is digamma, which no C library has: see
//! `helper.rs`. C++17's `std::cyl_bessel_j` and the like are templates of the standard library
//! and are differentiated as the code that they are.

use super::rows::{out_entries, scalar_entries};
use crate::calls::{digamma, exp, if_eq, j0, j1, jn, y0, y1, yn};
use crate::outs::{OutRule, integer, returned, through};
use crate::registry::Entry;
use crate::table::{ScalarRule, int};
use crate::{derivatives, out_derivatives};
use std::f64::consts::FRAC_2_SQRT_PI;

pub(super) fn entries() -> Vec<Entry> {
    scalar_entries(rules()).chain(out_entries(outs())).collect()
}

#[rustfmt::skip] // a table
fn rules() -> Vec<ScalarRule> {
    derivatives! {
        erf   (x: -3.0..3.0)      => FRAC_2_SQRT_PI * exp(-(x * x));
        erfc  (x: -3.0..3.0)      => -FRAC_2_SQRT_PI * exp(-(x * x));
        lgamma(x: -4.0..9.0)      => digamma(x);
        tgamma(x: -2.9..5.0) -> r => r * digamma(x);
        j0    (x: -9.0..9.0)      => -j1(x);
        j1    (x: -9.0..9.0) -> r at { (0.0) => [0.5], "the limit of j0 - j1/x" }
                                  => if_eq(x, 0.0, 0.5, j0(x) - r / x);
        jn    (n: int(-3..6), x: -9.0..9.0) at { (1.0, 0.0) => [0.5], "regular" }
                                  => 0.5 * (jn(n - 1, x) - jn(n + 1, x));
        y0    (x: 0.0..9.0)       => -y1(x);
        y1    (x: 0.0..9.0) -> r  => y0(x) - r / x;
        yn    (n: int(-3..6), x: 0.5..9.0)
                                  => 0.5 * (yn(n - 1, x) - yn(n + 1, x));
    }
}

#[rustfmt::skip] // a table
fn outs() -> Vec<OutRule> {
    out_derivatives! {
        lgamma_r(x: -4.0..9.0) -> (r: returned(), sign: integer(through(1)))
            => [digamma(x)], [];
    }
}
