//! Dual numbers: a value and its derivative along several directions at once. Owns the calculus of
//! the oracle, written independently of the engine's derivative rules; must not know the language.

use crate::ast::{MathFn, Prec, RealOp};

/// Number of directions carried along; at least the number of active inputs of a program.
pub(crate) const LANES: usize = 12;

/// A value with its tangents.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Dual {
    pub(crate) v: f64,
    pub(crate) d: [f64; LANES],
}

impl Dual {
    pub(crate) fn constant(v: f64) -> Dual {
        Dual { v, d: [0.0; LANES] }
    }

    /// The input whose tangent is one in direction `lane`.
    pub(crate) fn input(v: f64, lane: usize) -> Dual {
        let mut dual = Dual::constant(v);
        dual.d[lane] = 1.0;
        dual
    }

    pub(crate) fn is_constant(&self) -> bool {
        self.d.iter().all(|t| *t == 0.0)
    }

    pub(crate) fn max_tangent(&self) -> f64 {
        self.d.iter().fold(0.0, |m: f64, t| m.max(t.abs()))
    }

    /// The largest difference of the tangents of two duals.
    pub(crate) fn tangent_gap(&self, other: &Dual) -> f64 {
        self.d
            .iter()
            .zip(&other.d)
            .fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()))
    }

    /// The value `v` with tangent `slope * self'`.
    pub(crate) fn chain(&self, v: f64, slope: f64) -> Dual {
        Dual {
            v,
            d: self.d.map(|t| slope * t),
        }
    }

    /// The value `v` with tangent `sa * a' + sb * b'`.
    fn chain2(v: f64, (sa, a): (f64, &Dual), (sb, b): (f64, &Dual)) -> Dual {
        Dual {
            v,
            d: std::array::from_fn(|i| sa * a.d[i] + sb * b.d[i]),
        }
    }

    pub(crate) fn neg(&self) -> Dual {
        self.chain(-self.v, -1.0)
    }

    /// Rounds the value to `prec`; tangents are those of the unrounded function.
    pub(crate) fn round(mut self, prec: Prec) -> Dual {
        if prec == Prec::F32 {
            self.v = f64::from(self.v as f32);
        }
        self
    }
}

/// `a op b`, rounded as an operation of precision `prec`. Rounding the double result once more to
/// float is exact for + - * / (double has more than twice float's digits).
pub(crate) fn binary(op: RealOp, a: &Dual, b: &Dual, prec: Prec) -> Dual {
    let exact = match op {
        RealOp::Add => Dual::chain2(a.v + b.v, (1.0, a), (1.0, b)),
        RealOp::Sub => Dual::chain2(a.v - b.v, (1.0, a), (-1.0, b)),
        RealOp::Mul => Dual::chain2(a.v * b.v, (b.v, a), (a.v, b)),
        RealOp::Div => Dual::chain2(a.v / b.v, (1.0 / b.v, a), (-a.v / (b.v * b.v), b)),
    };
    exact.round(prec)
}

/// `f(args)`; the value is computed by the C library's function of that precision.
pub(crate) fn math(f: MathFn, args: &[Dual], prec: Prec) -> Dual {
    match args {
        [x] => x.chain(value1(f, x.v, prec), slope1(f, x.v)),
        [x, y] => {
            let (sx, sy) = slope2(f, x.v, y.v);
            Dual::chain2(value2(f, x.v, y.v, prec), (sx, x), (sy, y))
        }
        _ => Dual::constant(f64::NAN),
    }
}

/// Instantiates one table of library calls for both precisions.
macro_rules! by_precision {
    ($prec:expr, |$($x:ident),+| $body:expr) => {
        match $prec {
            Prec::F64 => $body,
            Prec::F32 => {
                $(let $x = $x as f32;)+
                f64::from($body)
            }
        }
    };
}

fn value1(f: MathFn, x: f64, prec: Prec) -> f64 {
    by_precision!(prec, |x| match f {
        MathFn::Sin => x.sin(),
        MathFn::Cos => x.cos(),
        MathFn::Tan => x.tan(),
        MathFn::Exp => x.exp(),
        MathFn::Log => x.ln(),
        MathFn::Log1p => x.ln_1p(),
        MathFn::Sqrt => x.sqrt(),
        MathFn::Cbrt => x.cbrt(),
        MathFn::Tanh => x.tanh(),
        MathFn::Sinh => x.sinh(),
        MathFn::Atan => x.atan(),
        MathFn::Asin => x.asin(),
        MathFn::Fabs => x.abs(),
        MathFn::Pow | MathFn::Fmax | MathFn::Fmin | MathFn::Atan2 | MathFn::Hypot => x * 0.0 / 0.0,
    })
}

fn slope1(f: MathFn, x: f64) -> f64 {
    match f {
        MathFn::Sin => x.cos(),
        MathFn::Cos => -x.sin(),
        MathFn::Tan => 1.0 / (x.cos() * x.cos()),
        MathFn::Exp => x.exp(),
        MathFn::Log => 1.0 / x,
        MathFn::Log1p => 1.0 / (1.0 + x),
        MathFn::Sqrt => 0.5 / x.sqrt(),
        MathFn::Cbrt => 1.0 / (3.0 * x.cbrt() * x.cbrt()),
        MathFn::Tanh => 1.0 / (x.cosh() * x.cosh()),
        MathFn::Sinh => x.cosh(),
        MathFn::Atan => 1.0 / (1.0 + x * x),
        MathFn::Asin => 1.0 / ((1.0 - x) * (1.0 + x)).sqrt(),
        MathFn::Fabs => x.signum(),
        MathFn::Pow | MathFn::Fmax | MathFn::Fmin | MathFn::Atan2 | MathFn::Hypot => f64::NAN,
    }
}

fn value2(f: MathFn, x: f64, y: f64, prec: Prec) -> f64 {
    by_precision!(prec, |x, y| match f {
        MathFn::Pow => x.powf(y),
        MathFn::Fmax => x.max(y),
        MathFn::Fmin => x.min(y),
        MathFn::Atan2 => x.atan2(y),
        MathFn::Hypot => x.hypot(y),
        _ => x * 0.0 / 0.0,
    })
}

fn slope2(f: MathFn, x: f64, y: f64) -> (f64, f64) {
    let pick = |first: bool| if first { (1.0, 0.0) } else { (0.0, 1.0) };
    match f {
        // The generator raises negative bases to constant powers only.
        MathFn::Pow if x <= 0.0 => (y * x.powf(y - 1.0), 0.0),
        MathFn::Pow => (y * x.powf(y - 1.0), x.powf(y) * x.ln()),
        MathFn::Fmax => pick(x > y),
        MathFn::Fmin => pick(x < y),
        MathFn::Atan2 => (y / (x * x + y * y), -x / (x * x + y * y)),
        MathFn::Hypot => (x / x.hypot(y), y / x.hypot(y)),
        _ => (f64::NAN, f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNARY: &[(MathFn, f64)] = &[
        (MathFn::Sin, 0.7),
        (MathFn::Cos, 0.7),
        (MathFn::Tan, 0.7),
        (MathFn::Exp, 0.7),
        (MathFn::Log, 1.7),
        (MathFn::Log1p, 0.7),
        (MathFn::Sqrt, 1.7),
        (MathFn::Cbrt, -1.7),
        (MathFn::Tanh, 0.7),
        (MathFn::Sinh, 0.7),
        (MathFn::Atan, -0.7),
        (MathFn::Asin, 0.7),
        (MathFn::Fabs, -0.7),
    ];

    const BINARY: &[MathFn] = &[
        MathFn::Pow,
        MathFn::Fmax,
        MathFn::Fmin,
        MathFn::Atan2,
        MathFn::Hypot,
    ];

    fn assert_close(f: MathFn, got: f64, want: f64) {
        assert!((got - want).abs() < 1e-8, "{f:?}: {got} against {want}");
    }

    #[test]
    fn unary_slopes_match_differences() {
        let h = 1e-6;
        for &(f, x) in UNARY {
            let fd = (value1(f, x + h, Prec::F64) - value1(f, x - h, Prec::F64)) / (2.0 * h);
            assert_close(f, slope1(f, x), fd);
        }
    }

    #[test]
    fn binary_slopes_match_differences() {
        let (h, x, y) = (1e-6, 1.3, 0.8);
        for &f in BINARY {
            let value = |x, y| value2(f, x, y, Prec::F64);
            let (sx, sy) = slope2(f, x, y);
            assert_close(f, sx, (value(x + h, y) - value(x - h, y)) / (2.0 * h));
            assert_close(f, sy, (value(x, y + h) - value(x, y - h)) / (2.0 * h));
        }
    }

    #[test]
    fn division_follows_the_quotient_rule() {
        let (a, b) = (Dual::input(3.0, 0), Dual::input(4.0, 1));
        let q = binary(RealOp::Div, &a, &b, Prec::F64);
        assert_eq!((q.v, q.d[0], q.d[1]), (0.75, 0.25, -0.1875));
    }
}
