//! Calls that send and receive at once. The adjoints of both directions are under way together, as the
//! messages were.

use super::inbox::{self, Posted};
use super::message::{Active, Envelope};
use super::receive::received;
use super::transfer::Transfer;
use crate::adjoint::{self, Call, Reverse};
use crate::completion::Statuses;
use crate::data::Data;
use crate::error::Site;
use crate::raw::{self, MPI_Status};
use std::ffi::c_int;

/// MPI_Sendrecv. MPI_Sendrecv_replace is the one whose sides have the same data.
pub(crate) struct Exchange<F> {
    pub(crate) send: Data,
    pub(crate) to: Envelope,
    pub(crate) receive: Data,
    pub(crate) from: Envelope,
    pub(crate) status: *mut MPI_Status,
    /// Gets a status that is never ignored.
    pub(crate) primal: F,
}

impl<F: FnOnce(*mut MPI_Status) -> c_int> Call for Exchange<F> {
    fn tangent(self, site: Site) -> c_int {
        let number = adjoint::next_number();
        let mut place = Statuses::one(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status != raw::SUCCESS {
            return status;
        }
        if let Some(active) = Active::sent(&self.send, &self.to, &site) {
            active.send_tangent(&site);
        }
        if let Some(active) = Active::new(&self.receive, &self.from, &site) {
            inbox::take(Posted::new(number, active), &place.read(0), &site);
        }
        status
    }

    /// What was received goes back first: in a replaced buffer its adjoint is zeroed before that of what was
    /// sent is added.
    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let mut place = Statuses::one(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status != raw::SUCCESS {
            return (status, Reverse::Nothing);
        }
        // In this order: of packed data that come to the same place nothing is known afterwards.
        let sent = Active::sent(&self.send, &self.to, &site);
        let back = Active::new(&self.receive, &self.from, &site)
            .map(|active| received(site, number, active, &place.read(0)));
        let forth = sent.map(|active| Transfer::sent(site, number, active));
        (status, Reverse::of(back.into_iter().chain(forth).collect()))
    }
}
