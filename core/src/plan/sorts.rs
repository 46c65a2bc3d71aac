//! What instructions contribute, in the few sorts that emission tells apart.
//!
//! It names every contribution, so that a new one has to be sorted here, once.
//!
//! Owns: [`Sort`]. Must not: know how anything is emitted.

use super::adjoints::{Adjoint, ArrayPlan, CallPlan, MirrorPlan};

/// What a contribution is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sort<'a> {
    /// Nothing at its instruction. The number of a phi is passed on along the edges.
    Nothing,
    /// The number that results: its tangent is made behind it, its adjoint is passed on in the reverse pass.
    Number,
    /// Memory that has a shadow, or a pointer to such.
    Memory,
    /// A call that becomes calls of the halves of the callee's derivative.
    Call(&'a CallPlan),
    /// A loop whose steps are run again from checkpoints; the places in the context of pointers whose shadows are kept.
    Steps(&'a [i64]),
    /// A call that a run-time library mirrors.
    Mirror(&'a MirrorPlan),
    /// A call that stays, between calls of a library that computes its derivative.
    Array(&'a ArrayPlan),
}

impl Adjoint {
    /// What it is about.
    pub(crate) fn sort(&self) -> Sort<'_> {
        match self {
            Self::None | Self::Phi | Self::OnceMore(_) => Sort::Nothing,
            Self::Rule { .. }
            | Self::OutRule(_)
            | Self::FloatCast
            | Self::Bitcast
            | Self::SignBit { .. }
            | Self::Same(_)
            | Self::Linear(_)
            | Self::Select
            | Self::Shuffle
            | Self::Load(_)
            | Self::Carry { .. } => Sort::Number,
            Self::LoadPointer(_)
            | Self::Store(_)
            | Self::StorePointer
            | Self::Masked(_)
            | Self::AtomicAdd
            | Self::Raise
            | Self::Copy { .. }
            | Self::Reset { .. }
            | Self::Allocate { .. }
            | Self::DeferredFree => Sort::Memory,
            Self::Call(call) => Sort::Call(call),
            Self::Steps(_, places) => Sort::Steps(places),
            Self::Mirror(mirror) => Sort::Mirror(mirror),
            Self::Array(array) => Sort::Array(array),
        }
    }
}
