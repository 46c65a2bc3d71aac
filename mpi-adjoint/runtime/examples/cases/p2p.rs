//! Point-to-point cases.

use super::Case;
use super::machine::Machine;
use super::shapes::{Shape, count};
use crate::call;
use mpi_sys::*;

pub const CASES: &[Case] = &[Case {
    name: "send, recv in a ring",
    run: ring,
}];

fn world() -> MPI_Comm {
    // SAFETY: a constant of the MPI.
    unsafe { RSMPI_COMM_WORLD }
}

fn ignore() -> *mut MPI_Status {
    // SAFETY: a constant of the MPI.
    unsafe { RSMPI_STATUS_IGNORE }
}

/// Each rank passes its data to the next one; rank 0 first, so that nobody relies on buffers.
fn ring(m: &mut Machine, shape: &Shape, items: usize) {
    let (n, datatype) = (count(items), shape.datatype);
    let (from, to) = (m.buffer(shape, items), m.buffer(shape, items));
    let (next, last) = ((m.rank + 1) % m.size, (m.rank + m.size - 1) % m.size);
    if m.size == 1 {
        return;
    }
    for turn in 0..2 {
        if (m.rank + turn) % 2 == 0 {
            call!(
                m,
                Send(m.data(from), n, datatype, next, 7, world())[m.shadow(from)]
            );
        } else {
            call!(
                m,
                Recv(m.data(to), n, datatype, last, 7, world(), ignore())[m.shadow(to)]
            );
        }
    }
}
