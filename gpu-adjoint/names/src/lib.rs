//! The mathematical functions that device code calls by names of its vendors' libraries: libdevice (`__nv_…`) and OCML (`__ocml_…`).
//!
//! A row says what is computed, under which names, and how results come back. Whoever differentiates such calls and whoever runs them elsewhere read the
//! same rows.
//!
//! So do CUB's sums of two lanes' numbers, which are inline assembly.
//!
//! Owns: these names and texts. Must not: know how anything is computed, or LLVM.

mod cub;
mod rounded;
mod table;

pub use cub::{ShuffledSum, shuffled_sum, without_registers};
pub use table::{ROWS, Results, Row};

/// Of which numbers a function is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Precision {
    /// `half`.
    Half,
    /// `float`.
    Single,
    /// `double`.
    Double,
}

/// How exact a function is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Accuracy {
    /// As the vendor's manual says for the function of C.
    Usual,
    /// By instructions of the hardware: `__sinf` of CUDA, `native_sin` of OpenCL.
    Fast,
}

/// Where a result between two numbers goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rounding {
    /// To the nearest number.
    Nearest,
    /// Down.
    Down,
    /// Up.
    Up,
    /// To zero.
    Zero,
}

/// A function of a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// What it computes: the name that the C library has for it in double precision, or the one of [`ROWS`].
    pub computes: &'static str,
    /// Of which numbers.
    pub precision: Precision,
    /// How exact it is.
    pub accuracy: Accuracy,
    /// Where its result is rounded to.
    pub rounding: Rounding,
    /// How its results come back.
    pub results: Results,
    /// Whether the C library has it, for `float` and `double`.
    pub in_libm: bool,
}

impl Function {
    /// The function of the C library that computes the same with the same parameters; none if it has none, or rounds otherwise.
    pub fn libm(&self) -> Option<String> {
        let has = self.in_libm && self.rounding == Rounding::Nearest;
        match self.precision {
            Precision::Double if has => Some(self.computes.to_owned()),
            Precision::Single if has => Some(format!("{}f", self.computes)),
            Precision::Half | Precision::Single | Precision::Double => None,
        }
    }
}

/// The function that a library has under a name.
pub fn find(name: &str) -> Option<Function> {
    rounded::find(name).or_else(|| table::find(name))
}
