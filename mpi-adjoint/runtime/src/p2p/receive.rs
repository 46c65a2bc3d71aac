//! Receives.

use super::inbox::{self, Posted};
use super::message::{Active, Envelope, Matched};
use super::transfer::Transfer;
use crate::adjoint::{self, Adjoint, Call, Reverse, Tangent};
use crate::completion::Statuses;
use crate::data::Data;
use crate::error::Site;
use crate::raw::{self, MPI_Request, MPI_Status};
use crate::request::{self, Begun, Pending, Sort, Template};
use std::ffi::c_int;
use std::sync::Arc;

/// A blocking receive. The primal gets a status that is never ignored.
pub(crate) struct Receive<F> {
    pub(crate) data: Data,
    pub(crate) from: Envelope,
    pub(crate) status: *mut MPI_Status,
    pub(crate) primal: F,
}

impl<F: FnOnce(*mut MPI_Status) -> c_int> Call for Receive<F> {
    fn tangent(self, site: Site) -> c_int {
        let number = adjoint::next_number();
        let mut place = Statuses::one(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status == raw::SUCCESS
            && let Some(active) = Active::new(&self.data, &self.from, &site)
        {
            inbox::take(Posted::new(number, active), &place.read(0), &site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let mut place = Statuses::one(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status == raw::SUCCESS
            && let Some(active) = Active::new(&self.data, &self.from, &site)
        {
            return (
                status,
                Reverse::of(vec![received(site, number, active, &place.read(0))]),
            );
        }
        (status, Reverse::Nothing)
    }
}

/// A message that has been received.
pub(super) fn received(
    site: Site,
    number: u64,
    active: Active,
    status: &MPI_Status,
) -> Arc<dyn Adjoint> {
    let transfer = Transfer::posted(site, number, active);
    transfer.completed(status);
    transfer
}

/// A nonblocking receive.
pub(crate) struct ImmediateReceive<F> {
    pub(crate) data: Data,
    pub(crate) from: Envelope,
    /// Tells the request, too.
    pub(crate) primal: F,
}

impl<F: FnOnce() -> (c_int, MPI_Request)> Call for ImmediateReceive<F> {
    fn tangent(self, site: Site) -> c_int {
        let number = adjoint::next_number();
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS
            && let Some(active) = Active::new(&self.data, &self.from, &site)
        {
            let pending = Pending::Tangent(expect(number, active, request, site));
            request::register(request, pending, Sort::Receive, site);
        } else {
            request::passive(status, request, site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS
            && let Some(active) = Active::new(&self.data, &self.from, &site)
        {
            return (status, started(site, number, active, request));
        }
        request::passive(status, request, site);
        (status, Reverse::Nothing)
    }
}

/// A receive under way in tangent mode.
pub(super) fn expect(
    number: u64,
    active: Active,
    request: MPI_Request,
    site: Site,
) -> Arc<dyn Tangent> {
    inbox::post(Posted::new(number, active), request);
    Arc::new(Expected { number, site })
}

/// A receive under way in augmented mode.
pub(super) fn started(site: Site, number: u64, active: Active, request: MPI_Request) -> Reverse {
    let transfer: Arc<dyn Adjoint> = Transfer::posted(site, number, active);
    request::register(
        request,
        Pending::Adjoint(Arc::clone(&transfer)),
        Sort::Receive,
        site,
    );
    Reverse::of(vec![transfer])
}

/// MPI_Recv_init.
pub(crate) struct PersistentReceive<F> {
    pub(crate) data: Data,
    pub(crate) from: Envelope,
    /// Tells the request, too.
    pub(crate) primal: F,
}

impl<F: FnOnce() -> (c_int, MPI_Request)> Call for PersistentReceive<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS {
            let active = Active::new(&self.data, &self.from, &site);
            request::register_persistent(request, Arc::new(Incoming(active)));
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        (self.tangent(site), Reverse::Nothing)
    }
}

/// A persistent receive.
struct Incoming(Option<Active>);

impl Template for Incoming {
    fn begin(&self, number: u64, site: Site) -> Option<Box<dyn Begun>> {
        Some(Box::new(Coming {
            active: self.0.clone()?,
            number,
            site,
        }))
    }

    fn sort(&self) -> Sort {
        Sort::Receive
    }
}

/// A persistent receive that is being started.
struct Coming {
    active: Active,
    number: u64,
    site: Site,
}

impl Begun for Coming {
    fn tangent(self: Box<Self>, request: MPI_Request) -> Arc<dyn Tangent> {
        expect(self.number, self.active, request, self.site)
    }

    fn adjoint(self: Box<Self>) -> Arc<dyn Adjoint> {
        Transfer::posted(self.site, self.number, self.active)
    }
}

/// A nonblocking receive whose tangent is to come.
struct Expected {
    number: u64,
    site: Site,
}

impl Tangent for Expected {
    fn completed(&self, status: &MPI_Status) {
        inbox::complete(self.number, Matched::new(status), &self.site);
    }
}
