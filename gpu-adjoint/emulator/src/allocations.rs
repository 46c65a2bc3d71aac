//! Device memory of which the library was told.
//!
//! Owns: the list. Must not: obtain memory, or give it back.

use crate::launch_count;
use crate::pages;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// So many bytes before and behind an allocation belong to nobody, unless they belong to another one.
const GAP: usize = 256;

/// So many freed ones are remembered at least.
const REMEMBERED: usize = 4096;

#[derive(Clone, Copy)]
struct Allocation {
    bytes: usize,
    /// When it was freed, if it was.
    freed: Option<u64>,
}

#[derive(Default)]
struct List {
    all: BTreeMap<usize, Allocation>,
    freed: usize,
}

static LIST: RwLock<List> = RwLock::new(List {
    all: BTreeMap::new(),
    freed: 0,
});

/// Changes with the list.
static VERSION: AtomicU64 = AtomicU64::new(1);

/// Where an access is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In one that lives: from, to.
    Inside(usize, usize),
    /// In one that does not: its begin, and its bytes.
    Freed(usize, usize),
    /// Next to one, or partly in it.
    Outside(usize, usize),
    Unknown,
}

/// What `place` gives for the same address as before, unless this has changed.
pub(crate) fn version() -> u64 {
    VERSION.load(Ordering::Acquire)
}

/// Where an access is.
pub(crate) fn place(address: usize, bytes: usize) -> Place {
    let list = LIST.read().unwrap_or_else(PoisonError::into_inner);
    let end = address + bytes;
    if let Some((start, found)) = list.all.range(..=address).next_back() {
        let behind = start + found.bytes;
        if address < behind && found.freed.is_some() {
            return Place::Freed(*start, found.bytes);
        }
        if end <= behind {
            return Place::Inside(*start, behind);
        }
        if found.freed.is_none() && address < behind + GAP {
            return Place::Outside(*start, found.bytes);
        }
    }
    match list.all.range(address..).next() {
        Some((start, found)) if found.freed.is_none() && end > start.saturating_sub(GAP) => {
            Place::Outside(*start, found.bytes)
        }
        _ => Place::Unknown,
    }
}

impl List {
    /// What lay here lies here no more.
    fn clear(&mut self, address: usize, bytes: usize) {
        let end = address + bytes.max(1);
        while let Some((start, found)) = self.all.range(..end).next_back() {
            if start + found.bytes.max(1) <= address {
                return;
            }
            let start = *start;
            self.remove(start);
        }
    }

    fn remove(&mut self, start: usize) {
        if let Some(old) = self.all.remove(&start) {
            self.freed -= usize::from(old.freed.is_some());
        }
    }

    /// Forgets the older half of those that were freed, if there are many.
    fn forget(&mut self) {
        if self.freed <= 2 * REMEMBERED {
            return;
        }
        let freed = self
            .all
            .iter()
            .filter_map(|(start, a)| Some((a.freed?, *start)));
        let mut freed: Vec<(u64, usize)> = freed.collect();
        freed.sort_unstable();
        freed.truncate(REMEMBERED);
        for (_, start) in freed {
            self.remove(start);
        }
    }
}

/// Changes the list, and makes what was found before invalid.
fn change(run: impl FnOnce(&mut List, u64)) {
    let mut list = LIST.write().unwrap_or_else(PoisonError::into_inner);
    let version = VERSION.fetch_add(1, Ordering::AcqRel) + 1;
    run(&mut list, version);
}

/// Device memory was obtained: by the host or by a kernel. With 0 bytes: what lay at the address is forgotten, for the host uses its memory again.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_allocated(address: *const c_void, bytes: u64) {
    let (address, bytes) = (address as usize, bytes as usize);
    if address == 0 {
        return;
    }
    change(|list, _| {
        list.clear(address, bytes);
        if bytes != 0 {
            list.all.insert(address, Allocation { bytes, freed: None });
        }
    });
    // A launch that begins later forgets all by itself.
    if launch_count::any() {
        pages::forget(address, bytes);
    }
}

/// Device memory is given back: accesses are mistakes until it is obtained again.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_freed(address: *const c_void) {
    change(|list, version| {
        if let Some(found) = list.all.get_mut(&(address as usize))
            && found.freed.is_none()
        {
            found.freed = Some(version);
            list.freed += 1;
            list.forget();
        }
    });
}

/// Bytes before and behind each allocation that its owner leaves free, so that accesses out of bounds are found.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_emulator_redzone() -> u64 {
    GAP as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses that no memory has.
    const BASE: usize = 1 << 60;

    fn told(address: usize, bytes: u64) {
        enzyme_rs_emulator_allocated(address as *const c_void, bytes);
    }

    #[test]
    fn places_are_told_apart() {
        let (first, second) = (BASE + 1000, BASE + 1300);
        told(first, 100);
        told(second, 100);
        assert_eq!(place(first, 8), Place::Inside(first, first + 100));
        assert_eq!(place(first + 96, 8), Place::Outside(first, 100));
        assert_eq!(place(first + 100, 1), Place::Outside(first, 100));
        assert_eq!(place(second - 8, 8), Place::Outside(first, 100));
        assert_eq!(place(second + 92, 8), Place::Inside(second, second + 100));
        assert_eq!(place(first - GAP - 8, 8), Place::Unknown);
        assert_eq!(place(first - GAP - 7, 8), Place::Outside(first, 100));
        enzyme_rs_emulator_freed(first as *const c_void);
        assert_eq!(place(first + 10, 8), Place::Freed(first, 100));
        told(first + 50, 10);
        assert_eq!(place(first + 50, 8), Place::Inside(first + 50, first + 60));
        told(first + 50, 0);
        assert_eq!(place(first, 8), Place::Unknown);
        told(second, 0);
    }

    #[test]
    fn not_all_that_was_freed_is_remembered() {
        let at = |n: usize| BASE * 2 + n * 1000;
        for n in 0..3 * REMEMBERED {
            told(at(n), 100);
            enzyme_rs_emulator_freed(at(n) as *const c_void);
        }
        assert_eq!(place(at(0), 8), Place::Unknown);
        let last = at(3 * REMEMBERED - 1);
        assert_eq!(place(last, 8), Place::Freed(last, 100));
    }
}
