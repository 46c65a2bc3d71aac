//! Calls that a run-time library mirrors: its tangent, its augmented primal, its reverse.
//!
//! The augmented function leaves a record, which is kept like a tape and is all that the reverse function gets. So nothing of a communication is
//! emitted inline, and handles, operators and types may be run-time values. Memory that a record leads to lives until the call is reversed:
//! heap memory that such a call is given is never freed early or given a late shadow (`plan::heap`), and stack memory of a split derivative
//! lies in its frame.
//!
//! Owns: the library's calling convention (`enzyme_rules::mirror`). Must not: choose which data have
//! shadows; the plan says so.

use super::calls::settle;
use super::frame::{Frame, place};
use super::guard::unless;
use super::lookup::Reverse;
use super::vault::Vault;
use crate::analysis::callee;
use crate::plan::Item;
use crate::plan::accumulate;
use crate::plan::adjoints::MirrorPlan;
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::Value;

/// Calls a function of the library in the place of the clone of a mirrored call.
fn replace(
    frame: &mut Frame<'_>,
    id: InstId,
    mirror: &MirrorPlan,
    symbol: &str,
    record: Option<Value>,
) -> Value {
    let operands = frame.source.facts.body.insts[id].operands.clone();
    let old = frame.inst(id);
    frame.build.before(old);
    frame.build.set_location(Some(old));
    let passed = operands.iter().take(mirror.rule.params.len());
    let mut args: Vec<Value> = passed.map(|v| frame.value(*v)).collect();
    for (shadow, (_, data)) in mirror.shadows.iter().zip(mirror.rule.data()) {
        let mut all = Vec::new();
        if let Some(position) = shadow {
            let pointer = operands[usize::from(*position)];
            frame.each(|frame| all.push(shadow_of_data(frame, id, pointer, data.writes)));
        }
        args.push(list(frame, &all));
    }
    let width = frame.directions().len() as u64;
    args.push(frame.context().int(32).constant_int(width));
    args.push(place(frame, id));
    args.extend(record);
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = old.ty().function(&types, false);
    let callee = frame.source.module.declare(symbol, ty);
    frame.build.call(ty, callee, &args, "")
}

/// The shadow of a buffer: null where it is found at run time that there is none. What the call writes varies, and would be lost there.
pub(super) fn shadow_of_data(
    frame: &mut Frame<'_>,
    id: InstId,
    pointer: ValueId,
    writes: bool,
) -> Value {
    let shadow = frame.shadow_behind(pointer);
    if let Some(is_primal) = shadow.is_primal.filter(|_| writes) {
        frame.lose(id, is_primal);
    }
    unless(frame, shadow.is_primal, shadow.at)
}

/// Addresses one behind the other in memory; null for none.
pub(super) fn list(frame: &mut Frame<'_>, addresses: &[Value]) -> Value {
    let pointer = frame.context().pointer();
    if addresses.is_empty() {
        return pointer.zero();
    }
    let ty = pointer.array(addresses.len() as u64);
    let slot = frame.slot(ty, "list");
    for (address, index) in addresses.iter().zip(0u64..) {
        let to = frame.build.element_ptr(pointer, slot, frame.i64(index), "");
        frame.build.store(*address, to);
    }
    slot
}

fn primal(frame: &Frame<'_>, id: InstId, given: Value) -> Option<Value> {
    frame.source.facts.body.insts[id].result.map(|_| given)
}

/// Forward mode: values and tangents at once.
pub(crate) fn forward(frame: &mut Frame<'_>, id: InstId, mirror: &MirrorPlan) {
    let given = replace(frame, id, mirror, &mirror.rule.tangent, None);
    let primal = primal(frame, id, given);
    settle(frame, id, given, primal, given);
}

/// Reverse mode's forward sweep: the primal, and a record of it on the tape.
pub(crate) fn augmented(frame: &mut Frame<'_>, vault: &mut Vault, id: InstId, mirror: &MirrorPlan) {
    let pointer = frame.context().pointer();
    let slot = frame.slot(pointer, "record");
    let given = replace(frame, id, mirror, &mirror.rule.augmented, Some(slot));
    let record = frame.build.load(pointer, slot, "record");
    vault.tapes.insert(id, record);
    let primal = primal(frame, id, given);
    settle(frame, id, given, primal, record);
}

impl Reverse<'_, '_> {
    /// The reverse of a mirrored call, by its record.
    pub(crate) fn mirror(&mut self, id: InstId, mirror: &MirrorPlan) {
        let record = self.lookup(Item::Tape(id));
        let context = self.frame.context();
        if let Some(share) = &mirror.rule.shares
            && accumulate::is_atomic(self.frame.source.facts)
        {
            let ty = context.void().function(&[], false);
            let callee = self.frame.source.module.declare(share, ty);
            self.frame.build.call(ty, callee, &[], "");
        }
        let ty = context.void().function(&[context.pointer()], false);
        let callee = self.frame.source.module.declare(&mirror.rule.reverse, ty);
        self.frame.build.call(ty, callee, &[record], "");
    }

    /// The same call, where it is reversed.
    pub(crate) fn once_more(&mut self, id: InstId, operands: usize) {
        let facts = self.frame.source.facts;
        let inst = &facts.body.insts[id];
        let operands = inst.operands.iter().take(operands);
        let args: Vec<Value> = operands
            .map(|value| self.lookup(Item::Primal(*value)))
            .collect();
        let callee = callee::symbol(inst).and_then(|name| self.frame.source.module.function(name));
        let callee = callee.expect("a mirrored call names its function");
        self.frame
            .build
            .call(callee.function_type(), callee, &args, "");
    }
}
