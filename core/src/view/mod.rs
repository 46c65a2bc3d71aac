//! A read-only, dense snapshot of one prepared function.
//!
//! Owns: the data that analyses and plans look at. Only [`import`] sees LLVM handles; it puts them
//! in [`Handles`], which go to `synth` alone. Must not: change IR.

pub(crate) mod addresses;
mod assembly;
pub(crate) mod body;
pub(crate) mod clobber;
mod elsewhere;
pub(crate) mod entity;
pub(crate) mod import;
pub(crate) mod ints;
pub(crate) mod mentions;
pub(crate) mod names;
pub(crate) mod paths;
pub(crate) mod polynomials;
mod reach;
mod rounded;
pub(crate) mod slices;
pub(crate) mod sorts;
pub(crate) mod steps;
pub(crate) mod sums;
pub(crate) mod types;

pub(crate) use body::{
    Body, Callee, CastOp, Definition, FloatOp, IndexStep, Inst, IntOp, Op, Update, ValueKind,
};
pub(crate) use clobber::{Base, Clobber, Clobbers};
pub(crate) use entity::{BlockId, InstId, LoopId, TyId, ValueId};
pub(crate) use import::{Handles, Imported};
pub(crate) use reach::Reach;
pub(crate) use sorts::{Access, Flow};
pub(crate) use types::{Leaf, Shape};
