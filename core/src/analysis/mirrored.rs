//! Calls that the derivative mirrors through a run-time library, and the functions that hold them.
//!
//! Who is at the other end of a communication counts on its mirror image: a function that makes such a
//! call, itself or below, has a derivative even where nothing in it is active.
//!
//! Owns: which functions these are, which of them may complete what others began, and what constants say of the data of such a call. Must not: know any library.

use super::callee;
use super::functions::{Component, Functions};
use crate::view::{Body, Inst, Op, ValueId, ValueKind};
use enzyme_rules::{
    CalleeKind, Convention, Data, Element, ElementName, MirrorRule, Registry, Role,
};

/// Adds the functions of a component that make mirrored calls. What is refused wherever it stands counts, too:
/// it must be met to be refused. So does what releases memory of a stack that others use, too: it must be met to be put off.
pub(crate) fn learn(mirrored: &mut Functions, component: &Component<'_>, registry: &Registry) {
    mirrored.grow(component, |known, body, _| {
        let mut insts = body.insts.values();
        insts.any(|inst| {
            matches!(
                callee::known(inst, registry),
                Some(
                    CalleeKind::Mirrored(_)
                        | CalleeKind::Refused(_)
                        | CalleeKind::Release
                        | CalleeKind::Task(_)
                        | CalleeKind::Thread(_)
                )
            ) || callee::is_task(inst)
                || known.is_call(inst, registry)
        })
    });
}

/// Adds the functions of a component that make mirrored calls which may fill memory that an earlier one was given: a request is waited for, or started
/// once more.
pub(crate) fn learn_filling(
    filling: &mut Functions,
    component: &Component<'_>,
    registry: &Registry,
) {
    filling.grow(component, |known, body, _| {
        let mut insts = body.insts.values();
        insts.any(|inst| fills(inst, registry) || known.is_call(inst, registry))
    });
}

/// Whether a mirrored call is given memory: what it completes may have been given more.
pub(crate) fn fills(inst: &Inst, registry: &Registry) -> bool {
    match callee::known(inst, registry) {
        Some(CalleeKind::Mirrored(rule)) => rule.params.iter().any(|role| *role != Role::Value),
        // Any other: what it writes is known when it is called.
        _ => false,
    }
}

/// What the elements of a call's data are, if constants say so.
pub(crate) fn element(body: &Body, inst: &Inst, rule: &MirrorRule, data: Data) -> Option<Element> {
    let value = value(body, inst, rule, data.element?)?;
    let name = match &body.values[value].kind {
        ValueKind::Global { name, .. } => ElementName::Symbol(name.clone().into()),
        ValueKind::ConstInt(Some(number)) => ElementName::Number(*number),
        _ => return None,
    };
    rule.elements.get(&name).copied()
}

/// Number of elements, if it is constant.
pub(crate) fn count(body: &Body, inst: &Inst, rule: &MirrorRule, data: Data) -> Option<u64> {
    let value = value(body, inst, rule, data.count?)?;
    super::activity::constant_length(body, value)
}

/// The value that a call gets by an operand.
fn value(body: &Body, inst: &Inst, rule: &MirrorRule, position: u8) -> Option<ValueId> {
    let operand = *inst.operands.get(usize::from(position))?;
    match rule.convention {
        Convention::C => Some(operand),
        Convention::Fortran => referenced(body, inst, rule, operand),
    }
}

/// What lies in stack memory that was made for an operand of this call, which only reads it: a constant of the source.
fn referenced(body: &Body, call: &Inst, rule: &MirrorRule, slot: ValueId) -> Option<ValueId> {
    let ValueKind::Inst(made) = body.values[slot].kind else {
        return None;
    };
    let Op::Alloca(_) = body.insts[made].op else {
        return None;
    };
    let passed = call.operands.iter().zip(&rule.params);
    let mut passed = passed.filter(|(operand, _)| **operand == slot);
    if !passed.all(|(_, role)| *role == Role::Value) {
        return None;
    }
    let mut stored = None;
    for user in body.values[slot].uses.iter().map(|id| &body.insts[*id]) {
        match user.op {
            Op::Store { .. } if user.operands[0] != slot && stored.is_none() => {
                stored = Some(user.operands[0]);
            }
            Op::Call(_) if std::ptr::eq(user, call) => {}
            // Any other: what the slot holds is not known.
            _ => return None,
        }
    }
    stored
}
