//! How the members of a routine's family are called.
//!
//! Owns: numbers and their letters, conventions and their spellings. Must not: know which routines there are.

use enzyme_rules::FloatKind;

/// The numbers that routines come for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// `float`
    S,
    /// `double`
    D,
    /// Complex of `float`.
    C,
    /// Complex of `double`.
    Z,
}

impl Scalar {
    /// The kind of its parts.
    pub fn kind(self) -> FloatKind {
        match self {
            Self::S | Self::C => FloatKind::Float,
            Self::D | Self::Z => FloatKind::Double,
        }
    }

    /// Whether it has two parts.
    pub fn is_complex(self) -> bool {
        matches!(self, Self::C | Self::Z)
    }

    /// Its number in a rule's form.
    pub(crate) fn code(self) -> u32 {
        match self {
            Self::S => 0,
            Self::D => 1,
            Self::C => 2,
            Self::Z => 3,
        }
    }

    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::S => "s",
            Self::D => "d",
            Self::C => "c",
            Self::Z => "z",
        }
    }
}

/// A convention with its spelling of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `dgemm_`
    Fortran,
    /// `dgemm_64_`
    Fortran64,
    /// `cblas_dgemm`
    Cblas,
    /// `cblas_dgemm64_`, of OpenBLAS
    Cblas64,
    /// `cblas_dgemm_64`, of the reference BLAS
    CblasUnder64,
}

impl Dialect {
    pub(crate) const ALL: [Self; 5] = [
        Self::Fortran,
        Self::Fortran64,
        Self::Cblas,
        Self::Cblas64,
        Self::CblasUnder64,
    ];

    /// Whether scalars are passed by value, and matrices may be stored by rows.
    pub fn is_cblas(self) -> bool {
        matches!(self, Self::Cblas | Self::Cblas64 | Self::CblasUnder64)
    }

    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Self::Fortran64 | Self::Cblas64 | Self::CblasUnder64)
    }

    pub(crate) fn symbol(self, prefix: &str, stem: &str) -> String {
        match self {
            Self::Fortran => format!("{prefix}{stem}_"),
            Self::Fortran64 => format!("{prefix}{stem}_64_"),
            Self::Cblas => format!("cblas_{prefix}{stem}"),
            Self::Cblas64 => format!("cblas_{prefix}{stem}64_"),
            Self::CblasUnder64 => format!("cblas_{prefix}{stem}_64"),
        }
    }
}
