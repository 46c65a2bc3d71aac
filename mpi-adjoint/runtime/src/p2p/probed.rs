//! Messages that were taken out of their stream by a matched probe and are not received. Owns the list of them, in tangent
//! mode. Must not: receive.

use super::message::Matched;
use crate::communicator::ShadowComm;
use crate::error::{self, Code, Site};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// A message that was probed and not received.
pub(super) struct Probed {
    pub(super) number: u64,
    pub(super) comm: Arc<ShadowComm>,
    pub(super) matched: Matched,
}

pub(super) fn probed() -> MutexGuard<'static, BTreeMap<usize, Probed>> {
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
