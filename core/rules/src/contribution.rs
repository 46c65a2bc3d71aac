//! What an argument of a callee contributes to a derivative: a seed times a partial.
//!
//! A row may say by a comparison that an argument is not chosen: `if_gt(r, 0.0, 1.0, 0.0)` for `fdim`. Such an argument
//! contributes exactly zero, as the side of a branch that is not taken would, whatever the seed is: the tangent of an
//! `exp` that overflows, or the adjoint of `sqrt(fmax(x, 0.0))` below zero, which is infinite.
//!
//! Owns: [`contribution`] and [`chooses`]. Must not: hold formulas, or say what zero times infinity is (`policy`).

use crate::expr::{Cmp, Expr, ExprArena, Node};
use crate::policy::{Products, product};
use crate::sink::{Sink, lower_exprs};
use crate::table::ScalarRule;

/// A partial that comparisons make zero.
enum Choice {
    /// This partial; `None` if it is zero.
    Side(Option<Expr>),
    /// One where a comparison of two sides holds, another where not.
    If(Cmp, (Expr, Expr), Box<[Choice; 2]>),
}

impl Choice {
    /// What is chosen from.
    fn sides(&self) -> Vec<Option<Expr>> {
        match self {
            Self::Side(side) => vec![*side],
            Self::If(.., parts) => parts.iter().flat_map(Self::sides).collect(),
        }
    }
}

/// The choice that a partial is, if it is one: zero on a side. Further comparisons take part if they choose from constants.
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
    let is_constant = |side: &Option<Expr>| side.is_none_or(|e| arena.constant(e).is_some());
    let part = |expr: Expr| {
        let inner = choice(arena, expr).filter(|inner| inner.sides().iter().all(is_constant));
        let is_zero = arena.constant(expr) == Some(0.0);
        inner.unwrap_or(Choice::Side((!is_zero).then_some(expr)))
    };
    let parts = [part(then), part(otherwise)];
    let chosen = Choice::If(cmp, (lhs, rhs), Box::new(parts));
    chosen.sides().contains(&None).then_some(chosen)
}

/// Whether a callee chooses among its arguments and gives this one on as it is, but for its sign, or not at all: `fmin`, `fdim`.
pub fn chooses(rule: &ScalarRule, argument: usize) -> bool {
    let partial = rule.partials.get(argument).copied().flatten();
    let choice = partial.and_then(|partial| choice(&rule.arena, partial));
    let is_constant = |side: Expr| rule.arena.constant(side).is_some();
    choice.is_some_and(|choice| choice.sides().into_iter().flatten().all(is_constant))
}

/// What an argument contributes; `None` for an integer argument.
pub fn contribution<S: Sink>(
    rule: &ScalarRule,
    argument: usize,
    sink: &mut S,
    seed: S::V,
    products: Products,
) -> Option<S::V> {
    let partial = rule.partials.get(argument).copied().flatten()?;
    let scaled = |sink: &mut S, root: Expr, value: S::V| match rule.arena.constant(root) {
        Some(1.0) => seed,
        Some(-1.0) => sink.neg(seed),
        _ => {
            let policy = products.of(rule.name, &rule.arena, argument, root);
            product(sink, policy, seed, value)
        }
    };
    let built = |sink: &mut S, expr: Expr| lower_exprs(&rule.arena, &[expr], sink).pop();
    match choice(&rule.arena, partial) {
        None => {
            let value = built(sink, partial)?;
            Some(scaled(sink, partial, value))
        }
        Some(choice) => chosen(&choice, sink, &built, &scaled),
    }
}

/// What is chosen, scaled; nothing of the other sides.
fn chosen<S: Sink>(
    choice: &Choice,
    sink: &mut S,
    built: &impl Fn(&mut S, Expr) -> Option<S::V>,
    scaled: &impl Fn(&mut S, Expr, S::V) -> S::V,
) -> Option<S::V> {
    Some(match choice {
        Choice::Side(None) => sink.constant(0.0),
        Choice::Side(Some(partial)) => {
            let value = built(sink, *partial)?;
            scaled(sink, *partial, value)
        }
        Choice::If(cmp, (lhs, rhs), parts) => {
            let sides = (built(sink, *lhs)?, built(sink, *rhs)?);
            let then = chosen(&parts[0], sink, built, scaled)?;
            let otherwise = chosen(&parts[1], sink, built, scaled)?;
            sink.select(*cmp, sides, then, otherwise)
        }
    })
}
