//! Blocking sends in all modes: the mode is the primal's affair, the derivatives are the same.

use super::transfer::Transfer;
use super::{Data, Envelope};
use crate::adjoint::{self, Adjoint, Call, Reverse};
use crate::communicator::{self, ShadowComm};
use crate::error::Site;
use crate::memory::Shadow;
use crate::raw;
use crate::statistics::{self, Traffic};
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
            && let Some((shadow, comm)) = active(&self.data, &self.to, &site)
        {
            send_tangent(&shadow, &comm, &self.to, &site);
        }
        status
    }

    fn augmented(self, site: Site) -> (c_int, Reverse) {
        let number = adjoint::next_number();
        let status = (self.primal)();
        if status != raw::SUCCESS {
            return (status, Reverse::Nothing);
        }
        let reverse = match sent(&self.data, &self.to, number, site) {
            Some(transfer) => Reverse::of(vec![transfer]),
            None => Reverse::Nothing,
        };
        (status, reverse)
    }
}

/// The shadow of what is sent and the communicator for it; `None` if no numbers go anywhere. Counts the
/// message.
pub(super) fn active(data: &Data, to: &Envelope, site: &Site) -> Option<(Shadow, Arc<ShadowComm>)> {
    if to.rank == raw::MPI_PROC_NULL {
        return None;
    }
    let shadow = data.shadow(site);
    statistics::sent(Traffic::Primal, shadow.bytes());
    (shadow.active() > 0).then(|| (shadow, communicator::shadow_of(to.comm, site)))
}

/// Sends the tangent. The buffer may be changed at once.
pub(super) fn send_tangent(shadow: &Shadow, comm: &ShadowComm, to: &Envelope, site: &Site) {
    let peer = Peer {
        comm,
        rank: to.rank,
        tag: to.tag,
    };
    transport::post(shadow.gather(), peer, Traffic::Tangent, site);
}

/// The adjoint of a message that is sent.
pub(super) fn sent(
    data: &Data,
    to: &Envelope,
    number: u64,
    site: Site,
) -> Option<Arc<dyn Adjoint>> {
    let (shadow, comm) = active(data, to, &site)?;
    Some(Arc::new(Transfer::sent(site, comm, number, shadow, *to)))
}
