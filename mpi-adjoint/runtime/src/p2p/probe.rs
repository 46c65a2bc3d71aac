//! Matched probes and the receives of their messages. A matched probe takes the message out of its stream:
//! the message's place among the others is that of the probe.

use super::inbox::{self, Posted};
use super::message::{Active, Matched};
use super::probed::{Probed, probed};
use super::receive::{expect, received, started};
use crate::adjoint::{self, Call, Reverse};
use crate::communicator;
use crate::completion::Statuses;
use crate::data::Data;
use crate::error::{self, Code, Site};
use crate::raw::{self, Handle, MPI_Comm, MPI_Message, MPI_Request, MPI_Status};
use crate::request::{self, Pending, Sort};
use std::ffi::c_int;

/// MPI_Mprobe and MPI_Improbe.
pub(crate) struct Probe<F> {
    pub(crate) comm: MPI_Comm,
    pub(crate) status: *mut MPI_Status,
    /// Gets a status that is never ignored. Tells the message, too, if one was found.
    pub(crate) primal: F,
}

impl<F: FnOnce(*mut MPI_Status) -> (c_int, Option<MPI_Message>)> Call for Probe<F> {
    fn tangent(self, _: Site) -> c_int {
        let mut place = Statuses::one(self.status);
        let (status, message) = (self.primal)(place.as_mut_ptr());
        if status == raw::SUCCESS
            && let Some(message) = message
            && message != raw::message_no_proc()
            && let Some(comm) = communicator::find(self.comm)
        {
            let (number, matched) = (adjoint::next_number(), Matched::new(&place.read(0)));
            probed().insert(
                message.bits(),
                Probed {
                    number,
                    comm,
                    matched,
                },
            );
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        (self.tangent(site), Reverse::Nothing)
    }
}

/// A message of the program before it is received: then its handle may be that of another one at once.
struct Given {
    message: MPI_Message,
    probed: Option<Probed>,
}

impl Given {
    fn take(message: MPI_Message) -> Given {
        let probed = probed().remove(&message.bits());
        Given { message, probed }
    }

    /// It was not received.
    fn put_back(self) {
        if let Some(known) = self.probed {
            probed().insert(self.message.bits(), known);
        }
    }

    /// Its numbers, and its place.
    fn active(self, data: &Data, site: &Site) -> Option<(u64, Active)> {
        if self.message == raw::message_no_proc() {
            return None;
        }
        let shadow = data.shadow(site);
        if shadow.active() == 0 {
            return None;
        }
        let Some(Probed { number, comm, .. }) = self.probed else {
            error::fail(
                Code::NoShadowCommunicator,
                site,
                "the message was probed where the derivatives' library did not see it",
                "call MPI_Mprobe in differentiated code, on a communicator that the library knows \
                 (enzyme_rs_mpi_attach)",
            )
        };
        let (rank, tag) = (raw::MPI_ANY_SOURCE, raw::MPI_ANY_TAG);
        Some((
            number,
            Active {
                shadow,
                comm,
                rank,
                tag,
            },
        ))
    }
}

/// MPI_Mrecv.
pub(crate) struct ReceiveMatched<F> {
    pub(crate) data: Data,
    pub(crate) message: MPI_Message,
    pub(crate) status: *mut MPI_Status,
    /// Gets a status that is never ignored.
    pub(crate) primal: F,
}

impl<F: FnOnce(*mut MPI_Status) -> c_int> ReceiveMatched<F> {
    fn run(self, site: &Site) -> (c_int, Option<(u64, Active, MPI_Status)>) {
        let mut place = Statuses::one(self.status);
        let given = Given::take(self.message);
        let status = (self.primal)(place.as_mut_ptr());
        if status != raw::SUCCESS {
            given.put_back();
            return (status, None);
        }
        let active = given.active(&self.data, site);
        (
            status,
            active.map(|(number, active)| (number, active, place.read(0))),
        )
    }
}

impl<F: FnOnce(*mut MPI_Status) -> c_int> Call for ReceiveMatched<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, got) = self.run(&site);
        if let Some((number, active, place)) = got {
            inbox::take(Posted::new(number, active), &place, &site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, got) = self.run(&site);
        let reverse = match got {
            Some((number, active, place)) => {
                Reverse::of(vec![received(site, number, active, &place)])
            }
            None => Reverse::Nothing,
        };
        (status, reverse)
    }
}

/// MPI_Imrecv.
pub(crate) struct ImmediateMatched<F> {
    pub(crate) data: Data,
    pub(crate) message: MPI_Message,
    /// Tells the request, too.
    pub(crate) primal: F,
}

impl<F: FnOnce() -> (c_int, MPI_Request)> ImmediateMatched<F> {
    fn run(self, site: Site) -> (c_int, MPI_Request, Option<(u64, Active)>) {
        let given = Given::take(self.message);
        let (status, request) = (self.primal)();
        if status != raw::SUCCESS {
            given.put_back();
            return (status, request, None);
        }
        let active = given.active(&self.data, &site);
        if active.is_none() {
            request::passive(status, request, site);
        }
        (status, request, active)
    }
}

impl<F: FnOnce() -> (c_int, MPI_Request)> Call for ImmediateMatched<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, request, active) = self.run(site);
        if let Some((number, active)) = active {
            let pending = Pending::Tangent(expect(number, active, request, site));
            request::register(request, pending, Sort::Receive, site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, request, active) = self.run(site);
        let reverse = match active {
            Some((number, active)) => started(site, number, active, request),
            None => Reverse::Nothing,
        };
        (status, reverse)
    }
}
