//! One-sided communication between fences.

use crate::Case;
use crate::call;
use crate::machine::Machine;
use crate::shapes::{Shape, count};
use crate::tools::{replace, world};
use mpi_sys::*;

pub(crate) const CASES: &[Case] = &[
    Case::new("Put", |m, shape, items| epochs(m, shape, items, &[By::Put])),
    Case::new("Get", |m, shape, items| epochs(m, shape, items, &[By::Get])),
    Case::new("Accumulate by MPI_REPLACE", |m, shape, items| {
        epochs(m, shape, items, &[By::Replace])
    }),
    Case::new("Accumulate by MPI_SUM", |m, shape, items| {
        epochs(m, shape, items, &[By::Sum])
    }),
    Case::new("Get by all from one", |m, shape, items| {
        epochs(m, shape, items, &[By::GetFirst])
    }),
    Case::new("Accumulate by all to one", |m, shape, items| {
        epochs(m, shape, items, &[By::SumFirst])
    }),
    Case::new("epochs of each kind", |m, shape, items| {
        epochs(
            m,
            shape,
            items,
            &[By::Put, By::Get, By::Sum, By::Get, By::Put],
        )
    }),
    Case::not_linear("Put and Get with inactive windows", |m, shape, items| {
        inactive(m, shape, items)
    }),
];

/// What every rank does in an epoch: to or from the next rank, or the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Put,
    Get,
    Replace,
    Sum,
    GetFirst,
    SumFirst,
}

/// MPI accumulates items of one basic datatype. Not tried: MPI_C_FLOAT_COMPLEX, for which the primal's
/// result is wrong in OpenMPI 4.1.
fn sums(shape: &Shape) -> bool {
    [
        "double",
        "float",
        "double complex",
        "vector",
        "subarray in C",
    ]
    .contains(&shape.name)
}

/// The window has one item more, before the data.
fn epochs(m: &mut Machine, shape: &Shape, items: usize, what: &[By]) {
    let needs_sums = what
        .iter()
        .any(|by| matches!(by, By::Sum | By::SumFirst | By::Replace));
    if needs_sums && !sums(shape) || shape.reach.0 > 0 {
        return;
    }
    let window = m.buffer(shape, items + 1);
    run(m, shape, items, what, window);
}

/// Windows of odd ranks are no input; what is read from them is none.
fn inactive(m: &mut Machine, shape: &Shape, items: usize) {
    if shape.reach.0 > 0 {
        return;
    }
    let window = if m.rank % 2 == 1 {
        m.inactive(shape, items + 1)
    } else {
        m.buffer(shape, items + 1)
    };
    run(m, shape, items, &[By::Get], window);
}

/// OpenMPI 4.1 may have no windows for a single process.
fn exist() -> bool {
    // SAFETY: a window of no bytes, on a communicator that lets errors go on meanwhile.
    unsafe {
        let (mut window, mut handler) = (RSMPI_WIN_NULL, RSMPI_ERRORS_RETURN);
        MPI_Comm_get_errhandler(world(), &raw mut handler);
        MPI_Comm_set_errhandler(world(), RSMPI_ERRORS_RETURN);
        let place = &raw mut window;
        let made = MPI_Win_create(std::ptr::null_mut(), 0, 1, RSMPI_INFO_NULL, world(), place);
        MPI_Comm_set_errhandler(world(), handler);
        MPI_Errhandler_free(&raw mut handler);
        made == 0 && MPI_Win_free(place) == 0
    }
}

fn run(m: &mut Machine, shape: &Shape, items: usize, what: &[By], memory: usize) {
    if m.size == 1 && !exist() {
        return;
    }
    let (n, datatype) = (count(items), shape.datatype);
    let extent = shape.extent as i32;
    let bytes = m.buffers[memory].primal.len() as MPI_Aint - m.buffers[memory].origin() as MPI_Aint;
    // SAFETY: constants of the MPI.
    let (info, mut window, sum) = unsafe { (RSMPI_INFO_NULL, RSMPI_WIN_NULL, RSMPI_SUM) };
    let place = &raw mut window;
    call!(
        m,
        Win_create(m.data(memory), bytes, extent, info, world(), place)[m.shadow(memory)]
    );
    call!(m, Win_fence(0, window)[]);
    for by in what {
        let own = m.buffer(shape, items);
        let next = m.ring().0;
        let (data, shadow) = (m.data(own), m.shadow(own));
        match by {
            By::Put => call!(
                m,
                Put(data, n, datatype, next, 1, n, datatype, window)[shadow]
            ),
            By::Get => call!(
                m,
                Get(data, n, datatype, next, 1, n, datatype, window)[shadow]
            ),
            By::GetFirst => call!(m, Get(data, n, datatype, 0, 1, n, datatype, window)[shadow]),
            By::Replace => {
                let op = replace();
                call!(
                    m,
                    Accumulate(data, n, datatype, next, 1, n, datatype, op, window)[shadow]
                )
            }
            By::Sum => call!(
                m,
                Accumulate(data, n, datatype, next, 1, n, datatype, sum, window)[shadow]
            ),
            By::SumFirst => call!(
                m,
                Accumulate(data, n, datatype, 0, 1, n, datatype, sum, window)[shadow]
            ),
        };
        call!(m, Win_fence(0, window)[]);
    }
    call!(m, Win_free(place)[]);
}
