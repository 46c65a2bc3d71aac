//! The processes that run one simulation together, as far as the executor must know them. Owns the trait; knows no
//! MPI (that is `mpi`'s) and not what is agreed on.

/// The ranks of a run. Each of them runs the same schedule on its part of the model, and all call the methods
/// below in the same order: they wait until every rank has called.
///
/// See [`crate::Executor::peers`] for what is agreed on, and how often.
pub trait Peers {
    /// Number of this rank, from 0.
    fn rank(&self) -> u32;

    /// How many ranks there are.
    fn size(&self) -> u32;

    /// The bits that any rank has set.
    fn union(&self, mine: u64) -> u64;

    /// The least of all ranks' numbers.
    fn min(&self, mine: u64) -> u64;

    /// The greatest of all ranks' numbers.
    fn max(&self, mine: u64) -> u64 {
        !self.min(!mine)
    }

    /// Whether every rank says so.
    fn agree(&self, mine: bool) -> bool {
        self.union(u64::from(!mine)) == 0
    }
}

/// One process by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Peers for Alone {
    fn rank(&self) -> u32 {
        0
    }

    fn size(&self) -> u32 {
        1
    }

    fn union(&self, mine: u64) -> u64 {
        mine
    }

    fn min(&self, mine: u64) -> u64 {
        mine
    }
}
