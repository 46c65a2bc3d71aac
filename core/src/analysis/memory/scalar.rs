//! What a place in memory holds, and where the bits of integers come from and go to.
//!
//! Owns: [`Scalar`] and its lattice, what names and constants say of it, what proves it ([`Proof`]), [`Bits`]. Must not: know objects or
//! instructions.

use crate::view::ValueKind;
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

/// Scalars found in a byte range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Offset from the start of the range.
    pub(crate) offset: u64,
    /// What lies there.
    pub(crate) scalar: Scalar,
    /// Bytes.
    pub(crate) size: u64,
}

/// Where a scalar lies, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) offset: i64,
    /// It is an element of an array, any number of so many bytes from there; 0: it lies at the offset.
    pub(crate) every: u64,
}

impl Spot {
    /// Whether it may lie at an offset.
    pub(crate) fn may_be_at(self, offset: i64) -> bool {
        match self.every {
            0 => offset == self.offset,
            every => (offset - self.offset).rem_euclid(every as i64) == 0,
        }
    }
}

/// What says of which sort a scalar is that is accessed; more and more of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Proof {
    /// Not the access, which is that of an integer.
    None,
    /// Nor that: an integer is moved, and nothing else is done with it.
    Words,
    /// The type of the access, which is only that of the bits that it moves.
    Moved,
    /// What the program does with it besides.
    Used,
    /// TBAA.
    Stated,
}

/// Of what lies near in an array, what an access of a sort may mean: strict aliasing keeps other sorts apart, but not where
/// they may be of the same bytes all the same. `held` says what lies somewhere, and whether that is contested.
pub(super) fn kept_apart<T: Copy>(
    near: Vec<T>,
    sort: Scalar,
    held: impl Fn(&T) -> (Scalar, bool),
) -> Vec<T> {
    let contested = near.iter().any(|one| held(one) == (sort, true));
    let may_mean = |one: &T| {
        let (scalar, other) = held(one);
        scalar.compatible(sort) || scalar.differs_by_type(sort) && (contested || other)
    };
    near.iter().copied().filter(may_mean).collect()
}

/// Small integers other than zero would be denormal as numbers: nobody writes those as constants.
pub(crate) fn constant_scalar(kind: &ValueKind) -> Scalar {
    match kind {
        ValueKind::ConstInt(Some(n)) if *n != 0 && n.abs() < 1 << 20 => Scalar::Presumed,
        _ => Scalar::Unknown,
    }
}

/// What a TBAA scalar type name says; clang's names for C and C++, and flang's for the fields of its descriptors of arrays: counts, or an address.
pub(crate) fn named_scalar(name: &str) -> Scalar {
    match name {
        "double" => Scalar::Float(FloatKind::Double),
        "float" => Scalar::Float(FloatKind::Float),
        "_Float16" | "__fp16" => Scalar::Float(FloatKind::Half),
        "__bf16" => Scalar::Float(FloatKind::BFloat),
        "int" | "long" | "long long" | "short" | "__int128" | "bool" | "_Bool" => Scalar::Int,
        "char8_t" | "char16_t" | "char32_t" | "wchar_t" => Scalar::Int,
        "descriptor member" => Scalar::Int,
        "any pointer" | "vtable pointer" => Scalar::Pointer,
        _ if is_enumeration(name) => Scalar::Int,
        _ if is_pointer(name) => Scalar::Pointer,
        // Any other: the names of other compilers and languages may say anything.
        _ => Scalar::Unknown,
    }
}

/// Bytes of the scalars that a TBAA scalar type name is of, where those are the same on all machines that a compiler of ours is for.
pub(crate) fn named_size(name: &str) -> Option<u64> {
    match (named_scalar(name), name) {
        (Scalar::Float(kind), _) => Some(float_size(kind)),
        (Scalar::Pointer, _) | (_, "long long") => Some(8),
        (_, "int") => Some(4),
        (_, "short") => Some(2),
        (_, "bool" | "_Bool") => Some(1),
        _ => None,
    }
}

/// Whether a scalar is named by a type of C++ that the program defines: of these only enumerations are scalars.
fn is_enumeration(name: &str) -> bool {
    name.starts_with("_ZTS")
}

/// Whether a name is that of a pointer: how many times, and to what.
fn is_pointer(name: &str) -> bool {
    let times = name.strip_prefix('p').and_then(|rest| rest.split_once(' '));
    times.is_some_and(|(times, _)| times.parse::<u8>().is_ok())
}

/// Bytes that a number of a kind takes in memory.
pub(crate) fn float_size(kind: FloatKind) -> u64 {
    match kind {
        FloatKind::Half | FloatKind::BFloat => 2,
        FloatKind::Float => 4,
        FloatKind::Double => 8,
        FloatKind::X86Fp80 => 10,
        FloatKind::Fp128 => 16,
    }
}
