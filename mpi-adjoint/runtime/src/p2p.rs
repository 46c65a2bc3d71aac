//! Point-to-point communication. Owns what its calls have in common. Must not: know the C symbols.

mod exchange;
mod inbox;
mod pack;
mod probe;
mod receive;
mod send;
mod transfer;

pub(crate) use exchange::Exchange;
pub(crate) use inbox::is_expected;
pub(crate) use pack::{Pack, Packed, Unpack};
pub(crate) use probe::{ImmediateMatched, Probe, ReceiveMatched};
pub(crate) use receive::{ImmediateReceive, PersistentReceive, Receive};
pub(crate) use send::{ImmediateSend, PersistentSend, Send};

use crate::communicator::{self, ShadowComm};
use crate::datatype;
use crate::error::{self, Code, Site};
use crate::memory::Shadow;
use crate::raw::{self, MPI_Comm, MPI_Count, MPI_Datatype, MPI_Status};
use crate::statistics::{self, Traffic};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

/// The data of a call, with their shadow.
#[derive(Clone, Copy)]
pub(crate) struct Data {
    pub(crate) address: *const c_void,
    pub(crate) count: c_int,
    pub(crate) datatype: MPI_Datatype,
    pub(crate) shadow: *mut c_void,
}

impl Data {
    /// The shadow; bytes of unknown content must not have one.
    pub(crate) fn shadow(&self, site: &Site) -> Shadow {
        self.shadows(1, site)
    }

    /// That of `blocks` such buffers one behind the other.
    pub(crate) fn shadows(&self, blocks: usize, site: &Site) -> Shadow {
        let map = datatype::map_of(self.datatype, site);
        if map.opaque && !self.shadow.is_null() {
            error::fail(
                Code::Bytes,
                site,
                "MPI_BYTE or MPI_PACKED data carry active numbers",
                "communicate them with the datatype of the numbers",
            );
        }
        let count = usize::try_from(self.count).unwrap_or(0);
        // What has a shadow is known by where a buffer begins; addresses in datatypes tell nothing of it.
        if self.address.is_null() && blocks * count * map.active > 0 {
            error::fail(
                Code::Datatype,
                site,
                "the buffer is MPI_BOTTOM, so that it is not known where the derivatives of its numbers are",
                "pass the variable itself, and a datatype with displacements from it",
            );
        }
        // SAFETY: the compiler passes the shadow of the call's buffer, which is as large as the buffer.
        unsafe { Shadow::new(self.shadow, &map, blocks * count) }
    }
}

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
    shadow: Shadow,
    comm: Arc<ShadowComm>,
    /// Of the other side; of a receive, they may be wildcards.
    rank: c_int,
    tag: c_int,
}

impl Active {
    /// Of data that may be received; `None` if no numbers can come.
    fn new(data: &Data, peer: &Envelope, site: &Site) -> Option<Active> {
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
    fn sent(data: &Data, to: &Envelope, site: &Site) -> Option<Active> {
        if to.rank != raw::MPI_PROC_NULL {
            let items = usize::try_from(data.count).unwrap_or(0);
            statistics::sent(Traffic::Primal, items * datatype::size_of(data.datatype));
        }
        Active::of(data, to, site, pack::sent)
    }

    /// Of data that will be sent any number of times.
    fn template(data: &Data, to: &Envelope, site: &Site) -> Option<Active> {
        Active::of(data, to, site, pack::sent)
    }

    /// Counts a message of a persistent send.
    fn count(&self) {
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
        let mut bytes: MPI_Count = 0;
        // SAFETY: a status that MPI has filled in; a place for the answer.
        unsafe { raw::PMPI_Get_elements_x(status, raw::byte(), &raw mut bytes) };
        Matched {
            rank: status.MPI_SOURCE,
            tag: status.MPI_TAG,
            bytes: usize::try_from(bytes).unwrap_or(0),
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
