//! Sends in all modes: the mode is the primal's affair, the derivatives are the same.

use super::message::{Active, Envelope, refuse_cancelled};
use super::transfer::Transfer;
use crate::adjoint::{self, Adjoint, Call, Reverse, Tangent};
use crate::data::Data;
use crate::error::Site;
use crate::raw::{self, MPI_Request, MPI_Status};
use crate::request::{self, Begun, Pending, Sort, Template};
use crate::statistics::Traffic;
use crate::transport::{self, Peer};
use std::ffi::c_int;
use std::sync::Arc;

/// A blocking send.
pub(crate) struct Send<F> {
    pub(crate) data: Data,
    pub(crate) to: Envelope,
    pub(crate) primal: F,
}

impl<F: FnOnce() -> c_int> Call for Send<F> {
    fn tangent(self, site: Site) -> c_int {
        let status = (self.primal)();
        if status == raw::SUCCESS
            && let Some(active) = Active::sent(&self.data, &self.to, &site)
        {
            active.send_tangent(&site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let status = (self.primal)();
        if status == raw::SUCCESS
            && let Some(active) = Active::sent(&self.data, &self.to, &site)
        {
            return (
                status,
                Reverse::of(vec![Transfer::sent(site, number, active)]),
            );
        }
        (status, Reverse::Nothing)
    }
}

/// A nonblocking send.
pub(crate) struct ImmediateSend<F> {
    pub(crate) data: Data,
    pub(crate) to: Envelope,
    /// Tells the request, too.
    pub(crate) primal: F,
}

impl<F: FnOnce() -> (c_int, MPI_Request)> Call for ImmediateSend<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS
            && let Some(active) = Active::sent(&self.data, &self.to, &site)
        {
            active.send_tangent(&site);
            let pending = Pending::Tangent(Arc::new(Departed { site }));
            request::register(request, pending, Sort::Send, site);
        } else {
            request::passive(status, request, site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS
            && let Some(active) = Active::sent(&self.data, &self.to, &site)
        {
            let transfer = Transfer::sent(site, number, active);
            let pending = Pending::Adjoint(Arc::clone(&transfer));
            request::register(request, pending, Sort::Send, site);
            return (status, Reverse::of(vec![transfer]));
        }
        request::passive(status, request, site);
        (status, Reverse::Nothing)
    }
}

/// MPI_Send_init and its kin.
pub(crate) struct PersistentSend<F> {
    pub(crate) data: Data,
    pub(crate) to: Envelope,
    /// Tells the request, too.
    pub(crate) primal: F,
}

impl<F: FnOnce() -> (c_int, MPI_Request)> Call for PersistentSend<F> {
    fn tangent(self, site: Site) -> c_int {
        let (status, request) = (self.primal)();
        if status == raw::SUCCESS {
            let active = Active::template(&self.data, &self.to, &site);
            request::register_persistent(request, Arc::new(Outgoing(active)));
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        (self.tangent(site), Reverse::Nothing)
    }
}

/// A persistent send.
struct Outgoing(Option<Active>);

impl Template for Outgoing {
    fn begin(&self, number: u64, site: Site) -> Option<Box<dyn Begun>> {
        let active = self.0.clone()?;
        active.count();
        Some(Box::new(Leaving {
            active,
            number,
            site,
        }))
    }

    fn sort(&self) -> Sort {
        Sort::Send
    }
}

/// A persistent send that is being started.
struct Leaving {
    active: Active,
    number: u64,
    site: Site,
}

impl Begun for Leaving {
    fn tangent(self: Box<Self>, _: MPI_Request) -> Arc<dyn Tangent> {
        self.active.send_tangent(&self.site);
        Arc::new(Departed { site: self.site })
    }

    fn adjoint(self: Box<Self>) -> Arc<dyn Adjoint> {
        Transfer::sent(self.site, self.number, self.active)
    }
}

/// A nonblocking send whose tangent is on its way.
struct Departed {
    site: Site,
}

impl Tangent for Departed {
    fn completed(&self, status: &MPI_Status) {
        refuse_cancelled(status, &self.site);
    }
}

impl Active {
    /// Sends the tangent. The buffer may be changed at once.
    pub(super) fn send_tangent(&self, site: &Site) {
        let peer = Peer {
            comm: &self.comm,
            rank: self.rank,
            tag: self.tag,
        };
        transport::post(self.shadow.gather(), peer, Traffic::Tangent, site);
    }
}
