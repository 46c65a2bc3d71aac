//! The ranks of a run for C: two reductions as callbacks. Owns their layout and that they are complete; knows no MPI.

use crate::boundary::{Fail, bad};
use enzyme_checkpoint as lib;
use std::ffi::c_void;

/// The processes that run one simulation together, each under the same schedule on its part of the model. The
/// callbacks are called by all ranks in the same order, and return when all have called. With MPI both are an
/// MPI_Allreduce of one MPI_UINT64_T, with MPI_BOR and MPI_MIN, on a communicator that nothing else uses.
///
/// Zero the structure before filling it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Peers {
    /// sizeof(enzyme_rs_cp_peers).
    pub size: i64,
    /// Handed to the callbacks.
    pub user: *mut c_void,
    /// Number of this rank, from 0.
    pub rank: i32,
    /// How many ranks there are.
    pub ranks: i32,
    /// The bits that any rank has set in `mine`.
    pub any: Option<unsafe extern "C" fn(user: *mut c_void, mine: u64) -> u64>,
    /// The least of all ranks' `mine`.
    pub least: Option<unsafe extern "C" fn(user: *mut c_void, mine: u64) -> u64>,
}

/// The same with nothing missing.
#[derive(Clone, Copy)]
pub(crate) struct Ranks {
    user: *mut c_void,
    rank: u32,
    ranks: u32,
    any: unsafe extern "C" fn(*mut c_void, u64) -> u64,
    least: unsafe extern "C" fn(*mut c_void, u64) -> u64,
}

impl Peers {
    pub(crate) fn read(&self) -> Result<Ranks, Fail> {
        if self.size != size_of::<Self>() as i64 {
            return Err(bad(
                "`size` of the peers is not sizeof(enzyme_rs_cp_peers): set it, and compile with this library's header",
            ));
        }
        let (Ok(rank), Ok(ranks)) = (u32::try_from(self.rank), u32::try_from(self.ranks)) else {
            return Err(bad("`rank` and `ranks` of the peers are 0 or more"));
        };
        if rank >= ranks {
            return Err(bad(format!(
                "`rank` of the peers is {rank}, and there are {ranks} ranks: it counts from 0"
            )));
        }
        let (Some(any), Some(least)) = (self.any, self.least) else {
            return Err(bad("`any` and `least` of the peers must not be NULL"));
        };
        Ok(Ranks {
            user: self.user,
            rank,
            ranks,
            any,
            least,
        })
    }
}

impl lib::Peers for Ranks {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.ranks
    }

    fn union(&self, mine: u64) -> u64 {
        // SAFETY: C vouches for its callbacks.
        unsafe { (self.any)(self.user, mine) }
    }

    fn min(&self, mine: u64) -> u64 {
        // SAFETY: C vouches for its callbacks.
        unsafe { (self.least)(self.user, mine) }
    }
}
