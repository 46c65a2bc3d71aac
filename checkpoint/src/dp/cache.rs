//! Tables that were made are kept for the next schedule that needs them. Owns the cache, nothing in it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The tables made last, by what they were made from.
pub(crate) struct Cache<K, T> {
    entries: Mutex<Vec<(K, Arc<T>)>>,
}

/// Tables kept of each kind: a planner compares a handful of schedules.
const KEPT: usize = 4;

impl<K: PartialEq, T> Cache<K, T> {
    pub(crate) const fn new() -> Self {
        Self {
            entries: Mutex::new(Vec::new()),
        }
    }

    /// The table for a key that `serves` accepts, else a new one, kept under `key`.
    pub(crate) fn get(
        &self,
        key: K,
        serves: impl Fn(&K) -> bool,
        make: impl FnOnce(&K) -> T,
    ) -> Arc<T> {
        if let Some((_, table)) = self.lock().iter().find(|(kept, _)| serves(kept)) {
            return Arc::clone(table);
        }
        // Not under the lock: making may take seconds. Two threads may make the same; either will do.
        let table = Arc::new(make(&key));
        let mut entries = self.lock();
        entries.truncate(KEPT - 1);
        entries.insert(0, (key, Arc::clone(&table)));
        table
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(K, Arc<T>)>> {
        // The list is whole at all times, so a panic elsewhere does no harm.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
