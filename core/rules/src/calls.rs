//! The functions that a formula may call, spelled as in the textbook.
//!
//! Owns: one function per callable family. Must not: evaluate (`values.rs`) or choose symbols
//! (`family.rs`). The name given here is the family's name; `tests/families.rs` checks that each
//! is one, can be evaluated and can be called at every kind.

use crate::term::{IntTerm, Term, call};

pub use crate::term::{if_eq, if_ge, if_gt, if_lt, select};

macro_rules! calls {
    ($($name:ident ( $($arg:ident),+ ) $doc:literal;)*) => {
        $(
            #[doc = $doc]
            pub fn $name<'a>($($arg: impl Into<Term<'a>>),+) -> Term<'a> {
                call(stringify!($name), &[$($arg.into()),+])
            }
        )*

        /// The families that formulas may call, with the number of their arguments.
        pub const CALLABLE: &[(&str, usize)] = &[
            $((stringify!($name), [$(stringify!($arg)),+].len()),)*
            ("jn", 2), ("ldexp", 2), ("powi", 2), ("scalbln", 2), ("scalbn", 2), ("yn", 2),
        ];
    };
}

calls! {
    copysign(x, y) "`|x|` with the sign of `y`";
    cos(x) "cosine";
    cosh(x) "hyperbolic cosine";
    cospi(x) "`cos(pi x)`";
    digamma(x) "`lgamma'(x)`, a helper that the engine emits (`helper.rs`)";
    exp(x) "exponential";
    fabs(x) "absolute value";
    hypot(x, y) "`sqrt(x^2 + y^2)` without overflow";
    j0(x) "Bessel function of the first kind, order 0";
    j1(x) "Bessel function of the first kind, order 1";
    log(x) "natural logarithm";
    pow(x, y) "power";
    rint(x) "nearest integer";
    sin(x) "sine";
    sinh(x) "hyperbolic sine";
    sinpi(x) "`sin(pi x)`";
    sqrt(x) "square root";
    tan(x) "tangent (the trigonometric one)";
    y0(x) "Bessel function of the second kind, order 0";
    y1(x) "Bessel function of the second kind, order 1";
}

/// `x^n` for an integer `n`.
pub fn powi<'a>(x: impl Into<Term<'a>>, n: IntTerm<'a>) -> Term<'a> {
    call("powi", &[x.into(), n.as_operand()])
}

/// `x 2^n` for an `int`.
pub fn ldexp<'a>(x: impl Into<Term<'a>>, n: IntTerm<'a>) -> Term<'a> {
    call("ldexp", &[x.into(), n.as_operand()])
}

/// `x 2^n` for an `int` (radix of the machine, which is 2).
pub fn scalbn<'a>(x: impl Into<Term<'a>>, n: IntTerm<'a>) -> Term<'a> {
    call("scalbn", &[x.into(), n.as_operand()])
}

/// `x 2^n` for a `long`.
pub fn scalbln<'a>(x: impl Into<Term<'a>>, n: IntTerm<'a>) -> Term<'a> {
    call("scalbln", &[x.into(), n.as_operand()])
}

/// Bessel function of the first kind, order `n`.
pub fn jn<'a>(n: IntTerm<'a>, x: impl Into<Term<'a>>) -> Term<'a> {
    call("jn", &[n.as_operand(), x.into()])
}

/// Bessel function of the second kind, order `n`.
pub fn yn<'a>(n: IntTerm<'a>, x: impl Into<Term<'a>>) -> Term<'a> {
    call("yn", &[n.as_operand(), x.into()])
}
