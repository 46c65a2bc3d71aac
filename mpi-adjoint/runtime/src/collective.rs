//! Collective communication. Owns the list of its parts. Must not: know the C symbols.
//!
//! In the formulas of the submodules x is what a rank gives, y what it gets, a dot marks tangents, a bar
//! adjoints. `ȳ → 0` stands for zeroing after use; with `MPI_IN_PLACE` x and y share memory, and zeroing
//! comes before `x̄ +=`.

mod apart;
mod barrier;
mod blocks;
mod factor;
mod group;
mod movement;
mod neighbourhood;
mod number;
mod operation;
mod operator;
mod persistent;
mod reduction;
mod scheme;
mod spread;

pub(crate) use apart::ReduceLocal;
pub(crate) use barrier::barrier;
pub(crate) use blocks::{Layout, Side, in_place};
pub(crate) use movement::{alltoall, gather, scatter};
pub(crate) use neighbourhood::{neighbour_allgather, neighbour_alltoall};
pub(crate) use number::datatype as number_datatype;
pub use operator::OpAdjoint;
pub(crate) use operator::{end, register};
pub(crate) use persistent::{Keep, Persistent};
pub(crate) use reduction::{Operands, Shape, reduction};
pub(crate) use scheme::Collective;
pub(crate) use spread::{allgather, bcast};
