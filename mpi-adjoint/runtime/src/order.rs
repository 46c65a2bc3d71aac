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
    number: u64,
    item: T,
    ready: bool,
}

/// What waits for its adjoint to be started.
#[derive(Debug)]
pub(crate) struct Order<K, T> {
    /// Ascending by number. Nearly all come at the end, and go there.
    queues: BTreeMap<K, Vec<Entry<T>>>,
}

impl<K: Ord + Copy, T> Order<K, T> {
    pub(crate) const fn new() -> Order<K, T> {
        Order {
            queues: BTreeMap::new(),
        }
    }

    /// An item whose adjoint is to come.
    pub(crate) fn insert(&mut self, place: Place<K>, item: T) {
        let queue = self.queues.entry(place.queue).or_default();
        let entry = Entry {
            number: place.number,
            item,
            ready: false,
        };
        match find(queue, place.number) {
            Ok(at) => queue[at] = entry,
            Err(at) => queue.insert(at, entry),
        }
    }

    /// The item's adjoint may start. Calls `start` for what is to be started at this moment, in order.
    pub(crate) fn ready(&mut self, place: Place<K>, start: impl FnMut(T)) {
        if let Some(queue) = self.queues.get_mut(&place.queue)
            && let Ok(at) = find(queue, place.number)
        {
            queue[at].ready = true;
        }
        self.take_ready(place.queue, start);
    }

    /// The item's adjoint has to start. Calls `start` for what is to be started at this moment, in order. Later items
    /// are dropped: their reverse has been left out, on the other ranks, too.
    pub(crate) fn force(&mut self, place: Place<K>, start: impl FnMut(T)) {
        if let Some(queue) = self.queues.get_mut(&place.queue)
            && let Ok(at) = find(queue, place.number)
        {
            queue.truncate(at + 1);
        }
        self.ready(place, start);
    }

    fn take_ready(&mut self, key: K, mut start: impl FnMut(T)) {
        let Some(queue) = self.queues.get_mut(&key) else {
            return;
        };
        while let Some(last) = queue.pop_if(|last| last.ready) {
            start(last.item);
        }
        if queue.is_empty() {
            self.queues.remove(&key);
        }
    }
}

/// Where an item is, or belongs: mostly at the end.
fn find<T>(queue: &[Entry<T>], number: u64) -> Result<usize, usize> {
    match queue.last() {
        None => Err(0),
        Some(last) if last.number < number => Err(queue.len()),
        Some(last) if last.number == number => Ok(queue.len() - 1),
        Some(_) => queue.binary_search_by_key(&number, |entry| entry.number),
    }
}
