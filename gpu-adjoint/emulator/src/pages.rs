//! Who has accessed memory that all blocks share.
//!
//! Owns: the one table of pages, and what a thread of the system has found there last. Must not: know what an access is.

use crate::shadow::{PAGE, Page};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Shard = BTreeMap<usize, Arc<Mutex<Page>>>;

const SHARDS: usize = 64;

static TABLE: [Mutex<Shard>; SHARDS] = [const { Mutex::new(BTreeMap::new()) }; SHARDS];

/// So many pages stay between launches: a page has some eighteen times as many bytes as what it knows of.
const KEPT: usize = 4096;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was found for a page.
pub(crate) struct Entry {
    number: usize,
    page: Arc<Mutex<Page>>,
    /// An allocation in it that was accessed last: from, to, and the version of the list of allocations.
    pub(crate) inside: (usize, usize, u64),
}

impl Entry {
    /// What the page knows.
    pub(crate) fn locked(&self) -> MutexGuard<'_, Page> {
        locked(&self.page)
    }
}

/// Pages that were found last.
#[derive(Default)]
pub(crate) struct Cache {
    entries: Vec<Option<Entry>>,
}

const ENTRIES: usize = 256;

impl Cache {
    /// The page of a number.
    pub(crate) fn page(&mut self, number: usize) -> &mut Entry {
        if self.entries.is_empty() {
            self.entries.resize_with(ENTRIES, || None);
        }
        let slot = &mut self.entries[number % ENTRIES];
        if slot.as_ref().is_some_and(|entry| entry.number != number) {
            *slot = None;
        }
        slot.get_or_insert_with(|| Entry {
            number,
            page: find(number),
            inside: (0, 0, 0),
        })
    }

    /// For the next launch.
    pub(crate) fn forget(&mut self) {
        self.entries.clear();
    }
}

fn find(number: usize) -> Arc<Mutex<Page>> {
    let mut shard = locked(&TABLE[number % SHARDS]);
    let page = shard
        .entry(number)
        .or_insert_with(|| Arc::new(Mutex::new(Page::new())));
    page.clone()
}

/// Forgets who has accessed memory which is another's from now on.
pub(crate) fn forget(address: usize, bytes: usize) {
    let end = address + bytes;
    let mut from = address;
    while from < end {
        let number = from / PAGE;
        let to = end.min((number + 1) * PAGE);
        let page = locked(&TABLE[number % SHARDS]).get(&number).cloned();
        if let Some(page) = page {
            locked(&page).forget(from - number * PAGE, to - number * PAGE);
        }
        from = to;
    }
}

/// Gives memory back, if there is much of it and no launch uses it.
pub(crate) fn trim() {
    let pages: usize = TABLE.iter().map(|shard| locked(shard).len()).sum();
    if pages > KEPT {
        for shard in &TABLE {
            locked(shard).clear();
        }
    }
}
