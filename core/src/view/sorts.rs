//! What operations do, in the few sorts that analyses and plans tell apart.
//!
//! Each function names every operation, so that a new one has to be sorted here, once for each question, and whatever
//! decides about derivatives by these sorts needs no list of its own.
//!
//! Owns: the sorts. Must not: know types, or what values are.

use super::body::{CastOp, Inst, Op};
use super::entity::ValueId;

/// How an operation has to do with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Not at all.
    None,
    /// It reads at operand 0 what results.
    Read,
    /// It writes operand 0 at operand 1.
    Write,
    /// It reads and writes at operand 0: its other operands go in, and what was there results.
    Exchange,
    /// As what it calls does.
    Call,
    /// It orders the accesses of others.
    Order,
    /// Nothing is known of it.
    Unknown,
}

/// What becomes of the numbers, and the bits of such, in an operation's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The result is a number that is computed from all of them.
    Computes,
    /// Bits are passed on to the result, moved, cut or computed with as integers: those of so many operands, behind
    /// so many others.
    Passes { skip: usize, take: usize },
    /// Nothing, or something that is constant between jumps: a truth value, an address, a whole number, a branch.
    Ends,
    /// They go through memory or a call, or nothing is known.
    Elsewhere,
}

impl Op {
    /// How it has to do with memory.
    pub(crate) fn access(&self) -> Access {
        match self {
            Self::Load { .. } => Access::Read,
            Self::Store { .. } => Access::Write,
            Self::AtomicRmw { .. } | Self::CmpXchg => Access::Exchange,
            Self::Call(_) => Access::Call,
            Self::Fence => Access::Order,
            Self::Unsupported(_) => Access::Unknown,
            Self::Float(_)
            | Self::Round
            | Self::Int(_)
            | Self::Cast(_)
            | Self::ICmp
            | Self::FCmp
            | Self::Select
            | Self::Phi(_)
            | Self::Alloca(_)
            | Self::Gep { .. }
            | Self::ExtractValue(_)
            | Self::InsertValue(_)
            | Self::ExtractElement
            | Self::InsertElement
            | Self::Shuffle(_)
            | Self::Freeze
            | Self::Br
            | Self::Switch
            | Self::Ret
            | Self::Unreachable => Access::None,
        }
    }

    /// What becomes of the numbers in its operands.
    pub(crate) fn flow(&self) -> Flow {
        let passes = |skip, take| Flow::Passes { skip, take };
        match self {
            Self::Float(_) | Self::Cast(CastOp::FpTrunc | CastOp::FpExt) => Flow::Computes,
            Self::Int(_)
            | Self::Phi(_)
            | Self::Freeze
            | Self::ExtractValue(_)
            | Self::Shuffle(_)
            | Self::Cast(
                CastOp::Bitcast
                | CastOp::Trunc
                | CastOp::Extend
                | CastOp::SignExtend
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::AddrSpace,
            ) => passes(0, usize::MAX),
            Self::Select => passes(1, 2),
            Self::InsertValue(_) | Self::InsertElement => passes(0, 2),
            // What is computed with an address may be the bits of a number.
            Self::ExtractElement | Self::Gep { .. } => passes(0, 1),
            Self::Cast(CastOp::FpToInt | CastOp::IntToFp)
            | Self::Round
            | Self::ICmp
            | Self::FCmp
            | Self::Alloca(_)
            | Self::Fence
            | Self::Br
            | Self::Switch
            | Self::Ret
            | Self::Unreachable => Flow::Ends,
            Self::Load { .. }
            | Self::Store { .. }
            | Self::Call(_)
            | Self::AtomicRmw { .. }
            | Self::CmpXchg
            | Self::Unsupported(_) => Flow::Elsewhere,
        }
    }

    /// Whether its result follows from its operands alone and nothing else happens: it may be computed where the
    /// result is not wanted, and once more with the same result.
    pub(crate) fn is_computation(&self) -> bool {
        match self {
            Self::Float(_)
            | Self::Round
            | Self::Int(_)
            | Self::Cast(_)
            | Self::ICmp
            | Self::FCmp
            | Self::Select
            | Self::Gep { .. }
            | Self::ExtractValue(_)
            | Self::InsertValue(_)
            | Self::ExtractElement
            | Self::InsertElement
            | Self::Shuffle(_) => true,
            // What it makes of an undefined operand may differ from time to time.
            Self::Freeze => false,
            Self::Phi(_)
            | Self::Alloca(_)
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Call(_)
            | Self::AtomicRmw { .. }
            | Self::CmpXchg
            | Self::Fence
            | Self::Br
            | Self::Switch
            | Self::Ret
            | Self::Unreachable
            | Self::Unsupported(_) => false,
        }
    }
}

impl Inst {
    /// Operands whose bits the instruction passes on to its result, moved, cut or computed with as integers.
    pub(crate) fn passed_on(&self) -> impl Iterator<Item = ValueId> + '_ {
        let (skip, take) = match self.op.flow() {
            Flow::Passes { skip, take } => (skip, take),
            Flow::Computes | Flow::Ends | Flow::Elsewhere => (0, 0),
        };
        self.operands.iter().copied().skip(skip).take(take)
    }
}
