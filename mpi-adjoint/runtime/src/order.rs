//! In which order adjoints are started. Owns the queues.
//!
//! What has to match across ranks is numbered where the primal was started: the messages of a stream (one
//! communicator, direction, peer and tag: they do not overtake each other, MPI 4.0, 3.5), or the collective
//! calls on a communicator. Completions may come in another order on each rank. So an adjoint is started
//! only if all that were started after it have been; otherwise it waits for its turn, at the latest at the
//! reverse of its own start. By then all later ones have been started, if their records were not dropped.
//!
//! Waiting cannot block: the partner's adjoints come in the same order, and the later ones first.

use std::collections::BTreeMap;

/// A place in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place<K> {
    pub(crate) queue: K,
    /// Ascending with the start of the primal.
    pub(crate) number: u64,
}

#[derive(Debug)]
struct Entry<T> {
    item: T,
    ready: bool,
}

/// What waits for its adjoint to be started.
#[derive(Debug)]
pub(crate) struct Order<K, T> {
    queues: BTreeMap<K, BTreeMap<u64, Entry<T>>>,
}

impl<K: Ord + Copy, T> Order<K, T> {
    pub(crate) const fn new() -> Order<K, T> {
        Order {
            queues: BTreeMap::new(),
        }
    }

    /// An item whose adjoint is to come.
    pub(crate) fn insert(&mut self, place: Place<K>, item: T) {
        self.queues
            .entry(place.queue)
            .or_default()
            .insert(place.number, Entry { item, ready: false });
    }

    /// The item's adjoint may start. Calls `start` for what is to be started at this moment, in order.
    pub(crate) fn ready(&mut self, place: Place<K>, start: impl FnMut(T)) {
        if let Some(queue) = self.queues.get_mut(&place.queue)
            && let Some(entry) = queue.get_mut(&place.number)
        {
            entry.ready = true;
        }
        self.take_ready(place.queue, start);
    }

    /// The item's adjoint has to start. Calls `start` for what is to be started at this moment, in order. Later items
    /// are dropped: their reverse has been left out, on the other ranks, too.
    pub(crate) fn force(&mut self, place: Place<K>, start: impl FnMut(T)) {
        if let Some(queue) = self.queues.get_mut(&place.queue)
            && queue.contains_key(&place.number)
        {
            drop(queue.split_off(&(place.number + 1)));
        }
        self.ready(place, start);
    }

    fn take_ready(&mut self, key: K, mut start: impl FnMut(T)) {
        let Some(queue) = self.queues.get_mut(&key) else {
            return;
        };
        while let Some(last) = queue.last_entry()
            && last.get().ready
        {
            start(last.remove().item);
        }
        if queue.is_empty() {
            self.queues.remove(&key);
        }
    }
}
