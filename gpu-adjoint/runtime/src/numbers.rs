//! What numbers lie in memory of a device, where the code of the host does not tell.
//!
//! Kernels say what their pointers point to. A launch notes it of the memory that it is given, and a copy that needs it asks. One piece of memory may be
//! cut into arrays of several kinds, and hold one kind after the other: what was noted stays as long as the piece, and who asks hears of all kinds that may be meant.
//!
//! Of memory that the program brings nobody says how long it is the same. What is noted of it belongs to the derivative that runs, and goes with it.
//!
//! Owns: the pieces of memory that this library knows, and what is known of them. Must not: read memory.

use crate::derivatives::{self, Id};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Bytes of each number.
pub(crate) type Kinds = BTreeSet<u64>;

/// Where it is known only that there are numbers.
const ANY: [u64; 2] = [4, 8];

/// What was noted of some memory.
#[derive(Debug)]
struct Noted {
    /// Where kernels were told that numbers begin.
    numbers: BTreeMap<u64, Kinds>,
    /// And integers that they write.
    words: BTreeSet<u64>,
    /// And numbers of several kinds, or beside something else.
    mixed: BTreeSet<u64>,
}

struct Known {
    /// Pieces by where they begin, with their bytes.
    pieces: BTreeMap<u64, u64>,
    /// What was noted of these.
    own: Noted,
    /// What derivatives have noted of other memory.
    brought: BTreeMap<Id, Noted>,
    /// Integers that kernels have written which may be those that they have read.
    moved: BTreeMap<Id, Vec<Moved>>,
}

/// Memory, as a whole, from which a kernel has read integers, and to which it has written some: what lies where in it, is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Moved {
    from: Range<u64>,
    to: Range<u64>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known {
    pieces: BTreeMap::new(),
    own: Noted::NOTHING,
    brought: BTreeMap::new(),
    moved: BTreeMap::new(),
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

/// What a derivative has noted of memory that is none of the pieces is not known any more: the program may use it for something else now.
pub(crate) fn forget(derivative: Id) {
    known(|known| {
        known.brought.remove(&derivative);
        known.moved.remove(&derivative);
    });
}

/// The piece that holds an address, or that of other memory, which `asked` knows; else nothing but the address.
pub(crate) fn whole(at: u64, asked: impl FnOnce() -> Option<Range<u64>>) -> Range<u64> {
    let piece = known(|known| {
        let begin = holding(&known.pieces, at)?;
        Some(begin..begin + known.pieces[&begin])
    });
    piece.or_else(asked).unwrap_or(at..at.saturating_add(1))
}

/// A kernel has read integers in some memory, and written some to other memory, or to the same.
pub(crate) fn moves(from: Range<u64>, to: Range<u64>) {
    let moved = Moved { from, to };
    known(|known| {
        for derivative in derivatives::present() {
            let all = known.moved.entry(derivative).or_default();
            if !all.contains(&moved) {
                all.push(moved.clone());
            }
        }
    });
}

/// Whether integers may have moved that are bits of numbers: there are numbers where they came from, and where they are, be it by way of other memory.
pub(crate) fn numbers_have_moved() -> bool {
    let present = derivatives::present();
    known(|known| {
        let brought = present.iter().filter_map(|one| known.brought.get(one));
        let all: Vec<&Noted> = brought.chain([&known.own]).collect();
        let has_numbers = |range: &Range<u64>| all.iter().any(|noted| noted.has_numbers(range));
        let moved = present.iter().filter_map(|one| known.moved.get(one));
        let moved: Vec<&Moved> = moved.flatten().collect();
        let mut reached: Vec<&Range<u64>> = Vec::new();
        loop {
            let comes = |moved: &&&Moved| {
                let mut reached = reached.iter();
                let is_reached = reached.any(|range| overlap(range, &moved.from));
                is_reached || has_numbers(&moved.from)
            };
            let ends = moved.iter().filter(comes).map(|moved| &moved.to);
            let new: Vec<&Range<u64>> = ends.filter(|to| !reached.contains(to)).collect();
            if new.is_empty() {
                return reached.into_iter().any(has_numbers);
            }
            reached.extend(new);
        }
    })
}

fn overlap(one: &Range<u64>, other: &Range<u64>) -> bool {
    one.start < other.end && other.start < one.end
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
    /// Integers that it reads.
    ReadWords,
    /// Both.
    ChangedWords,
    /// What is not known.
    Other,
}

/// A kernel accesses this there. Says whether that agrees with what is known: it does not where one sees numbers, another writes integers.
pub(crate) fn note(at: u64, what: Accessed) -> bool {
    if at == 0 {
        return true;
    }
    let present = derivatives::present();
    known(|known| {
        let Known {
            pieces,
            own,
            brought,
            ..
        } = known;
        if holding(pieces, at).is_some() {
            return own.note(at, what);
        }
        present.into_iter().all(|derivative| {
            let noted = brought.entry(derivative).or_insert(Noted::NOTHING);
            noted.note(at, what)
        })
    })
}

/// Whether a place is in one of the pieces.
pub(crate) fn is_known(at: u64) -> bool {
    known(|known| holding(&known.pieces, at).is_some())
}

/// What kinds of numbers may lie in so many bytes: what was noted within; what was noted where they begin, or in the piece in front.
pub(crate) fn kinds(at: u64, bytes: u64) -> Kinds {
    let present = derivatives::present();
    known(|known| match holding(&known.pieces, at) {
        Some(begin) => known.own.kinds((begin, at), bytes),
        None => {
            let brought = present.iter().filter_map(|one| known.brought.get(one));
            brought
                .flat_map(|noted| noted.kinds((at, at), bytes))
                .collect()
        }
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
        self.own.forget(&gone);
        for noted in self.brought.values_mut() {
            noted.forget(&gone);
        }
        let is_apart = |range: &Range<u64>| !overlap(range, &gone);
        for moved in self.moved.values_mut() {
            moved.retain(|moved| is_apart(&moved.from) && is_apart(&moved.to));
        }
    }
}

impl Noted {
    const NOTHING: Self = Self {
        numbers: BTreeMap::new(),
        words: BTreeSet::new(),
        mixed: BTreeSet::new(),
    };

    fn note(&mut self, at: u64, what: Accessed) -> bool {
        match what {
            Accessed::Numbers(each) => {
                self.numbers.entry(at).or_default().insert(each);
                !self.words.contains(&at)
            }
            Accessed::Words | Accessed::ChangedWords => {
                self.words.insert(at);
                !self.numbers.contains_key(&at)
            }
            Accessed::Mixed => {
                self.mixed.insert(at);
                true
            }
            Accessed::ReadWords | Accessed::Other => true,
        }
    }

    fn has_numbers(&self, range: &Range<u64>) -> bool {
        let numbers = self.numbers.range(range.clone()).next();
        numbers.is_some() || self.mixed.range(range.clone()).next().is_some()
    }

    /// In so many bytes at a place, which may continue what begins in front of it.
    fn kinds(&self, (begin, at): (u64, u64), bytes: u64) -> Kinds {
        let is_noted = self.numbers.contains_key(&at) || self.mixed.contains(&at);
        let asked = (if is_noted { at } else { begin })..at.saturating_add(bytes);
        let within = self.numbers.range(asked.clone());
        let mut all: Kinds = within.flat_map(|(_, kinds)| kinds).copied().collect();
        if self.mixed.range(asked).next().is_some() {
            all.extend(ANY);
        }
        all
    }

    fn forget(&mut self, gone: &Range<u64>) {
        self.numbers.retain(|at, _| !gone.contains(at));
        self.words.retain(|at| !gone.contains(at));
        self.mixed.retain(|at| !gone.contains(at));
    }
}

#[cfg(test)]
mod tests {
    use super::Accessed::{Mixed, Numbers, Other, Words};
    use super::{
        Kinds, begin, end, forget, is_known, kinds, moves, note, numbers_have_moved, whole,
    };
    use crate::derivatives;

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

    /// What a derivative does on this thread. Each has its own place on the stack.
    #[inline(never)]
    fn derivative<R>(act: impl FnOnce() -> R) -> R {
        let (depth, _) = derivatives::begin(0);
        let result = act();
        if let Some(ended) = derivatives::end(depth) {
            forget(ended);
        }
        result
    }

    #[test]
    fn of_other_memory_only_places_are_known_until_the_derivative_ends() {
        derivative(|| {
            assert!(note(0x5000, Numbers(4)));
            assert_eq!((kinds(0x5000, 8), kinds(0x5008, 8)), (of([4]), of([])));
            assert!(!is_known(0x5000));
            derivative(|| assert_eq!(kinds(0x5000, 8), of([4])));
            assert_eq!(kinds(0x5000, 8), of([4]));
        });
        derivative(|| assert_eq!(kinds(0x5000, 8), of([])));
    }

    #[test]
    fn derivatives_of_two_threads_know_nothing_of_each_other() {
        derivative(|| {
            assert!(note(0xb000, Numbers(8)));
            let other = || derivative(|| (kinds(0xb000, 8), note(0xb000, Words)));
            assert_eq!(std::thread::spawn(other).join().unwrap(), (of([]), true));
            assert_eq!(kinds(0xb000, 8), of([8]));
        });
    }

    #[test]
    fn a_thread_that_a_derivative_has_started_notes_for_it() {
        derivative(|| {
            let worker = || note(0xd000, Numbers(8));
            assert!(std::thread::spawn(worker).join().unwrap());
            assert_eq!(kinds(0xd000, 8), of([8]));
            let worker = || kinds(0xd000, 8);
            assert_eq!(std::thread::spawn(worker).join().unwrap(), of([8]));
        });
        derivative(|| assert_eq!(kinds(0xd000, 8), of([])));
    }

    #[test]
    fn integers_that_may_be_bits_of_numbers_are_seen_wherever_they_lie_in_their_memory() {
        let (first, second) = (0x11000..0x11040, 0x12000..0x12040);
        derivative(|| {
            moves(first.clone(), first.clone());
            moves(first.clone(), second.clone());
            assert!(!numbers_have_moved());
            assert!(note(0x12008, Numbers(8)));
            assert!(!numbers_have_moved());
            assert!(note(0x11010, Numbers(8)));
            assert!(numbers_have_moved());
        });
        // By way of memory that has none.
        derivative(|| {
            let third = 0x13000..0x13040;
            moves(first.clone(), third.start + 8..third.end);
            moves(third.clone(), second.clone());
            assert!(note(0x11010, Numbers(8)));
            assert!(!numbers_have_moved());
            assert!(note(0x12008, Numbers(8)));
            assert!(numbers_have_moved());
        });
        derivative(|| assert!(!numbers_have_moved()));
        assert_eq!(whole(0x13000, || None), 0x13000..0x13001);
        assert_eq!(whole(0x13000, || Some(0x12ff0..0x13010)), 0x12ff0..0x13010);
        begin(0x13000, 64);
        assert_eq!(whole(0x13020, || None), 0x13000..0x13040);
        end(0x13000);
    }

    #[test]
    fn integers_are_not_written_where_numbers_are() {
        begin(0x7000, 64);
        assert!(note(0x7000, Words) && note(0x7020, Numbers(8)) && note(0x7020, Other));
        assert!(!note(0x7000, Numbers(8)) && !note(0x7020, Words));
        end(0x7000);
        derivative(|| assert!(note(0x7000, Numbers(8))));
    }
}
