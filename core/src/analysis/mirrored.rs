//! Calls that the derivative mirrors through a run-time library, and the functions that hold them.
//!
//! Who is at the other end of a communication counts on its mirror image: a function that makes such a
//! call, itself or below, has a derivative even where nothing in it is active.
//!
//! Owns: which functions these are, and what constants say of the data of such a call. Must not: know any library.

use super::callee::{self, Component, Functions};
use crate::view::{Body, Inst, ValueKind};
use enzyme_rules::{CalleeKind, Data, Element, ElementName, MirrorRule, Registry};

/// Adds the functions of a component that make mirrored calls. What is refused wherever it stands counts, too:
/// it must be met to be refused.
pub(crate) fn learn(mirrored: &mut Functions, component: &Component<'_>, registry: &Registry) {
    mirrored.grow(component, |known, body, _| {
        let mut insts = body.insts.values();
        insts.any(|inst| {
            matches!(
                callee::known(inst, registry),
                Some(CalleeKind::Mirrored(_) | CalleeKind::Refused(_))
            ) || known.is_call(inst, registry)
        })
    });
}

/// What the elements of a call's data are, if constants say so.
pub(crate) fn element(body: &Body, inst: &Inst, rule: &MirrorRule, data: Data) -> Option<Element> {
    let operand = inst.operands.get(usize::from(data.element?))?;
    let name = match &body.values[*operand].kind {
        ValueKind::Global { name, .. } => ElementName::Symbol(name.clone().into()),
        ValueKind::ConstInt(Some(number)) => ElementName::Number(*number),
        _ => return None,
    };
    rule.elements.get(&name).copied()
}

/// Number of elements, if it is constant.
pub(crate) fn count(body: &Body, inst: &Inst, data: Data) -> Option<u64> {
    let operand = inst.operands.get(usize::from(data.count?))?;
    super::activity::constant_length(body, *operand)
}
