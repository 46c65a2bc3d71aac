//! The ranks of an MPI communicator. Owns the only calls of MPI besides those of HDF5; knows neither runs nor
//! checkpoints.

use crate::peers::Peers;
use mpi::collective::{CommunicatorCollectives, SystemOperation};
use mpi::topology::{Communicator, SimpleCommunicator};

/// All ranks of a communicator, as the peers of a run.
///
/// It works on a duplicate of the communicator, so that its messages do not meet the model's. MPI must be initialised
/// before and finalised after; a failure within MPI ends the program, as is MPI's default.
pub struct MpiPeers(SimpleCommunicator);

impl MpiPeers {
    /// The ranks of `comm`. All of them call this.
    #[must_use]
    pub fn new(comm: &impl Communicator) -> Self {
        Self(comm.duplicate())
    }

    fn reduce(&self, mine: u64, operation: SystemOperation) -> u64 {
        let mut all = mine;
        self.0.all_reduce_into(&mine, &mut all, operation);
        all
    }
}

impl Peers for MpiPeers {
    fn rank(&self) -> u32 {
        self.0.rank().unsigned_abs()
    }

    fn size(&self) -> u32 {
        self.0.size().unsigned_abs()
    }

    fn union(&self, mine: u64) -> u64 {
        self.reduce(mine, SystemOperation::bitwise_or())
    }

    fn min(&self, mine: u64) -> u64 {
        self.reduce(mine, SystemOperation::min())
    }
}
