//! How large an integer is taken to be, and with what it grows.
//!
//! Estimates for the weighing of costs: nothing that must be right depends on them.
//!
//! Owns: [`SizeEstimate`]. Must not: decide.

use super::facts::Facts;
use crate::analysis::callee;
use crate::view::{IntOp, Op, ValueId, ValueKind};
use enzyme_rules::CalleeKind;
use indexmap::IndexMap;

/// Iterations assumed of a loop whose count is not constant.
pub(crate) const USUAL_TRIPS: u64 = 32;

/// Costs saturate here, so that sums stay far from overflow.
pub(crate) const MOST: u64 = 1 << 40;

/// Expressions nested deeper than this are taken as unknown.
const DEEPEST: u32 = 10;

/// An estimate of an integer: a product of powers of unknown values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SizeEstimate {
    /// The value, if each unknown one is the usual number of trips.
    pub(crate) usual: u64,
    /// With which power of which unknown values it grows.
    powers: IndexMap<ValueId, u32>,
}

impl SizeEstimate {
    pub(crate) fn constant(usual: u64) -> Self {
        let powers = IndexMap::new();
        Self { usual, powers }
    }

    /// The product.
    pub(crate) fn times(mut self, other: Self) -> Self {
        self.usual = self.usual.saturating_mul(other.usual).min(MOST);
        for (value, power) in other.powers {
            *self.powers.entry(value).or_default() += power;
        }
        self
    }

    /// The sum.
    pub(crate) fn plus(self, other: Self) -> Self {
        let usual = self.usual.saturating_add(other.usual).min(MOST);
        let powers = self.or(other).powers;
        Self { usual, powers }
    }

    /// Sum, difference, or one of both: the larger.
    pub(crate) fn or(mut self, other: Self) -> Self {
        self.usual = self.usual.max(other.usual);
        for (value, power) in other.powers {
            let own = self.powers.entry(value).or_default();
            *own = power.max(*own);
        }
        self
    }

    /// Whether it grows no faster than another, in any value.
    pub(crate) fn grows_within(&self, other: &Self) -> bool {
        let most = |value| other.powers.get(value).copied().unwrap_or(0);
        self.powers
            .iter()
            .all(|(value, power)| *power <= most(value))
    }
}

/// The estimate of an integer value.
pub(crate) fn of(facts: Facts<'_>, value: ValueId) -> SizeEstimate {
    nested(facts, value, DEEPEST)
}

fn nested(facts: Facts<'_>, value: ValueId, depth: u32) -> SizeEstimate {
    let body = facts.body;
    if let ValueKind::ConstInt(Some(n)) = body.values[value].kind {
        return SizeEstimate::constant(u64::try_from(n.unsigned_abs()).unwrap_or(MOST).min(MOST));
    }
    let unknown = || SizeEstimate {
        usual: USUAL_TRIPS,
        powers: IndexMap::from([(value, 1)]),
    };
    let Some(inst) = body
        .def(value)
        .map(|id| &body.insts[id])
        .filter(|_| depth > 0)
    else {
        return unknown();
    };
    let operand = |index: usize| nested(facts, inst.operands[index], depth - 1);
    let largest = |from: usize| {
        let all = (from..inst.operands.len()).map(operand);
        all.reduce(SizeEstimate::or).unwrap_or_else(unknown)
    };
    match &inst.op {
        Op::Cast(_) => operand(0),
        Op::Int(IntOp::Product) => operand(0).times(operand(1)),
        Op::Int(IntOp::Arithmetic) => largest(0),
        Op::Int(IntOp::Shl) => match body.values[inst.operands[1]].kind {
            ValueKind::ConstInt(Some(n @ 0..=40)) => {
                operand(0).times(SizeEstimate::constant(1 << n))
            }
            _ => unknown(),
        },
        Op::Select => largest(1),
        Op::Call(_) => match callee::known(inst, facts.registry) {
            Some(CalleeKind::IntegerOp) => largest(0),
            // Any other: its size is not estimated.
            _ => unknown(),
        },
        // Any other: its size is not estimated.
        _ => unknown(),
    }
}
