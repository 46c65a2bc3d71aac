//! Stores of checkpoints whose time is counted.
//!
//! Owns: which of their calls write, and which read. Must not: do anything else than the store behind it.

use super::{Clock, Phase};
use enzyme_checkpoint::store::{Buffer, Kept, Owner, StoreError, Traffic};
use enzyme_checkpoint::{Entry, Store};

/// A store, with the clock of its rank.
pub(crate) struct Watched<S>(pub(crate) S, pub(crate) Clock);

impl<S: Store> Store for Watched<S> {
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError> {
        self.1.during(Phase::Writing, || self.0.write(entry, bytes))
    }

    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        self.1.during(Phase::Reading, || self.0.read(entry, take))
    }

    fn discard(&mut self, entry: &Entry) -> Result<(), StoreError> {
        self.0.discard(entry)
    }

    fn prefetch(&mut self, entry: &Entry) -> bool {
        self.0.prefetch(entry)
    }

    fn prefetches(&self) -> bool {
        self.0.prefetches()
    }

    fn is_timed(&self) -> bool {
        self.0.is_timed()
    }

    fn room(&self) -> Option<u64> {
        self.0.room()
    }

    fn is_shared(&self) -> bool {
        self.0.is_shared()
    }

    fn loss(&self) -> Option<String> {
        self.0.loss()
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.1.during(Phase::Writing, || self.0.flush())
    }

    fn survives(&self, entry: &Entry) -> bool {
        self.0.survives(entry)
    }

    fn recover(&mut self, owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        self.1
            .during(Phase::Reading, || self.0.recover(owner, keep))
    }

    fn traffic(&self) -> Traffic {
        self.0.traffic()
    }
}
