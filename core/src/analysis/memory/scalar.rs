//! What a place in memory holds, and where the bits of integers come from and go to.
//!
//! Owns: [`Scalar`] and its lattice, [`Bits`]. Must not: know objects or instructions.

use enzyme_rules::FloatKind;

/// What a cell holds. Lattice: `Unknown` below all, `Mixed` above all, the others between; `Presumed` lies
/// below `Int`, and that below `Pointer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scalar {
    Unknown,
    /// The program computes with it as with an integer. That proves nothing: so do programs that change
    /// the bits of a number.
    Presumed,
    /// TBAA says that the memory was declared as an integer, or the value was never anything else.
    Int,
    Float(FloatKind),
    Pointer,
    Mixed,
}

impl Scalar {
    /// Whether accesses of the two sorts may be of one scalar (strict aliasing). What is only presumed
    /// keeps nothing apart. Types of accesses that TBAA does not speak of are no proof: see `differs_by_type`.
    pub(crate) fn compatible(self, other: Self) -> bool {
        let vague = |s| matches!(s, Self::Unknown | Self::Presumed | Self::Mixed);
        vague(self) || vague(other) || self == other
    }

    /// Whether the two are numbers of different kinds, or a number and a pointer: LLVM's types of accesses tell these apart,
    /// although a program may move either as the other.
    pub(crate) fn differs_by_type(self, other: Self) -> bool {
        let typed = |s| matches!(s, Self::Float(_) | Self::Pointer);
        typed(self) && typed(other) && self != other
    }

    /// Whether there may be a number.
    pub(crate) fn holds_number(self) -> bool {
        matches!(self, Self::Float(_) | Self::Unknown | Self::Mixed)
    }

    /// Whether it is an integer, or taken for one.
    pub(crate) fn is_integer(self) -> bool {
        matches!(self, Self::Int | Self::Presumed)
    }

    /// Least upper bound.
    pub(crate) fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, x) | (x, Self::Unknown) => x,
            (a, b) if a == b => a,
            (Self::Presumed, x @ (Self::Int | Self::Pointer))
            | (x @ (Self::Int | Self::Pointer), Self::Presumed) => x,
            // An address that the program keeps as an integer.
            (Self::Int, Self::Pointer) | (Self::Pointer, Self::Int) => Self::Pointer,
            _ => Self::Mixed,
        }
    }
}

/// Where the bits that a cell of integers holds come from and go to; see `fragments`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    /// They may be bits of a number.
    pub(super) from_number: bool,
    /// Whether a number is made of them.
    pub(super) to_number: Becomes,
}

/// Whether an integer becomes a number, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Becomes {
    /// It does not.
    #[default]
    Nothing,
    /// After integer operations.
    Computed,
    /// As it is.
    Moved,
}

impl Bits {
    pub(super) fn join(self, other: Self) -> Self {
        Self {
            from_number: self.from_number || other.from_number,
            to_number: self.to_number.max(other.to_number),
        }
    }
}
