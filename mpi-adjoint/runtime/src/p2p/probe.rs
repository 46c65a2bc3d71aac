//! Matched probes and the receives of their messages. A matched probe takes the message out of its stream:
//! the message's place among the others is that of the probe.

use super::inbox::{self, Posted};
use super::receive::{expect, received, started};
use super::{Active, Data, Matched};
use crate::adjoint::{self, Call, Reverse};
use crate::communicator::{self, ShadowComm};
use crate::completion::Statuses;
use crate::error::{self, Code, Site};
use crate::raw::{self, Handle, MPI_Comm, MPI_Message, MPI_Request, MPI_Status};
use crate::request::{self, Pending, Sort};
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, MutexGuard};

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

/// A message that was probed and not received.
struct Probed {
    number: u64,
    comm: Arc<ShadowComm>,
    matched: Matched,
}

fn probed() -> MutexGuard<'static, BTreeMap<usize, Probed>> {
    static PROBED: Mutex<BTreeMap<usize, Probed>> = Mutex::new(BTreeMap::new());
    PROBED.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// The tangent of a message is behind those of messages that were probed before it, and only their receives
/// tell whether these have one.
pub(super) fn refuse_overtaking(number: u64, comm: u64, matched: Matched, site: &Site) {
    let overtaken = probed().values().any(|probed| {
        probed.number < number
            && probed.comm.id() == comm
            && (probed.matched.rank, probed.matched.tag) == (matched.rank, matched.tag)
    });
    if overtaken {
        error::fail(
            Code::Probed,
            site,
            "an earlier message of the same source and tag was probed by MPI_Mprobe and is not received",
            "in tangent mode receive it by MPI_Mrecv before the later one",
        );
    }
}

/// The numbers of a probed message, and its place. `message` is the handle before the receive.
fn active(data: &Data, message: MPI_Message, site: &Site) -> Option<(u64, Active)> {
    let probed = probed().remove(&message.bits());
    if message == raw::message_no_proc() {
        return None;
    }
    let shadow = data.shadow(site);
    if shadow.active() == 0 {
        return None;
    }
    let Some(Probed { number, comm, .. }) = probed else {
        error::fail(
            Code::NoShadowCommunicator,
            site,
            "the message was probed where the derivatives' library did not see it",
            "call MPI_Mprobe in differentiated code, on a communicator that the library knows \
             (enzyme_rs_mpi_attach)",
        )
    };
    Some((
        number,
        Active {
            shadow,
            comm,
            rank: raw::MPI_ANY_SOURCE,
            tag: raw::MPI_ANY_TAG,
        },
    ))
}

/// MPI_Mrecv.
pub(crate) struct ReceiveMatched<F> {
    pub(crate) data: Data,
    pub(crate) message: MPI_Message,
    pub(crate) status: *mut MPI_Status,
    /// Gets a status that is never ignored.
    pub(crate) primal: F,
}

impl<F: FnOnce(*mut MPI_Status) -> c_int> Call for ReceiveMatched<F> {
    fn tangent(self, site: Site) -> c_int {
        let mut place = Statuses::one(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status == raw::SUCCESS
            && let Some((number, active)) = active(&self.data, self.message, &site)
        {
            inbox::take(Posted::new(number, active), &place.read(0), &site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let mut place = Statuses::one(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status == raw::SUCCESS
            && let Some((number, active)) = active(&self.data, self.message, &site)
        {
            return (
                status,
                Reverse::of(vec![received(site, number, active, &place.read(0))]),
            );
        }
        (status, Reverse::Nothing)
    }
}

/// MPI_Imrecv.
pub(crate) struct ImmediateMatched<F> {
    pub(crate) data: Data,
    pub(crate) message: MPI_Message,
    /// Tells the request, too.
    pub(crate) primal: F,
}

impl<F: FnOnce() -> (c_int, MPI_Request)> Call for ImmediateMatched<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS
            && let Some((number, active)) = active(&self.data, self.message, &site)
        {
            let pending = Pending::Tangent(expect(number, active, request, site));
            request::register(request, pending, Sort::Receive, site);
        } else {
            request::passive(status, request, site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS
            && let Some((number, active)) = active(&self.data, self.message, &site)
        {
            return (status, started(site, number, active, request));
        }
        request::passive(status, request, site);
        (status, Reverse::Nothing)
    }
}
