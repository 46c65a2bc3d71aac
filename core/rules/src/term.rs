//! Formulas as they are written: operators on a `Copy` handle.
//!
//! Owns: [`Term`] and [`IntTerm`], their operators and the conditional. Must not: know which
//! functions exist (`calls.rs`). A constant carries no arena until it meets a term that does;
//! constants among themselves are folded. Tests: at the end.

use crate::expr::{Cmp, Expr, Node, Operands, Sketch};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A floating-point formula under construction.
#[derive(Clone, Copy, Debug)]
pub enum Term<'a> {
    /// A constant, not yet stored anywhere.
    Const(f64),
    /// A node of the sketch.
    Node(&'a Sketch, Expr),
}

/// An integer formula under construction: an integer argument, possibly plus a constant.
#[derive(Clone, Copy, Debug)]
pub struct IntTerm<'a> {
    sketch: &'a Sketch,
    expr: Expr,
}

impl<'a> IntTerm<'a> {
    /// The callee's integer argument `index`.
    pub fn arg(sketch: &'a Sketch, index: u8) -> Self {
        IntTerm {
            sketch,
            expr: sketch.intern(Node::IntArg(index)),
        }
    }

    /// The integer as it stands in a call that takes an integer.
    pub(crate) fn as_operand(self) -> Term<'a> {
        Term::Node(self.sketch, self.expr)
    }
}

impl<'a> Term<'a> {
    /// The callee's floating-point argument `index`.
    pub fn arg(sketch: &'a Sketch, index: u8) -> Self {
        Term::Node(sketch, sketch.intern(Node::Arg(index)))
    }

    /// The callee's result `index`.
    pub fn result(sketch: &'a Sketch, index: u8) -> Self {
        Term::Node(sketch, sketch.intern(Node::Result(index)))
    }

    /// The stored node; constants are stored now.
    pub fn expr(self, sketch: &Sketch) -> Expr {
        match self {
            Term::Const(value) => sketch.intern(Node::Const(value)),
            Term::Node(_, expr) => expr,
        }
    }

    fn sketch(self) -> Option<&'a Sketch> {
        match self {
            Term::Const(_) => None,
            Term::Node(sketch, _) => Some(sketch),
        }
    }

    fn is(self, value: f64) -> bool {
        matches!(self, Term::Const(c) if c == value)
    }
}

/// Builds a node over `terms`, or folds it when all of them are constants.
fn build<'a>(
    terms: &[Term<'a>],
    fold: impl FnOnce(&[f64]) -> f64,
    node: impl FnOnce(&[Expr]) -> Node,
) -> Term<'a> {
    match terms.iter().find_map(|term| term.sketch()) {
        Some(sketch) => {
            let exprs: Vec<Expr> = terms.iter().map(|term| term.expr(sketch)).collect();
            Term::Node(sketch, sketch.intern(node(&exprs)))
        }
        None => Term::Const(fold(&constants(terms))),
    }
}

fn constants(terms: &[Term<'_>]) -> Vec<f64> {
    let value = |term: &Term<'_>| {
        if let Term::Const(c) = term {
            Some(*c)
        } else {
            None
        }
    };
    terms.iter().filter_map(value).collect()
}

/// A call of the family; of constants only, its value (NaN for a family that `values` lacks).
pub(crate) fn call<'a>(family: &'static str, terms: &[Term<'a>]) -> Term<'a> {
    build(
        terms,
        |values| crate::values::call(family, values).unwrap_or(f64::NAN),
        |exprs| Node::Call(family, Operands::new(exprs)),
    )
}

/// `lhs cmp rhs ? then : otherwise`.
pub fn select<'a>(
    cmp: Cmp,
    (lhs, rhs): (impl Into<Term<'a>>, impl Into<Term<'a>>),
    then: impl Into<Term<'a>>,
    otherwise: impl Into<Term<'a>>,
) -> Term<'a> {
    build(
        &[lhs.into(), rhs.into(), then.into(), otherwise.into()],
        |v| if cmp.holds(v[0], v[1]) { v[2] } else { v[3] },
        |e| Node::Select {
            cmp,
            lhs: e[0],
            rhs: e[1],
            then: e[2],
            otherwise: e[3],
        },
    )
}

macro_rules! conditionals {
    ($($name:ident $cmp:ident $doc:literal;)*) => { $(
        #[doc = $doc]
        pub fn $name<'a>(
            lhs: impl Into<Term<'a>>,
            rhs: impl Into<Term<'a>>,
            then: impl Into<Term<'a>>,
            otherwise: impl Into<Term<'a>>,
        ) -> Term<'a> {
            select(Cmp::$cmp, (lhs, rhs), then, otherwise)
        }
    )* };
}

conditionals! {
    if_eq Eq "`lhs == rhs ? then : otherwise`";
    if_lt Lt "`lhs < rhs ? then : otherwise`";
    if_gt Gt "`lhs > rhs ? then : otherwise`";
    if_ge Ge "`lhs >= rhs ? then : otherwise`";
}

impl From<f64> for Term<'_> {
    fn from(value: f64) -> Self {
        Term::Const(value)
    }
}

impl<'a> From<IntTerm<'a>> for Term<'a> {
    fn from(n: IntTerm<'a>) -> Self {
        Term::Node(n.sketch, n.sketch.intern(Node::IntToFloat(n.expr)))
    }
}

impl Add<i64> for IntTerm<'_> {
    type Output = Self;
    fn add(self, constant: i64) -> Self {
        IntTerm {
            expr: self.sketch.intern(Node::IntAddConst(self.expr, constant)),
            ..self
        }
    }
}

impl Sub<i64> for IntTerm<'_> {
    type Output = Self;
    fn sub(self, constant: i64) -> Self {
        self + -constant
    }
}

impl Neg for Term<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        build(&[self], |v| -v[0], |e| Node::Neg(e[0]))
    }
}

fn sum<'a>(a: Term<'a>, b: Term<'a>) -> Term<'a> {
    build(&[a, b], |v| v[0] + v[1], |e| Node::Add(e[0], e[1]))
}

fn difference<'a>(a: Term<'a>, b: Term<'a>) -> Term<'a> {
    build(&[a, b], |v| v[0] - v[1], |e| Node::Sub(e[0], e[1]))
}

/// `1 * a` is `a` exactly; `0 * a` is left alone (it is not 0 for an infinite `a`).
fn times<'a>(a: Term<'a>, b: Term<'a>) -> Term<'a> {
    if a.is(1.0) {
        return b;
    }
    if b.is(1.0) {
        return a;
    }
    build(&[a, b], |v| v[0] * v[1], |e| Node::Mul(e[0], e[1]))
}

fn quotient<'a>(a: Term<'a>, b: Term<'a>) -> Term<'a> {
    build(&[a, b], |v| v[0] / v[1], |e| Node::Div(e[0], e[1]))
}

macro_rules! operators {
    ($($trait:ident $method:ident $function:ident;)*) => { $(
        impl<'a, T: Into<Term<'a>>> $trait<T> for Term<'a> {
            type Output = Term<'a>;
            fn $method(self, rhs: T) -> Term<'a> { $function(self, rhs.into()) }
        }
        impl<'a> $trait<Term<'a>> for f64 {
            type Output = Term<'a>;
            fn $method(self, rhs: Term<'a>) -> Term<'a> { $function(self.into(), rhs) }
        }
    )* };
}

operators! {
    Add add sum;
    Sub sub difference;
    Mul mul times;
    Div div quotient;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_fold_and_one_is_neutral() {
        let sketch = Sketch::new();
        let x = Term::arg(&sketch, 0);
        assert!(Term::from(2.0).mul(3.0).is(6.0));
        assert!(if_lt(1.0, 2.0, 7.0, 8.0).is(7.0));
        assert_eq!((x * 1.0).expr(&sketch), x.expr(&sketch));
        assert_eq!((1.0 * x).expr(&sketch), x.expr(&sketch));
        assert_ne!((0.0 * x).expr(&sketch), Term::from(0.0).expr(&sketch));
    }

    #[test]
    fn integers_become_floats_only_when_asked() {
        let sketch = Sketch::new();
        let n = IntTerm::arg(&sketch, 1);
        let float = Term::from(n - 1);
        let arena_expr = float.expr(&sketch);
        let arena = sketch.finish();
        assert!(matches!(arena.node(arena_expr), Node::IntToFloat(_)));
        let shifted = arena.node(arena_expr).operands().as_slice()[0];
        assert!(matches!(arena.node(shifted), Node::IntAddConst(_, -1)));
    }
}
