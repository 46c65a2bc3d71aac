//! Calls that the derivative mirrors through a run-time library, and the functions that hold them.
//!
//! Who is at the other end of a communication counts on its mirror image: a function that makes such a
//! call, itself or below, has a derivative even where nothing in it is active.
//!
//! Owns: [`Mirrored`], and what constants say of the data of such a call. Must not: know any library.

use super::callee::{self, Target};
use crate::view::{Body, Inst, ValueKind};
use enzyme_rules::{CalleeKind, Data, Element, ElementName, MirrorRule, Registry};
use indexmap::IndexSet;

/// The functions found so far that make mirrored calls, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mirrored(IndexSet<String>);

impl Mirrored {
    /// Whether an instruction calls a function with a body that makes mirrored calls.
    pub(crate) fn is_call(&self, inst: &Inst, registry: &Registry) -> bool {
        matches!(callee::target(inst, registry), Some(Target::Defined(symbol)) if self.0.contains(symbol))
    }

    /// Adds those of a component of functions that call each other; callees outside it are known.
    pub(crate) fn learn(&mut self, component: &[&Body], registry: &Registry) {
        loop {
            let holds = |body: &&&Body| {
                let mut insts = body.insts.values();
                !self.0.contains(&body.name) && insts.any(|i| self.is_one(i, registry))
            };
            let Some(body) = component.iter().find(holds) else {
                return;
            };
            self.0.insert(body.name.clone());
        }
    }

    /// What is refused wherever it stands counts, too: it must be met to be refused.
    fn is_one(&self, inst: &Inst, registry: &Registry) -> bool {
        let known = callee::known(inst, registry);
        matches!(
            known,
            Some(CalleeKind::Mirrored(_) | CalleeKind::Refused(_))
        ) || self.is_call(inst, registry)
    }
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
