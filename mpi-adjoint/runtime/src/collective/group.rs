//! The processes of a call. Owns the refusal of intercommunicators. Must not: communicate.

use crate::communicator::{self, ShadowComm};
use crate::error::{self, Code, Site};
use crate::raw::{self, MPI_Comm};
use std::ffi::c_int;
use std::sync::Arc;

/// A communicator as this rank sees it.
#[derive(Clone, Copy)]
pub(super) struct Ranks {
    pub(super) comm: MPI_Comm,
    pub(super) rank: usize,
    pub(super) size: usize,
}

impl Ranks {
    /// `None` of an intercommunicator, whose shadows must be null.
    pub(super) fn new(comm: MPI_Comm, active: bool, site: &Site) -> Option<Ranks> {
        let (mut inter, mut rank, mut size): (c_int, c_int, c_int) = (0, 0, 0);
        // SAFETY: places for the answers.
        unsafe {
            raw::PMPI_Comm_test_inter(comm, &raw mut inter);
            raw::PMPI_Comm_rank(comm, &raw mut rank);
            raw::PMPI_Comm_size(comm, &raw mut size);
        }
        if inter != 0 && active {
            error::fail(
                Code::Intercommunicator,
                site,
                "a collective call with active numbers on an intercommunicator",
                "merge the groups by MPI_Intercomm_merge, or pass messages",
            );
        }
        (inter == 0).then_some(Ranks {
            comm,
            rank: rank as usize,
            size: size as usize,
        })
    }

    /// With the shadow communicator.
    pub(super) fn group(self, site: &Site) -> Group {
        Group {
            rank: self.rank,
            size: self.size,
            shadow: communicator::shadow_of(self.comm, site),
            site: *site,
        }
    }
}

/// The processes of a call, and where its derivatives travel.
pub(super) struct Group {
    pub(super) rank: usize,
    pub(super) size: usize,
    pub(super) shadow: Arc<ShadowComm>,
    pub(super) site: Site,
}

impl Group {
    pub(super) fn comm(&self) -> MPI_Comm {
        self.shadow.comm()
    }

    pub(super) fn is_last(&self) -> bool {
        self.rank + 1 == self.size
    }

    /// The same processes, counted from the last, with a context of its own.
    pub(super) fn reversed(&self) -> &ShadowComm {
        self.shadow.reversed().unwrap_or(&self.shadow)
    }
}

/// A number of elements as MPI counts them.
pub(super) fn count(elements: usize, site: &Site) -> c_int {
    c_int::try_from(elements).unwrap_or_else(|_| {
        error::fail(
            Code::TooLarge,
            site,
            format_args!("{elements} numbers in one block"),
            "communicate blocks of less than 2^31 words of four bytes",
        )
    })
}
