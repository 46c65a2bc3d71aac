//! Floating-point formats by their bits.
//!
//! Owns: which there are. Must not: emit.

use enzyme_llvm_shim::ir::{Context, Type, TypeKind};
use std::fmt;

/// A format of a computer's arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Format {
    /// `half`: 5 bits of exponent, 10 of significand.
    Half,
    /// `float`: 8 and 23.
    Single,
    /// `double`: 11 and 52.
    Double,
}

impl Format {
    fn of_bits(bits: u64) -> Option<Self> {
        match bits {
            16 => Some(Self::Half),
            32 => Some(Self::Single),
            64 => Some(Self::Double),
            _ => None,
        }
    }

    fn of_parts(exponent: u64, significand: u64) -> Option<Self> {
        match (exponent, significand) {
            (5, 10) => Some(Self::Half),
            (8, 23) => Some(Self::Single),
            (11, 52) => Some(Self::Double),
            _ => None,
        }
    }

    fn bits(self) -> u32 {
        match self {
            Self::Half => 16,
            Self::Single => 32,
            Self::Double => 64,
        }
    }

    fn kind(self) -> TypeKind {
        match self {
            Self::Half => TypeKind::LLVMHalfTypeKind,
            Self::Single => TypeKind::LLVMFloatTypeKind,
            Self::Double => TypeKind::LLVMDoubleTypeKind,
        }
    }

    fn ty(self, context: Context) -> Type {
        match self {
            Self::Half => context.half(),
            Self::Single => context.float(),
            Self::Double => context.double(),
        }
    }
}

/// From which format to which smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Formats {
    from: Format,
    to: Format,
}

impl Formats {
    /// Of the bits of both, or of the bits of the one and the parts of the other.
    pub(super) fn of(numbers: &[u64]) -> Option<Self> {
        let (from, to) = match numbers {
            [from, to] => (Format::of_bits(*from)?, Format::of_bits(*to)?),
            [from, exponent, significand] => (
                Format::of_bits(*from)?,
                Format::of_parts(*exponent, *significand)?,
            ),
            _ => return None,
        };
        (to < from).then_some(Self { from, to })
    }

    /// Whether a value is a number, or a vector of numbers, of the larger format.
    pub(super) fn is_from(self, ty: Type) -> bool {
        let of = match ty.kind() {
            TypeKind::LLVMVectorTypeKind => ty.element(),
            _ => ty,
        };
        of.kind() == self.from.kind()
    }

    /// The type in the smaller format.
    pub(super) fn smaller(self, context: Context, ty: Type) -> Type {
        let to = self.to.ty(context);
        match ty.kind() {
            TypeKind::LLVMVectorTypeKind => to.vector(ty.length() as u32),
            _ => to,
        }
    }

    /// The C library's name of a function in the smaller format, if it has functions of both.
    pub(super) fn in_library(self, name: &str) -> Option<String> {
        let both = (self.from, self.to) == (Format::Double, Format::Single);
        both.then(|| format!("{name}f"))
    }
}

impl fmt::Display for Formats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}in{}", self.from.bits(), self.to.bits())
    }
}
