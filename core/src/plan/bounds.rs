//! Numbers that are above zero by more than rounding, as `x * x + y * y + 0.01` is.
//!
//! What divides by such a number, or takes its root, has partials that are finite, and no product with them need be guarded.
//!
//! Owns: [`rule`]. Must not: know which partials are infinite (`enzyme_rules::policy`), or trust a bound that an infinite or undefined number breaks: such a
//! number has no finite partials, whatever is said of it.

use super::adjoints::Adjoint;
use super::facts::Facts;
use crate::analysis::callee;
use crate::view::{CastOp, FloatOp, Inst, Op, ValueId, ValueKind};
use enzyme_rules::{Away, CalleeKind, FloatKind, ScalarRule, has_infinite_partial};
use std::sync::Arc;

/// Expressions nested deeper than this are taken as unknown.
const DEEPEST: u32 = 8;

/// What an instruction contributes of which this is the rule.
pub(super) fn rule(facts: Facts<'_>, inst: &Inst, rule: &Arc<ScalarRule>) -> Adjoint {
    Adjoint::Rule {
        rule: rule.clone(),
        away: away(facts, inst, rule),
        speculated: false,
    }
}

/// Its arguments that are above zero by more than rounding, if that makes a difference.
fn away(facts: Facts<'_>, inst: &Inst, rule: &ScalarRule) -> Away {
    if !has_infinite_partial(rule) {
        return Away::NONE;
    }
    let arguments = inst.operands.iter().take(rule.params.len()).enumerate();
    let away = arguments.filter(|(_, value)| is_away(facts, **value));
    Away(away.fold(0, |mask, (i, _)| mask | 1 << i))
}

/// Whether the inverse of a number, and the square of that, are far from overflow.
fn is_away(facts: Facts<'_>, value: ValueId) -> bool {
    let body = facts.body;
    let least = match body.types.float_lanes(body.values[value].ty) {
        Some(FloatKind::Double) => 1e-100,
        Some(FloatKind::Float) => 1e-12,
        // Any other: its range is small, or nobody has looked at it.
        _ => return false,
    };
    let bounds = Bounds {
        facts,
        assumed: Vec::new(),
    };
    bounds
        .least(value, DEEPEST)
        .is_some_and(|bound| bound >= least)
}

/// Phis inside of each other beyond which nothing is known: each is asked about twice.
const MOST_PHIS: usize = 3;

/// Lower bounds, none of them below zero.
struct Bounds<'a> {
    facts: Facts<'a>,
    /// What is assumed of phis, to see whether it follows from itself.
    assumed: Vec<(ValueId, f64)>,
}

impl Bounds<'_> {
    /// What a number is at least, if it is a number; nothing if it may be negative.
    fn least(&self, value: ValueId, depth: u32) -> Option<f64> {
        let body = self.facts.body;
        if let Some((_, bound)) = self.assumed.iter().find(|(phi, _)| *phi == value) {
            return Some(*bound);
        }
        if let ValueKind::ConstFloat(number) = body.values[value].kind {
            return (number >= 0.0).then_some(number);
        }
        let inst = &body.insts[body.def(value)?];
        let depth = depth.checked_sub(1)?;
        let of = |index: usize| self.least(inst.operands[index], depth);
        match &inst.op {
            Op::Float(FloatOp::Add) => Some(of(0)? + of(1)?),
            Op::Float(FloatOp::Mul) => self.product(inst, depth),
            Op::Float(FloatOp::Div) => of(0).and(of(1)).map(|_| 0.0),
            Op::Cast(CastOp::FpExt) => of(0),
            // A small one may become zero.
            Op::Cast(CastOp::FpTrunc) => {
                of(0).map(|bound| if bound > 1e-6 { bound / 2.0 } else { 0.0 })
            }
            Op::Select => Some(of(1)?.min(of(2)?)),
            Op::Phi(_) => self.phi(value, inst, depth),
            Op::Call(_) => match callee::known(inst, self.facts.registry)? {
                CalleeKind::Scalar(rule) => self.function(rule.name, inst, depth),
                // Any other: it gives no number, or one of which nothing is known.
                _ => None,
            },
            // Any other: nothing is known.
            _ => None,
        }
    }

    /// Of the first two operands.
    fn product(&self, inst: &Inst, depth: u32) -> Option<f64> {
        let (one, other) = (inst.operands[0], inst.operands[1]);
        let bound = self.least(one, depth);
        match one == other {
            true => Some(bound.map_or(0.0, |bound| bound * bound)),
            false => Some(bound? * self.least(other, depth)?),
        }
    }

    fn function(&self, family: &str, inst: &Inst, depth: u32) -> Option<f64> {
        let of = |index: usize| self.least(inst.operands[index], depth);
        match family {
            "cosh" => Some(1.0),
            "exp" | "exp10" | "exp2" => Some(0.0),
            "fabs" => Some(of(0).unwrap_or(0.0)),
            "fma" | "fmuladd" => Some(self.product(inst, depth)? + of(2)?),
            "fmax" => of(0).into_iter().chain(of(1)).reduce(f64::max),
            "fmin" => Some(of(0)?.min(of(1)?)),
            "hypot" => Some(of(0).unwrap_or(0.0).max(of(1).unwrap_or(0.0))),
            "sqrt" => Some(of(0).unwrap_or(0.0).sqrt()),
            // Any other: nothing is known.
            _ => None,
        }
    }

    /// The least of all that comes in, if that holds as soon as it is assumed of what came in before.
    fn phi(&self, phi: ValueId, inst: &Inst, depth: u32) -> Option<f64> {
        if self.assumed.len() == MOST_PHIS {
            return None;
        }
        let assuming = |bound: f64| {
            let mut assumed = self.assumed.clone();
            assumed.push((phi, bound));
            let inner = Bounds { assumed, ..*self };
            let all = inst.operands.iter().map(|value| inner.least(*value, depth));
            all.reduce(|one, other| Some(one?.min(other?))).flatten()
        };
        let bound = assuming(f64::INFINITY)?;
        assuming(bound).filter(|found| *found >= bound)
    }
}
