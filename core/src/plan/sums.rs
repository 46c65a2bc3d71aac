//! Numbers that a loop adds up: each iteration adds to them what has nothing to do with what they were.
//!
//! Such a number goes from iteration to iteration as a merge in the header. Within an iteration it may go through inner loops and over
//! branches, but nothing else is computed from it. So iterations could each begin at zero, and their results be added: with
//! the same derivatives, if with other last bits.
//!
//! Owns: [`Sums`]. Must not: decide what becomes of the loop.

use super::facts::Facts;
use crate::analysis::callee;
use crate::view::{FloatOp, Inst, InstId, LoopId, Op, ValueId};
use enzyme_rules::CalleeKind;
use indexmap::IndexSet;

/// The sums of a loop, as they are at its end.
pub(super) struct Sums(IndexSet<ValueId>);

impl Sums {
    /// The sums; `None` if anything else but the counter goes from iteration to iteration.
    pub(super) fn of(facts: Facts<'_>, this: LoopId) -> Option<Self> {
        let Facts { body, .. } = facts;
        let data = &body.loops[this];
        let phis = body.blocks[data.header].insts.iter();
        let phis = phis.filter(|id| matches!(body.insts[**id].op, Op::Phi(_)));
        let phis = phis.filter_map(|id| body.insts[*id].result);
        let phis = phis.filter(|phi| *phi != data.counter);
        let ends = phis.map(|phi| (Sum { facts, this, phi }).end());
        Some(Self(ends.collect::<Option<_>>()?))
    }

    pub(super) fn contain(&self, value: ValueId) -> bool {
        self.0.contains(&value)
    }

    /// Whether derivatives pass through one of them.
    pub(super) fn are_active(&self, facts: Facts<'_>) -> bool {
        self.0.iter().any(|sum| facts.activities.active(*sum))
    }
}

/// A sum from its merge on.
struct Sum<'a> {
    facts: Facts<'a>,
    this: LoopId,
    phi: ValueId,
}

impl Sum<'_> {
    /// What it is at the end of an iteration, if it is one.
    fn end(&self) -> Option<ValueId> {
        let body = self.facts.body;
        let phi = &body.insts[body.def(self.phi)?];
        let Op::Phi(from) = &phi.op else {
            return None;
        };
        let latch = body.loops[self.this].latch;
        let position = from.iter().position(|block| *block == latch)?;
        let end = phi.operands[position];
        let forms = self.forms()?;
        let makers = forms.iter().filter(|form| **form != self.phi);
        let mut makers = makers.map(|form| body.def(*form));
        let hands_on = |id: InstId| self.hands_on(&body.insts[id], &forms);
        let sum =
            end != self.phi && forms.contains(&end) && makers.all(|id| id.is_some_and(hands_on));
        sum.then_some(end)
    }

    /// All that is computed from it in an iteration; `None` if it goes elsewhere, too.
    fn forms(&self) -> Option<IndexSet<ValueId>> {
        let body = self.facts.body;
        let mut forms = IndexSet::from([self.phi]);
        let mut next = 0;
        while let Some(form) = forms.get_index(next).copied() {
            let users = body.values[form].uses.iter().map(|id| &body.insts[*id]);
            let inside = users.filter(|user| body.holds(self.this, user.block));
            for user in inside {
                forms.insert(user.result?);
            }
            next += 1;
        }
        Some(forms)
    }

    /// Whether an instruction hands one form of the sum on, or adds to it what is computed from none.
    fn hands_on(&self, inst: &Inst, forms: &IndexSet<ValueId>) -> bool {
        let form = |value: &ValueId| forms.contains(value);
        let operands = &inst.operands;
        let only = |position: usize| {
            let mut given = operands.iter().enumerate();
            given.all(|(i, value)| form(value) == (i == position))
        };
        match &inst.op {
            Op::Phi(_) => operands.iter().all(form),
            Op::Select => operands[1..].iter().all(form) && !form(&operands[0]),
            Op::Float(FloatOp::Add) => only(0) || only(1),
            Op::Float(FloatOp::Sub) => only(0),
            Op::Call(_) => match callee::known(inst, self.facts.registry) {
                Some(CalleeKind::Scalar(rule)) => {
                    (0..operands.len()).any(|i| only(i) && rule.adds(i))
                }
                // Any other: it has no rule, or one that says more than a number.
                _ => false,
            },
            // Any other: it makes something else of it.
            _ => false,
        }
    }
}
