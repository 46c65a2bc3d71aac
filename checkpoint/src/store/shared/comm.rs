//! The communicator of a store. Owns where it lies: with the thread that made it, since MPI's handles do not move
//! between threads and stores do.

use crate::store::{Fault, StoreError};
use mpi::collective::CommunicatorCollectives;
use mpi::ffi::MPI_Comm;
use mpi::raw::AsRaw;
use mpi::topology::{Communicator, SimpleCommunicator};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    /// Never dropped with the thread: MPI may be finalised by then.
    static HERE: RefCell<BTreeMap<u64, ManuallyDrop<SimpleCommunicator>>> = const { RefCell::new(BTreeMap::new()) };
}

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A duplicate of a communicator.
pub(super) struct Comm {
    key: u64,
    pub(super) rank: usize,
    pub(super) size: usize,
}

impl Comm {
    pub(super) fn new(comm: &impl Communicator) -> Self {
        let own = comm.duplicate();
        let (rank, size) = (own.rank().unsigned_abs(), own.size().unsigned_abs());
        let key = NEXT.fetch_add(1, Ordering::Relaxed);
        HERE.with_borrow_mut(|here| here.insert(key, ManuallyDrop::new(own)));
        Self {
            key,
            rank: rank as usize,
            size: size as usize,
        }
    }

    fn with<T>(&self, action: impl FnOnce(&SimpleCommunicator) -> T) -> Result<T, StoreError> {
        HERE.with_borrow(|here| {
            let Some(comm) = here.get(&self.key) else {
                let cause = "it was made in another thread, and MPI's handles stay there";
                let what = "a store of all ranks";
                let error = StoreError::of(Fault::Unsupported, "use", what, cause);
                return Err(error.with_remedy("make the store in the thread that executes the run"));
            };
            Ok(action(comm))
        })
    }

    /// The handle, for HDF5.
    pub(super) fn raw(&self) -> Result<MPI_Comm, StoreError> {
        self.with(AsRaw::as_raw)
    }

    /// The numbers of all ranks, one rank after the other; each gives as many.
    pub(super) fn gather(&self, mine: &[u64]) -> Result<Vec<u64>, StoreError> {
        let mut all = vec![0; mine.len() * self.size];
        self.with(|comm| comm.all_gather_into(mine, &mut all[..]))?;
        Ok(all)
    }

    /// The least of all ranks' numbers.
    pub(super) fn min(&self, mine: u64) -> Result<u64, StoreError> {
        let mut least = mine;
        let operation = mpi::collective::SystemOperation::min();
        self.with(|comm| comm.all_reduce_into(&mine, &mut least, operation))?;
        Ok(least)
    }
}

impl Drop for Comm {
    fn drop(&mut self) {
        let own = HERE.try_with(|here| here.borrow_mut().remove(&self.key));
        if let Ok(Some(own)) = own {
            drop(ManuallyDrop::into_inner(own));
        }
    }
}
