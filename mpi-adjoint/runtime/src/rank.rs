//! The rank of this process in the world, as messages name it. Owns what is known of it. Must not: allocate, nor ask the
//! MPI where a signal handler reads.

use crate::raw;
use std::sync::atomic::{AtomicI32, Ordering};

static RANK: AtomicI32 = AtomicI32::new(-1);

/// The rank, as far as it was asked for; -1 before that.
pub(crate) fn known() -> i32 {
    RANK.load(Ordering::Relaxed)
}

/// The rank in the world; -1 before MPI_Init.
pub(crate) fn ask() -> i32 {
    let known = known();
    if known >= 0 {
        return known;
    }
    let (mut rank, mut running) = (known, 0);
    // SAFETY: places for the answers; may be asked at any time.
    unsafe {
        raw::PMPI_Initialized(&raw mut running);
        if running != 0 {
            raw::PMPI_Comm_rank(raw::comm_world(), &raw mut rank);
        }
    }
    RANK.store(rank, Ordering::Relaxed);
    rank
}
