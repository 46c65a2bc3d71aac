//! libenzyme_rs_mpi: tangents and adjoints of MPI communication, at run time.
//!
//! For a covered function `MPI_Foo` there are three C symbols, which compiled code calls instead of it:
//! `enzyme_rs_mpi_tangent_Foo`, `enzyme_rs_mpi_augmented_Foo`, `enzyme_rs_mpi_reverse_Foo` (module [`abi`]).
//! README.md has their contract. All communication of the library itself goes through `PMPI_` names and, but
//! for the primal's own, through shadow communicators (module `communicator`).
//!
//! What a pointer means is said by the caller; so the crate cannot be safe. `unsafe` is used where MPI is
//! called, where the caller's memory is touched, and where handles become references; nowhere else.

pub mod abi;
mod adjoint;
mod bases;
mod collective;
mod communicator;
mod completion;
mod data;
mod datatype;
mod error;
pub mod fortran;
pub mod interpose;
mod last_action;
mod memory;
mod next;
mod order;
mod p2p;
mod pool;
pub mod public;
mod rank;
mod raw;
mod request;
mod shared;
mod statistics;
mod transport;
pub mod waiting;
mod window;
