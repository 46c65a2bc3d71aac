//! Stores of checkpoints whose time is counted.
//!
//! Owns: which of their calls write, and which read. Must not: do anything else than the store behind it.

use super::clock::Clock;
use super::phase::Phase;
use enzyme_checkpoint::store::{Buffer, Kept, Owner, StoreError, Traffic};
use enzyme_checkpoint::{Entry, Store};

/// Copies in memory of so many bytes take much longer than a look at the clock.
const LARGE: usize = 1 << 16;

/// A store, with the clock of its rank.
pub(crate) struct Watched<S> {
    store: S,
    clock: Clock,
    /// Whether its time is worth a look at the clock.
    is_worth_it: bool,
}

impl<S: Store> Watched<S> {
    /// By this clock.
    pub(crate) fn new(store: S, clock: &Clock) -> Self {
        Self {
            is_worth_it: store.is_timed(),
            store,
            clock: clock.clone(),
        }
    }

    fn during<R>(&mut self, phase: Phase, work: impl FnOnce(&mut S) -> R) -> R {
        match self.is_worth_it {
            true => self.clock.during(phase, || work(&mut self.store)),
            false => work(&mut self.store),
        }
    }
}

impl<S: Store> Store for Watched<S> {
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError> {
        self.is_worth_it |= bytes.len() >= LARGE;
        self.during(Phase::Writing, |store| store.write(entry, bytes))
    }

    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        self.during(Phase::Reading, |store| store.read(entry, take))
    }

    fn discard(&mut self, entry: &Entry) -> Result<(), StoreError> {
        self.store.discard(entry)
    }

    fn prefetch(&mut self, entry: &Entry) -> bool {
        self.store.prefetch(entry)
    }

    fn prefetches(&self) -> bool {
        self.store.prefetches()
    }

    fn is_timed(&self) -> bool {
        self.store.is_timed()
    }

    fn room(&self) -> Option<u64> {
        self.store.room()
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    fn loss(&self) -> Option<String> {
        self.store.loss()
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.during(Phase::Writing, S::flush)
    }

    fn survives(&self, entry: &Entry) -> bool {
        self.store.survives(entry)
    }

    fn recover(&mut self, owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        self.during(Phase::Reading, |store| store.recover(owner, keep))
    }

    fn traffic(&self) -> Traffic {
        self.store.traffic()
    }
}
