//! Messages as this rank sees them: the other side, the numbers, and what has come. Owns the refusal of sends that are
//! cancelled. Must not: communicate.

use super::pack;
use crate::communicator::{self, ShadowComm};
use crate::data::Data;
use crate::datatype;
use crate::error::{self, Code, Site};
use crate::memory::Shadow;
use crate::raw::{self, MPI_Comm, MPI_Status};
use crate::statistics::{self, Traffic};
use std::ffi::c_int;
use std::sync::Arc;

/// The other side as the program says it; may be a wildcard.
#[derive(Clone, Copy)]
pub(crate) struct Envelope {
    pub(crate) rank: c_int,
    pub(crate) tag: c_int,
    pub(crate) comm: MPI_Comm,
}

/// Numbers that are sent or received: their shadow, and where the derivatives travel.
#[derive(Clone, Debug)]
pub(crate) struct Active {
    pub(super) shadow: Shadow,
    pub(super) comm: Arc<ShadowComm>,
    /// Of the other side; of a receive, they may be wildcards.
    pub(super) rank: c_int,
    pub(super) tag: c_int,
}

impl Active {
    /// Of data that may be received; `None` if no numbers can come.
    pub(super) fn new(data: &Data, peer: &Envelope, site: &Site) -> Option<Active> {
        Active::of(data, peer, site, pack::received)
    }

    /// `packed` makes the shadow of packed data.
    fn of(
        data: &Data,
        peer: &Envelope,
        site: &Site,
        packed: fn(&Data, &Site) -> Shadow,
    ) -> Option<Active> {
        if peer.rank == raw::MPI_PROC_NULL {
            return None;
        }
        let shadow = match data.datatype == raw::packed() {
            true => packed(data, site),
            false => data.shadow(site),
        };
        (shadow.active() > 0).then(|| {
            let comm = communicator::shadow_of(peer.comm, site);
            Active {
                shadow,
                comm,
                rank: peer.rank,
                tag: peer.tag,
            }
        })
    }

    /// Of data that are sent; `None` if no numbers go. Counts the message.
    pub(super) fn sent(data: &Data, to: &Envelope, site: &Site) -> Option<Active> {
        if to.rank != raw::MPI_PROC_NULL {
            let items = usize::try_from(data.count).unwrap_or(0);
            statistics::sent(Traffic::Primal, items * datatype::size_of(data.datatype));
        }
        Active::of(data, to, site, pack::sent)
    }

    /// Of data that will be sent any number of times.
    pub(super) fn template(data: &Data, to: &Envelope, site: &Site) -> Option<Active> {
        Active::of(data, to, site, pack::sent)
    }

    /// Counts a message of a persistent send.
    pub(super) fn count(&self) {
        statistics::sent(Traffic::Primal, self.shadow.bytes());
    }
}

/// The message that a receive has got.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matched {
    pub(crate) rank: c_int,
    pub(crate) tag: c_int,
    /// Of data.
    pub(crate) bytes: usize,
    pub(crate) cancelled: bool,
}

impl Matched {
    pub(crate) fn new(status: &MPI_Status) -> Matched {
        Matched {
            rank: status.MPI_SOURCE,
            tag: status.MPI_TAG,
            bytes: raw::bytes_of(status),
            cancelled: is_cancelled(status),
        }
    }
}

fn is_cancelled(status: &MPI_Status) -> bool {
    let mut cancelled = 0;
    // SAFETY: a status that MPI has filled in; a place for the answer.
    unsafe { raw::PMPI_Test_cancelled(status, &raw mut cancelled) };
    cancelled != 0
}

/// The derivative of a send cannot be called back.
pub(super) fn refuse_cancelled(status: &MPI_Status, site: &Site) {
    if is_cancelled(status) {
        error::fail(
            Code::Cancelled,
            site,
            "the send of active numbers was cancelled",
            "do not cancel sends in differentiated code",
        );
    }
}
