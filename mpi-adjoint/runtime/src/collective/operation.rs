//! Nonblocking collective calls of the library's own. Owns their buffers while they are under way, and how
//! counts of any size are passed. Must not: know what the data mean.

use super::blocks::{Counts, WORD};
use super::group::Group;
use super::number;
use crate::communicator::ShadowComm;
use crate::datatype::Kind;
use crate::error::{self, Site};
use crate::memory::Staging;
use crate::raw::{self, MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request};
use crate::statistics::{self, Traffic};
use crate::transport::InFlight;
use std::ffi::{c_int, c_void};

/// What the elements of a buffer are.
#[derive(Clone, Copy)]
pub(super) struct Element {
    pub(super) datatype: MPI_Datatype,
    /// In bytes.
    pub(super) size: usize,
}

impl Element {
    /// A number of a kind.
    pub(super) fn number(kind: Kind) -> Element {
        Element {
            datatype: number::datatype(kind),
            size: kind.size(),
        }
    }
}

/// How elements are combined.
#[derive(Clone, Copy)]
pub(super) struct Combined {
    pub(super) element: Element,
    pub(super) op: MPI_Op,
}

impl Combined {
    /// The sum of numbers.
    pub(super) fn sum(kind: Kind) -> Combined {
        Combined {
            element: Element::number(kind),
            op: raw::sum(),
        }
    }
}

/// A call under way.
#[must_use]
pub(super) struct Operation {
    input: Staging,
    output: Staging,
    /// MPI 4.0, 6.12: lists must not change before the end.
    counts: Vec<Counts>,
    flights: Vec<InFlight>,
}

impl Operation {
    /// Waits, and gives the output.
    pub(super) fn wait(self, site: &Site) -> Staging {
        for flight in self.flights {
            flight.wait(site);
        }
        drop((self.input, self.counts));
        self.output
    }

    /// One call with whole buffers.
    fn single(
        group: &Group,
        traffic: Traffic,
        (mut input, mut output): (Staging, Staging),
        counts: Vec<Counts>,
        start: impl FnOnce(*mut c_void, *mut c_void, &[Counts], *mut MPI_Request) -> c_int,
    ) -> Operation {
        statistics::sent(traffic, input.len());
        let mut request = raw::request_null();
        let status = start(
            input.as_mut_ptr().cast(),
            output.as_mut_ptr().cast(),
            &counts,
            &raw mut request,
        );
        error::check(status, &group.site);
        Operation {
            input,
            output,
            counts,
            flights: vec![InFlight::new(request)],
        }
    }

    /// Calls for pieces whose length is a count of MPI. Both buffers have the same elements, or one is empty.
    fn pieces(
        group: &Group,
        traffic: Traffic,
        size: usize,
        (mut input, mut output): (Staging, Staging),
        mut start: impl FnMut(*mut c_void, *mut c_void, c_int, *mut MPI_Request) -> c_int,
    ) -> Operation {
        const PIECE: usize = 1 << 30;
        statistics::sent(traffic, input.len().max(output.len()));
        let elements = input.len().max(output.len()) / size;
        let firsts = (0..elements).step_by(PIECE);
        let flights = firsts.map(|first| {
            let count = (elements - first).min(PIECE) as c_int;
            let mut request = raw::request_null();
            let offset = first * size;
            let status = start(
                input.as_mut_ptr().wrapping_add(offset).cast(),
                output.as_mut_ptr().wrapping_add(offset).cast(),
                count,
                &raw mut request,
            );
            error::check(status, &group.site);
            InFlight::new(request)
        });
        let flights = flights.collect();
        Operation {
            input,
            output,
            counts: Vec::new(),
            flights,
        }
    }

    pub(super) fn barrier(group: &Group) -> Operation {
        let buffers = (Staging::new(0), Staging::new(0));
        Operation::single(
            group,
            Traffic::Adjoint,
            buffers,
            Vec::new(),
            |_, _, _, request| {
                // SAFETY: a place for the request.
                unsafe { raw::PMPI_Ibarrier(group.comm(), request) }
            },
        )
    }

    /// `data` of the root to all; on the other ranks it is room. The output is the data.
    pub(super) fn bcast(group: &Group, traffic: Traffic, data: Staging, root: c_int) -> Operation {
        let buffers = (Staging::new(0), data);
        // SAFETY: the buffer stays with the operation.
        Operation::pieces(
            group,
            traffic,
            WORD,
            buffers,
            |_, data, count, request| unsafe {
                raw::PMPI_Ibcast(data, count, raw::word(), root, group.comm(), request)
            },
        )
    }

    /// To the root; elsewhere the output is zero.
    pub(super) fn reduce(
        group: &Group,
        traffic: Traffic,
        input: Staging,
        how: Combined,
        root: c_int,
    ) -> Operation {
        let room = Staging::new(if group.rank as c_int == root {
            input.len()
        } else {
            0
        });
        Operation::pieces(
            group,
            traffic,
            how.element.size,
            (input, room),
            // SAFETY: the buffers stay with the operation.
            |from, to, count, request| unsafe {
                let datatype = how.element.datatype;
                raw::PMPI_Ireduce(
                    from,
                    to,
                    count,
                    datatype,
                    how.op,
                    root,
                    group.comm(),
                    request,
                )
            },
        )
    }

    pub(super) fn allreduce(
        group: &Group,
        traffic: Traffic,
        input: Staging,
        how: Combined,
    ) -> Operation {
        let room = Staging::new(input.len());
        Operation::pieces(
            group,
            traffic,
            how.element.size,
            (input, room),
            // SAFETY: the buffers stay with the operation.
            |from, to, count, request| unsafe {
                let datatype = how.element.datatype;
                raw::PMPI_Iallreduce(from, to, count, datatype, how.op, group.comm(), request)
            },
        )
    }

    /// `counts` in elements, one for each rank.
    pub(super) fn reduce_scatter(
        group: &Group,
        traffic: Traffic,
        input: Staging,
        how: Combined,
        counts: Counts,
    ) -> Operation {
        let own = counts.counts[group.rank] as usize * how.element.size;
        let buffers = (input, Staging::new(own));
        Operation::single(
            group,
            traffic,
            buffers,
            vec![counts],
            // SAFETY: the buffers and the counts stay with the operation.
            |from, to, counts, request| unsafe {
                let counts = counts[0].counts.as_ptr();
                let datatype = how.element.datatype;
                raw::PMPI_Ireduce_scatter(from, to, counts, datatype, how.op, group.comm(), request)
            },
        )
    }

    /// Inclusive. `comm` is the shadow, or its reverse.
    pub(super) fn scan(
        group: &Group,
        comm: &ShadowComm,
        traffic: Traffic,
        input: Staging,
        how: Combined,
    ) -> Operation {
        Operation::prefix(group, comm, traffic, input, how, raw::PMPI_Iscan)
    }

    /// Exclusive; the first rank's output is to be ignored.
    pub(super) fn exscan(
        group: &Group,
        comm: &ShadowComm,
        traffic: Traffic,
        input: Staging,
        how: Combined,
    ) -> Operation {
        Operation::prefix(group, comm, traffic, input, how, raw::PMPI_Iexscan)
    }

    fn prefix(
        group: &Group,
        comm: &ShadowComm,
        traffic: Traffic,
        input: Staging,
        how: Combined,
        function: Prefix,
    ) -> Operation {
        let room = Staging::new(input.len());
        Operation::pieces(
            group,
            traffic,
            how.element.size,
            (input, room),
            // SAFETY: the buffers stay with the operation.
            |from, to, count, request| unsafe {
                let datatype = how.element.datatype;
                function(from, to, count, datatype, how.op, comm.comm(), request)
            },
        )
    }

    /// Messages that have been started, with the buffers of what is sent and of what comes.
    pub(super) fn messages(
        (input, output): (Staging, Staging),
        flights: Vec<InFlight>,
    ) -> Operation {
        Operation {
            input,
            output,
            counts: Vec::new(),
            flights,
        }
    }

    /// A movement of words. `start` gets the buffers and the counts, which stay with the operation.
    pub(super) fn movement(
        group: &Group,
        traffic: Traffic,
        buffers: (Staging, Staging),
        counts: Vec<Counts>,
        start: impl FnOnce(*mut c_void, *mut c_void, &[Counts], *mut MPI_Request) -> c_int,
    ) -> Operation {
        Operation::single(group, traffic, buffers, counts, start)
    }
}

type Prefix = unsafe extern "C" fn(
    *const c_void,
    *mut c_void,
    c_int,
    MPI_Datatype,
    MPI_Op,
    MPI_Comm,
    *mut MPI_Request,
) -> c_int;
