//! A simulation: a shared library with the functions of `include/enzyme_rs/application.h`.
//!
//! Owns: its parts. Must not: know schedules, files or pictures.

mod blocks;
mod copy;
mod doubled;
mod fields;
mod foreign;
mod guarded;
mod instance;
mod load;
mod missing;
mod origin;
mod ranks;
mod room;
mod setup;
mod sources;
mod steps;
mod tangent;
mod trial;
mod unique;
mod whole;

pub(crate) use blocks::Block;
pub(crate) use doubled::Doubled;
pub(crate) use fields::{Field, Leeway};
pub(crate) use guarded::{Guarded, Overrun, Role};
pub(crate) use instance::{Application, Waited};
pub(crate) use load::{Loaded, load};
pub(crate) use missing::Missing;
pub(crate) use ranks::Ranks;
pub(crate) use sources::{Source, content};
pub(crate) use steps::Steps;
pub(crate) use tangent::Tangent;
pub(crate) use whole::Whole;
