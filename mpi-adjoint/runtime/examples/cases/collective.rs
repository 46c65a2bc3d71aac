//! Cases of collective communication.

use super::Case;
use super::machine::Machine;
use super::shapes::{Shape, count};
use crate::call;
use mpi_sys::*;

pub const CASES: &[Case] = &[Case {
    name: "bcast",
    run: bcast,
}];

fn world() -> MPI_Comm {
    // SAFETY: a constant of the MPI.
    unsafe { RSMPI_COMM_WORLD }
}

fn bcast(m: &mut Machine, shape: &Shape, items: usize) {
    let buffer = m.buffer(shape, items);
    for root in 0..m.size {
        call!(
            m,
            Bcast(m.data(buffer), count(items), shape.datatype, root, world())[m.shadow(buffer)]
        );
    }
}
