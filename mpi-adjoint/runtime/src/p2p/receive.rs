//! Blocking receives.

use super::inbox::{self, Posted};
use super::transfer::Transfer;
use super::{Data, Envelope, Matched, StatusPlace};
use crate::adjoint::{self, Adjoint, Call, Reverse};
use crate::communicator::{self, ShadowComm};
use crate::error::Site;
use crate::memory::Shadow;
use crate::raw::{self, MPI_Status};
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
        let mut place = StatusPlace::new(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status == raw::SUCCESS
            && let Some((shadow, comm)) = active(&self.data, &self.from, &site)
        {
            inbox::take(
                Posted::new(number, comm, self.from, shadow),
                Matched::new(&place.read()),
                &site,
            );
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let mut place = StatusPlace::new(self.status);
        let status = (self.primal)(place.as_mut_ptr());
        if status == raw::SUCCESS
            && let Some((shadow, comm)) = active(&self.data, &self.from, &site)
        {
            let transfer = Transfer::posted(site, comm, number, shadow);
            transfer.completed(&place.read());
            return (status, Reverse::of(vec![Arc::new(transfer)]));
        }
        (status, Reverse::Nothing)
    }
}

/// The shadow of what may be received and the communicator for it; `None` if no numbers can come.
pub(super) fn active(
    data: &Data,
    from: &Envelope,
    site: &Site,
) -> Option<(Shadow, Arc<ShadowComm>)> {
    if from.rank == raw::MPI_PROC_NULL {
        return None;
    }
    let shadow = data.shadow(site);
    (shadow.active() > 0).then(|| (shadow, communicator::shadow_of(from.comm, site)))
}
