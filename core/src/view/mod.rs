//! A read-only, dense snapshot of one prepared function.
//!
//! Owns: the data that analyses and plans look at. Only [`import`] sees LLVM handles; it puts them
//! in [`Handles`], which go to `synth` alone. Must not: change IR.

pub mod body;
pub mod clobber;
pub mod entity;
pub mod import;
pub mod types;

pub use body::{Block, Body, Callee, CastOp, FloatOp, Inst, IntOp, Loop, Op, ValueData, ValueKind};
pub use clobber::Clobbers;
pub use entity::{BlockId, InstId, LoopId, TyId, ValueId};
pub use import::{Handles, Imported, import};
pub use types::{Shape, TyData, Types};
