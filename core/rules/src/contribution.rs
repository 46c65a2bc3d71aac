//! What an argument of a callee contributes to a derivative: a seed times a partial.
//!
//! A row may say by a comparison that an argument is not chosen: `if_eq(r, x, 1.0, 0.0)` for `fmax`. Such an argument
//! contributes exactly zero, as the side of a branch that is not taken would, whatever the seed is: the tangent of an
//! `exp` that overflows, or the adjoint of `sqrt(fmax(x, 0.0))` below zero, which is infinite.
//!
//! Owns: [`contribution`] and [`chooses`]. Must not: hold formulas, or say what zero times infinity is (`policy`).

use crate::expr::{Cmp, Expr, ExprArena, Node};
use crate::lower::{Sink, lower_exprs};
use crate::policy::{ZeroProduct, may_be_infinite, product};
use crate::table::ScalarRule;

/// A partial that a comparison makes zero.
struct Choice {
    cmp: Cmp,
    sides: (Expr, Expr),
    /// The partial where it is not zero: where the comparison holds, or where not.
    chosen: Expr,
    holds: bool,
}

/// The choice that a partial is, if it is one.
fn choice(arena: &ExprArena, partial: Expr) -> Option<Choice> {
    let Node::Select {
        cmp,
        lhs,
        rhs,
        then,
        otherwise,
    } = arena.node(partial)
    else {
        return None;
    };
    let is_zero = |expr| arena.constant(expr) == Some(0.0);
    let (chosen, holds) = match (is_zero(then), is_zero(otherwise)) {
        (false, true) => (then, true),
        (true, false) => (otherwise, false),
        _ => return None,
    };
    Some(Choice {
        cmp,
        sides: (lhs, rhs),
        chosen,
        holds,
    })
}

/// Whether a callee chooses among its arguments and gives this one on as it is, but for its sign, or not at all: `fmin`, `fdim`.
pub fn chooses(rule: &ScalarRule, argument: usize) -> bool {
    let partial = rule.partials.get(argument).copied().flatten();
    let choice = partial.and_then(|partial| choice(&rule.arena, partial));
    choice.is_some_and(|choice| rule.arena.constant(choice.chosen).is_some())
}

/// What an argument contributes; `None` for an integer argument. `policy` is that of partials which may be infinite, or of all
/// if the argument is `guarded`.
pub fn contribution<S: Sink>(
    rule: &ScalarRule,
    argument: usize,
    sink: &mut S,
    seed: S::V,
    (policy, guarded): (ZeroProduct, bool),
) -> Option<S::V> {
    let partial = rule.partials.get(argument).copied().flatten()?;
    let scaled = |sink: &mut S, root: Expr, value: S::V| match rule.arena.constant(root) {
        Some(1.0) => seed,
        Some(-1.0) => sink.neg(seed),
        constant => {
            let guarded = guarded && constant.is_none();
            let strong = guarded || may_be_infinite(rule.name, &rule.arena, root);
            let policy = if strong { policy } else { ZeroProduct::Plain };
            product(sink, policy, seed, value)
        }
    };
    let Some(choice) = choice(&rule.arena, partial) else {
        let value = lower_exprs(&rule.arena, &[partial], sink).pop()?;
        return Some(scaled(sink, partial, value));
    };
    let roots = [choice.sides.0, choice.sides.1, choice.chosen];
    let built = lower_exprs(&rule.arena, &roots, sink);
    let part = scaled(sink, choice.chosen, built[2]);
    let zero = sink.constant(0.0);
    let sides = (built[0], built[1]);
    Some(match choice.holds {
        true => sink.select(choice.cmp, sides, part, zero),
        false => sink.select(choice.cmp, sides, zero, part),
    })
}
