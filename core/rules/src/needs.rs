//! Which primal values a formula reads: derived from the formula, never written down.
//!
//! Owns: [`Needs`]. Must not: decide how a needed value is provided (kept or recomputed; that is
//! the plan's). Tests: `tests/needs.rs` holds it against what `lower` really reads.

use crate::expr::{Expr, ExprArena, Node};

/// Bit sets of the arguments and results that some formulas read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// Bit i: argument i (float or integer).
    pub args: u32,
    /// Bit k: result k; bit 0 is the result of a function with one.
    pub results: u32,
}

impl Needs {
    /// What the roots read.
    pub fn of(arena: &ExprArena, roots: &[Expr]) -> Self {
        let mut needs = Needs::default();
        for expr in arena.reachable(roots) {
            match arena.node(expr) {
                Node::Arg(i) | Node::IntArg(i) => needs.args |= 1 << i,
                Node::Result(k) => needs.results |= 1 << k,
                _ => {}
            }
        }
        needs
    }

    /// Whether argument `i` is read.
    pub fn arg(self, i: usize) -> bool {
        self.args & (1 << i) != 0
    }

    /// Whether the (first) result is read.
    pub fn result(self) -> bool {
        self.results & 1 != 0
    }

    /// What either reads.
    pub fn union(self, other: Needs) -> Needs {
        Needs {
            args: self.args | other.args,
            results: self.results | other.results,
        }
    }
}
