//! Functions that formulas need and no library has: straight-line formulas for the engine to emit.
//!
//! Owns: [`Helper`] and the digamma function. Must not: say how a helper is emitted. The engine
//! emits, once per module and kind, an internal function `memory(none) nounwind` named after the
//! helper's symbol whose body is the formula over argument 0. Tests: `tests/digamma.rs`.

use crate::calls::{if_eq, if_lt, log, rint, tan};
use crate::expr::{Expr, ExprArena, Sketch};
use crate::sink::{Sink, lower_exprs};
use crate::term::Term;
use std::f64::consts::PI;
use std::sync::LazyLock;

/// A function given by a formula over its arguments.
#[derive(Clone, Debug)]
pub struct Helper {
    /// The family that formulas call.
    pub family: &'static str,
    /// The name of the internal function; append the kind when several are emitted.
    pub symbol: &'static str,
    /// The number of floating-point arguments.
    pub arity: u8,
    /// Where the formula lives.
    pub arena: ExprArena,
    /// The value.
    pub body: Expr,
}

impl Helper {
    /// Builds the value.
    pub fn lower<S: Sink>(&self, sink: &mut S) -> Option<S::V> {
        lower_exprs(&self.arena, &[self.body], sink).pop()
    }
}

/// The helper behind a family, if it is one.
pub fn helper(family: &str) -> Option<&'static Helper> {
    [&*DIGAMMA]
        .into_iter()
        .find(|helper| helper.family == family)
}

static DIGAMMA: LazyLock<Helper> = LazyLock::new(|| {
    let sketch = Sketch::new();
    let body = digamma(Term::arg(&sketch, 0)).expr(&sketch);
    let arena = sketch.finish();
    Helper {
        family: "digamma",
        symbol: "enzyme_rs_digamma",
        arity: 1,
        arena,
        body,
    }
});

/// Steps of the recurrence: from an argument above 0 to one of at least 10.
const SHIFTS: usize = 10;

/// psi(x) = psi(1 - x) - pi / tan(pi x) for x < 0; the fraction of x is exact, so that the tangent
/// is accurate for large arguments too. Elsewhere the fraction is a harmless constant: both
/// branches are computed, and differentiating the formula again must not meet an infinity that
/// is not there.
fn digamma(x: Term<'_>) -> Term<'_> {
    let positive = digamma_positive(if_lt(x, 0.0, 1.0 - x, x));
    let fraction = if_lt(x, 0.0, x - rint(x), 0.25);
    let reflection = if_lt(x, 0.0, PI / tan(PI * fraction), 0.0);
    positive - reflection
}

/// psi(z) = psi(z + 1) - 1/z, as often as needed to reach the asymptotic series.
fn digamma_positive(z: Term<'_>) -> Term<'_> {
    let mut shifted = z;
    let mut recurrence = Term::from(0.0);
    for _ in 0..SHIFTS {
        recurrence = recurrence + if_lt(shifted, 10.0, 1.0 / shifted, 0.0);
        shifted = if_lt(shifted, 10.0, shifted + 1.0, shifted);
    }
    // The series of an infinite argument would be inf - inf / inf.
    let series = log(shifted) - 0.5 / shifted - asymptotic(1.0 / (shifted * shifted));
    if_eq(z, f64::INFINITY, z, series - recurrence)
}

/// sum B_2k / (2k) w^k, k = 1 .. 7, with w = 1/z^2 and the Bernoulli numbers B_2 .. B_14.
fn asymptotic(w: Term<'_>) -> Term<'_> {
    let coefficients = [
        1.0 / 12.0,
        -1.0 / 120.0,
        1.0 / 252.0,
        -1.0 / 240.0,
        1.0 / 132.0,
        -691.0 / 32760.0,
        1.0 / 12.0,
    ];
    let mut sum = Term::from(0.0);
    for &coefficient in coefficients.iter().rev() {
        sum = (sum + coefficient) * w;
    }
    sum
}
