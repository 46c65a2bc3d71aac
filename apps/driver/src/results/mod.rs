//! What tasks find, and what it says: `run` makes it, and `output` shows it.
//!
//! Owns: its parts. Must not: run a simulation, or print.

mod again;
mod along;
mod checked;
mod found;
mod gradient;
mod inversion;
mod second;
mod what;

pub(crate) use again::Again;
pub(crate) use along::{Along, Moved, Verdict};
pub(crate) use checked::{Checked, OfField};
pub(crate) use found::{Found, Shape, Single};
pub(crate) use gradient::{Gradient, Times};
pub(crate) use inversion::{Evaluated, Inverted};
pub(crate) use second::{Difference, Products, Second};
pub(crate) use what::What;
