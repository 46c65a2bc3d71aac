//! Collective communication. Owns what its calls have in common. Must not: know the C symbols.

mod bcast;

pub(crate) use bcast::Bcast;

use crate::communicator::ShadowComm;
use crate::datatype::Kind;
use crate::error::{self, Site};
use crate::memory::Staging;
use crate::raw::{self, MPI_Datatype, MPI_Request};
use crate::transport::InFlight;
use std::ffi::c_int;

/// The basic datatype of a kind.
fn datatype(kind: Kind) -> MPI_Datatype {
    match kind {
        Kind::F32 => raw::float(),
        Kind::F64 => raw::double(),
        Kind::LongDouble => raw::long_double(),
    }
}

/// Calls `start` for pieces whose number of elements is a count of MPI: first element, elements, and the
/// place of the request.
fn pieces(
    elements: usize,
    site: &Site,
    mut start: impl FnMut(usize, c_int, *mut MPI_Request) -> c_int,
) -> Vec<InFlight> {
    const PIECE: usize = 1 << 30;
    let firsts = (0..elements).step_by(PIECE);
    firsts
        .map(|first| {
            let count = (elements - first).min(PIECE) as c_int;
            let mut request = raw::request_null();
            let status = start(first, count, &raw mut request);
            error::check(status, site);
            InFlight::new(request)
        })
        .collect()
}

/// Starts to sum up the numbers of all ranks at the root, in its buffer.
///
/// # Safety
/// The buffer stays where it is, and nobody touches it before the sum is complete.
unsafe fn sum_at_root(
    data: &mut Staging,
    kind: Kind,
    root: c_int,
    comm: &ShadowComm,
    site: &Site,
) -> Vec<InFlight> {
    let mut rank = 0;
    // SAFETY: a place for the answer.
    unsafe { raw::PMPI_Comm_rank(comm.comm(), &raw mut rank) };
    let elements = data.len() / kind.size();
    let start = data.as_mut_ptr();
    pieces(elements, site, |first, count, request| {
        // SAFETY: the piece lies in the buffer.
        unsafe {
            let piece = start.add(first * kind.size());
            let (from, to) = if rank == root {
                (raw::in_place(), piece.cast())
            } else {
                (piece.cast_const().cast(), std::ptr::null_mut())
            };
            raw::PMPI_Ireduce(
                from,
                to,
                count,
                datatype(kind),
                raw::sum(),
                root,
                comm.comm(),
                request,
            )
        }
    })
}
