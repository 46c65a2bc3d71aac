//! Models with a known answer, for tests, examples and benchmarks. Owns the mathematics; knows no schedule.
#![allow(dead_code, unused_imports, reason = "each test uses a part")]

mod heat;
mod rod;
mod split;
mod vanderpol;

pub(crate) use heat::Heat;
pub(crate) use rod::Rod;
pub(crate) use split::{Link, SplitHeat};
pub(crate) use vanderpol::VanDerPol;
