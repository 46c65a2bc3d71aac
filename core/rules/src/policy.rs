//! Numbers at the edges: the one place in code for the conventions of `docs/rule-author.md`.
//!
//! Owns: what a seed times a partial means, and which partials can misbehave. Must not: hold the
//! formulas (a kink's value stands in its row's `at` clause).
//!
//! **Strong zero.** A seed of exactly zero contributes exactly zero, whatever the partial is:
//! `0 * inf` and `0 * NaN` are 0 here. The derivative of something that nobody asked about is
//! not an error of the program: `y = x > 0 ? sqrt(x) : 0` at 0 has the derivative 0. For tangents, which
//! overflow together with their numbers, so does a partial of exactly zero, whatever the seed is
//! ([`ZeroProduct::Either`]): `1 / (1 + exp(t))` is flat where `exp` overflows. [`ZeroProduct::Flat`] is half of that, for partials that are finite. The last
//! policy, [`ZeroProduct::Plain`], is one multiplication and follows IEEE.

use crate::expr::{Cmp, Expr, ExprArena, Node};
use crate::sink::Sink;
use crate::table::ScalarRule;

/// How a seed is multiplied by a partial.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ZeroProduct {
    /// A zero seed contributes zero.
    #[default]
    Strong,
    /// A zero seed contributes zero, and so does a zero partial.
    Either,
    /// A zero partial contributes zero.
    Flat,
    /// A plain multiplication.
    Plain,
}

/// `seed * partial` under a policy. Callers ask [`may_be_infinite`] first and use `Plain` where it
/// says no: there both policies agree, and the plain product is cheaper.
pub fn product<S: Sink>(sink: &mut S, policy: ZeroProduct, seed: S::V, partial: S::V) -> S::V {
    match policy {
        ZeroProduct::Plain => sink.mul(seed, partial),
        ZeroProduct::Strong => {
            let (plain, zero) = (sink.mul(seed, partial), sink.constant(0.0));
            sink.select(Cmp::Eq, (seed, zero), zero, plain)
        }
        ZeroProduct::Flat => {
            let zero = sink.constant(0.0);
            let asked = sink.select(Cmp::Eq, (partial, zero), zero, seed);
            sink.mul(asked, partial)
        }
        // Each factor makes the other one zero: two selects of the product would become one by a disjunction, which
        // scalar machine code branches on.
        ZeroProduct::Either => {
            let zero = sink.constant(0.0);
            let asked = sink.select(Cmp::Eq, (partial, zero), zero, seed);
            let known = sink.select(Cmp::Eq, (seed, zero), zero, partial);
            sink.mul(asked, known)
        }
    }
}

/// Families that have poles, or overflow at moderate arguments. A result of theirs may be
/// infinite though the arguments are finite.
#[rustfmt::skip] // a table
const UNBOUNDED: &[&str] = &[
    "atanh", "cosh", "device_erfcinv", "device_erfcx", "device_erfinv", "device_normcdfinv", "device_rcp", "device_rnorm3d", "digamma",
    "exp", "exp10", "exp2", "expm1", "fdiv", "ldexp", "lgamma",
    "lgamma_r", "log", "log10", "log1p", "log2", "neon_recpe", "neon_rsqrte", "pow", "powi", "rcbrt",
    "rhypot", "rsqrt", "scalbln", "scalbn", "sinh", "tan", "tanpi", "tgamma", "x86_rcp", "x86_rsqrt",
    "y0", "y1", "yn",
];

/// Families among these that have a pole at zero, the argument that is zero there, and no others: they are finite where that argument is away from zero.
const POLE_AT_ZERO: &[(&str, u8)] = &[
    ("device_rcp", 0),
    ("fdiv", 1),
    ("log", 0),
    ("log10", 0),
    ("log2", 0),
    ("rcbrt", 0),
    ("rsqrt", 0),
];

/// Families whose result is away from zero where their argument is.
const KEEPS_AWAY: &[&str] = &["cbrt", "sqrt"];

/// Arguments of which it is known that they are above zero by more than rounding, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Away(pub u32);

impl Away {
    /// Nothing is known.
    pub const NONE: Self = Self(0);

    fn is(self, argument: u8) -> bool {
        self.0 >> argument & 1 == 1
    }
}

/// How a mode multiplies seeds by partials.
#[derive(Clone, Copy, Debug)]
pub struct Products {
    /// By partials that may be infinite.
    pub infinite: ZeroProduct,
    /// By partials that are finite, and zero where the argument has overflown, with its tangent: `tanh(exp(t))`. (A reverse pass forms that product the
    /// other way round: zero times what overflows comes later, in the argument's own row.)
    pub forgetful: ZeroProduct,
    /// By others.
    pub finite: ZeroProduct,
    /// What is known of the arguments.
    pub away: Away,
}

impl Products {
    /// How a seed is multiplied by a partial with respect to this argument.
    pub fn of(
        &self,
        family: &str,
        arena: &ExprArena,
        argument: usize,
        partial: Expr,
    ) -> ZeroProduct {
        if arena.constant(partial).is_some() {
            return ZeroProduct::Plain;
        }
        let moves = |expr: Expr| match arena.node(expr) {
            Node::Arg(of) => usize::from(of) == argument,
            Node::Result(_) => true,
            _ => false,
        };
        let falls = || arena.reachable(&[partial]).into_iter().any(moves);
        if may_be_infinite(family, arena, partial, self.away) {
            self.infinite
        } else if FLAT_AT_INFINITY.contains(&family) && falls() {
            self.forgetful
        } else {
            self.finite
        }
    }
}

/// Families that are flat and finite at infinity.
const FLAT_AT_INFINITY: &[&str] = &[
    "atan", "atan2", "erf", "erfc", "fdiv", "rcbrt", "rhypot", "rsqrt", "tanh",
];

/// Whether a rule has a partial that may be infinite or NaN at finite arguments.
pub fn has_infinite_partial(rule: &ScalarRule) -> bool {
    let mut partials = rule.partials.iter().flatten();
    partials.any(|&partial| may_be_infinite(rule.name, &rule.arena, partial, Away::NONE))
}

/// Whether the formula of a partial may be infinite or NaN at finite arguments of the callee
/// `family`, some of which are `away` from zero (overflow of plain products aside). Errs on the side of yes.
pub fn may_be_infinite(family: &str, arena: &ExprArena, partial: Expr, away: Away) -> bool {
    let signs = signs(family, arena, partial, away);
    let pole = POLE_AT_ZERO.iter().find(|(name, _)| *name == family);
    let is_bounded = pole.is_some_and(|(_, argument)| away.is(*argument));
    let suspicious = |expr: Expr| match arena.node(expr) {
        Node::Div(_, below) => signs[below.index()] != Sign::Positive,
        Node::Call("exp", args) => !decays(arena, args.as_slice()[0], &signs),
        Node::Call(callee, _) => UNBOUNDED.contains(&callee),
        Node::Result(_) => UNBOUNDED.contains(&family) && !is_bounded,
        Node::Const(value) => !value.is_finite(),
        _ => false,
    };
    arena.reachable(&[partial]).into_iter().any(suspicious)
}

/// Whether the exponent is the negative of something not negative, as in `exp(-(x * x))`.
fn decays(arena: &ExprArena, exponent: Expr, signs: &[Sign]) -> bool {
    matches!(arena.node(exponent), Node::Neg(a) if signs[a.index()] != Sign::Any)
}

/// What is known of a value's sign.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Sign {
    Any,
    NotNegative,
    Positive,
}

/// The signs of all nodes up to `last`. Those above zero are so by more than rounding: `1 + x*x`.
fn signs(family: &str, arena: &ExprArena, last: Expr, away: Away) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::with_capacity(last.index() + 1);
    // Operands have smaller indices; nodes that `last` does not reach do no harm.
    for node in arena.prefix(last) {
        let sign = match node {
            Node::Arg(argument) if away.is(*argument) => Sign::Positive,
            Node::Result(_) if KEEPS_AWAY.contains(&family) && away.is(0) => Sign::Positive,
            _ => sign_of(node, &signs),
        };
        signs.push(sign);
    }
    signs
}

fn sign_of(node: &Node, signs: &[Sign]) -> Sign {
    let of = |expr: &Expr| signs[expr.index()];
    match node {
        Node::Const(value) if *value > 0.0 => Sign::Positive,
        Node::Mul(a, b) if a == b => Sign::NotNegative,
        Node::Mul(a, b) if of(a) == Sign::Positive => of(b),
        Node::Mul(a, b) if of(b) == Sign::Positive => of(a),
        Node::Add(a, b) if of(a) > Sign::Any && of(b) > Sign::Any => larger(of(a), of(b)),
        Node::Call("hypot", args) if args.as_slice().iter().any(|a| of(a) == Sign::Positive) => {
            Sign::Positive
        }
        Node::Call("cosh", _) => Sign::Positive,
        Node::Call("exp" | "fabs" | "hypot" | "sqrt", _) => Sign::NotNegative,
        _ => Sign::Any,
    }
}

fn larger(a: Sign, b: Sign) -> Sign {
    if a > b { a } else { b }
}
