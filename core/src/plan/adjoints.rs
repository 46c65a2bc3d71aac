//! What an instruction contributes to the derivative.
//!
//! Owns: [`Adjoint`], one variant a kind of contribution; forward and reverse emission dispatch on
//! it alone. Must not: decide which instruction contributes what (`classify`).

use super::bytes::Bytes;
use super::refusal::Refusal;
use crate::request::{Activity, Returned, Same};
use crate::view::{InstId, TyId};
use enzyme_rules::{
    ArrayRule, Away, FloatKind, LinearRule, MaskedAccess, MemoryOp, MirrorRule, OutRule, ScalarRule,
};
use std::sync::Arc;

/// The numbers inside a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Numbers {
    /// The value is a floating number or a vector of such.
    Whole,
    /// An integer that carries the bits of so many numbers.
    Carried(FloatKind, u32),
    /// An aggregate: index path, byte offset and type of each number.
    Leaves(Vec<(Vec<u32>, u64, TyId)>),
}

/// What an instruction contributes.
#[derive(Clone, Debug)]
pub(crate) enum Adjoint {
    /// Nothing: inactive.
    None,
    /// A row of the rule tables over the instruction's operands, some of which are away from zero. A speculated one contributes nothing
    /// where its result is not wanted, whatever its partials are there.
    Rule {
        rule: Arc<ScalarRule>,
        away: Away,
        speculated: bool,
    },
    /// A callee with several results.
    OutRule(Arc<OutRule>),
    /// Conversion between floating types.
    FloatCast,
    /// The same bits under another type.
    Bitcast,
    /// Sign bit cleared (`true`: flipped) by an integer mask on carried bits.
    SignBit { flipped: bool },
    /// A value passed on: freeze, pass-through calls; the operand's index.
    Same(u32),
    /// A phi of numbers.
    Phi,
    /// A select of numbers.
    Select,
    /// Moves of numbers between aggregates and vectors.
    Shuffle,
    /// Load of active numbers.
    Load(Numbers),
    /// Load of a pointer from this global, which may have been set where it got no shadow: checked at run time.
    LoadPointer(String),
    /// Load of an active number whose adjoint travels to the next iteration (see `plan::carry`): which
    /// of the plan's carries, and the element's place in it.
    Carry { carry: usize, place: usize },
    /// Store to memory that has a shadow; the stored numbers may be inactive.
    Store(Numbers),
    /// Store of a pointer to shadowed memory (or null), mirrored on the shadows when it happens.
    StorePointer,
    /// Load of active numbers, or store to memory that has a shadow, under a mask.
    Masked(MaskedAccess),
    /// Atomic sum into active memory.
    AtomicAdd,
    /// Atomic maximum or minimum in active memory of a device, of which is settled behind the launch whose number it is (`raises`).
    Raise,
    /// A copy between shadowed objects.
    Copy {
        op: MemoryOp,
        bytes: Bytes,
        from_shadowed: bool,
    },
    /// Active memory overwritten by bytes that carry no derivative. Where its pointers matter to
    /// others, `bytes` tells them from the numbers: they are null from then on.
    Reset { op: MemoryOp, bytes: Option<Bytes> },
    /// A call of a function with a body, or through a pointer whose shadow leads to its derivatives.
    Call(CallPlan),
    /// New memory whose object may have a shadow; the shadow is `slack` bytes longer than asked,
    /// where its usable size must not fall short of the primal's (see the lowering of `realloc`). A late
    /// shadow is made by the reverse pass (see `heap`).
    Allocate {
        shadowed: bool,
        late: bool,
        freed: bool,
        slack: u64,
    },
    /// The end of memory is put off to the reverse pass, or further: to where that releases its own tape.
    DeferredFree,
    /// A loop whose steps are run again from checkpoints; the activity of their context, and the places there of pointers whose shadows
    /// are kept.
    Steps(Activity, Vec<i64>),
    /// A call that hands a number to another thread of a grid.
    Linear(LinearRule),
    /// A meeting of threads that is its own adjoint: the reverse pass makes the same call with so many operands.
    OnceMore(usize),
    /// A call that a run-time library mirrors.
    Mirror(MirrorPlan),
    /// A routine over arrays whose derivative a run-time library computes.
    Array(ArrayPlan),
}

/// How a call is mirrored by a run-time library.
#[derive(Clone, Debug)]
pub(crate) struct MirrorPlan {
    pub(crate) rule: Arc<MirrorRule>,
    /// Of the rule's data, in order: the operand, if its memory has a shadow.
    pub(crate) shadows: Vec<Option<u8>>,
}

/// How a routine is differentiated by its library.
#[derive(Clone, Debug)]
pub(crate) struct ArrayPlan {
    pub(crate) rule: Arc<ArrayRule>,
    /// Operands whose memory has a shadow.
    pub(crate) shadowed: Vec<u8>,
    /// Active numbers that are passed by value.
    pub(crate) numbers: Vec<u8>,
    /// Operands whose memory may be overwritten between the call and its reversal.
    pub(crate) changed: Vec<u8>,
    /// Whether the returned number is active.
    pub(crate) returns: bool,
    /// Sizes that are passed by value have 64 bits.
    pub(crate) wide: bool,
}

/// Whose derivatives are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    /// Those of this function.
    Function(String),
    /// Those of this function, which each worker of a team runs.
    Team(String),
    /// Those of this function, which some worker runs as a task, between this call and the next one that waits for it.
    Task(String),
    /// Those behind the shadow of the pointer that the call goes through, its last operand.
    Through,
}

/// How a call is differentiated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CallPlan {
    pub(crate) called: Called,
    /// Of the arguments, in order.
    pub(crate) params: Vec<Activity>,
    pub(crate) returned: Returned,
    pub(crate) halves: Halves,
    /// Arguments that lead to memory which nobody changes between the halves, whatever happens to other memory.
    pub(crate) same: Same,
    /// The augmented half is told by which forward sweep it is called: it may be again.
    pub(crate) sweep: bool,
    /// Arguments, by position, behind which the reverse half gives back what the call has overwritten.
    pub(crate) restores: Vec<u32>,
    /// Arguments, by position, that lead to memory whose content is not needed after the call.
    pub(crate) unneeded: Vec<u32>,
    /// The call whose returned memory this function frees: by this instruction, in the reverse pass.
    pub(crate) freed: Option<InstId>,
    /// The result may be replaced on a branch (see `speculated`).
    pub(crate) replaced: bool,
    /// The callee has to find out at run time which memory is active (see `accumulate`).
    pub(crate) runtime_activity: bool,
}

/// When the two halves of a call's derivative run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halves {
    /// The augmented half in the forward sweep, the reverse half in the reverse pass.
    Split {
        /// The caller may overwrite what the callee read before its reverse half runs.
        overwritten: bool,
    },
    /// Both in the reverse pass, as one function that leaves no tape.
    Combined,
    /// The primal in the forward sweep, and both halves in the reverse pass, as one function that leaves no tape.
    Repeated,
}

/// What an instruction contributes, or why it is refused.
pub(super) type Classified = Result<Adjoint, Refusal>;
