//! What numbers lie in memory of a device, where the code of the host does not tell.
//!
//! Kernels say what their pointers point to. A launch notes it of the memory that it is given, and a copy that needs it asks. One piece of memory may be
//! cut into arrays of several kinds, and hold one kind after the other: what was noted stays as long as the piece, and who asks hears of all kinds that may be meant.
//!
//! Owns: the pieces of memory that this library knows, and what is known of them. Must not: read memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// Bytes of each number.
pub(crate) type Kinds = BTreeSet<u64>;

/// Where it is known only that there are numbers.
const ANY: [u64; 2] = [4, 8];

#[derive(Debug, Default)]
struct Known {
    /// Pieces by where they begin, with their bytes.
    pieces: BTreeMap<u64, u64>,
    /// Where kernels were told that numbers begin.
    noted: BTreeMap<u64, Kinds>,
    /// And integers that they write.
    words: BTreeSet<u64>,
    /// And numbers of several kinds, or beside something else.
    mixed: BTreeSet<u64>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known {
    pieces: BTreeMap::new(),
    noted: BTreeMap::new(),
    words: BTreeSet::new(),
    mixed: BTreeSet::new(),
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
        let Known {
            pieces,
            noted,
            words,
            mixed,
        } = known;
        noted.retain(|at, _| holding(pieces, *at).is_some());
        for places in [words, mixed] {
            places.retain(|at| holding(pieces, *at).is_some());
        }
    });
}

/// What a kernel accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accessed {
    /// So many bytes each.
    Numbers(u64),
    /// Integers that it writes: they may be bits of numbers.
    Words,
    /// Numbers of several kinds, or beside something else.
    Mixed,
    /// Integers that it reads, or what is not known.
    Other,
}

/// A kernel accesses this there. Says whether that agrees with what is known: it does not where one sees numbers, another writes integers.
pub(crate) fn note(at: u64, what: Accessed) -> bool {
    if at == 0 {
        return true;
    }
    known(|known| match what {
        Accessed::Numbers(each) => {
            known.noted.entry(at).or_default().insert(each);
            !known.words.contains(&at)
        }
        Accessed::Words => {
            known.words.insert(at);
            !known.noted.contains_key(&at)
        }
        Accessed::Mixed => {
            known.mixed.insert(at);
            true
        }
        Accessed::Other => true,
    })
}

/// Whether a place is in one of the pieces.
pub(crate) fn is_known(at: u64) -> bool {
    known(|known| holding(&known.pieces, at).is_some())
}

/// What kinds of numbers may lie in so many bytes: what was noted within; what was noted where they begin, or in the piece in front.
pub(crate) fn kinds(at: u64, bytes: u64) -> Kinds {
    known(|known| {
        let begin = holding(&known.pieces, at).unwrap_or(at);
        let is_noted = known.noted.contains_key(&at) || known.mixed.contains(&at);
        let asked = (if is_noted { at } else { begin })..at.saturating_add(bytes);
        let within = known.noted.range(asked.clone());
        let mut all: Kinds = within.flat_map(|(_, kinds)| kinds).copied().collect();
        if known.mixed.range(asked).next().is_some() {
            all.extend(ANY);
        }
        all
    })
}

/// Where the piece begins that holds an address.
fn holding(pieces: &BTreeMap<u64, u64>, at: u64) -> Option<u64> {
    let (begin, bytes) = pieces.range(..=at).next_back()?;
    (at - begin < *bytes).then_some(*begin)
}

impl Known {
    fn forget(&mut self, at: u64, bytes: u64) {
        let gone = at..at.saturating_add(bytes.max(1));
        self.noted.retain(|at, _| !gone.contains(at));
        self.words.retain(|at| !gone.contains(at));
        self.mixed.retain(|at| !gone.contains(at));
    }
}

#[cfg(test)]
mod tests {
    use super::Accessed::{Mixed, Numbers, Other, Words};
    use super::{Kinds, begin, begin_anew, end, is_known, kinds, note};

    fn of<const N: usize>(kinds: [u64; N]) -> Kinds {
        Kinds::from(kinds)
    }

    #[test]
    fn what_is_noted_of_a_place_is_known_behind_it_in_its_piece() {
        begin(0x1000, 64);
        assert_eq!(kinds(0x1008, 8), of([]));
        assert!(note(0x1010, Numbers(8)));
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
        assert!(note(0x3000, Numbers(8)));
        assert!(note(0x3040, Numbers(4)));
        assert_eq!(kinds(0x3000, 64), of([8]));
        assert_eq!(kinds(0x3040, 32), of([4]));
        // Which one this belongs to is not known.
        assert_eq!(kinds(0x3048, 8), of([4, 8]));
        // The same place for something else.
        assert!(note(0x3000, Numbers(4)));
        assert_eq!(kinds(0x3000, 64), of([4, 8]));
        begin(0x3000, 96);
        assert_eq!(kinds(0x3000, 96), of([]));
        end(0x3000);
    }

    #[test]
    fn numbers_of_several_kinds_are_any() {
        begin(0x9000, 32);
        assert!(note(0x9000, Mixed) && note(0x9000, Words));
        assert_eq!(kinds(0x9000, 32), of([4, 8]));
        // One kernel that sees one kind there does not make it known.
        assert!(note(0x9010, Numbers(4)));
        assert_eq!(kinds(0x9000, 32), of([4, 8]));
        assert_eq!(kinds(0x9010, 8), of([4]));
        end(0x9000);
        assert_eq!(kinds(0x9000, 32), of([]));
    }

    #[test]
    fn of_other_memory_only_places_are_known_for_a_time() {
        assert!(note(0x5000, Numbers(4)));
        assert_eq!((kinds(0x5000, 8), kinds(0x5008, 8)), (of([4]), of([])));
        assert!(!is_known(0x5000));
        begin_anew();
        assert_eq!(kinds(0x5000, 8), of([]));
    }

    #[test]
    fn integers_are_not_written_where_numbers_are() {
        begin(0x7000, 64);
        assert!(note(0x7000, Words) && note(0x7020, Numbers(8)) && note(0x7020, Other));
        assert!(!note(0x7000, Numbers(8)) && !note(0x7020, Words));
        end(0x7000);
        assert!(note(0x7000, Numbers(8)));
        begin_anew();
    }
}
