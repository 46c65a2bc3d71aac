//! What a callee is: the sum type that the registry answers with.
//!
//! Owns: [`CalleeKind`] and the descriptions of allocators and memory operations. Must not: know
//! particular symbols (`builtin/`). Positions count the operands of the call from 0.

use crate::array::ArrayRule;
use crate::effects::{ArgMask, Effects};
use crate::exchange::{CarrierRule, LinearRule};
use crate::lanes::{LaneOp, MaskedAccess};
use crate::mirror::MirrorRule;
use crate::outs::OutRule;
use crate::region::{Instead, LoopMark, RegionRule, Shares, TaskRule};
use crate::table::ScalarRule;
use crate::thread::ThreadRule;
use std::borrow::Cow;
use std::sync::Arc;

/// What a callee is.
#[derive(Clone, Debug)]
pub enum CalleeKind {
    /// No derivative: nothing active goes through it.
    Inactive {
        /// What else it does.
        effects: Effects,
        /// The argument whose memory the result points into, and where that memory's shadow is.
        returns_into: Option<PointsInto>,
        /// If it says which iterations of a loop a worker of a team runs: where.
        shares: Option<Shares>,
        /// Arguments that it writes to, of which it is known how many bytes it writes there.
        bytes: &'static [(u8, u8)],
        /// The pointer that it returns, by itself or in a structure, is a handle of a library: it leads to nothing that the program accesses, and is its own shadow.
        handle: bool,
    },
    /// A scalar function with a derivative rule.
    Scalar(Arc<ScalarRule>),
    /// A scalar function with several results.
    OutResults(Arc<OutRule>),
    /// Its result is this argument, which may be a pointer: `llvm.launder.invariant.group`.
    PassThrough(u8),
    /// The same for a pointer, and a promise: of all workers of teams only one reads the numbers that are read behind the result, while a region runs.
    Exclusive(u8),
    /// An integer instruction in the shape of a call: inactive exactly where the same would hold
    /// for `and` or `add`, that is where its operands are not the bits of floating-point numbers.
    IntegerOp,
    /// Linear in one operand, which comes from another thread of a grid.
    Linear(LinearRule),
    /// Hands on 32 bits to another thread of a grid, as they are: inactive exactly where they are no bits of floating-point numbers.
    Carrier(CarrierRule),
    /// An operation on vectors, said with generic instructions before anything else is asked.
    Lanes(LaneOp),
    /// A load or store of a vector under a mask.
    Masked(MaskedAccess),
    /// Returns new memory.
    Allocator(AllocSpec),
    /// Resizes memory.
    Realloc(ReallocSpec),
    /// Ends memory.
    Deallocator(DeallocSpec),
    /// Ends all that an allocator of a stack has handed out since the pointer that it is given.
    Release,
    /// Copies or sets bytes.
    Memory(MemoryOp),
    /// Does not return: what follows is unreachable.
    NoReturn,
    /// Mirrored in the derivative by functions of a run-time library.
    Mirrored(Arc<MirrorRule>),
    /// Runs another function of the program, said with calls of that function before anything else is asked.
    Region(Arc<RegionRule>),
    /// Hands in a task, said with a call of the task's function before anything else is asked.
    Task(Arc<TaskRule>),
    /// Starts a thread, or waits for one: said with a call of its function, or of a run-time library's, before anything else is asked.
    Thread(Arc<ThreadRule>),
    /// Said otherwise before anything else is asked.
    Instead(Instead),
    /// A routine over arrays whose derivative a run-time library computes.
    Array(Arc<ArrayRule>),
    /// Marks the loop around it, and does nothing itself.
    LoopMark(LoopMark),
    /// Known, and without a derivative wherever it stands in differentiated code; what to do instead.
    Refused(Refused),
}

/// What a pointer points into that a callee returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointsInto {
    /// Memory of this argument.
    pub arg: u8,
    /// Where the shadow is, if the argument has one.
    pub shadow: ShadowOf,
}

/// Where the shadow of memory is that a callee finds for an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShadowOf {
    /// As far from the argument's shadow as the result is from the argument, as for `strchr`.
    SameDistance,
    /// What this function returns for the argument's shadow, the other arguments being the same: each worker has memory of its own, or each team.
    Call(&'static str),
    /// What this function returns for the same arguments: memory that only the library knows, which the argument stands for.
    Beside(&'static str),
    /// What [`Self::Call`] says; the argument is a variable of which each thread has a copy, and the result is the calling one's.
    Copy(&'static str),
}

/// Why a callee has no derivative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What the source has, where the compiler made the call of it.
    pub construct: Option<&'static str>,
    /// What to do instead.
    pub remedy: Cow<'static, str>,
}

impl From<&'static str> for Refused {
    fn from(remedy: &'static str) -> Self {
        Self {
            construct: None,
            remedy: remedy.into(),
        }
    }
}

impl CalleeKind {
    /// An inactive callee.
    pub fn inactive(effects: Effects) -> Self {
        CalleeKind::Inactive {
            effects,
            returns_into: None,
            shares: None,
            bytes: &[],
            handle: false,
        }
    }

    /// An inactive callee whose result is a handle, or has one.
    pub fn handing_out(effects: Effects) -> Self {
        CalleeKind::Inactive {
            effects,
            returns_into: None,
            shares: None,
            bytes: &[],
            handle: true,
        }
    }

    /// An inactive callee that writes so many bytes where each of these arguments points: an integer, a time, or a handle.
    pub fn telling(effects: Effects, bytes: &'static [(u8, u8)]) -> Self {
        let written = bytes.iter().map(|(argument, _)| *argument);
        CalleeKind::Inactive {
            effects: written.fold(effects, Effects::writing),
            returns_into: None,
            shares: None,
            bytes,
            handle: false,
        }
    }

    /// An inactive callee whose result points into what an argument points to.
    pub fn inactive_into(effects: Effects, arg: u8) -> Self {
        CalleeKind::Inactive {
            effects,
            returns_into: Some(PointsInto {
                arg,
                shadow: ShadowOf::SameDistance,
            }),
            shares: None,
            bytes: &[],
            handle: false,
        }
    }

    /// An inactive callee that gives memory which belongs to an argument: for that argument's shadow, this function gives the shadow.
    pub fn inactive_for(effects: Effects, arg: u8, shadow: &'static str) -> Self {
        CalleeKind::Inactive {
            effects,
            returns_into: Some(PointsInto {
                arg,
                shadow: ShadowOf::Call(shadow),
            }),
            shares: None,
            bytes: &[],
            handle: false,
        }
    }

    /// An inactive callee that gives the calling thread's copy of a variable: for that variable's shadow, this function gives the copy's.
    pub fn copy_of(effects: Effects, arg: u8, shadow: &'static str) -> Self {
        CalleeKind::Inactive {
            effects,
            returns_into: Some(PointsInto {
                arg,
                shadow: ShadowOf::Copy(shadow),
            }),
            shares: None,
            bytes: &[],
            handle: false,
        }
    }

    /// An inactive callee that gives memory for which an argument stands: with the same arguments, this function gives the shadow.
    pub fn standing_for(effects: Effects, arg: u8, shadow: &'static str) -> Self {
        CalleeKind::Inactive {
            effects,
            returns_into: Some(PointsInto {
                arg,
                shadow: ShadowOf::Beside(shadow),
            }),
            shares: None,
            bytes: &[],
            handle: false,
        }
    }

    /// If it gives the calling thread's copy of a variable: the argument that is the variable, and the function that finds the shadow.
    pub fn copied(&self) -> Option<(u8, &'static str)> {
        match self {
            CalleeKind::Inactive {
                returns_into:
                    Some(PointsInto {
                        arg,
                        shadow: ShadowOf::Copy(shadow),
                    }),
                ..
            } => Some((*arg, shadow)),
            // Any other: it finds other memory, or none.
            _ => None,
        }
    }

    /// An inactive callee that says which iterations of a loop a worker of a team runs.
    pub fn sharing(effects: Effects, shares: Shares) -> Self {
        CalleeKind::Inactive {
            effects,
            returns_into: None,
            shares: Some(shares),
            bytes: &[],
            handle: false,
        }
    }

    /// What the call may do besides its result; allocation as such is not an effect here. A
    /// family's answer is that of its C functions: an intrinsic or instruction of the family does
    /// not touch errno, and what LLVM's attributes say of a call may be better still.
    pub fn effects(&self) -> Effects {
        match self {
            CalleeKind::Inactive { effects, .. } => *effects,
            CalleeKind::Scalar(_) => Effects::ERRNO,
            CalleeKind::OutResults(rule) => rule.effects(),
            CalleeKind::PassThrough(_)
            | CalleeKind::Exclusive(_)
            | CalleeKind::IntegerOp
            | CalleeKind::LoopMark(_) => Effects::PURE,
            CalleeKind::Linear(_) | CalleeKind::Carrier(_) => Effects::MEETS,
            CalleeKind::Masked(access) => access.effects(),
            CalleeKind::Allocator(spec) => spec.effects(),
            CalleeKind::Realloc(spec) => Effects::ERRNO.reading(spec.ptr).writing(spec.ptr),
            CalleeKind::Deallocator(spec) => Effects::PURE.writing(spec.ptr),
            CalleeKind::Release => Effects::STATE,
            CalleeKind::Memory(op) => op.effects(),
            CalleeKind::Mirrored(rule) => rule.effects(),
            CalleeKind::Array(rule) => rule.effects(),
            CalleeKind::NoReturn
            | CalleeKind::Refused(_)
            | CalleeKind::Lanes(_)
            | CalleeKind::Instead(_)
            | CalleeKind::Task(_)
            | CalleeKind::Thread(_)
            | CalleeKind::Region(_) => Effects::ANY,
        }
    }

    /// The kind's name, for messages and the manual.
    pub fn label(&self) -> &'static str {
        match self {
            CalleeKind::Inactive { .. } => "inactive",
            CalleeKind::Scalar(_) => "scalar",
            CalleeKind::OutResults(_) => "several results",
            CalleeKind::PassThrough(_) => "pass-through",
            CalleeKind::Exclusive(_) => "one worker's memory",
            CalleeKind::IntegerOp => "integer operation",
            CalleeKind::Linear(_) => "linear",
            CalleeKind::Carrier(_) => "carrier of bits",
            CalleeKind::Lanes(_) => "lanes",
            CalleeKind::Masked(_) => "masked access",
            CalleeKind::Allocator(_) => "allocator",
            CalleeKind::Realloc(_) => "reallocator",
            CalleeKind::Deallocator(_) => "deallocator",
            CalleeKind::Release => "release",
            CalleeKind::Memory(_) => "memory operation",
            CalleeKind::NoReturn => "no return",
            CalleeKind::Mirrored(_) => "mirrored",
            CalleeKind::Region(_) => "region",
            CalleeKind::Task(_) => "task",
            CalleeKind::Thread(_) => "thread",
            CalleeKind::Instead(_) => "said otherwise",
            CalleeKind::Array(_) => "array routine",
            CalleeKind::LoopMark(_) => "mark of a loop",
            CalleeKind::Refused(_) => "refused",
        }
    }
}

/// A number of bytes in terms of the call's operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizeExpr {
    /// One operand.
    Arg(u8),
    /// The product of two.
    Product(u8, u8),
}

/// Where an allocator puts the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocResult {
    /// It returns it.
    Returned,
    /// It stores it where this argument points, and returns 0 on success.
    Through(u8),
}

/// The alignment of new memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// That of the platform's `malloc`.
    Default,
    /// An operand.
    Arg(u8),
    /// A page.
    Page,
}

/// The function that ends a piece of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeallocSymbol {
    /// This symbol.
    Named(Cow<'static, str>),
    /// The allocator's own symbol with one part exchanged, for names that carry a hash.
    Substitute {
        /// The part of the allocator's symbol.
        from: Cow<'static, str>,
        /// What stands there in the deallocator's.
        to: Cow<'static, str>,
    },
}

impl DeallocSymbol {
    /// The symbol, given that of the allocator that was called.
    pub fn resolve(&self, allocator: &str) -> String {
        match self {
            DeallocSymbol::Named(name) => name.to_string(),
            DeallocSymbol::Substitute { from, to } => allocator.replacen(&**from, to, 1),
        }
    }
}

/// An operand of the deallocator in terms of the allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeallocArg {
    /// The memory.
    Pointer,
    /// Its size in bytes.
    Size,
    /// This operand of the allocator's call.
    AllocArg(u8),
}

/// How to end memory that an allocator made: the engine frees shadows and tapes so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealloc {
    /// The function.
    pub symbol: DeallocSymbol,
    /// Its operands.
    pub args: Vec<DeallocArg>,
}

/// An allocator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllocSpec {
    /// Bytes.
    pub size: SizeExpr,
    /// Whether the memory is all zero.
    pub zeroed: bool,
    /// Where the pointer goes.
    pub result: AllocResult,
    /// Alignment.
    pub align: Align,
    /// Whether failure is a null pointer (else an exception, or it does not happen).
    pub may_fail: bool,
    /// The way back.
    pub dealloc: Dealloc,
}

impl AllocSpec {
    fn effects(&self) -> Effects {
        match self.result {
            AllocResult::Returned => Effects::ERRNO,
            AllocResult::Through(arg) => Effects::ERRNO.writing(arg),
        }
    }
}

/// A reallocator: returns memory with the old contents, at least up to the smaller size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReallocSpec {
    /// The old memory; where it may be null, the call allocates.
    pub ptr: u8,
    /// New size in bytes.
    pub size: SizeExpr,
    /// Old size, where the call says it.
    pub old_size: Option<u8>,
    /// Alignment.
    pub align: Align,
    /// The way back for the new memory, over the operands of this call.
    pub dealloc: Dealloc,
}

/// A deallocator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeallocSpec {
    /// The memory.
    pub ptr: u8,
    /// Whether null is allowed and does nothing.
    pub null_allowed: bool,
}

/// What the bytes become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemorySource {
    /// A copy; source and destination do not overlap.
    Copy(u8),
    /// A copy; they may overlap.
    Move(u8),
    /// This byte.
    Byte(u8),
    /// Zero.
    Zero,
}

/// What the call returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryReturn {
    /// Nothing.
    Nothing,
    /// The destination.
    Destination,
    /// The first byte behind what was written.
    End,
    /// Whether it was done.
    Status,
}

/// A run-time library's functions for the shadows of memory that generated code may not be able to load from or store to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elsewhere {
    /// `void (ptr to, ptr from, i64 bytes)`: copies.
    pub copy: &'static str,
    /// `void (ptr to, ptr from, i64 bytes, i64 each, ptr place)`: adds numbers of so many bytes each to others, and sets them to zero. Where nothing in the program
    /// tells what lies there, `each` is zero: it is for the library to find out, or to end the program. `place` leads to where the source has the copy, as a
    /// text, for messages; it is null if that is not known.
    pub accumulate: &'static str,
    /// `void (ptr at, i64 bytes)`: sets to zero.
    pub clear: &'static str,
    /// `void (ptr at, i64 bytes, ptr place)`: ends the program unless all is zero. Of a structure whose known members have gone, more may be accessed elsewhere.
    pub spent: &'static str,
}

/// An operation on bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryOp {
    /// Where to.
    pub dst: u8,
    /// What.
    pub source: MemorySource,
    /// Number of bytes.
    pub len: u8,
    /// The result.
    pub returns: MemoryReturn,
    /// Who does the same with shadows, if generated code cannot.
    pub by: Option<&'static Elsewhere>,
}

impl MemoryOp {
    fn effects(&self) -> Effects {
        let writes = Effects::PURE.writing(self.dst);
        match self.source {
            MemorySource::Copy(src) | MemorySource::Move(src) => writes.reading(src),
            MemorySource::Byte(_) | MemorySource::Zero => writes,
        }
    }
}

impl MaskedAccess {
    fn effects(self) -> Effects {
        match self.stores {
            true => Effects::PURE.writing(self.pointer),
            false => Effects::PURE.reading(self.pointer),
        }
    }
}

impl OutRule {
    /// Writes the results that go through pointers.
    fn effects(&self) -> Effects {
        let through = |mask: ArgMask, place| match place {
            crate::outs::Place::Through(arg) => mask.with(arg),
            crate::outs::Place::Returned | crate::outs::Place::Field(_) => mask,
        };
        let places = self.results.iter().map(|result| result.place);
        Effects {
            writes: places.fold(ArgMask::NONE, through),
            ..Effects::ERRNO
        }
    }
}
