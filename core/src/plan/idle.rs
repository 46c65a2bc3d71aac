//! Derivatives in reverse mode to which nothing contributes: probably a marker is wrong.
//!
//! What a call passes on is asked of the derivatives that it calls.
//!
//! Owns: the question whether any instruction passes an adjoint on. Must not: change a plan, or say what to do.

use super::adjoints::{Adjoint, Called};
use super::facts::Facts;
use crate::view::entity::Map;
use crate::view::{Inst, InstId, Op};

/// Whether no instruction passes an adjoint on, if calls of derivatives do not.
pub(crate) fn is_idle(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> bool {
    let mut insts = facts.body.insts.iter();
    !insts.any(|(id, inst)| passes_on(facts, inst, &adjoints[id]))
}

fn passes_on(facts: Facts<'_>, inst: &Inst, adjoint: &Adjoint) -> bool {
    let takes_active = || inst.operands.iter().any(|v| facts.activities.active(*v));
    match adjoint {
        // A parameter may be what is returned.
        Adjoint::None => inst.op == Op::Ret && takes_active(),
        Adjoint::Call(call) => call.called == Called::Through,
        Adjoint::OnceMore(_) => false,
        // Workers meet or wait; a message without shadows carries nothing.
        Adjoint::Mirror(mirror) => mirror.shadows.iter().any(Option::is_some),
        // Stores of numbers that do not vary end an adjoint, and pass nothing on.
        Adjoint::Store(_) => takes_active(),
        Adjoint::Reset { .. }
        | Adjoint::LoadPointer(_)
        | Adjoint::Allocate { .. }
        | Adjoint::DeferredFree => false,
        Adjoint::Rule { .. }
        | Adjoint::OutRule(_)
        | Adjoint::FloatCast
        | Adjoint::Bitcast
        | Adjoint::SignBit { .. }
        | Adjoint::Same(_)
        | Adjoint::Linear(_)
        | Adjoint::Phi
        | Adjoint::Select
        | Adjoint::Shuffle
        | Adjoint::Load(_)
        | Adjoint::Carry { .. }
        | Adjoint::StorePointer
        | Adjoint::Masked(_)
        | Adjoint::AtomicAdd
        | Adjoint::Raise
        | Adjoint::Copy { .. }
        | Adjoint::Steps(..)
        | Adjoint::Array(_) => true,
    }
}
