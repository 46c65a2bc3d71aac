//! Operations on vectors that are said with generic instructions before anything is differentiated.
//!
//! A reduction is a tree of sums, `hadd` two shuffles and a sum, a gather as many loads as it has
//! lanes: what later phases know already. So the derivative of such an operation is that of its
//! parts, and no phase but the engine's preparation knows it.
//!
//! Owns: the vocabulary of the tables in `builtin/{vector,x86,aarch64}.rs`. Must not: say how
//! anything is emitted.

/// What is done with two numbers, or with the numbers of two vectors lane by lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// An intrinsic of two numbers, without type suffix: `llvm.maxnum`.
    Call(&'static str),
}

/// In which order lanes are reduced where the call does not leave it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// One after the other.
    InTurn,
    /// Neighbours first, then neighbouring results.
    Neighbours,
    /// Any order gives the same.
    Any,
}

/// An operation on vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneOp {
    /// All lanes of a vector to one number; operand 0 is the value to begin with if `start`.
    Reduce {
        /// What is done with two of them.
        step: Step,
        /// In which order.
        order: Order,
        /// Whether there is a value to begin with.
        start: bool,
    },
    /// Lanes of several vectors in turn.
    Interleave,
    /// Every n-th lane, for each remainder a vector in a structure.
    Deinterleave,
    /// Last lane first.
    Reverse,
    /// Lanes of two vectors laid side by side, from a constant lane on; counted from the end of the
    /// first if `right`.
    Splice {
        /// From which end.
        right: bool,
    },
    /// A vector with some lanes replaced by those of a shorter one: vector, part, first lane.
    Insert,
    /// Some lanes of a vector: vector, first lane.
    Extract,
    /// Neighbouring lanes of two vectors, within blocks of so many bits (0: the whole vector): first those
    /// of operand 0, then those of operand 1.
    Pairs {
        /// What is done with two neighbours.
        step: Step,
        /// Bits of a block.
        block: u32,
    },
    /// Sums of two vectors in odd lanes, differences in even ones.
    AddSub,
    /// The same of a product and a third vector, rounded once. A fourth operand is a rounding mode.
    FmaAddSub,
    /// Sums of the products of chosen lanes within blocks of 128 bits, put into chosen lanes.
    Dot,
    /// `|a - b|`.
    AbsoluteDifference,
    /// Lanes of operand 1 where operand 2 has its sign bit set, else of operand 0.
    BySign,
    /// Lane 0 is a mask of all bits, by a comparison whose number is operand 2; the others are those
    /// of operand 0.
    CompareFirst,
    /// Numbers of a narrower kind; behind them zeros. Of four operands the second are lanes for where the mask, the third, is
    /// not set, and the fourth is a rounding mode.
    Narrow,
    /// Lane 0 of operand 1 as a narrower number; the others are those of operand 0.
    NarrowFirst,
    /// Lanes of the first number operand by the indices of the other operand, within blocks of so many
    /// bits (0: the whole vector), an index being some bits of its operand from `low` on.
    Permute {
        /// Bits of a block.
        block: u32,
        /// The lowest bit of an index that counts.
        low: u32,
    },
    /// Memory that is accessed lane by lane.
    Memory(LaneMemory),
}

/// How lanes lie in memory. Positions of operands are given; masks are vectors of `i1`, or vectors
/// whose sign bits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneMemory {
    /// Each lane from an address of its own: addresses, mask, lanes where it is not set.
    Gather,
    /// Each lane to an address of its own, in order: value, addresses, mask.
    Scatter,
    /// Successive elements for the lanes that are set: pointer, mask, lanes where it is not set.
    Expand,
    /// Lanes that are set to successive elements: value, pointer, mask.
    Compress,
    /// Successive elements: pointer, mask; zero where it is not set.
    LoadBySign,
    /// Successive elements: pointer, mask, value.
    StoreBySign,
    /// Lanes where the mask is not set, base, indices, mask, bytes of a step.
    IndexedGather,
    /// Base, mask, indices, value, bytes of a step.
    IndexedScatter,
    /// Several vectors (the members of the result) whose lanes lie in turn: pointer.
    LoadInTurn,
    /// Several vectors, pointer: their lanes in turn.
    StoreInTurn,
}

/// What surrounds a row: lanes that do not take part in it. What is left of the call is the row alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// Only lane 0 takes part; the others are those of operand 0.
    pub first: bool,
    /// The number that the row is about is operand 1.
    pub second: bool,
    /// Operands: a mask of bits, and the lanes for where it is not set.
    pub mask: Option<(u8, u8)>,
}

impl Guard {
    /// Lane 0 of operand 0 (and 1).
    pub const FIRST: Guard = Guard {
        first: true,
        second: false,
        mask: None,
    };

    /// Lane 0 of operand 1.
    pub const SECOND: Guard = Guard {
        second: true,
        ..Guard::FIRST
    };

    /// All lanes of a mask.
    pub const fn masked(mask: u8, otherwise: u8) -> Guard {
        Guard {
            first: false,
            second: false,
            mask: Some((mask, otherwise)),
        }
    }

    /// The same under a mask.
    pub const fn under(self, mask: u8, otherwise: u8) -> Guard {
        Guard {
            mask: Some((mask, otherwise)),
            ..self
        }
    }
}

/// A load or store of successive elements under a mask of `i1`: what is masked off is not accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaskedAccess {
    /// The address.
    pub pointer: u8,
    /// The mask.
    pub mask: u8,
    /// What is stored, or what a load gives where the mask is not set.
    pub value: u8,
    /// Whether it is a store.
    pub stores: bool,
}
