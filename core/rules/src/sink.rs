//! Turning formulas into anything: instructions, numbers, text.
//!
//! Owns: [`Sink`], and the walk that hands each node to it once, operands first. Must not: know what a sink makes of a
//! node, or which rules there are (`lower.rs`). Shared sub-expressions are built once per call of [`lower_exprs`], so
//! lower all formulas that one place needs together.

use crate::expr::{Cmp, Expr, ExprArena, Node};

/// Receives the steps of a formula. Values are of the callee's floating-point kind, except those
/// made by `int_arg` and `int_add`, which are integers of that argument's own type.
pub trait Sink {
    /// A value.
    type V: Copy;
    /// Floating-point argument `i` of the callee.
    fn arg(&mut self, i: u8) -> Self::V;
    /// Integer argument `i` of the callee.
    fn int_arg(&mut self, i: u8) -> Self::V;
    /// Result `i` of the callee.
    fn result(&mut self, i: u8) -> Self::V;
    /// A constant.
    fn constant(&mut self, value: f64) -> Self::V;
    /// `-a`
    fn neg(&mut self, a: Self::V) -> Self::V;
    /// `a + b`
    fn add(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a - b`
    fn sub(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b`
    fn mul(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a / b`
    fn div(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// A call of the family's member of the callee's kind (`family::spelling`).
    fn call(&mut self, family: &'static str, args: &[Self::V]) -> Self::V;
    /// `sides.0 cmp sides.1 ? then : otherwise`; the comparison is ordered, see [`Cmp`].
    fn select(
        &mut self,
        cmp: Cmp,
        sides: (Self::V, Self::V),
        then: Self::V,
        otherwise: Self::V,
    ) -> Self::V;
    /// An integer as a floating-point number of the callee's kind (signed).
    fn int_to_float(&mut self, a: Self::V) -> Self::V;
    /// An integer plus a constant, wrapping.
    fn int_add(&mut self, a: Self::V, constant: i64) -> Self::V;
}

/// Builds several formulas of one arena, sharing what they have in common.
pub fn lower_exprs<S: Sink>(arena: &ExprArena, roots: &[Expr], sink: &mut S) -> Vec<S::V> {
    let mut built: Vec<Option<S::V>> = vec![None; arena.len()];
    for expr in arena.reachable(roots) {
        let node = arena.node(expr);
        // Operands come first in an arena, so each is there already.
        let operands = node.operands();
        let values = operands.as_slice().iter().filter_map(|e| built[e.index()]);
        let values: Vec<S::V> = values.collect();
        built[expr.index()] = Some(step(sink, node, &values));
    }
    roots
        .iter()
        .filter_map(|root| built[root.index()])
        .collect()
}

/// One node, its operands built.
fn step<S: Sink>(sink: &mut S, node: Node, v: &[S::V]) -> S::V {
    match node {
        Node::Arg(i) => sink.arg(i),
        Node::IntArg(i) => sink.int_arg(i),
        Node::Result(i) => sink.result(i),
        Node::Const(value) => sink.constant(value),
        Node::Neg(_) => sink.neg(v[0]),
        Node::Add(..) => sink.add(v[0], v[1]),
        Node::Sub(..) => sink.sub(v[0], v[1]),
        Node::Mul(..) => sink.mul(v[0], v[1]),
        Node::Div(..) => sink.div(v[0], v[1]),
        Node::Call(family, _) => sink.call(family, v),
        Node::Select { cmp, .. } => sink.select(cmp, (v[0], v[1]), v[2], v[3]),
        Node::IntToFloat(_) => sink.int_to_float(v[0]),
        Node::IntAddConst(_, constant) => sink.int_add(v[0], constant),
    }
}
