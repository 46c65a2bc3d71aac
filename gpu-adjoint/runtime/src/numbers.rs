//! What numbers lie in memory of a device, where the code of the host does not tell.
//!
//! Kernels say what their pointers point to. A launch notes it of the memory that it is given, and a copy that needs it asks. One piece of memory may be
//! cut into arrays of several kinds, and hold one kind after the other: what was noted once stays, and who asks hears of all kinds that may be meant.
//!
//! Owns: the pieces of memory that this library knows, and what is known of them. Must not: read memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Included};
use std::sync::{Mutex, PoisonError};

/// Bytes of each number.
pub(crate) type Kinds = BTreeSet<u64>;

#[derive(Debug, Default)]
struct Known {
    /// Pieces by where they begin, with their bytes.
    pieces: BTreeMap<u64, u64>,
    /// Where kernels were told that numbers begin.
    noted: BTreeMap<u64, Kinds>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known {
    pieces: BTreeMap::new(),
    noted: BTreeMap::new(),
});

fn known<R>(act: impl FnOnce(&mut Known) -> R) -> R {
    act(&mut KNOWN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// There is a new piece.
pub(crate) fn begin(at: u64, bytes: u64) {
    known(|known| {
        known.forget(at, bytes);
        known.pieces.insert(at, bytes);
    });
}

/// A piece is no more.
pub(crate) fn end(at: u64) {
    known(|known| {
        if let Some(bytes) = known.pieces.remove(&at) {
            known.forget(at, bytes);
        }
    });
}

/// Nothing is known any more of memory that is none of the pieces: the program may use it for something else now.
pub(crate) fn begin_anew() {
    known(|known| {
        let Known { pieces, noted } = known;
        noted.retain(|at, _| holding(pieces, *at).is_some());
    });
}

/// Numbers of so many bytes each lie there, as a kernel accesses them.
pub(crate) fn note(at: u64, each: u64) {
    if at != 0 && each > 1 {
        known(|known| known.noted.entry(at).or_default().insert(each));
    }
}

/// The same of memory that is copied, where the piece is known.
pub(crate) fn note_copied(at: u64, each: u64) {
    if known(|known| holding(&known.pieces, at).is_some()) {
        note(at, each);
    }
}

/// What kinds of numbers may lie in so many bytes: what was noted within; what was noted where they begin, or in the piece in front.
pub(crate) fn kinds(at: u64, bytes: u64) -> Kinds {
    known(|known| {
        let begin = holding(&known.pieces, at).unwrap_or(at);
        let front = match known.noted.contains_key(&at) {
            true => at,
            false => begin,
        };
        let within = known.noted.range(front..at.saturating_add(bytes));
        within.flat_map(|(_, kinds)| kinds).copied().collect()
    })
}

/// Where the piece begins that holds an address.
fn holding(pieces: &BTreeMap<u64, u64>, at: u64) -> Option<u64> {
    let (begin, bytes) = pieces.range(..=at).next_back()?;
    (at - begin < *bytes).then_some(*begin)
}

impl Known {
    fn forget(&mut self, at: u64, bytes: u64) {
        let gone = (Included(at), Excluded(at.saturating_add(bytes.max(1))));
        let gone: Vec<u64> = self.noted.range(gone).map(|(at, _)| *at).collect();
        for at in gone {
            self.noted.remove(&at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kinds, begin, begin_anew, end, kinds, note, note_copied};

    fn of<const N: usize>(kinds: [u64; N]) -> Kinds {
        Kinds::from(kinds)
    }

    #[test]
    fn what_is_noted_of_a_place_is_known_behind_it_in_its_piece() {
        begin(0x1000, 64);
        assert_eq!(kinds(0x1008, 8), of([]));
        note(0x1010, 8);
        assert_eq!(kinds(0x1000, 64), of([8]));
        assert_eq!(kinds(0x1018, 8), of([8]));
        assert_eq!(kinds(0x1000, 16), of([]));
        assert_eq!(kinds(0x1040, 8), of([]));
        end(0x1000);
        assert_eq!(kinds(0x1010, 8), of([]));
    }

    #[test]
    fn a_piece_may_have_arrays_of_several_kinds() {
        begin(0x3000, 96);
        note(0x3000, 8);
        note(0x3040, 4);
        assert_eq!(kinds(0x3000, 64), of([8]));
        assert_eq!(kinds(0x3040, 32), of([4]));
        // Which one this belongs to is not known.
        assert_eq!(kinds(0x3048, 8), of([4, 8]));
        // The same place for something else.
        note(0x3000, 4);
        assert_eq!(kinds(0x3000, 64), of([4, 8]));
        begin(0x3000, 96);
        assert_eq!(kinds(0x3000, 96), of([]));
        end(0x3000);
    }

    #[test]
    fn of_other_memory_only_places_are_known_for_a_time() {
        note(0x5000, 4);
        assert_eq!((kinds(0x5000, 8), kinds(0x5008, 8)), (of([4]), of([])));
        note_copied(0x5100, 8);
        assert_eq!(kinds(0x5100, 8), of([]));
        begin_anew();
        assert_eq!(kinds(0x5000, 8), of([]));
    }
}
