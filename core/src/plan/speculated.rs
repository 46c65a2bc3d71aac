//! Computations that the source makes on one path only and the code makes always.
//!
//! If-conversion (before us, or by our own simplification) turns `x > 0 ? sqrt(x) * log(x) : x * x` into both sides and a
//! select. The side that is not chosen may be infinite or NaN, and its adjoint is zero times that: it must
//! contribute exactly nothing, as if it had not run. So must a number that the source computes and then replaces on a branch.
//!
//! Owns: [`speculated`]. Must not: decide what a guarded product looks like.

use super::facts::Facts;
use crate::analysis::callee;
use crate::view::entity::Map;
use crate::view::{Body, Inst, InstId, Op, ValueId};
use enzyme_rules::{CalleeKind, chooses};

/// For each instruction whether all that its number goes into is sides of selects, of phis, and masked stores, directly or
/// through other such instructions.
pub(super) fn speculated(facts: Facts<'_>) -> Map<InstId, bool> {
    let body = facts.body;
    let mut found = Map::filled(body.insts.len(), false);
    // Users stand behind what they use, but for phis, which end a side.
    for (id, inst) in body.insts.iter().rev() {
        let Some(result) = inst.result else { continue };
        let uses = &body.values[result].uses;
        let sided = |user: &InstId| {
            let inst = &body.insts[*user];
            is_side(facts, inst, result)
                || is_replaced(body, inst, (result, id))
                || is_computation(inst) && found[*user]
        };
        // A comparison takes no part in the derivative.
        let mut uses = uses
            .iter()
            .filter(|user| body.insts[**user].op != Op::FCmp)
            .peekable();
        found[id] = is_computation(inst) && uses.peek().is_some() && uses.all(sided);
    }
    found
}

/// Whether a value is a side of a select, and not its condition, or what is stored under a mask, or what a function like `fmin`
/// chooses from.
fn is_side(facts: Facts<'_>, inst: &Inst, value: ValueId) -> bool {
    match callee::known(inst, facts.registry) {
        Some(CalleeKind::Masked(access)) => access.stores,
        Some(CalleeKind::Scalar(rule)) => {
            let mut given = inst.operands.iter().enumerate();
            given.all(|(i, operand)| *operand != value || chooses(rule, i))
        }
        // Any other: only a select leaves one of its operands aside.
        _ => inst.op == Op::Select && inst.operands[0] != value,
    }
}

/// Whether a phi takes a value on one way, and another one on a way that comes by where the value is made.
fn is_replaced(body: &Body, phi: &Inst, (value, made): (ValueId, InstId)) -> bool {
    let Op::Phi(blocks) = &phi.op else {
        return false;
    };
    let made = body.insts[made].block;
    let mut ways = phi.operands.iter().zip(blocks);
    ways.any(|(operand, from)| *operand != value && body.dominates(made, *from))
}

/// What may run although its result is not wanted.
fn is_computation(inst: &Inst) -> bool {
    inst.op.is_computation() || matches!(inst.op, Op::Freeze | Op::Call(_))
}
